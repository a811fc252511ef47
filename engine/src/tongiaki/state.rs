//! The state of a game: what lies on the table and which decision is due.

use super::event::{Cause, Event};
use super::fleet::{Berths, Fleet, SHIPS};
use super::hex::{Cell, Direction, Side};
use super::landing::Landing;
use super::log::Log;
use super::moves::{BeachSet, Move};
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
    turns_played: u16,
    active: Seat,
    /// Emigrations in this turn (T25).
    pub(super) sails: u8,
    /// Whether the active player has to draw an island when the chain is over (T24).
    pub(super) stranded: bool,
    phase: Phase,
    /// The legal choices of the phase, a bit each; what a bit means is the phase's matter.
    options: u64,
}

const _: () = assert!(size_of::<State>() <= 832 && !std::mem::needs_drop::<State>());

/// What is to be decided, or what chance has to do.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(super) enum Phase {
    /// A ship goes onto Tonga (T4): options are beaches.
    Setup,
    /// The turn begins (T6, T8, T10, T13): options are kinds of turns, see [`super::turn`].
    Turn,
    /// A ship is taken to expand with (T7): options are beaches.
    Take { island: Island },
    /// New ships are spread (T6): options are sets of beaches.
    Spread { island: Island, from: Option<Beach> },
    /// A new ship enters (T13): options are beaches. On Tonga a second follows.
    Enter { island: Island, first: Option<Beach> },
    /// An island is picked to emigrate from (T14): options are islands.
    Emigrate,
    /// A jetty is picked (T14): options are sides.
    Sail { island: Island },
    /// A tile is drawn for a fleet that left `home` and leaves `tile` over `side` (T15).
    Voyage { home: Island, fleet: Fleet, tile: Tile, side: Side },
    /// A ship without room is given back (T19): options are seats.
    GiveBack { landing: Landing, surplus: u8, last: Seat },
    /// A ship of the fleet lands (T19): options are beaches.
    Land { landing: Landing },
    /// A tile is drawn to be placed freely (T10, T24).
    Draw,
    /// It is laid at a tile (T10): options are tiles.
    Attach { drawn: Tile },
    /// It is laid at an exit of that tile (T10): options are sides.
    Exit { drawn: Tile, at: Tile },
    /// The ship of a resettling goes onto the new island (T11): options are beaches.
    Settle { island: Island },
    /// The game has ended (T28).
    Over { cause: Cause },
}

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

    // The course of the game.

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

    pub(super) fn enter_phase(&mut self, phase: Phase) {
        self.phase = phase;
        self.options = self.options_of(phase);
    }

    /// The legal choices of a phase.
    pub(super) fn options_of(&self, phase: Phase) -> u64 {
        match phase {
            Phase::Setup => self.setup_options(),
            Phase::Turn => self.turn_options(),
            Phase::Take { island } => self.take_options(island),
            Phase::Spread { island, from } => self.spread_options(island, from),
            Phase::Enter { island, first } => self.enter_options(island, first),
            Phase::Emigrate => u64::from(self.due()),
            Phase::Sail { island } => u64::from(self.jetties(island).unwrap_or(0)),
            Phase::GiveBack { landing, surplus, last } => landing.give_back_options(surplus, last),
            Phase::Land { landing } => landing.land_options(self),
            Phase::Attach { .. } => u64::from(self.sea.open()),
            Phase::Exit { at, .. } => u64::from(self.sea.exits(at)),
            Phase::Settle { island } => BEACHES_OF[island.index()],
            Phase::Voyage { .. } | Phase::Draw | Phase::Over { .. } => 0,
        }
    }

    /// Takes one option of the phase, and then, within the turn, whatever has no alternative.
    pub(super) fn choose(&mut self, option: u32, log: &mut impl Log) {
        debug_assert!(self.options >> option & 1 == 1, "{option} is no option of {:?}", self.phase);
        self.take_option(option as usize, log);
        self.take_forced_options(log);
    }

    fn take_forced_options(&mut self, log: &mut impl Log) {
        while self.options.is_power_of_two() && !matches!(self.phase, Phase::Turn) {
            self.take_option(self.options.trailing_zeros() as usize, log);
        }
    }

    fn take_option(&mut self, option: usize, log: &mut impl Log) {
        match self.phase {
            Phase::Setup => self.place(Beach::new(option), log),
            Phase::Turn => self.begin(option, log),
            Phase::Take { island } => self.take(island, Beach::new(option)),
            Phase::Spread { island, from } => {
                self.spread(island, from, BeachSet::from_bits(option as u8), log);
            }
            Phase::Enter { island, first } => self.enter(island, first, Beach::new(option), log),
            Phase::Emigrate => self.emigrate(Island::new(option), log),
            Phase::Sail { island } => self.sail(island, Side::new(option), log),
            Phase::GiveBack { landing, surplus, .. } => {
                self.give_ship_back(landing, surplus, Seat::new(option), log);
            }
            Phase::Land { landing } => self.land_ship(landing, Beach::new(option), log),
            Phase::Attach { drawn } => {
                self.enter_phase(Phase::Exit { drawn, at: Tile::new(option) });
            }
            Phase::Exit { drawn, at } => self.lay_at_exit(drawn, at, Side::new(option), log),
            Phase::Settle { .. } => self.settle(Beach::new(option), log),
            Phase::Voyage { .. } | Phase::Draw | Phase::Over { .. } => {
                unreachable!("nobody decides in {:?}", self.phase)
            }
        }
    }

    /// Lets this tile be the one that is drawn.
    pub(super) fn draw(&mut self, tile: Tile, log: &mut impl Log) {
        self.sea.draw(tile);
        match self.phase {
            Phase::Voyage { home, fleet, tile: last, side } => {
                self.discover(tile, home, fleet, last, side, log);
            }
            Phase::Draw => self.enter_phase(Phase::Attach { drawn: tile }),
            _ => unreachable!("no tile is drawn in {:?}", self.phase),
        }
        self.take_forced_options(log);
    }

    /// The move that an option of the phase stands for.
    pub(super) fn move_of(&self, option: u32) -> Move {
        let option = option as usize;
        match self.phase {
            Phase::Turn => super::turn::move_of(option),
            Phase::Take { .. } => Move::Take(Beach::new(option)),
            Phase::Spread { island, .. } => Move::Spread(island, BeachSet::from_bits(option as u8)),
            Phase::Setup | Phase::Enter { .. } | Phase::Land { .. } | Phase::Settle { .. } => {
                Move::Moor(Beach::new(option))
            }
            Phase::Emigrate => Move::Emigrate(Island::new(option)),
            Phase::Sail { island } => Move::Sail(island, Side::new(option)),
            Phase::GiveBack { .. } => Move::GiveBack(Seat::new(option)),
            Phase::Attach { .. } => Move::Attach(Tile::new(option)),
            Phase::Exit { at, .. } => Move::Exit(at, Side::new(option)),
            Phase::Voyage { .. } | Phase::Draw | Phase::Over { .. } => {
                unreachable!("nobody decides in {:?}", self.phase)
            }
        }
    }

    /// The option of the phase that a move stands for, if it is legal.
    pub(super) fn option_of(&self, mv: Move) -> Option<u32> {
        let option = match (self.phase, mv) {
            (Phase::Turn, _) => super::turn::option_of(mv)?,
            (Phase::Take { .. }, Move::Take(beach))
            | (
                Phase::Setup | Phase::Enter { .. } | Phase::Land { .. } | Phase::Settle { .. },
                Move::Moor(beach),
            ) => beach.number(),
            (Phase::Spread { island, .. }, Move::Spread(on, beaches)) if on == island => {
                usize::from(beaches.bits())
            }
            (Phase::Emigrate, Move::Emigrate(island)) => island.index(),
            (Phase::Sail { island }, Move::Sail(from, side)) if from == island => side.index(),
            (Phase::GiveBack { .. }, Move::GiveBack(seat)) => seat.index(),
            (Phase::Attach { .. }, Move::Attach(tile)) => tile.index(),
            (Phase::Exit { at, .. }, Move::Exit(tile, side)) if tile == at => side.index(),
            _ => return None,
        };
        (self.options >> option & 1 == 1).then_some(option as u32)
    }

    /// The next ship of the setup is placed (T4).
    fn place(&mut self, beach: Beach, log: &mut impl Log) {
        let seat = self.active;
        self.moor(seat, beach);
        log.note(|| Event::Place { p: seat, beach: beach.index() as u8 });
        self.active = seat.next(self.players());
        let last = Seat::new(self.players() - 1);
        let done = seat == last && self.supply(seat) == SHIPS - 2;
        self.enter_phase(if done { Phase::Turn } else { Phase::Setup });
    }

    /// Every beach of Tonga keeps a free mooring (T4).
    fn setup_options(&self) -> u64 {
        let beaches = Island::TONGA.beaches().filter(|&beach| self.free_moorings(beach) > 1);
        beaches.fold(0, |options, beach| options | 1 << beach.number())
    }

    /// The turn is over; the game too, if the deck has closed (T28) or this was the last turn allowed,
    /// with the deck as the cause if it was both (T37).
    pub(super) fn end_turn(&mut self, log: &mut impl Log) {
        self.turns_played += 1;
        self.sails = 0;
        self.stranded = false;
        let cause = if self.sea.deck_is_closed() {
            Cause::Deck
        } else if self.turns_played == self.setup.turn_limit() {
            Cause::TurnLimit
        } else {
            self.active = self.active.next(self.players());
            return self.enter_phase(Phase::Turn);
        };
        log.note(|| Event::End { cause });
        self.enter_phase(Phase::Over { cause });
    }

    /// Recomputes everything that is kept for speed and checks what must always hold.
    ///
    /// # Panics
    /// If something does not hold.
    pub fn audit(&self) {
        self.sea.audit();
        let mut occupied = [0; MAX_SEATS];
        let mut full = 0;
        for beach in (0..BEACHES).map(Beach::new) {
            let fleet = self.fleet_at(beach);
            assert_eq!(self.free_moorings(beach) + fleet.total(), beach.moorings(), "{beach}");
            for seat in fleet.seats() {
                occupied[seat.index()] |= 1 << beach.number();
                assert!(seat.index() < self.players());
                assert!(self.sea.is_laid(beach.island().tile()), "ships on {beach}, not laid");
                assert_eq!(self.king(beach.island()), None, "ships on a king's {beach}");
            }
            full |= u64::from(self.free_moorings(beach) == 0) << beach.number();
        }
        assert_eq!((occupied, full), (self.occupied, self.full));
        for (beaches, inhabited) in occupied.into_iter().zip(self.inhabited) {
            let islands = Island::all().filter(|island| beaches & BEACHES_OF[island.index()] != 0);
            assert_eq!(islands.fold(0, |all, island| all | 1 << island.index()), inhabited);
        }
        assert_eq!(self.options, self.options_of(self.phase), "options of {:?}", self.phase);
        let away = match self.phase {
            Phase::Voyage { fleet, .. } => fleet,
            Phase::GiveBack { landing, .. } | Phase::Land { landing } => landing.at_sea(),
            _ => Fleet::EMPTY,
        };
        for seat in Seat::all(self.players()) {
            let moored: u32 = Island::all().map(|island| self.ships_on(island, seat)).sum();
            let elsewhere = self.kings_founded(seat) + self.adrift(seat) + away.ships(seat);
            assert_eq!(moored + elsewhere + self.supply(seat), SHIPS, "ships of seat {seat}");
            assert!(self.kings_founded(seat) <= 2);
        }
        assert_eq!(self.king_islands() & 1, 0, "Tonga has a king");
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
