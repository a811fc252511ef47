//! The state of a game: everything on the table, and the ways in which ships move on it.

mod arguments;
pub(super) mod border;
pub(crate) mod chart;
pub(super) mod deck;
pub(super) mod event;
pub(super) mod fleet;
pub(super) mod hex;
pub(super) mod house;
pub(super) mod key;
pub(super) mod landing;
pub(super) mod moves;
pub(super) mod phase;
mod sea;
pub(super) mod setup;
pub(super) mod tiles;
pub(super) mod view;

use engine::bits::bits;
use engine::{MAX_SEATS, Seat, Turn};
use event::Cause;
use fleet::{Berths, Fleet};
use hex::{Cell, Direction};
use moves::BeachSet;
use phase::Phase;
use sea::Sea;
use setup::{Edition, Setup};
use tiles::{BEACHES, Beach, ISLANDS, Island, Tile, WATERS};

/// A game of Tongiaki. It contains the set of tiles in the deck, but not their order. It is plain data, so cloning is a memory
/// copy.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct State {
    pub(crate) sea: Sea,
    /// The ships on every beach, with padding at the end so that six berths can be read for every island.
    pub(crate) berths: [Berths; BEACHES + 3],
    /// The total of the ships on the beaches of every island.
    fleets: [Fleet; ISLANDS],
    /// For every seat, the beaches on which it has ships, one bit per beach.
    occupied: [u64; MAX_SEATS],
    /// For every seat, the islands on whose beaches it has ships, one bit per island.
    inhabited: [u16; MAX_SEATS],
    /// The full beaches, one bit per beach.
    full: u64,
    /// For every seat, its king islands, one bit per island (T8).
    kings: [u16; MAX_SEATS],
    /// The seats that may not found any more king islands, one bit per seat. No rule bars a seat; see [`State::without_kings`].
    kingless: u8,
    /// The ships adrift on every water (T26).
    adrift: [Fleet; WATERS],
    /// The ships of every seat that are off the board.
    supply: Fleet,
    pub(crate) setup: Setup,
    pub(crate) turns_played: u16,
    /// The number of consecutive turns without a new tile, and the number of tiles in the deck then. Both change only under the
    /// house rule against stalls.
    pub(crate) quiet_turns: u16,
    pub(crate) tiles_then: u8,
    pub(crate) active: Seat,
    /// The number of emigrations in this turn (T25).
    pub(crate) sails: u8,
    /// Whether the active player has to draw an island after the chain (T24).
    pub(crate) stranded: bool,
    pub(crate) phase: Phase,
    /// The legal options of the phase, one bit each; the meaning of a bit depends on the phase.
    pub(crate) options: u64,
}

const _: () = assert!(size_of::<State>() <= 1024 && !std::mem::needs_drop::<State>());

impl State {
    /// Returns the table before the first ship is placed (T3, T4).
    pub fn new(setup: &Setup) -> Self {
        let house = setup.house;
        let all_ships = |all: Fleet, seat| all.plus(Fleet::of(seat, house.ships()));
        let supply = Seat::all(setup.players()).fold(Fleet::EMPTY, all_ships);
        let mut berths = [Berths::NONE; BEACHES + 3];
        for beach in Island::all().flat_map(Island::beaches) {
            berths[beach.number()] = Berths::empty(beach);
        }
        let mut state = Self {
            sea: Sea::new(house.deck()),
            berths,
            fleets: [Fleet::EMPTY; ISLANDS],
            occupied: [0; MAX_SEATS],
            inhabited: [0; MAX_SEATS],
            full: 0,
            kings: [0; MAX_SEATS],
            kingless: 0,
            adrift: [Fleet::EMPTY; WATERS],
            supply,
            setup: *setup,
            turns_played: 0,
            quiet_turns: 0,
            tiles_then: house.deck_tiles() as u8,
            active: Seat::new(0),
            sails: 0,
            stranded: false,
            phase: Phase::Setup,
            options: 0,
        };
        state.enter_phase(Phase::Setup);
        state
    }

    // Queries: the contents of the table.

    /// Returns the number of players at the table.
    pub const fn players(&self) -> usize {
        self.setup.players()
    }

    /// Returns the rule book in use.
    pub const fn edition(&self) -> Edition {
        self.setup.edition()
    }

    /// Returns the number of completed turns.
    pub const fn turns_played(&self) -> u32 {
        self.turns_played as u32
    }

    /// Returns the number of consecutive turns that have ended without a new tile, if games may end because of it.
    pub fn quiet_turns(&self) -> Option<u32> {
        self.setup.quiet_rounds().map(|_| self.quiet_turns.into())
    }

    /// Returns the seat whose turn it is. When the game is over, returns the seat that had the last turn.
    pub const fn active(&self) -> Seat {
        self.active
    }

    /// Returns the number of the seat's ships off the board.
    pub const fn supply(&self, seat: Seat) -> u32 {
        self.supply.ships(seat)
    }

    /// Returns the ships on a beach by owner.
    pub const fn fleet_at(&self, beach: Beach) -> Fleet {
        self.berths[beach.number()].ships()
    }

    /// Returns the number of the seat's ships on a beach.
    pub const fn ships(&self, beach: Beach, seat: Seat) -> u32 {
        self.fleet_at(beach).ships(seat)
    }

    /// Returns the number of the seat's ships on an island's beaches.
    pub const fn ships_on(&self, island: Island, seat: Seat) -> u32 {
        self.fleet_on(island).ships(seat)
    }

    /// Returns the ships on an island's beaches by owner.
    pub const fn fleet_on(&self, island: Island) -> Fleet {
        self.fleets[island.index()]
    }

    /// Returns the number of free moorings of a beach.
    pub const fn free_moorings(&self, beach: Beach) -> u32 {
        self.berths[beach.number()].free()
    }

    /// Returns the king of an island, if it is a king island.
    pub fn king(&self, island: Island) -> Option<Seat> {
        Seat::all(self.players()).find(|seat| self.kings[seat.index()] >> island.index() & 1 == 1)
    }

    /// Returns the number of king islands that the seat has founded; they last to the end of the game (T8, T9).
    pub const fn kings_founded(&self, seat: Seat) -> u32 {
        self.kings[seat.index()].count_ones()
    }

    /// Returns whether the seat is barred from founding king islands.
    pub(crate) const fn is_kingless(&self, seat: Seat) -> bool {
        self.kingless >> seat.index() & 1 == 1
    }

    /// Bars the seat from founding king islands. The caller must recompute the options.
    pub(crate) const fn bar_kings(&mut self, seat: Seat) {
        self.kingless |= 1 << seat.index();
    }

    /// Returns all king islands, one bit per island.
    pub(crate) fn king_islands(&self) -> u16 {
        self.kings.iter().fold(0, |all, kings| all | kings)
    }

    /// Returns the islands on whose beaches the seat has ships, one bit per island.
    pub(crate) const fn inhabited(&self, seat: Seat) -> u16 {
        self.inhabited[seat.index()]
    }

    /// Returns the islands on whose beaches more than one seat has ships, one bit per island.
    pub(crate) fn shared(&self) -> u16 {
        let (mut any, mut shared) = (0, 0);
        for islands in self.inhabited {
            shared |= any & islands;
            any |= islands;
        }
        shared
    }

    /// Returns the islands on which the seat has at least one ship, including king islands, one bit per island.
    pub(crate) fn held(&self, seat: Seat) -> u16 {
        self.inhabited(seat) | self.kings[seat.index()]
    }

    /// Returns the islands on which the seat has at least one ship, including king islands (T29).
    pub fn islands_of(&self, seat: Seat) -> impl Iterator<Item = Island> + use<> {
        bits(u64::from(self.held(seat))).map(Island::new)
    }

    /// Returns the beaches on which the seat has ships, one bit per beach.
    pub(crate) const fn occupied(&self, seat: Seat) -> u64 {
        self.occupied[seat.index()]
    }

    /// Returns the full beaches, one bit per beach.
    pub(crate) const fn full(&self) -> u64 {
        self.full
    }

    /// Returns the cell of a tile and the board direction in which its crest points, if the tile is on the board.
    pub fn laid(&self, tile: Tile) -> Option<(Cell, Direction)> {
        self.sea.place(tile)
    }

    /// Returns whether the tile is still in the deck.
    pub fn in_deck(&self, tile: Tile) -> bool {
        self.sea.in_deck(tile)
    }

    /// Returns the number of tiles in the deck.
    pub fn tiles_left(&self) -> u32 {
        self.sea.deck().count_ones()
    }

    /// Returns the number of islands in the deck.
    pub fn islands_left(&self) -> u32 {
        self.sea.islands_left()
    }

    /// Returns the number of waters in the deck.
    pub fn waters_left(&self) -> u32 {
        self.sea.waters_left()
    }

    /// Returns the number of tiles drawn so far.
    pub fn tiles_drawn(&self) -> u32 {
        self.setup.house.deck_tiles() - self.tiles_left()
    }

    /// Returns the number of laid tiles with an exit to the open sea (T10).
    pub fn tiles_with_exits(&self) -> u32 {
        self.sea.open().count_ones()
    }

    /// Returns the number of the seat's ships adrift (T26).
    pub fn adrift(&self, seat: Seat) -> u32 {
        self.adrift.iter().map(|fleet| fleet.ships(seat)).sum()
    }

    /// Returns the ships adrift on a water tile, if there are any (T26).
    pub fn adrift_on(&self, water: Tile) -> Option<Fleet> {
        let fleet = self.adrift.get(water.index().wrapping_sub(ISLANDS)).copied();
        fleet.filter(|fleet| !fleet.is_empty())
    }

    /// Returns the fleet that is under way and the tile that it has reached: a water, or the island where it is about to land.
    pub fn under_way(&self) -> Option<(Tile, Fleet)> {
        match self.phase {
            Phase::Voyage { voyage } => Some((voyage.border.tile(), voyage.fleet)),
            Phase::Land { landing } | Phase::GiveBack { landing, .. } => {
                Some((landing.island.tile(), landing.at_sea))
            }
            _ => None,
        }
    }

    /// Returns the cause of the end of the game, or `None` before the end.
    pub const fn cause(&self) -> Option<Cause> {
        match self.phase {
            Phase::Over { cause } => Some(cause),
            _ => None,
        }
    }

    // Movements of ships.

    /// Puts a ship from the supply onto a beach.
    pub(crate) fn moor(&mut self, seat: Seat, beach: Beach) {
        self.supply = self.supply.minus(Fleet::of(seat, 1));
        self.berth(seat, beach);
    }

    /// Puts a ship from the supply onto each of these beaches.
    pub(crate) fn moor_each(&mut self, seat: Seat, island: Island, beaches: BeachSet) {
        let ships = Fleet::of(seat, beaches.len() as u32);
        self.supply = self.supply.minus(ships);
        let first = island.first_beach();
        // All six are updated, even if the island has fewer: a fixed number of iterations needs no branch prediction.
        for index in 0..6 {
            let ships = u32::from(beaches.bits()) >> index & 1;
            let berths = &mut self.berths[first + index];
            berths.moor(seat, ships);
            self.full |= u64::from(berths.is_full()) << (first + index);
        }
        self.occupied[seat.index()] |= u64::from(beaches.bits()) << first;
        self.inhabit(seat, island, ships);
    }

    /// Puts a ship that is neither in the supply nor on the board onto a beach.
    pub(crate) fn berth(&mut self, seat: Seat, beach: Beach) {
        let berths = &mut self.berths[beach.number()];
        berths.moor(seat, 1);
        self.full |= u64::from(berths.is_full()) << beach.number();
        self.occupied[seat.index()] |= 1 << beach.number();
        self.inhabit(seat, beach.island(), Fleet::of(seat, 1));
    }

    fn inhabit(&mut self, seat: Seat, island: Island, ships: Fleet) {
        self.inhabited[seat.index()] |= 1 << island.index();
        let fleet = &mut self.fleets[island.index()];
        *fleet = fleet.plus(ships);
    }

    /// Returns a ship from a beach to the supply.
    pub(crate) fn cast_off(&mut self, seat: Seat, beach: Beach) {
        let ship = Fleet::of(seat, 1);
        self.supply = self.supply.plus(ship);
        self.full &= !(1 << beach.number());
        let berths = &mut self.berths[beach.number()];
        berths.cast_off(seat, 1);
        if berths.ships().ships(seat) == 0 {
            self.occupied[seat.index()] &= !(1 << beach.number());
        }
        self.desert(beach.island(), ship);
    }

    /// Returns all of a seat's ships on beaches to its supply.
    pub(crate) fn withdraw(&mut self, seat: Seat) {
        let beaches = std::mem::take(&mut self.occupied[seat.index()]);
        for beach in bits(beaches) {
            self.berths[beach].withdraw(seat);
        }
        self.full &= !beaches;
        for island in bits(u64::from(std::mem::take(&mut self.inhabited[seat.index()]))) {
            let ships = Fleet::of(seat, self.fleets[island].ships(seat));
            self.fleets[island] = self.fleets[island].minus(ships);
            self.supply = self.supply.plus(ships);
        }
    }

    /// Removes all ships from a beach; the caller decides where they go.
    pub(crate) fn clear(&mut self, beach: Beach) -> Fleet {
        let fleet =
            std::mem::replace(&mut self.berths[beach.number()], Berths::empty(beach)).ships();
        self.full &= !(1 << beach.number());
        for seat in fleet.seats() {
            self.occupied[seat.index()] &= !(1 << beach.number());
        }
        self.desert(beach.island(), fleet);
        fleet
    }

    /// Updates the island's data after ships have left its beaches.
    fn desert(&mut self, island: Island, ships: Fleet) {
        let left = self.fleets[island.index()].minus(ships);
        self.fleets[island.index()] = left;
        for seat in ships.seats() {
            self.inhabited[seat.index()] &= !(u16::from(left.ships(seat) == 0) << island.index());
        }
    }

    /// Returns the ships of a fleet to their owners.
    pub(crate) fn give_back(&mut self, fleet: Fleet) {
        self.supply = self.supply.plus(fleet);
    }

    /// Returns all ships on an island's beaches to their owners.
    pub(crate) fn evacuate(&mut self, island: Island) -> Fleet {
        let ships = std::mem::take(&mut self.fleets[island.index()]);
        for beach in island.beaches() {
            self.berths[beach.number()] = Berths::empty(beach);
        }
        self.full &= !BEACHES_OF[island.index()];
        for seat in ships.seats() {
            self.occupied[seat.index()] &= !BEACHES_OF[island.index()];
            self.inhabited[seat.index()] &= !(1 << island.index());
        }
        self.give_back(ships);
        ships
    }

    /// Makes an island a king island, with a ship that has just been returned from its beaches to the supply (T8).
    pub(crate) fn crown(&mut self, seat: Seat, island: Island) {
        self.supply = self.supply.minus(Fleet::of(seat, 1));
        self.kings[seat.index()] |= 1 << island.index();
    }

    /// Leaves a fleet adrift on a water tile (T26).
    pub(crate) fn set_adrift(&mut self, fleet: Fleet, water: Tile) {
        let ships = &mut self.adrift[water.index() - ISLANDS];
        *ships = ships.plus(fleet);
    }

    // The next decision or chance event.

    /// Returns the next actor.
    pub const fn turn(&self) -> Turn {
        match self.phase {
            Phase::Voyage { .. } | Phase::Draw => Turn::Chance,
            Phase::Over { .. } => Turn::Over,
            _ => Turn::Decide(self.active),
        }
    }

    /// Returns whether a turn is about to begin or the game is over.
    pub const fn is_between_turns(&self) -> bool {
        matches!(self.phase, Phase::Turn | Phase::Over { .. })
    }
}

/// The beaches of every island, one bit per beach.
pub(crate) const BEACHES_OF: [u64; ISLANDS] = {
    let mut masks = [0; ISLANDS];
    let mut island = 0;
    while island < ISLANDS {
        let island_ = Island::new(island);
        masks[island] = ((1 << island_.beach_count()) - 1) << island_.first_beach();
        island += 1;
    }
    masks
};
