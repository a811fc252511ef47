//! Tongiaki as a [`Game`] and as a [`Dealable`] one.

use super::deck::Deck;
use super::event::Event;
use super::moves::Move;
use super::record::Record;
use super::setup::Setup;
use super::state::State;
use super::tiles::Tile;
use super::view::View;
use crate::bits::{bits, random_bit};
use crate::log::Log;
use crate::{Dealable, Game, Outcome, RecordError, RecordHeader, Seat, Turn};
use rand::Rng;

impl Game for State {
    type Move = Move;
    type Chance = Tile;
    type View = View;
    type Observation = super::event::Event;

    const IS_OPEN: bool = true;

    fn players(&self) -> usize {
        self.players()
    }

    fn turn(&self) -> Turn {
        self.turn()
    }

    fn turns_played(&self) -> u32 {
        self.turns_played()
    }

    fn is_between_turns(&self) -> bool {
        self.is_between_turns()
    }

    fn moves(&self, into: &mut Vec<Move>) {
        into.clear();
        into.extend(bits(self.options()).map(|option| self.move_of(option as u32)));
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.option_of(mv).is_some()
    }

    fn chances(&self, into: &mut Vec<(Tile, u32)>) {
        into.clear();
        if self.turn() == Turn::Chance {
            into.extend(bits(u64::from(self.sea.deck())).map(|tile| (Tile::new(tile), 1)));
        }
    }

    fn play(&mut self, mv: Move) {
        self.play_noting(mv, &mut ());
    }

    fn happen(&mut self, drawn: Tile) {
        self.draw(drawn, &mut ());
    }

    fn outcome(&self) -> Outcome {
        self.outcome()
    }

    fn view(&self, seat: Seat) -> View {
        View::new(seat, self)
    }

    fn random_move<R: Rng>(&self, rng: &mut R) -> Move {
        self.move_of(random_bit(self.options(), rng))
    }

    fn play_random<R: Rng>(&mut self, rng: &mut R) {
        self.choose(random_bit(self.options(), rng), &mut ());
    }

    fn play_out<R: Rng>(&mut self, turns: u32, rng: &mut R) {
        super::random::play_out(self, turns, rng);
    }

    fn play_turn<R: Rng>(&mut self, choices: &mut R, luck: &mut R) {
        super::random::play_turn(self, choices, luck);
    }

    fn random_chance<R: Rng>(&self, rng: &mut R) -> Tile {
        Tile::new(random_bit(u64::from(self.sea.deck()), rng) as usize)
    }
}

impl State {
    fn play_noting(&mut self, mv: Move, log: &mut impl Log<Event>) {
        let option = self.option_of(mv);
        self.choose(option.unwrap_or_else(|| panic!("'{mv}' is not legal here")), log);
    }
}

impl Dealable for State {
    const NAME: &'static str = "tongiaki";
    type Setup = Setup;
    type Deal = Deck;
    type Event = Event;

    fn start(setup: &Setup) -> Self {
        Self::new(setup)
    }

    fn deal<R: Rng>(_: &Setup, rng: &mut R) -> Deck {
        Deck::shuffled(rng)
    }

    fn dealt(&self, deck: &Deck) -> Tile {
        deck.tiles()[self.tiles_drawn() as usize]
    }

    fn play_recorded(&mut self, mv: Move, record: &mut Vec<Event>) {
        self.play_noting(mv, record);
    }

    fn happen_recorded(&mut self, drawn: Tile, record: &mut Vec<Event>) {
        self.draw(drawn, record);
    }

    fn write_record(&self, title: &RecordHeader, deck: &Deck, events: &[Event]) -> String {
        Record::new(self, title, deck, events).to_line()
    }

    fn check_record(line: &str) -> Result<(), RecordError> {
        Record::parse(line)?.check()
    }
}
