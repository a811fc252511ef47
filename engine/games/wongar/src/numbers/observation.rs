//! Observations of Wongar for bots: each seat receives the information that it has (W33).

use crate::state::State;
use crate::state::board::{PHASES, Region};
use crate::state::cards::{AreaCard, Cause, Ending, Figure, Kind, RitualCard};
use crate::state::edition::Edition;
use crate::state::event::Event;
use crate::state::phase::{Phase, Play};
use crate::state::setup::Setup;
use crate::state::view::View;
use engine::{Seat, View as _};
use serde::Serialize;
use std::collections::BTreeMap;

/// Values by region, keyed by the letters that moves use.
type ByRegion<T> = BTreeMap<char, T>;
/// Counts by the name of the counted thing.
type Counts = BTreeMap<&'static str, u8>;

/// Facts that are fixed before the first move.
#[derive(Serialize)]
struct PublicTable<'a> {
    /// Edition of the rules.
    edition: Edition,
    /// Numbers of the house rules in force, by name; absent if there are none.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    house_rules: BTreeMap<&'static str, u64>,
    /// Name of the board.
    board: &'a str,
    /// Regions by letter: `name`, which events use, and the `adjacent` regions.
    regions: ByRegion<PrintedRegion<'a>>,
    /// Letters of the two centres.
    centres: [char; 2],
    /// Phase of each space of the scorpion track.
    track: Vec<u8>,
    /// Points of a majority, by cause and phase.
    points: BTreeMap<&'static str, [i16; PHASES]>,
    /// Number of stones with which a player begins, by kind.
    stones: Counts,
    /// Number of area cards with which a stack begins, by name.
    area_cards: Counts,
    /// Number of ritual cards before hands are dealt, by name.
    ritual_cards: Counts,
}

#[derive(Serialize)]
struct PrintedRegion<'a> {
    /// The region's name in events.
    name: &'a str,
    adjacent: Vec<char>,
}

/// Knowledge of a seat at a decision.
#[derive(Serialize)]
struct SeatView {
    /// Seat that observes.
    seat: Seat,
    /// Seat whose turn it is.
    active: Seat,
    /// Number of turns of all players that have ended.
    turns_played: u32,
    /// Number of the round, from 1.
    round: u8,
    /// Number of turns of this round that have not ended.
    turns_left: u8,
    /// Seat with the boomerang, which began the round.
    boomerang: Seat,
    /// Decision that is due: `settle`, `turn`, `work`, `triple`, `spread`, `travel`, `choose`, `ceremony` or
    /// `stone`.
    phase: &'static str,
    /// Number of `stones` and `rituals` that the active seat still gets from its area card.
    due: Due,
    /// Figure that is about to move, or `null`.
    figure: Option<Figure>,
    /// Kind of stone that is being placed, or `null`.
    kind: Option<Kind>,
    /// Ceremony in progress, or `null`: `region`, `cause`, `points` of a majority, the seats that have `passed`, and
    /// `play`, the ritual card whose stones are being chosen (`double`, `kind`, `use`), or `null`.
    ceremony: Option<Ceremony>,
    /// Points, by seat.
    points: Vec<i16>,
    /// `space` of the scorpion, from 1, and its `phase`.
    scorpion: Scorpion,
    /// Cause of the end if it has been called, or `null`.
    called: Option<Ending>,
    /// Region of each figure.
    figures: BTreeMap<&'static str, char>,
    /// Seat that owns each token, or `null`.
    tokens: BTreeMap<&'static str, Option<Seat>>,
    /// Regions by letter: the `open` card, the `face_down` cards by name, the number of scorpions `tucked` at the
    /// very bottom, which `face_down` also counts, and the `stones` by kind and seat.
    regions: ByRegion<RegionSight>,
    /// The number of stones off the board, by kind and seat.
    supply: BTreeMap<&'static str, Vec<u8>>,
    /// Ritual cards of the observing seat, by name.
    hand: Counts,
    /// Number of ritual cards of each seat.
    hand_sizes: Vec<u8>,
    /// Ritual cards that each seat certainly has, as far as the observing seat knows, by name; for itself, its hand.
    surely_held: Vec<Counts>,
    /// Number of cards in the deck.
    deck_size: u8,
    /// Discarded cards, by name.
    discard: Counts,
    /// Pile of the advanced game, or `null`: the `cards` as the seat last saw them, and the number that others have
    /// `taken_since` (W31).
    pile: Option<Pile>,
    /// Area cards that each seat has taken, scorpions included, by name.
    taken: Vec<Counts>,
    /// Cards of the advanced game that each seat may still play (W30).
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
    play: Option<Play>,
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
pub(crate) fn public_table(setup: &Setup) -> impl Serialize {
    let (board, map, edition) = (setup.board(), setup.board().map(), setup.edition());
    let regions = Region::all().map(|region| {
        let adjacent = Region::all().filter(|&other| map.are_adjacent(region, other));
        let adjacent = adjacent.map(letter).collect();
        (letter(region), PrintedRegion { name: board.name(region), adjacent })
    });
    let points = |cause| std::array::from_fn(|phase| map.points(cause, 1 + phase as u8));
    PublicTable {
        edition,
        house_rules: setup.house.changed().collect(),
        board: board.id(),
        regions: regions.collect(),
        centres: map.centres().map(letter),
        track: (1..=map.spaces()).map(|space| map.phase_of(space)).collect(),
        points: Cause::by_word(points),
        stones: Kind::by_word(|kind| setup.house.stones(kind)),
        area_cards: AreaCard::by_word(|card| card.count(edition)),
        ritual_cards: RitualCard::by_word(|card| card.count(edition)),
    }
}

/// Describes everything that a seat knows.
pub(crate) fn seat_view(view: &View) -> impl Serialize {
    let (seat, table) = (view.seat(), view.table());
    let seats = || Seat::all(table.players());
    let (stones, rituals) = table.still_due();
    let pile = view.pile_last_seen().map(|(cards, taken_since)| Pile {
        cards: Kind::by_word(|kind| cards[kind.index()]),
        taken_since,
    });
    let hand = || RitualCard::by_word(|card| table.hand(seat, card));
    let held = |other| match other {
        _ if other == seat => hand(),
        _ => RitualCard::by_word(|card| view.surely_held(other, card)),
    };
    SeatView {
        seat,
        active: table.active(),
        turns_played: table.turns_played(),
        round: table.round(),
        turns_left: table.turns_left(),
        boomerang: table.boomerang(),
        phase: table.phase.name(),
        due: Due { stones, rituals },
        figure: table.travelling(),
        kind: table.placed_kind(),
        ceremony: table.ceremony_sight(),
        points: table.points[..table.players()].to_vec(),
        scorpion: Scorpion { space: table.space(), phase: table.scorpion_phase() },
        called: table.called(),
        figures: Figure::by_word(|figure| letter(table.figure(figure))),
        tokens: Figure::by_word(|figure| table.owner(figure)),
        regions: Region::all().map(|region| (letter(region), table.region(region))).collect(),
        supply: Kind::by_word(|kind| seats().map(|seat| table.supply(seat, kind)).collect()),
        hand: hand(),
        hand_sizes: seats().map(|seat| table.hand_size(seat)).collect(),
        surely_held: seats().map(held).collect(),
        deck_size: table.deck_size(),
        discard: RitualCard::by_word(|card| table.discarded(card)),
        pile,
        taken: seats().map(|seat| by_area_card(|card| table.taken(seat, card))).collect(),
        own_cards: seats().map(|seat| table.own_cards_left(seat)).collect(),
    }
}

/// Returns an event as the observer sees it.
pub(crate) fn observed(event: &Event, observer: Seat, setup: &Setup) -> Observation {
    match *event {
        // A scorpion is revealed at once (W17).
        Event::Ritual { p, card } if p != observer && card != RitualCard::Scorpion => {
            Observation::Hidden(HiddenEvent::Ritual { p })
        }
        _ => Observation::Open(event.with_names(setup.board())),
    }
}

/// Returns the letter that denotes a region in moves.
fn letter(region: Region) -> char {
    char::from(b'A' + region.index() as u8)
}

/// Counts the area cards, without kinds with a count of 0.
fn by_area_card(count: impl Fn(AreaCard) -> u8) -> Counts {
    let mut counts = AreaCard::by_word(count);
    counts.retain(|_, count| *count > 0);
    counts
}

impl State {
    fn region(&self, region: Region) -> RegionSight {
        RegionSight {
            open: self.open_card(region),
            face_down: by_area_card(|card| self.face_down(region, card)),
            tucked: self.tucked(region),
            stones: Kind::by_word(|kind| {
                self.stones_of_all(region, kind)[..self.players()].to_vec()
            }),
        }
    }

    fn own_cards_left(&self, seat: Seat) -> Vec<Figure> {
        Figure::ALL.into_iter().filter(|&figure| self.has_own_card(seat, figure)).collect()
    }

    /// Returns the figure that is about to move.
    pub(super) const fn travelling(&self) -> Option<Figure> {
        if let Phase::Travel { figure } = self.phase { Some(figure) } else { None }
    }

    /// Returns the kind of stone that is being placed.
    pub(super) const fn placed_kind(&self) -> Option<Kind> {
        match self.phase {
            Phase::Work { kind, .. } | Phase::Spread { kind, .. } => Some(kind),
            _ => None,
        }
    }

    /// Returns the ritual card for which stones are being chosen.
    pub(super) const fn play_in_progress(&self) -> Option<Play> {
        if let Phase::Stone { play, .. } = self.phase { Some(play) } else { None }
    }

    fn ceremony_sight(&self) -> Option<Ceremony> {
        let rite = self.rite()?;
        Some(Ceremony {
            region: letter(rite.region),
            cause: rite.cause,
            points: self.board().points(rite.cause, self.scorpion_phase()),
            passed: Seat::all(self.players()).filter(|&seat| rite.has_passed(seat)).collect(),
            play: self.play_in_progress(),
        })
    }
}
