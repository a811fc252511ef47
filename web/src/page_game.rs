//! A game on the page: its steps, and agents' searches at them, as JSON.

use crate::judging;
use crate::refusal::Refusal;
use crate::thought::{self, Thinker};
use anygame::{AnySetup, Part, ShownGame};
use course::Course;
use course::page::{self, ShownCourse};
use engine::drawing::Viewer;
use engine::{Rules, Seat, Turn};
use serde_json::{Value, json};

/// A game on the page. Callers check that a step exists before they ask for it.
pub struct PageGame {
    game: Box<dyn ShownGame>,
    shown: ShownCourse,
    thinker: Option<Thinker>,
}

impl PageGame {
    /// Starts a game with the deck that the seed determines.
    pub fn start(
        game: Box<dyn ShownGame>,
        players: usize,
        rules: &Rules,
        seed: u64,
    ) -> Result<Self, Refusal> {
        Self::begin(game, players, rules, |setup| Ok(Course::start(setup, seed)))
    }

    /// Reads a game's code and plays it to its end.
    pub fn of_code(
        game: Box<dyn ShownGame>,
        players: usize,
        rules: &Rules,
        code: &str,
    ) -> Result<Self, Refusal> {
        let course = |setup| Course::of_code(setup, code).map_err(Refusal::Code);
        Self::begin(game, players, rules, course)
    }

    fn begin(
        game: Box<dyn ShownGame>,
        players: usize,
        rules: &Rules,
        course: impl FnOnce(AnySetup) -> Result<Course, Refusal>,
    ) -> Result<Self, Refusal> {
        let setup =
            game.setup(players, rules).map_err(|error| Refusal::Rules(error.to_string()))?;
        Ok(Self { game, shown: ShownCourse::new(course(setup)?), thinker: None })
    }

    /// Reads a record and replays it to its end.
    pub fn read(game: Box<dyn ShownGame>, line: &str) -> Result<Self, Refusal> {
        let replayed = game.replay_record(line, &Rules::new());
        let replayed = replayed.map_err(|error| Refusal::Record(error.to_string()))?;
        Ok(Self { game, shown: ShownCourse::of_record(replayed, line), thinker: None })
    }

    const fn course(&self) -> &Course {
        &self.shown.course
    }

    fn seat(&self, seat: usize) -> Result<Seat, Refusal> {
        if seat < self.course().setup().players() {
            Ok(Seat::new(seat))
        } else {
            Err(Refusal::NoSeat(seat))
        }
    }

    /// See [`crate::Game::table`].
    pub fn table(&self) -> Value {
        self.shown.table()
    }

    /// See [`crate::Game::last`].
    pub const fn last(&self) -> usize {
        self.course().last()
    }

    /// See [`crate::Game::step`].
    pub fn step(&self, step: usize, viewer: Viewer) -> Value {
        self.shown.step(step, viewer)
    }

    /// See [`crate::Game::scene`].
    pub fn scene(&self, step: usize, viewer: Viewer) -> Value {
        self.shown.scene(step, viewer)
    }

    /// See [`crate::Game::moves`].
    pub fn moves(&self, step: usize) -> Value {
        json!(self.course().position(step).moves())
    }

    /// See [`crate::Game::move_in_words`].
    pub fn move_in_words(&self, step: usize, mv: &str) -> Value {
        json!(self.course().position(step).move_in_words(mv))
    }

    /// See [`crate::Game::arrangement`].
    pub fn arrangement(&self, step: usize) -> Value {
        json!(self.course().position(step).arrangement())
    }

    /// See [`crate::Game::composed`].
    pub fn composed(&self, step: usize, chosen: &str) -> Result<Value, Refusal> {
        let chosen: Vec<Part> =
            serde_json::from_str(chosen).map_err(|error| Refusal::Parts(error.to_string()))?;
        let offered = self.course().position(step).arrangement();
        Ok(json!(offered.map(|offered| offered.composed(&chosen))))
    }

    /// See [`crate::Game::hand`].
    pub fn hand(&self, step: usize, seat: usize) -> Result<Value, Refusal> {
        Ok(self.course().position(step).hand(self.seat(seat)?).into())
    }

    /// See [`crate::Game::belief`].
    pub fn belief(
        &self,
        step: usize,
        seat: usize,
        samples: u32,
        seed: u64,
    ) -> Result<Value, Refusal> {
        let view = self.course().position(step).view(self.seat(seat)?);
        Ok(json!(view.belief(samples, seed)))
    }

    /// See [`crate::Game::play`].
    pub fn play(&mut self, choice: &str) -> Result<(), Refusal> {
        if self.course().legal().is_empty() {
            return Err(Refusal::Over);
        }
        let is_played = self
            .chosen(choice)
            .is_some_and(|(place, drawn)| self.shown.course.play_drawn(place, &drawn));
        if is_played { Ok(()) } else { Err(Refusal::Illegal(choice.chars().take(40).collect())) }
    }

    /// See [`crate::Game::draws`].
    pub fn draws(&self, choice: &str) -> Value {
        json!(self.chosen(choice).map(|(place, drawn)| self.course().draws(place, &drawn)))
    }

    /// Splits a choice into the index of its move and the chance events that people drew.
    fn chosen<'a>(&self, choice: &'a str) -> Option<(usize, Vec<&'a str>)> {
        let mut parts = choice.split('\t');
        let mv = parts.next()?;
        Some((self.course().legal().iter().position(|legal| legal == mv)?, parts.collect()))
    }

    /// See [`crate::Game::take_back`].
    pub fn take_back(&mut self, step: usize) -> Result<(), Refusal> {
        let last = self.last();
        if step > last {
            return Err(Refusal::NoStep { step, last });
        }
        self.thinker = None;
        self.shown.take_back(step);
        Ok(())
    }

    /// See [`crate::Game::think`].
    pub fn think(&mut self, step: usize, spec: &str, seed: u64) -> Result<Value, Refusal> {
        let position = self.shown.course.position(step);
        thought::think(position, step, &mut self.thinker, &*self.game, (spec, seed))
    }

    /// See [`crate::Game::judge`].
    pub fn judge(&self, thoughts: &str) -> Result<Value, Refusal> {
        let mut thoughts = judging::read(thoughts)?;
        let decisions = (1..=self.last()).filter_map(|step| {
            let taken = self.course().taken(step)?;
            let thoughts = thoughts.remove(&(step - 1)).unwrap_or_default();
            Some(thoughts.of(&taken.mv, self.course().goes_on(step)))
        });
        Ok(judging::judgements(&decisions.collect::<Vec<_>>()))
    }

    /// See [`crate::Game::quality`].
    pub fn quality(&self, judgements: &str) -> Result<Value, Refusal> {
        let players = self.course().setup().players();
        Ok(page::quality(judging::judged(judgements, players)?, players))
    }

    /// See [`crate::Game::luck`].
    pub fn luck(&self) -> Result<Value, Refusal> {
        let luck = page::luck(&*self.game, self.course(), &Rules::new());
        match luck.map_err(|error| Refusal::Record(error.to_string()))? {
            Value::Null => Err(Refusal::Unfinished),
            luck => Ok(luck),
        }
    }

    /// See [`crate::Game::chances`].
    pub fn chances(&self, step: usize) -> Value {
        self.course().position(step).win_chances().into()
    }

    /// See [`crate::Game::code`].
    pub fn code(&self) -> Option<String> {
        self.course().code()
    }

    /// See [`crate::Game::record`].
    pub fn record(&self, labels: &str) -> Result<String, Refusal> {
        let players = self.course().setup().players();
        if self.course().end().turn() != Turn::Over {
            return Err(Refusal::Unfinished);
        }
        let labels: Option<Vec<String>> = serde_json::from_str(labels).ok();
        let labels = labels.filter(|labels| labels.len() == players);
        let labels = labels.ok_or(Refusal::Labels(players))?;
        let labels = labels.iter().map(|label| page::plain(label)).collect();
        self.course().record(labels).ok_or(Refusal::Unfinished)
    }
}

#[cfg(test)]
mod tests;
