//! The state of a game: what lies on the table, and how ships move on it.

use super::course::Phase;
use super::event::Cause;
use super::fleet::{Berths, Fleet, SHIPS};
use super::hex::{Cell, Direction};
use super::sea::Sea;
use super::setup::{Edition, Setup};
use super::tiles::{BEACHES, Beach, ISLANDS, Island, TILES, Tile, WATERS};
use crate::bits::bits;
use crate::{MAX_SEATS, Seat, Turn};

/// A game of Tongiaki. It holds the set of tiles in the deck but not their order, and it is plain
/// data: cloning is a memory copy.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct State {
    pub(super) sea: Sea,
    /// The ships on every beach.
    berths: [Berths; BEACHES],
    /// For every seat, the beaches where it has ships, a bit a beach.
    occupied: [u64; MAX_SEATS],
    /// For every seat, the islands of these beaches, a bit an island.
    inhabited: [u16; MAX_SEATS],
    /// The full beaches, a bit a beach.
    full: u64,
    /// For every seat, its king islands, a bit an island (T8).
    kings: [u16; MAX_SEATS],
    /// The ships adrift on every water (T26).
    adrift: [Fleet; WATERS],
    /// Every seat's ships off the board.
    supply: [u8; MAX_SEATS],
    setup: Setup,
    pub(super) turns_played: u16,
    pub(super) active: Seat,
    /// Emigrations in this turn (T25).
    pub(super) sails: u8,
    /// Whether the active player has to draw an island when the chain is over (T24).
    pub(super) stranded: bool,
    pub(super) phase: Phase,
    /// The legal choices of the phase, a bit each; what a bit means is the phase's matter.
    pub(super) options: u64,
}

const _: () = assert!(size_of::<State>() <= 896 && !std::mem::needs_drop::<State>());

impl State {
    /// The table before the first ship is placed (T3, T4).
    pub fn new(setup: &Setup) -> Self {
        let mut supply = [0; MAX_SEATS];
        supply[..setup.players()].fill(SHIPS as u8);
        let mut state = Self {
            sea: Sea::new(),
            berths: std::array::from_fn(|number| Berths::empty(Beach::new(number))),
            occupied: [0; MAX_SEATS],
            inhabited: [0; MAX_SEATS],
            full: 0,
            kings: [0; MAX_SEATS],
            adrift: [Fleet::EMPTY; WATERS],
            supply,
            setup: *setup,
            turns_played: 0,
            active: Seat::new(0),
            sails: 0,
            stranded: false,
            phase: Phase::Setup,
            options: 0,
        };
        state.enter_phase(Phase::Setup);
        state
    }

    // What is on the table.

    /// Players at the table.
    pub const fn players(&self) -> usize {
        self.setup.players()
    }

    /// The rule book that is played.
    pub const fn edition(&self) -> Edition {
        self.setup.edition()
    }

    /// How the table was laid.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Whole turns that have ended.
    pub const fn turns_played(&self) -> u32 {
        self.turns_played as u32
    }

    /// The player whose turn it is; when the game is over, whose turn it was.
    pub const fn active(&self) -> Seat {
        self.active
    }

    /// The seat's ships off the board.
    pub const fn supply(&self, seat: Seat) -> u32 {
        self.supply[seat.index()] as u32
    }

    /// The ships on a beach.
    pub(super) const fn fleet_at(&self, beach: Beach) -> Fleet {
        self.berths[beach.number()].ships()
    }

    /// The seat's ships on a beach.
    pub const fn ships(&self, beach: Beach, seat: Seat) -> u32 {
        self.fleet_at(beach).ships(seat)
    }

    /// The seat's ships on an island's beaches.
    pub fn ships_on(&self, island: Island, seat: Seat) -> u32 {
        island.beaches().map(|beach| self.ships(beach, seat)).sum()
    }

    /// The moorings of a beach that are free.
    pub const fn free_moorings(&self, beach: Beach) -> u32 {
        self.berths[beach.number()].free()
    }

    /// The king of an island, if it is a king island.
    pub fn king(&self, island: Island) -> Option<Seat> {
        Seat::all(self.players()).find(|seat| self.kings[seat.index()] >> island.index() & 1 == 1)
    }

    /// How many king islands the seat has founded; they last to the end (T8, T9).
    pub const fn kings_founded(&self, seat: Seat) -> u32 {
        self.kings[seat.index()].count_ones()
    }

    /// All king islands, a bit an island.
    pub(super) fn king_islands(&self) -> u16 {
        self.kings.iter().fold(0, |all, kings| all | kings)
    }

    /// The islands on whose beaches the seat has ships, a bit an island.
    pub(super) const fn inhabited(&self, seat: Seat) -> u16 {
        self.inhabited[seat.index()]
    }

    /// The islands on whose beaches anyone else has ships, a bit an island.
    pub(super) fn inhabited_by_others(&self, seat: Seat) -> u16 {
        let others = (0..MAX_SEATS).filter(|&other| other != seat.index());
        others.fold(0, |all, other| all | self.inhabited[other])
    }

    /// The islands where the seat has at least one ship, king islands included, a bit an island.
    pub(super) fn held(&self, seat: Seat) -> u16 {
        self.inhabited(seat) | self.kings[seat.index()]
    }

    /// The islands where the seat has at least one ship, king islands included (T29).
    pub fn islands_of(&self, seat: Seat) -> impl Iterator<Item = Island> + use<> {
        bits(u64::from(self.held(seat))).map(Island::new)
    }

    /// The beaches where the seat has ships, a bit a beach.
    pub(super) const fn occupied(&self, seat: Seat) -> u64 {
        self.occupied[seat.index()]
    }

    /// The full beaches, a bit a beach.
    pub(super) const fn full(&self) -> u64 {
        self.full
    }

    /// Where a tile lies and the board direction of its crest, if it is on the board.
    pub fn laid(&self, tile: Tile) -> Option<(Cell, Direction)> {
        self.sea.place(tile)
    }

    /// Whether the tile is still in the deck.
    pub fn in_deck(&self, tile: Tile) -> bool {
        self.sea.in_deck(tile)
    }

    /// Tiles in the deck.
    pub fn tiles_left(&self) -> u32 {
        self.sea.deck().count_ones()
    }

    /// Islands in the deck.
    pub fn islands_left(&self) -> u32 {
        self.sea.islands_left()
    }

    /// Waters in the deck.
    pub fn waters_left(&self) -> u32 {
        self.sea.waters_left()
    }

    /// Tiles drawn so far.
    pub fn tiles_drawn(&self) -> u32 {
        TILES as u32 - 1 - self.tiles_left()
    }

    /// The seat's ships adrift (T26).
    pub fn adrift(&self, seat: Seat) -> u32 {
        self.adrift.iter().map(|fleet| fleet.ships(seat)).sum()
    }

    /// Why the game ended, once it has.
    pub const fn cause(&self) -> Option<Cause> {
        match self.phase {
            Phase::Over { cause } => Some(cause),
            _ => None,
        }
    }

    // Moving ships.

    /// Puts a ship from the supply onto a beach.
    pub(super) fn moor(&mut self, seat: Seat, beach: Beach) {
        self.supply[seat.index()] -= 1;
        self.berth(seat, beach);
    }

    /// Puts a ship that is neither in the supply nor on the board onto a beach.
    pub(super) fn berth(&mut self, seat: Seat, beach: Beach) {
        let berths = &mut self.berths[beach.number()];
        berths.moor(seat);
        self.occupied[seat.index()] |= 1 << beach.number();
        self.inhabited[seat.index()] |= 1 << beach.island().index();
        if berths.is_full() {
            self.full |= 1 << beach.number();
        }
    }

    /// Takes a ship from a beach back into the supply.
    pub(super) fn cast_off(&mut self, seat: Seat, beach: Beach) {
        let berths = &mut self.berths[beach.number()];
        berths.cast_off(seat);
        self.full &= !(1 << beach.number());
        if berths.ships().ships(seat) == 0 {
            self.desert(seat, beach);
        }
        self.supply[seat.index()] += 1;
    }

    /// Takes all ships off a beach, to wherever the caller sends them.
    pub(super) fn clear(&mut self, beach: Beach) -> Fleet {
        let berths = &mut self.berths[beach.number()];
        let fleet = berths.ships();
        *berths = Berths::empty(beach);
        self.full &= !(1 << beach.number());
        for seat in fleet.seats() {
            self.desert(seat, beach);
        }
        fleet
    }

    /// The seat's last ship has left the beach.
    fn desert(&mut self, seat: Seat, beach: Beach) {
        let island = beach.island().index();
        let occupied = &mut self.occupied[seat.index()];
        *occupied &= !(1 << beach.number());
        if *occupied & BEACHES_OF[island] == 0 {
            self.inhabited[seat.index()] &= !(1 << island);
        }
    }

    /// Gives the ships of a fleet back to their owners.
    pub(super) fn give_back(&mut self, fleet: Fleet) {
        for seat in fleet.seats() {
            self.supply[seat.index()] += fleet.ships(seat) as u8;
        }
    }

    /// Gives all ships on an island's beaches back to their owners.
    pub(super) fn evacuate(&mut self, island: Island) -> Fleet {
        let ships = island.beaches().fold(Fleet::EMPTY, |all, beach| all.plus(self.clear(beach)));
        self.give_back(ships);
        ships
    }

    /// Makes an island a king island, with a ship that was on its beaches (T8).
    pub(super) fn crown(&mut self, seat: Seat, island: Island) {
        self.supply[seat.index()] -= 1;
        self.kings[seat.index()] |= 1 << island.index();
    }

    /// Leaves a fleet on a water tile (T26).
    pub(super) fn set_adrift(&mut self, fleet: Fleet, water: Tile) {
        let ships = &mut self.adrift[water.index() - ISLANDS];
        *ships = ships.plus(fleet);
    }

    // What is due.

    pub(super) const fn phase(&self) -> Phase {
        self.phase
    }

    pub(super) const fn options(&self) -> u64 {
        self.options
    }

    /// Who acts next.
    pub const fn turn(&self) -> Turn {
        match self.phase {
            Phase::Voyage { .. } | Phase::Draw => Turn::Chance,
            Phase::Over { .. } => Turn::Over,
            _ => Turn::Decide(self.active),
        }
    }

    /// Whether a turn is about to begin or the game is over.
    pub const fn is_between_turns(&self) -> bool {
        matches!(self.phase, Phase::Turn | Phase::Over { .. })
    }
}

/// The beaches of every island, a bit a beach.
pub(super) const BEACHES_OF: [u64; ISLANDS] = {
    let mut masks = [0; ISLANDS];
    let mut island = 0;
    while island < ISLANDS {
        let island_ = Island::new(island);
        masks[island] = ((1 << island_.beach_count()) - 1) << island_.first_beach();
        island += 1;
    }
    masks
};
