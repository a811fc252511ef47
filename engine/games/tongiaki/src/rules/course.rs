//! The course of the game: the options of every phase, and the end of the turn (T4, T5, T28).
//!
//! Every decision offers its options as the bits of a word; the meaning of a bit depends on the phase. Within a turn, a choice
//! without an alternative is made automatically.

use super::border::Border;
use super::event::{Cause, Event};
use super::hex::Side;
use super::moves::{BeachSet, Move};
use super::phase::Phase;
use super::state::{BEACHES_OF, State};
use super::tiles::{Beach, Island, Tile};
use engine::log::Log;
use engine::{Seat, Turn};

impl State {
    #[inline(always)]
    pub(crate) fn enter_phase(&mut self, phase: Phase) {
        self.offer(phase, self.options_of(phase));
        let is_decision = matches!(self.turn(), Turn::Decide(_));
        debug_assert_eq!(
            self.options != 0,
            is_decision,
            "a seat that decides has a choice: {phase:?}"
        );
    }

    /// Enters a phase whose options are already known.
    pub(crate) fn offer(&mut self, phase: Phase, options: u64) {
        self.phase = phase;
        self.options = options;
    }

    /// Returns the legal options of a phase.
    #[inline(always)]
    pub(crate) fn options_of(&self, phase: Phase) -> u64 {
        match phase {
            Phase::Setup => self.setup_options(),
            Phase::Turn => self.turn_options(),
            Phase::Take { island } => self.take_options(island),
            Phase::Spread { island, .. } => self.spread_options(island),
            Phase::Enter { island, first } => self.enter_options(island, first),
            Phase::Emigrate => u64::from(self.due()),
            Phase::Sail { island } => u64::from(self.jetties(island).unwrap_or(0)),
            Phase::GiveBack { landing, surplus, last } => landing.give_back_options(surplus, last),
            Phase::Land { landing } => landing.land_options(|beach| self.free_moorings(beach)),
            Phase::Attach { .. } => u64::from(self.sea.open()),
            Phase::Exit { at, .. } => u64::from(self.sea.exits(at)),
            Phase::Settle { island } => BEACHES_OF[island.index()],
            Phase::Voyage { .. } | Phase::Draw | Phase::Over { .. } => 0,
        }
    }

    /// Takes an option of the phase. Within the turn, then makes all choices that have no alternative.
    pub(crate) fn choose(&mut self, option: u32, log: &mut impl Log<Event>) {
        debug_assert!(
            self.options >> option & 1 == 1,
            "{option} is not an option of {:?}",
            self.phase
        );
        let mut option = option;
        loop {
            self.take_option(option as usize, log);
            if !self.is_forced() {
                return;
            }
            option = self.options.trailing_zeros();
        }
    }

    fn is_forced(&self) -> bool {
        self.options.is_power_of_two() && !matches!(self.phase, Phase::Turn)
    }

    /// Takes an option of the phase.
    #[inline(always)]
    pub(crate) fn take_option(&mut self, option: usize, log: &mut impl Log<Event>) {
        match self.phase {
            Phase::Setup => self.place(Beach::new(option), log),
            Phase::Turn => self.begin(option, log),
            Phase::Take { island } => self.take(island, Beach::new(option)),
            Phase::Spread { island, from } => {
                self.spread(island, from, BeachSet::from_bits(option as u8), log);
            }
            Phase::Enter { first, .. } => self.enter(first, Beach::new(option), log),
            Phase::Emigrate => self.emigrate(Island::new(option), log),
            Phase::Sail { island } => self.sail(island, Side::new(option), log),
            Phase::GiveBack { landing, surplus, .. } => {
                self.give_ship_back(landing, surplus, Seat::new(option), log);
            }
            Phase::Land { landing } => self.land_ship(landing, Beach::new(option), log),
            Phase::Attach { drawn } => {
                self.enter_phase(Phase::Exit { drawn, at: Tile::new(option) });
            }
            Phase::Exit { drawn, at } => {
                self.lay_beyond(drawn, Border::new(at, Side::new(option)), log);
                self.after_placing(drawn, log);
            }
            Phase::Settle { .. } => self.settle(Beach::new(option), log),
            Phase::Voyage { .. } | Phase::Draw | Phase::Over { .. } => {
                unreachable!("nobody decides in {:?}", self.phase)
            }
        }
    }

    /// Draws this tile. Within the turn, then makes all choices that have no alternative.
    pub(crate) fn draw(&mut self, tile: Tile, log: &mut impl Log<Event>) {
        self.draw_tile(tile, log);
        if self.is_forced() {
            self.choose(self.options.trailing_zeros(), log);
        }
    }

    /// Draws this tile.
    #[inline(always)]
    pub(crate) fn draw_tile(&mut self, tile: Tile, log: &mut impl Log<Event>) {
        self.sea.draw(tile);
        match self.phase {
            Phase::Voyage { voyage } => self.discover(tile, voyage, log),
            Phase::Draw => self.place_freely(tile, log),
            _ => unreachable!("no tile is drawn in {:?}", self.phase),
        }
    }

    /// Returns the move that an option of the phase represents.
    pub(crate) fn move_of(&self, option: u32) -> Move {
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

    /// Returns the option of the phase that represents a move, if the move is legal.
    pub(crate) fn option_of(&self, mv: Move) -> Option<u32> {
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

    /// Places the next ship of the setup (T4).
    fn place(&mut self, beach: Beach, log: &mut impl Log<Event>) {
        let seat = self.active;
        self.moor(seat, beach);
        log.note(|| Event::Place { p: seat, beach: beach.index() as u8 });
        self.active = seat.next(self.players());
        let last = Seat::new(self.players() - 1);
        if seat == last && self.ships_on_board(seat) == self.setup.house.setup_ships() {
            return self.enter_phase(Phase::Turn);
        }
        self.enter_phase(Phase::Setup);
    }

    /// Returns the beaches for a ship of the setup: every beach of Tonga must keep a free mooring (T4).
    fn setup_options(&self) -> u64 {
        let beaches = Island::TONGA.beaches().filter(|&beach| self.free_moorings(beach) > 1);
        beaches.fold(0, |options, beach| options | 1 << beach.number())
    }

    /// Ends the turn. Also ends the game if the deck is closed (T28) or the turn limit is reached; if both are true, the recorded
    /// cause is the deck (T37).
    pub(crate) fn end_turn(&mut self, log: &mut impl Log<Event>) {
        self.turns_played += 1;
        self.sails = 0;
        self.stranded = false;
        let cause = if self.sea.deck_is_closed() {
            Cause::Deck
        } else if self.turns_played == self.setup.turn_limit() {
            Cause::TurnLimit
        } else if self.is_stalled() {
            Cause::Stall
        } else {
            self.active = self.active.next(self.players());
            return self.enter_phase(Phase::Turn);
        };
        log.note(|| Event::End { cause });
        self.enter_phase(Phase::Over { cause });
    }

    /// Applies the house rule against stalls: counts the ending turn if it brought no tile, and returns whether the limit is
    /// reached.
    fn is_stalled(&mut self) -> bool {
        let Some(rounds) = self.setup.quiet_rounds() else { return false };
        let tiles = self.tiles_left() as u8;
        self.quiet_turns = if tiles == self.tiles_then { self.quiet_turns + 1 } else { 0 };
        self.tiles_then = tiles;
        self.quiet_turns >= u16::from(rounds) * self.players() as u16
    }
}
