//! Observation tensors of Tongiaki, tile by tile and beach by beach. Only the order of the deck is hidden (T3).

use crate::state::State;
use crate::state::fleet::{Fleet, SHIPS};
use crate::state::hex::Side;
use crate::state::phase::Phase;
use crate::state::tiles::{BEACHES, Beach, ISLANDS, Island, TILES, Tile, WATERS};
use crate::state::view::View;
use engine::bits::bits;
use engine::{SeatOrder, TensorBlock, TensorWriter};

/// The sum of the points of all islands.
const ALL_POINTS: f32 = 53.0;
/// The largest number of moorings of a beach.
const MOST_MOORINGS: f32 = 5.0;
/// A bound on the distance of a cell from Tonga.
const FARTHEST: f32 = TILES as f32;
const PHASES: usize = 15;
const SEAT_VALUES: usize = 5;
const TILE_VALUES: usize = 10;
/// The largest number of beaches of an island.
const ISLAND_BEACHES: usize = 6;

/// Returns the blocks of a tensor for this number of players.
pub(crate) fn blocks(players: usize) -> Vec<TensorBlock> {
    let block = TensorBlock::new;
    vec![
        block("seat", vec![players], "1 at the observer's seat number"),
        block(
            "seats",
            vec![players, SEAT_VALUES],
            "from the observer on: ships off the board (15), king islands founded (2), points \
             if the game ended now (53), ships adrift (15), 1 if it is the seat's turn",
        ),
        block(
            "table",
            vec![5],
            "islands in the deck (15), waters in the deck (16), turns played (the limit), 1 \
             divided by one more than the emigrations of this turn, 1 if an island must be \
             drawn after the chain",
        ),
        block("phase", vec![PHASES], "1 at what is due, in the order of the rules"),
        block("beaches", vec![BEACHES, players], "ships on the beach, from the observer on (5)"),
        block("kings", vec![ISLANDS, players], "1 at the king of the island"),
        block("adrift", vec![WATERS, players], "ships adrift on the water (15)"),
        block(
            "tiles",
            vec![TILES, TILE_VALUES],
            "1 in the deck, 1 on the board, column and row of the cell (32), 1 at the direction \
             of the crest",
        ),
        block("at", vec![TILES], "1 at the tile where the seat acts or the fleet is"),
        block("drawn", vec![TILES], "1 at the tile that was drawn and is to be laid"),
        block("home", vec![ISLANDS], "1 at the island where the voyage began"),
        block("side", vec![6], "1 at the side of the tile that the voyage has reached"),
        block("arrived", vec![players], "ships of the fleet when it arrived (15)"),
        block("staying", vec![players], "those that are not given back (15)"),
        block("under_way", vec![players], "ships of the fleet that have not landed (15)"),
        block("last_given_back", vec![players], "1 at the seat that got the last ship back"),
        block("surplus", vec![1], "ships still to be given back (15)"),
        block("open", vec![ISLAND_BEACHES], "1 at beaches that were open on arrival"),
        block("used", vec![ISLAND_BEACHES], "1 at beaches where ships of the fleet landed"),
        block("last_beach", vec![ISLAND_BEACHES], "1 at the beach of the last ship"),
        block("taken", vec![1], "1 if the expansion uses a ship from the board"),
    ]
}

/// Writes all blocks of the view's tensor.
pub(crate) fn write_blocks(view: &View, players: usize, writer: &mut TensorWriter<'_>) {
    let state = view.state();
    let observer = engine::View::seat(view);
    let order = SeatOrder::new(observer, players);
    writer.one_hot(players, Some(observer.index()));
    state.write_table(order, writer);
    state.write_ships(order, players, writer);
    state.write_tiles(writer);
    state.write_phase(order, players, writer);
}

impl State {
    fn write_table(&self, order: SeatOrder, writer: &mut TensorWriter<'_>) {
        for seat in order.seats() {
            writer.push(self.supply(seat) as f32 / SHIPS as f32);
            writer.push(self.kings_founded(seat) as f32 / 2.0);
            writer.push(f32::from(self.points(seat)) / ALL_POINTS);
            writer.push(self.adrift(seat) as f32 / SHIPS as f32);
            writer.flag(self.active() == seat);
        }
        writer.push(self.islands_left() as f32 / (ISLANDS - 1) as f32);
        writer.push(self.waters_left() as f32 / WATERS as f32);
        writer.push(self.turns_played() as f32 / f32::from(self.setup.turn_limit()));
        writer.push(1.0 / (1.0 + f32::from(self.sails)));
        writer.flag(self.stranded);
        writer.one_hot(PHASES, Some(self.phase().number()));
    }

    fn write_ships(&self, order: SeatOrder, players: usize, writer: &mut TensorWriter<'_>) {
        let beaches = writer.take(BEACHES * players);
        for beach in self.inhabited_islands().flat_map(Island::beaches) {
            let fleet = self.fleet_at(beach);
            for seat in fleet.seats() {
                let place = beach.number() * players + order.place(seat);
                beaches[place] = fleet.ships(seat) as f32 / MOST_MOORINGS;
            }
        }
        let kings = writer.take(ISLANDS * players);
        for island in bits(u64::from(self.king_islands())).map(Island::new) {
            if let Some(king) = self.king(island) {
                kings[island.index() * players + order.place(king)] = 1.0;
            }
        }
        let adrift = writer.take(WATERS * players);
        for (water, tile) in Tile::all().skip(ISLANDS).enumerate() {
            let Some(fleet) = self.adrift_on(tile) else { continue };
            for seat in fleet.seats() {
                let place = water * players + order.place(seat);
                adrift[place] = fleet.ships(seat) as f32 / SHIPS as f32;
            }
        }
    }

    fn write_tiles(&self, writer: &mut TensorWriter<'_>) {
        let tiles = writer.take(TILES * TILE_VALUES);
        let deck = u64::from(self.sea.deck());
        for tile in bits(deck) {
            tiles[tile * TILE_VALUES] = 1.0;
        }
        for tile in bits(!deck & ((1 << TILES) - 1)).map(Tile::new) {
            let Some((cell, crest)) = self.laid(tile) else { continue };
            let values = &mut tiles[tile.index() * TILE_VALUES..][..TILE_VALUES];
            values[1] = 1.0;
            values[2] = f32::from(cell.q) / FARTHEST;
            values[3] = f32::from(cell.r) / FARTHEST;
            values[4 + crest.index()] = 1.0;
        }
    }

    fn write_phase(&self, order: SeatOrder, players: usize, writer: &mut TensorWriter<'_>) {
        let sight = PhaseSight::of(self.phase());
        writer.one_hot(TILES, sight.at.map(Tile::index));
        writer.one_hot(TILES, sight.drawn.map(Tile::index));
        writer.one_hot(ISLANDS, sight.home.map(Island::index));
        writer.one_hot(6, sight.side.map(Side::index));
        for fleet in [sight.arrived, sight.staying, sight.under_way] {
            let ships = writer.take(players);
            for seat in fleet.seats() {
                ships[order.place(seat)] = fleet.ships(seat) as f32 / SHIPS as f32;
            }
        }
        writer.one_hot(players, sight.last_given_back.map(|seat| order.place(seat)));
        writer.push(f32::from(sight.surplus) / SHIPS as f32);
        writer.bits(ISLAND_BEACHES, u64::from(sight.open));
        writer.bits(ISLAND_BEACHES, u64::from(sight.used));
        writer.one_hot(ISLAND_BEACHES, sight.last_beach);
        writer.flag(sight.taken);
    }
}

/// The data of a phase, under the names of the tensor's blocks.
#[derive(Default)]
struct PhaseSight {
    at: Option<Tile>,
    drawn: Option<Tile>,
    home: Option<Island>,
    side: Option<Side>,
    arrived: Fleet,
    staying: Fleet,
    under_way: Fleet,
    last_given_back: Option<engine::Seat>,
    surplus: u8,
    open: u8,
    used: u8,
    last_beach: Option<usize>,
    taken: bool,
}

impl PhaseSight {
    fn of(phase: Phase) -> Self {
        let at_island = |island: Island| Self { at: Some(island.tile()), ..Self::default() };
        match phase {
            Phase::Take { island } | Phase::Sail { island } | Phase::Settle { island } => {
                at_island(island)
            }
            Phase::Spread { island, from } => Self { taken: from.is_some(), ..at_island(island) },
            Phase::Enter { island, first } => {
                Self { last_beach: first.map(Beach::index), ..at_island(island) }
            }
            Phase::Voyage { home, fleet, border } => Self {
                at: Some(border.tile()),
                home: Some(home),
                side: Some(border.side()),
                under_way: fleet,
                ..Self::default()
            },
            Phase::GiveBack { landing, surplus, last } => {
                Self { surplus, last_given_back: Some(last), ..Self::landing(landing) }
            }
            Phase::Land { landing } => Self::landing(landing),
            Phase::Attach { drawn } => Self { drawn: Some(drawn), ..Self::default() },
            Phase::Exit { drawn, at } => {
                Self { drawn: Some(drawn), at: Some(at), ..Self::default() }
            }
            Phase::Setup | Phase::Turn | Phase::Emigrate | Phase::Draw | Phase::Over { .. } => {
                Self::default()
            }
        }
    }

    fn landing(landing: crate::state::landing::Landing) -> Self {
        Self {
            at: Some(landing.island().tile()),
            arrived: landing.arrived,
            staying: landing.staying,
            under_way: landing.at_sea(),
            open: landing.open,
            used: landing.used,
            last_beach: landing.landed.checked_sub(1).map(|ship| landing.beach_of(ship)),
            ..Self::default()
        }
    }
}

impl Phase {
    /// Returns the phase's number in the order of the rules.
    const fn number(self) -> usize {
        match self {
            Self::Setup => 0,
            Self::Turn => 1,
            Self::Take { .. } => 2,
            Self::Spread { .. } => 3,
            Self::Enter { .. } => 4,
            Self::Emigrate => 5,
            Self::Sail { .. } => 6,
            Self::Voyage { .. } => 7,
            Self::GiveBack { .. } => 8,
            Self::Land { .. } => 9,
            Self::Draw => 10,
            Self::Attach { .. } => 11,
            Self::Exit { .. } => 12,
            Self::Settle { .. } => 13,
            Self::Over { .. } => 14,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setup;
    use engine::testing::check_tensors;

    #[test]
    fn tensors_show_what_is_seen_and_nothing_else() {
        for players in 2..=6 {
            check_tensors::<State>(&Setup::new(players).unwrap(), 0..8);
        }
    }
}
