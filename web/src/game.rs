//! A game on the page: its steps, and agents' searches at them, as JSON.

use crate::catalogue;
use crate::judging;
use crate::refusal::Refusal;
use crate::thought::{self, Thinker};
use anygame::{AnyPosition, AnySetup, Part, ShownGame};
use course::Course;
use course::page::{self, ShownCourse};
use engine::drawing::Viewer;
use engine::{MAX_SEATS, Rules, Seat, Turn};
use serde_json::json;
use wasm_bindgen::prelude::wasm_bindgen;

/// A game with its steps. Step 0 is the start; each later step is a decision with the chance events that
/// follow it.
#[wasm_bindgen]
pub struct Game {
    rules_and_agents: Box<dyn ShownGame>,
    shown: ShownCourse,
    thinker: Option<Thinker>,
}

fn read_viewer(viewer: &str) -> Result<Viewer, Refusal> {
    match viewer {
        "all" => Ok(Viewer::Everything),
        "public" => Ok(Viewer::Public),
        seat => {
            let seat = seat.parse().ok().filter(|&seat| seat < MAX_SEATS);
            Ok(Viewer::Seat(Seat::new(seat.ok_or(Refusal::NoViewer)?)))
        }
    }
}

#[wasm_bindgen]
impl Game {
    /// Starts a game. `rules` is a JSON object of texts, and `seed` decides the deck.
    ///
    /// # Errors
    /// Returns a sentence if the game is unknown or the rules are invalid.
    #[wasm_bindgen(constructor)]
    pub fn new(game: &str, players: usize, rules: &str, seed: u64) -> Result<Self, Refusal> {
        Self::begin(game, players, rules, |setup| Ok(Course::start(setup, seed)))
    }

    /// Reads a line of a record file.
    ///
    /// # Errors
    /// Returns a sentence about the first error in the record.
    #[wasm_bindgen(js_name = "fromRecord")]
    pub fn from_record(line: &str) -> Result<Self, Refusal> {
        let game = catalogue::of_record(line)?;
        let replayed = game.replay_record(line, &Rules::new());
        let replayed = replayed.map_err(|error| Refusal::Record(error.to_string()))?;
        let shown = ShownCourse::of_record(replayed, line);
        Ok(Self { rules_and_agents: game, shown, thinker: None })
    }

    /// Reads a game's code, as returned by [`Game::code`]. `rules` is a JSON object of texts.
    ///
    /// # Errors
    /// Returns a sentence if the game is unknown, the rules are invalid, or the code is damaged.
    #[wasm_bindgen(js_name = "fromCode")]
    pub fn from_code(game: &str, players: usize, rules: &str, code: &str) -> Result<Self, Refusal> {
        let course = |setup| Course::of_code(setup, code).map_err(Refusal::Code);
        Self::begin(game, players, rules, course)
    }

    /// Returns a short text with the seed and all moves, or nothing if the seed does not determine the game.
    pub fn code(&self) -> Option<String> {
        self.shown.course.code()
    }

    /// Returns the table as JSON: game, players, rules, labels, letters and colours.
    pub fn table(&self) -> String {
        self.shown.table().to_string()
    }

    /// Returns the number of the last step.
    pub fn last(&self) -> usize {
        self.shown.course.last()
    }

    /// Returns a step as JSON: its move, its events, the next seat, points, facts. The viewer is `all`
    /// (with all hands), `public`, or a seat number.
    ///
    /// # Errors
    /// Fails if the step or the viewer does not exist.
    pub fn step(&self, step: usize, viewer: &str) -> Result<String, Refusal> {
        self.at(step)?;
        Ok(self.shown.step(step, read_viewer(viewer)?).to_string())
    }

    /// Returns the picture of a step for a viewer, by default the public, as JSON: `view`, the `viewBox`; `pieces` of
    /// SVG, bottom first; and `words`, one line per place.
    ///
    /// # Errors
    /// Fails if the step or the viewer does not exist.
    pub fn scene(&self, step: usize, viewer: Option<String>) -> Result<String, Refusal> {
        self.at(step)?;
        let viewer = viewer.unwrap_or_else(|| "public".to_owned());
        Ok(self.shown.scene(step, read_viewer(&viewer)?).to_string())
    }

    /// Returns the pictures after each event of a step as JSON: `view` and `pieces` as in [`Game::scene`], and `way`, the path on
    /// which the last piece came to its place, or an empty text. Some games have none.
    ///
    /// # Errors
    /// Fails if the step does not exist.
    pub fn frames(&self, step: usize) -> Result<String, Refusal> {
        self.at(step)?;
        Ok(self.shown.frames(step).to_string())
    }

    /// Returns the legal moves at a step as JSON, each with its places on the board.
    ///
    /// # Errors
    /// Fails if the step does not exist.
    pub fn moves(&self, step: usize) -> Result<String, Refusal> {
        Ok(json!(self.at(step)?.moves()).to_string())
    }

    /// Returns a move of the seat that decides at a step as a phrase, as JSON.
    ///
    /// # Errors
    /// Fails if the step does not exist.
    pub fn move_in_words(&self, step: usize, mv: &str) -> Result<String, Refusal> {
        Ok(json!(self.at(step)?.move_in_words(mv)).to_string())
    }

    /// Returns the consecutive moves at a step that people make as one choice, as JSON: `pieces` and
    /// `places`; null if the next move is a choice by itself.
    ///
    /// # Errors
    /// Fails if the step does not exist.
    pub fn arrangement(&self, step: usize) -> Result<String, Refusal> {
        Ok(json!(self.at(step)?.arrangement()).to_string())
    }

    /// Returns the state of the choice of [`Game::arrangement`] after some parts have been chosen, as JSON: `placed`, `rest`,
    /// `open` and `moves`. Parts are pairs of a seat and the number of a place, or null. The result is null without such a choice.
    ///
    /// # Errors
    /// Fails if the step does not exist, or if the parts are malformed.
    pub fn composed(&self, step: usize, chosen: &str) -> Result<String, Refusal> {
        let offered = self.at(step)?.arrangement();
        let chosen: Vec<Part> =
            serde_json::from_str(chosen).map_err(|error| Refusal::Parts(error.to_string()))?;
        Ok(json!(offered.map(|offered| offered.composed(&chosen))).to_string())
    }

    /// Returns the cards in the hand of a seat at a step as JSON.
    ///
    /// # Errors
    /// Fails if the step or the seat does not exist.
    pub fn hand(&self, step: usize, seat: usize) -> Result<String, Refusal> {
        Ok(json!(self.at(step)?.hand(self.seat(seat)?)).to_string())
    }

    /// Estimates, from a seat's view at a step, where the cards are, from `samples` determinizations.
    /// Returns a JSON list of the hands by seat, then the deck. For each card, `expected` is the mean
    /// number there and `likely` the probability of at least one.
    ///
    /// # Errors
    /// Fails if the step or the seat does not exist.
    pub fn belief(
        &self,
        step: usize,
        seat: usize,
        samples: u32,
        seed: u64,
    ) -> Result<String, Refusal> {
        let view = self.at(step)?.view(self.seat(seat)?);
        Ok(json!(view.belief(samples, seed)).to_string())
    }

    /// Plays a choice after the last step: a move, then the chance events that people drew at their table, if any, each after a
    /// tab.
    ///
    /// # Errors
    /// Fails if the move is illegal, or if the events cannot follow it.
    pub fn play(&mut self, choice: &str) -> Result<(), Refusal> {
        let course = &mut self.shown.course;
        if course.legal().is_empty() {
            return Err(Refusal::Over);
        }
        let chosen = chosen(course, choice);
        if chosen.is_some_and(|(place, drawn)| course.play_drawn(place, &drawn)) {
            Ok(())
        } else {
            Err(Refusal::Illegal(choice.chars().take(40).collect()))
        }
    }

    /// Returns the chance events that people can draw after a choice as a JSON array; an empty one if a seat decides next.
    pub fn draws(&self, choice: &str) -> String {
        let course = &self.shown.course;
        let chosen = chosen(course, choice);
        json!(chosen.map(|(place, drawn)| course.draws(place, &drawn))).to_string()
    }

    /// Takes back all steps after `step`.
    ///
    /// # Errors
    /// Fails if the step does not exist.
    #[wasm_bindgen(js_name = "takeBack")]
    pub fn take_back(&mut self, step: usize) -> Result<(), Refusal> {
        self.at(step)?;
        self.thinker = None;
        self.shown.take_back(step);
        Ok(())
    }

    /// Asks an agent for a move at a step. Returns JSON: `move`, and `table` with visits and values. An
    /// agent that is asked about a later step of the same seat continues with its plan.
    ///
    /// # Errors
    /// Fails if no seat decides at the step, or the agent is unknown.
    pub fn think(&mut self, step: usize, spec: &str, seed: u64) -> Result<String, Refusal> {
        self.at(step)?;
        let Self { rules_and_agents: game, shown, thinker } = self;
        let position = shown.course.position(step);
        Ok(thought::think(position, step, thinker, &**game, (spec, seed))?.to_string())
    }

    /// Judges all decisions of the game. `thoughts` is a JSON list of search results: `step`, `table` as
    /// returned by [`Game::think`], and `glance`, the move of an agent without search, or null. Returns a
    /// JSON list with an entry for the decision at each step: `lost`, the win probability that it lost, and
    /// `verdict`; both may be null.
    ///
    /// # Errors
    /// Fails if `thoughts` is malformed.
    pub fn judge(&self, thoughts: &str) -> Result<String, Refusal> {
        let course = &self.shown.course;
        let mut thoughts = judging::read(thoughts)?;
        let decisions = (1..=course.last()).filter_map(|step| {
            let taken = course.taken(step)?;
            let thoughts = thoughts.remove(&(step - 1)).unwrap_or_default();
            Some(thoughts.of(&taken.mv, course.goes_on(step)))
        });
        Ok(judging::judgements(&decisions.collect::<Vec<_>>()).to_string())
    }

    /// Returns the quality of each seat's decisions as a JSON list: `meanLoss`, `accuracy`, `critical`, the number of critical
    /// decisions, and `criticalLoss`, their mean loss. `judgements` is a JSON list of `seat`, `lost` and `at_stake`.
    ///
    /// # Errors
    /// Fails if `judgements` is malformed.
    pub fn quality(&self, judgements: &str) -> Result<String, Refusal> {
        let players = self.players();
        Ok(page::quality(judging::judged(judgements, players)?, players).to_string())
    }

    /// Returns the luck in a finished game as JSON, as changes of the win probability by seat: `draws`, the chance events with
    /// their `step`, `told` and `luck`; `byStep`, the sum of luck up to each step; `luck`, the sum over the game; `results`,
    /// the shares of the win; and `withoutLuck`, the results without the luck.
    ///
    /// # Errors
    /// Fails if the game is unfinished.
    pub fn luck(&self) -> Result<String, Refusal> {
        self.finished()?;
        let luck = page::luck(&*self.rules_and_agents, &self.shown.course, &Rules::new());
        Ok(luck.map_err(|error| Refusal::Record(error.to_string()))?.to_string())
    }

    /// Returns every seat's win probability at a step as a JSON list; null for a game without a network.
    ///
    /// # Errors
    /// Fails if the step does not exist.
    pub fn chances(&self, step: usize) -> Result<String, Refusal> {
        Ok(json!(self.at(step)?.win_chances()).to_string())
    }

    /// Returns the record of a finished game. `labels` is a JSON list of texts, one for each seat.
    ///
    /// # Errors
    /// Fails if the game is unfinished, or the number of labels differs from the number of seats.
    pub fn record(&self, labels: &str) -> Result<String, Refusal> {
        self.finished()?;
        let given: Option<Vec<String>> = serde_json::from_str(labels).ok();
        let given = given.filter(|labels| labels.len() == self.players());
        let given = given.ok_or_else(|| Refusal::Labels(self.players()))?;
        let labels = given.iter().map(|label| page::plain(label)).collect();
        self.shown.course.record(labels).ok_or(Refusal::Unfinished)
    }
}

impl Game {
    fn begin(
        game: &str,
        players: usize,
        rules: &str,
        course: impl FnOnce(AnySetup) -> Result<Course, Refusal>,
    ) -> Result<Self, Refusal> {
        let (game, rules) = (catalogue::find(game)?, catalogue::rules(rules)?);
        let setup = game.setup(players, &rules);
        let setup = setup.map_err(|error| Refusal::Rules(error.to_string()))?;
        let shown = ShownCourse::new(course(setup)?);
        Ok(Self { rules_and_agents: game, shown, thinker: None })
    }

    pub(crate) const fn players(&self) -> usize {
        self.shown.course.setup().players()
    }

    fn seat(&self, seat: usize) -> Result<Seat, Refusal> {
        if seat < self.players() { Ok(Seat::new(seat)) } else { Err(Refusal::NoSeat(seat)) }
    }

    /// Returns the position after a step.
    fn at(&self, step: usize) -> Result<&dyn AnyPosition, Refusal> {
        let last = self.last();
        if step > last {
            return Err(Refusal::NoStep { step, last });
        }
        Ok(self.shown.course.position(step))
    }

    fn finished(&self) -> Result<(), Refusal> {
        let is_over = self.shown.course.end().turn() == Turn::Over;
        if is_over { Ok(()) } else { Err(Refusal::Unfinished) }
    }
}

/// Splits a choice into the index of its move and the chance events that people drew.
fn chosen<'a>(course: &Course, choice: &'a str) -> Option<(usize, Vec<&'a str>)> {
    let mut parts = choice.split('\t');
    let mv = parts.next()?;
    Some((course.legal().iter().position(|legal| legal == mv)?, parts.collect()))
}
