//! Observations of Tongiaki for bots. Only the order of the deck is hidden (T3), so all seats observe the same information.

use crate::state::State;
use crate::state::event::Counts;
use crate::state::fleet::Fleet;
use crate::state::hex::Direction;
use crate::state::phase::Phase;
use crate::state::setup::{Edition, Setup};
use crate::state::tiles::{Island, IslandCard, Tile, WaterCard};
use crate::state::view::View;
use engine::{Seat, View as _};
use serde::Serialize;
use std::collections::BTreeMap;

/// Facts that are fixed before the first move.
#[derive(Serialize)]
struct PublicTable {
    /// Edition of the rules.
    edition: Edition,
    /// Number of turns of all players after which the game ends.
    turn_limit: u16,
    /// Rounds of the house rule `stall`; absent unless it is played.
    #[serde(skip_serializing_if = "Option::is_none")]
    stall: Option<u8>,
    /// Other house rules and their numbers; absent unless any is played.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    house_rules: BTreeMap<&'static str, u64>,
    /// Islands as printed: `tile`, `points` and `beaches`, each with `moorings` and `jetties`, which are sides of
    /// the tile.
    islands: Vec<&'static IslandCard>,
    /// Waters as printed: `tile` and three `currents`, each `[side, side, colours]`.
    waters: Vec<&'static WaterCard>,
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
    /// Number of turns in a row that have ended without a new tile; absent without the house rule `stall`.
    #[serde(skip_serializing_if = "Option::is_none")]
    quiet_turns: Option<u32>,
    /// Decision that is due: `setup`, `turn`, `take`, `spread`, `enter`, `emigrate`, `sail`, `give_back`, `land`,
    /// `attach`, `exit` or `settle`.
    phase: &'static str,
    /// Data of the decision: `island`, the island concerned; in `spread` `from`, the island and beach of the ship
    /// that was taken (T7), or `null`; in `enter` `first`, the beach of the first of two ships, or `null`; in `land`
    /// and `give_back` `fleet`, the ships still to land by seat; in `give_back` `surplus`, the number of ships still
    /// to be given back; in `attach` and `exit` `drawn`, the tile drawn; and in `exit` `at`, the tile to which it is
    /// attached.
    #[serde(flatten)]
    data: PhaseData,
    /// Tiles on the board: `tile`, the cell `q` and `r`, and the direction `crest`. Islands also have `beaches`, the
    /// ships by beach and seat, and `king`, a seat; waters also have `adrift`, the ships adrift by seat.
    tiles: Vec<LaidTile>,
    /// Tiles in the deck, unordered.
    deck: Vec<Tile>,
    /// The number of ships off the board, by seat.
    supply: Vec<u32>,
    /// The number of king islands founded, by seat.
    kings_founded: Vec<u32>,
    /// The points if the game ended now, by seat.
    points: Vec<i16>,
}

#[derive(Serialize)]
struct LaidTile {
    tile: Tile,
    q: i8,
    r: i8,
    /// The board direction in which the crest points.
    crest: Direction,
    /// For an island, the ships by beach and seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    beaches: Option<Vec<Counts>>,
    /// For a king island, the seat of its king.
    #[serde(skip_serializing_if = "Option::is_none")]
    king: Option<Seat>,
    /// For a water, the ships adrift there by seat, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    adrift: Option<Counts>,
}

/// The data of a phase. A fleet is given as the number of ships by seat.
#[derive(Serialize)]
#[serde(untagged)]
enum PhaseData {
    None {},
    Island { island: Island },
    Spread { island: Island, from: Option<(Island, u8)> },
    Enter { island: Island, first: Option<u8> },
    Fleet { island: Island, fleet: Counts },
    GiveBack { island: Island, fleet: Counts, surplus: u8 },
    Drawn { drawn: Tile },
    Exit { drawn: Tile, at: Tile },
}

/// Describes the information that is fixed before the first move.
pub(crate) fn public_table(setup: &Setup) -> impl Serialize {
    PublicTable {
        edition: setup.edition(),
        turn_limit: setup.turn_limit(),
        stall: setup.quiet_rounds(),
        house_rules: setup.house.changed().collect(),
        islands: Island::all().map(Island::card).collect(),
        waters: Tile::all().filter_map(Tile::water).collect(),
    }
}

/// Describes everything that a seat knows.
pub(crate) fn seat_view(view: &View) -> impl Serialize {
    let state = view.state();
    let seats = || Seat::all(state.players());
    SeatView {
        seat: view.seat(),
        active: state.active(),
        turns_played: state.turns_played(),
        quiet_turns: state.quiet_turns(),
        phase: state.phase.name(),
        data: state.phase_data(),
        tiles: Tile::all().filter_map(|tile| state.laid_tile(tile)).collect(),
        deck: Tile::all().filter(|&tile| state.in_deck(tile)).collect(),
        supply: seats().map(|seat| state.supply(seat)).collect(),
        kings_founded: seats().map(|seat| state.kings_founded(seat)).collect(),
        points: seats().map(|seat| state.points(seat)).collect(),
    }
}

impl State {
    fn laid_tile(&self, tile: Tile) -> Option<LaidTile> {
        let (cell, crest) = self.laid(tile)?;
        let counts = |fleet: Fleet| fleet.counts(self.players());
        let beaches =
            |island: Island| island.beaches().map(|beach| counts(self.fleet_at(beach))).collect();
        Some(LaidTile {
            tile,
            q: cell.q,
            r: cell.r,
            crest,
            beaches: tile.island().map(beaches),
            king: tile.island().and_then(|island| self.king(island)),
            adrift: self.adrift_on(tile).map(counts),
        })
    }

    fn phase_data(&self) -> PhaseData {
        let counts = |fleet: Fleet| fleet.counts(self.players());
        match self.phase {
            Phase::Take { island } | Phase::Sail { island } | Phase::Settle { island } => {
                PhaseData::Island { island }
            }
            Phase::Spread { island, from } => {
                let from = from.map(|beach| (beach.island(), beach.index() as u8));
                PhaseData::Spread { island, from }
            }
            Phase::Enter { island, first } => {
                PhaseData::Enter { island, first: first.map(|beach| beach.index() as u8) }
            }
            Phase::Voyage { voyage } => {
                PhaseData::Fleet { island: voyage.home, fleet: counts(voyage.fleet) }
            }
            Phase::GiveBack { landing, surplus, .. } => {
                let (island, fleet) = (landing.island, counts(landing.at_sea));
                PhaseData::GiveBack { island, fleet, surplus }
            }
            Phase::Land { landing } => {
                PhaseData::Fleet { island: landing.island, fleet: counts(landing.at_sea) }
            }
            Phase::Attach { drawn } => PhaseData::Drawn { drawn },
            Phase::Exit { drawn, at } => PhaseData::Exit { drawn, at },
            Phase::Setup | Phase::Turn | Phase::Emigrate | Phase::Draw | Phase::Over { .. } => {
                PhaseData::None {}
            }
        }
    }
}
