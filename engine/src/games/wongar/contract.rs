//! Wongar as a [`Game`] and as a [`Dealable`] one.

use super::chance::Chance;
use super::deal::Deal;
use super::event::Event;
use super::moves::Move;
use super::record::Record;
use super::setup::Setup;
use super::state::State;
use super::view::View;
use crate::bits::{bits, random_bit};
use crate::log::Log;
use crate::{Dealable, Game, Outcome, RecordError, RecordHeader, Seat, Turn};
use rand::Rng;

impl Game for State {
    type Move = Move;
    type Chance = Chance;
    type View = View;
    type Observation = super::observation::Observation;

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
        into.extend(bits(self.options).map(|option| self.move_of(option as u32)));
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.option_of(mv).is_some()
    }

    fn chances(&self, into: &mut Vec<(Chance, u32)>) {
        self.list_chances(into);
    }

    fn play(&mut self, mv: Move) {
        self.play_noting(mv, &mut ());
    }

    fn happen(&mut self, chance: Chance) {
        self.let_happen(chance, &mut ());
    }

    fn outcome(&self) -> Outcome {
        self.outcome()
    }

    fn view(&self, seat: Seat) -> View {
        View::new(seat, self)
    }

    fn observe_move(&self, mv: Move, observer: Seat) -> Move {
        match mv {
            Move::Choose(pick) if observer != self.decider => Move::ChooseUnseen(pick.total()),
            _ => mv,
        }
    }

    fn observe_chance(&self, chance: Chance, observer: Seat) -> Chance {
        self.seen_by(chance, observer)
    }

    fn random_move<R: Rng>(&self, rng: &mut R) -> Move {
        self.move_of(random_bit(self.options, rng))
    }

    fn play_random<R: Rng>(&mut self, rng: &mut R) {
        self.choose(random_bit(self.options, rng), &mut ());
    }

    fn random_chance<R: Rng>(&self, rng: &mut R) -> Chance {
        self.draw_chance(rng)
    }
}

impl State {
    fn play_noting(&mut self, mv: Move, log: &mut impl Log<Event>) {
        let option = self.option_of(mv);
        self.choose(option.unwrap_or_else(|| panic!("'{mv}' is not legal here")), log);
    }
}

impl Dealable for State {
    const NAME: &'static str = "wongar";
    type Setup = Setup;
    type Deal = Deal;
    type Event = Event;

    fn start(setup: &Setup) -> Self {
        Self::new(setup)
    }

    fn deal<R: Rng>(setup: &Setup, rng: &mut R) -> Deal {
        Deal::shuffled(setup, rng)
    }

    fn dealt(&self, deal: &Deal) -> Chance {
        deal.chance(self)
    }

    fn play_recorded(&mut self, mv: Move, record: &mut Vec<Event>) {
        self.play_noting(mv, record);
    }

    fn happen_recorded(&mut self, chance: Chance, record: &mut Vec<Event>) {
        self.let_happen(chance, record);
    }

    fn write_record(&self, title: &RecordHeader, deal: &Deal, events: &[Event]) -> String {
        Record::new(self, title, deal, events).to_line()
    }

    fn check_record(line: &str) -> Result<(), RecordError> {
        Record::parse(line)?.check()
    }
}
