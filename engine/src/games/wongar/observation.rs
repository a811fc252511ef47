//! Observations of Wongar for bots: each seat receives the information that it has (W33).

use super::record::event::Event;
use super::state::State;
use super::state::board::{PHASES, Region};
use super::state::cards::{AreaCard, Cause, Ending, Figure, Kind, RitualCard, STONES, Use};
use super::state::edition::Edition;
use super::state::phase::Phase;
use super::state::setup::Setup;
use super::state::view::View;
use crate::{Seat, View as _};
use serde::Serialize;
use std::collections::BTreeMap;

/// Values by region, keyed by the letters that moves use.
type ByRegion<T> = BTreeMap<char, T>;
/// Counts by the name of the counted thing.
type Counts = BTreeMap<&'static str, u8>;

/// The public information that is fixed before the first move.
#[derive(Serialize)]
struct PublicTable<'a> {
    edition: Edition,
    board: &'a str,
    regions: ByRegion<PrintedRegion<'a>>,
    centres: [char; 2],
    /// The phase of every space of the scorpion track.
    track: Vec<u8>,
    /// The points of a majority by phase, for each cause of a ceremony.
    points: BTreeMap<&'static str, [i16; PHASES]>,
    /// The number of each player's stones, by kind.
    stones: Counts,
    /// The area cards of every stack, by kind.
    area_cards: Counts,
    /// The ritual cards before hands are dealt, by kind.
    ritual_cards: Counts,
}

#[derive(Serialize)]
struct PrintedRegion<'a> {
    /// The region's name in events.
    name: &'a str,
    adjacent: Vec<char>,
}

/// Everything that a seat knows.
#[derive(Serialize)]
struct SeatView {
    seat: Seat,
    /// The seat whose turn it is.
    active: Seat,
    turns_played: u32,
    round: u8,
    /// The number of turns of this round that have not ended.
    turns_left: u8,
    boomerang: Seat,
    phase: &'static str,
    /// The stones and cards that the active seat still gets from its area card.
    due: Due,
    /// The figure that is about to move.
    figure: Option<Figure>,
    /// The kind of stone that is being placed.
    kind: Option<Kind>,
    ceremony: Option<Ceremony>,
    points: Vec<i16>,
    /// The space of the scorpion, counted from 1, and its phase.
    scorpion: Scorpion,
    /// The event that has called the end of the game.
    called: Option<Ending>,
    /// The region of each figure.
    figures: BTreeMap<&'static str, char>,
    /// The owner of each figure's token.
    tokens: BTreeMap<&'static str, Option<Seat>>,
    regions: ByRegion<RegionSight>,
    /// The number of stones off the board, by kind and seat.
    supply: BTreeMap<&'static str, Vec<u8>>,
    hand: Counts,
    hand_sizes: Vec<u8>,
    /// The cards that each seat certainly has, to the knowledge of this seat; for this seat, its hand.
    surely_held: Vec<Counts>,
    deck_size: u8,
    discard: Counts,
    /// The pile as the seat last saw it (W31).
    pile: Option<Pile>,
    /// The area cards that each seat has taken.
    taken: Vec<Counts>,
    /// The figures of which each seat may still play its own card (W30).
    own_cards: Vec<Vec<Figure>>,
}

#[derive(Serialize)]
struct Due {
    stones: u8,
    rituals: u8,
}

#[derive(Serialize)]
struct Scorpion {
    space: u8,
    phase: u8,
}

#[derive(Serialize)]
struct Ceremony {
    region: char,
    cause: Cause,
    /// The points for a majority.
    points: i16,
    passed: Vec<Seat>,
    /// The ritual card for which stones are being chosen.
    play: Option<PlaySight>,
}

#[derive(Serialize)]
struct PlaySight {
    double: bool,
    kind: Kind,
    #[serde(rename = "use")]
    usage: Use,
}

#[derive(Serialize)]
struct RegionSight {
    open: Option<AreaCard>,
    face_down: Counts,
    /// The scorpions at the very bottom of the stack, which are also counted in `face_down`.
    tucked: u8,
    /// The number of stones, by kind and seat.
    stones: BTreeMap<&'static str, Vec<u8>>,
}

#[derive(Serialize)]
struct Pile {
    cards: Counts,
    /// The number of cards that other seats have since taken from the pile.
    taken_since: u8,
}

/// An event as a seat observes it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Observation {
    /// The whole event, which the seat may see.
    Open(Event<String>),
    /// The visible part of an event with hidden information.
    Hidden(HiddenEvent),
}

/// The visible part of an event with a card that is hidden from the observer.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum HiddenEvent {
    /// A seat draws a ritual card.
    Ritual {
        /// The seat that draws.
        p: Seat,
    },
}

/// Describes the public information that is fixed before the first move.
pub(super) fn public_table(setup: &Setup) -> impl Serialize {
    let (board, map, edition) = (setup.board(), setup.board().map(), setup.edition());
    let regions = Region::all().map(|region| {
        let adjacent = Region::all().filter(|&other| map.are_adjacent(region, other));
        let adjacent = adjacent.map(letter).collect();
        (letter(region), PrintedRegion { name: board.name(region), adjacent })
    });
    let points = |cause| std::array::from_fn(|phase| map.points(cause, 1 + phase as u8));
    PublicTable {
        edition,
        board: board.id(),
        regions: regions.collect(),
        centres: map.centres().map(letter),
        track: (1..=map.spaces()).map(|space| map.phase_of(space)).collect(),
        points: Cause::ALL.map(|cause| (cause.id(), points(cause))).into(),
        stones: Kind::ALL.map(|kind| (kind.id(), STONES[kind.index()])).into(),
        area_cards: AreaCard::ALL.map(|card| (card.id(), card.count(edition))).into(),
        ritual_cards: RitualCard::ALL.map(|card| (card.id(), card.count(edition))).into(),
    }
}

/// Describes everything that a seat knows.
pub(super) fn seat_view(view: &View) -> impl Serialize {
    let (seat, table) = (view.seat(), view.table());
    let seats = || Seat::all(table.players());
    let (stones, rituals) = table.still_due();
    let pile = view.pile_last_seen().map(|(cards, taken_since)| Pile {
        cards: Kind::ALL.map(|kind| (kind.id(), cards[kind.index()])).into(),
        taken_since,
    });
    let hand = || rituals_by_name(|card| table.hand(seat, card));
    let held = |other| match other {
        _ if other == seat => hand(),
        _ => rituals_by_name(|card| view.surely_held(other, card)),
    };
    SeatView {
        seat,
        active: table.active(),
        turns_played: table.turns_played(),
        round: table.round(),
        turns_left: table.turns_left(),
        boomerang: table.boomerang(),
        phase: table.phase_name(),
        due: Due { stones, rituals },
        figure: table.travelling(),
        kind: table.placed_kind(),
        ceremony: table.ceremony_sight(),
        points: table.points[..table.players()].to_vec(),
        scorpion: Scorpion { space: table.space(), phase: table.scorpion_phase() },
        called: table.called(),
        figures: Figure::ALL.map(|figure| (figure.id(), letter(table.figure(figure)))).into(),
        tokens: Figure::ALL.map(|figure| (figure.id(), table.owner(figure))).into(),
        regions: Region::all().map(|region| (letter(region), table.region(region))).collect(),
        supply: by_kind(|kind| seats().map(|seat| table.supply(seat, kind)).collect()),
        hand: hand(),
        hand_sizes: seats().map(|seat| table.hand_size(seat)).collect(),
        surely_held: seats().map(held).collect(),
        deck_size: table.deck_size(),
        discard: rituals_by_name(|card| table.discarded(card)),
        pile,
        taken: seats().map(|seat| by_area_card(|card| table.taken(seat, card))).collect(),
        own_cards: seats().map(|seat| table.own_cards_left(seat)).collect(),
    }
}

/// Returns an event as the observer sees it.
pub(super) fn observed(event: &Event, observer: Seat, setup: &Setup) -> Observation {
    match *event {
        // A scorpion is revealed at once (W17).
        Event::Ritual { p, card } if p != observer && card != RitualCard::Scorpion => {
            Observation::Hidden(HiddenEvent::Ritual { p })
        }
        _ => Observation::Open(event.with_names(setup.board()).to_owned()),
    }
}

/// Returns the letter that denotes a region in moves.
fn letter(region: Region) -> char {
    char::from(b'A' + region.index() as u8)
}

fn by_kind<T>(value: impl Fn(Kind) -> T) -> BTreeMap<&'static str, T> {
    Kind::ALL.map(|kind| (kind.id(), value(kind))).into()
}

/// Counts all ritual cards, including kinds with a count of 0.
fn rituals_by_name(count: impl Fn(RitualCard) -> u8) -> Counts {
    RitualCard::ALL.map(|card| (card.id(), count(card))).into()
}

/// Counts the area cards, without kinds with a count of 0.
fn by_area_card(count: impl Fn(AreaCard) -> u8) -> Counts {
    let counts = AreaCard::ALL.map(|card| (card.id(), count(card)));
    counts.into_iter().filter(|&(_, count)| count > 0).collect()
}

impl State {
    fn region(&self, region: Region) -> RegionSight {
        RegionSight {
            open: self.open_card(region),
            face_down: by_area_card(|card| self.face_down(region, card)),
            tucked: self.tucked(region),
            stones: by_kind(|kind| self.stones_of_all(region, kind)[..self.players()].to_vec()),
        }
    }

    fn own_cards_left(&self, seat: Seat) -> Vec<Figure> {
        Figure::ALL.into_iter().filter(|&figure| self.has_own_card(seat, figure)).collect()
    }

    fn phase_name(&self) -> &'static str {
        match self.phase {
            Phase::Bag { .. } => "bag",
            Phase::Open { .. } => "open",
            Phase::Deal { .. } => "deal",
            Phase::Token { .. } => "token",
            Phase::Settle => "settle",
            Phase::Reveal { .. } => "reveal",
            Phase::Turn => "turn",
            Phase::Work { .. } => "work",
            Phase::Triple => "triple",
            Phase::Spread { .. } => "spread",
            Phase::Travel { .. } => "travel",
            Phase::Draw { .. } => "draw",
            Phase::Look { .. } => "look",
            Phase::Choose { .. } => "choose",
            Phase::Ceremony { .. } => "ceremony",
            Phase::Stone { .. } => "stone",
            Phase::Over => "over",
        }
    }

    const fn travelling(&self) -> Option<Figure> {
        if let Phase::Travel { figure } = self.phase { Some(figure) } else { None }
    }

    const fn placed_kind(&self) -> Option<Kind> {
        match self.phase {
            Phase::Work { kind, .. } | Phase::Spread { kind, .. } => Some(kind),
            _ => None,
        }
    }

    fn ceremony_sight(&self) -> Option<Ceremony> {
        let (rite, play) = match self.phase {
            Phase::Ceremony { rite } => (rite, None),
            Phase::Stone { rite, play } => (rite, Some(play)),
            _ => return None,
        };
        let has_passed = |seat: &Seat| rite.passed >> seat.index() & 1 == 1;
        Some(Ceremony {
            region: letter(rite.region),
            cause: rite.cause,
            points: self.board().points(rite.cause, self.scorpion_phase()),
            passed: Seat::all(self.players()).filter(has_passed).collect(),
            play: play.map(|play| PlaySight {
                double: play.double,
                kind: play.kind,
                usage: play.usage,
            }),
        })
    }
}
