//! Observation tensors of Tongiaki, tile by tile and beach by beach. Only the order of the deck is hidden (T3).

use crate::state::State;
use crate::state::fleet::Fleet;
use crate::state::hex::Side;
use crate::state::landing::Landing;
use crate::state::moves::Move;
use crate::state::phase::Phase;
use crate::state::tiles::{BEACHES, Beach, ISLANDS, Island, TILES, Tile, WATERS};
use engine::bits::bits;
use engine::{Seat, SeatOrder, TensorWriter};

/// The sum of the points of all islands.
const ALL_POINTS: f32 = 53.0;
/// The largest number of moorings of a beach.
const MOST_MOORINGS: f32 = 5.0;
/// A bound on the distance of a cell from Tonga.
const FARTHEST: f32 = TILES as f32;
const SEAT_VALUES: usize = 5;
const TILE_VALUES: usize = 10;
/// The largest number of beaches of an island.
const ISLAND_BEACHES: usize = 6;

engine::encoding! {
    /// The encoding of Tongiaki. In the meanings, a number in brackets is the number of things that has the value 1; house rules
    /// about ships and king islands replace 15 and 2.
    ENCODING: State, Move;
    (view, players, writer) {
        let (state, observer) = (view.state(), engine::View::seat(view));
        let order = SeatOrder::new(observer, players);
        let king = |island| state.king(island).map(|king| order.place(king));
        let sight = PhaseSight::of(state.phase);
    }
    seat[players]: writer.one_hot(players, Some(observer.index())), "1 at the observer's seat number";
    seats[players, SEAT_VALUES]: for seat in order.seats() { state.write_seat(seat, writer) },
        "from the observer on: ships off the board (15), king islands founded (2), points \
         if the game ended now (53), ships adrift (15), 1 if it is the seat's turn";
    table[5]: state.write_table(writer),
        "islands in the deck (15), waters in the deck (16), turns played (the limit), 1 \
         divided by one more than the emigrations of this turn, 1 if an island must be \
         drawn after the chain";
    phase[Phase::COUNT]: writer.one_hot(Phase::COUNT, Some(state.phase.number())),
        "1 at what is due, in the order of the rules";
    beaches[BEACHES, players]: state.write_beaches(order, players, writer),
        "ships on the beach, from the observer on (5)";
    kings[ISLANDS, players]: for island in Island::all() { writer.one_hot(players, king(island)) },
        "1 at the king of the island";
    adrift[WATERS, players]: state.write_adrift(order, writer), "ships adrift on the water (15)";
    tiles[TILES, TILE_VALUES]: state.write_tiles(writer),
        "1 in the deck, 1 on the board, column and row of the cell (32), 1 at the direction \
         of the crest";
    at[TILES]: writer.one_hot(TILES, sight.at.map(Tile::index)),
        "1 at the tile where the seat acts or the fleet is";
    drawn[TILES]: writer.one_hot(TILES, sight.drawn.map(Tile::index)),
        "1 at the tile that was drawn and is to be laid";
    home[ISLANDS]: writer.one_hot(ISLANDS, sight.home.map(Island::index)),
        "1 at the island where the voyage began";
    side[6]: writer.one_hot(6, sight.side.map(Side::index)),
        "1 at the side of the tile that the voyage has reached";
    arrived[players]: state.write_fleet(sight.arrived, order, writer),
        "ships of the fleet when it arrived (15)";
    staying[players]: state.write_fleet(sight.staying, order, writer),
        "those that are not given back (15)";
    under_way[players]: state.write_fleet(sight.under_way, order, writer),
        "ships of the fleet that have not landed (15)";
    last_given_back[players]: writer.one_hot(players, sight.last_given_back.map(|seat| order.place(seat))),
        "1 at the seat that got the last ship back";
    surplus[1]: writer.push(state.part_of_ships(sight.surplus.into())), "ships still to be given back (15)";
    open[ISLAND_BEACHES]: writer.bits(ISLAND_BEACHES, u64::from(sight.open)),
        "1 at beaches that were open on arrival";
    used[ISLAND_BEACHES]: writer.bits(ISLAND_BEACHES, u64::from(sight.used)),
        "1 at beaches where ships of the fleet landed";
    last_beach[ISLAND_BEACHES]: writer.one_hot(ISLAND_BEACHES, sight.last_beach),
        "1 at the beach of the last ship";
    taken[1]: writer.flag(sight.taken), "1 if the expansion uses a ship from the board";
}

impl State {
    /// Returns a number of ships as a part of all ships of a seat.
    fn part_of_ships(&self, ships: u32) -> f32 {
        ships as f32 / self.setup.house.ships() as f32
    }

    /// Writes the ships of a fleet by seat.
    fn write_fleet(&self, fleet: Fleet, order: SeatOrder, writer: &mut TensorWriter<'_>) {
        let ships = writer.take(self.players());
        for seat in fleet.seats() {
            ships[order.place(seat)] = self.part_of_ships(fleet.ships(seat));
        }
    }

    fn write_seat(&self, seat: Seat, writer: &mut TensorWriter<'_>) {
        writer.push(self.part_of_ships(self.supply(seat)));
        let most_kings = self.setup.house.king_islands().max(1);
        writer.push(self.kings_founded(seat) as f32 / most_kings as f32);
        writer.push(f32::from(self.points(seat)) / ALL_POINTS);
        writer.push(self.part_of_ships(self.adrift(seat)));
        writer.flag(self.active() == seat);
    }

    fn write_table(&self, writer: &mut TensorWriter<'_>) {
        writer.push(self.islands_left() as f32 / (ISLANDS - 1) as f32);
        writer.push(self.waters_left() as f32 / WATERS as f32);
        writer.push(self.turns_played() as f32 / f32::from(self.setup.turn_limit()));
        writer.push(1.0 / (1.0 + f32::from(self.sails)));
        writer.flag(self.stranded);
    }

    fn write_beaches(&self, order: SeatOrder, players: usize, writer: &mut TensorWriter<'_>) {
        let beaches = writer.take(BEACHES * players);
        for beach in self.inhabited_islands().flat_map(Island::beaches) {
            let fleet = self.fleet_at(beach);
            for seat in fleet.seats() {
                let place = beach.number() * players + order.place(seat);
                beaches[place] = fleet.ships(seat) as f32 / MOST_MOORINGS;
            }
        }
    }

    fn write_adrift(&self, order: SeatOrder, writer: &mut TensorWriter<'_>) {
        for water in Tile::all().skip(ISLANDS) {
            self.write_fleet(self.adrift_on(water).unwrap_or_default(), order, writer);
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
    last_given_back: Option<Seat>,
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
            Phase::Voyage { voyage } => Self {
                at: Some(voyage.border.tile()),
                home: Some(voyage.home),
                side: Some(voyage.border.side()),
                under_way: voyage.fleet,
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

    fn landing(landing: Landing) -> Self {
        Self {
            at: Some(landing.island.tile()),
            arrived: landing.arrived,
            staying: landing.staying,
            under_way: landing.at_sea,
            open: landing.open,
            used: landing.used,
            last_beach: landing.landed.checked_sub(1).map(|ship| landing.beach_of(ship)),
            ..Self::default()
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
