//! Observations of Wongar for bots: each seat gets what it knows (W33).

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

/// Values by region, under the letters that moves use.
type ByRegion<T> = BTreeMap<char, T>;
/// Counts by name.
type Counts = BTreeMap<&'static str, u8>;

/// What is fixed before the first move.
#[derive(Serialize)]
struct PublicTable<'a> {
    edition: Edition,
    board: &'a str,
    regions: ByRegion<PrintedRegion<'a>>,
    centres: [char; 2],
    /// Spaces of the scorpion track, and the phase of each.
    track: Vec<u8>,
    /// Points of a majority by phase, for each cause of a ceremony.
    points: BTreeMap<&'static str, [i16; PHASES]>,
    /// Stones of every player.
    stones: Counts,
    /// The cards of every stack.
    area_cards: Counts,
    /// The ritual cards before hands are dealt.
    ritual_cards: Counts,
}

#[derive(Serialize)]
struct PrintedRegion<'a> {
    /// Its name in events.
    name: &'a str,
    adjacent: Vec<char>,
}

/// What a seat knows.
#[derive(Serialize)]
struct SeatView {
    seat: Seat,
    /// The seat whose turn it is.
    active: Seat,
    turns_played: u32,
    round: u8,
    /// Turns of this round that have not ended.
    turns_left: u8,
    boomerang: Seat,
    phase: &'static str,
    /// What the active seat still gets from its area card.
    due: Due,
    /// A figure that is about to move.
    figure: Option<Figure>,
    /// A kind of stone that is being placed.
    kind: Option<Kind>,
    ceremony: Option<Ceremony>,
    points: Vec<i16>,
    /// The space of the scorpion, from 1, and its phase.
    scorpion: Scorpion,
    /// What has called the end.
    called: Option<Ending>,
    /// Where the figures stand.
    figures: BTreeMap<&'static str, char>,
    /// The owners of their tokens.
    tokens: BTreeMap<&'static str, Option<Seat>>,
    regions: ByRegion<RegionSight>,
    /// Stones off the board, by kind and seat.
    supply: BTreeMap<&'static str, Vec<u8>>,
    hand: Counts,
    hand_sizes: Vec<u8>,
    /// What each seat certainly holds, as far as this seat knows; for itself, its hand.
    surely_held: Vec<Counts>,
    deck_size: u8,
    discard: Counts,
    /// The pile as the seat last saw it (W31).
    pile: Option<Pile>,
    /// Area cards in front of each seat.
    taken: Vec<Counts>,
    /// Own cards that each seat may still play (W30).
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
    /// What a majority brings.
    points: i16,
    passed: Vec<Seat>,
    /// The ritual card whose stones are being chosen.
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
    /// Scorpions at the very bottom, also counted in `face_down`.
    tucked: u8,
    /// By kind and seat.
    stones: BTreeMap<&'static str, Vec<u8>>,
}

#[derive(Serialize)]
struct Pile {
    cards: Counts,
    /// How many the others have taken from it since.
    taken_since: u8,
}

/// What a seat sees of an event.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Observation {
    /// The whole event.
    Open(Event<String>),
    /// A part of the event.
    Hidden(HiddenEvent),
}

/// What seats see of an event with a card hidden from them.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum HiddenEvent {
    /// A seat draws a ritual card.
    Ritual {
        /// The seat.
        p: Seat,
    },
}

/// Describes what is fixed before the first move.
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

/// Returns an event as a seat sees it.
pub(super) fn observed(event: &Event, observer: Seat, setup: &Setup) -> Observation {
    match *event {
        // A scorpion is revealed at once (W17).
        Event::Ritual { p, card } if p != observer && card != RitualCard::Scorpion => {
            Observation::Hidden(HiddenEvent::Ritual { p })
        }
        _ => Observation::Open(event.with_names(setup.board()).to_owned()),
    }
}

/// Returns the letter of a region in moves.
fn letter(region: Region) -> char {
    char::from(b'A' + region.index() as u8)
}

fn by_kind<T>(value: impl Fn(Kind) -> T) -> BTreeMap<&'static str, T> {
    Kind::ALL.map(|kind| (kind.id(), value(kind))).into()
}

/// Counts all ritual cards, absent ones included.
fn rituals_by_name(count: impl Fn(RitualCard) -> u8) -> Counts {
    RitualCard::ALL.map(|card| (card.id(), count(card))).into()
}

/// Counts the area cards that are present.
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
