//! WebAssembly interface to the engine and its agents for the browser page.
//!
//! [`Game`] is a game that is played or reviewed, step by step. All arguments and results are text: a move
//! in its notation, a record, or JSON. The page has one `Game` for the board and one in the worker that
//! runs agents.
//!
//! Depends from top to bottom: `catalogue` lists the games; `page_game` follows one, with its branches;
//! `thought` asks an agent; `judging` finds mistakes.

mod catalogue;
#[cfg(test)]
mod engine_keys;
mod judging;
mod page_game;
mod refusal;
mod thought;

use engine::drawing::Viewer;
use engine::{MAX_SEATS, Seat};
use page_game::PageGame;
use refusal::Refusal;
use serde_json::Value;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// A game with its steps. Step 0 is the start; each later step is a decision with the chance events that
/// follow it.
#[wasm_bindgen]
pub struct Game {
    game: PageGame,
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

/// Lists the games as JSON: names, player counts, rules, agents.
#[wasm_bindgen]
pub fn games() -> String {
    catalogue::games().to_string()
}

#[wasm_bindgen]
impl Game {
    /// Starts a game. `rules` is a JSON object of texts, and `seed` decides the deck.
    ///
    /// # Errors
    /// Returns a sentence if the game is unknown or the rules are invalid.
    #[wasm_bindgen(constructor)]
    pub fn new(game: &str, players: usize, rules: &str, seed: u64) -> Result<Self, JsValue> {
        Ok(Self { game: catalogue::start(game, players, rules, seed)? })
    }

    /// Reads a line of a record file.
    ///
    /// # Errors
    /// Returns a sentence about the first error in the record.
    #[wasm_bindgen(js_name = "fromRecord")]
    pub fn from_record(line: &str) -> Result<Self, JsValue> {
        Ok(Self { game: catalogue::read(line)? })
    }

    /// Reads a game's code, as returned by [`Game::code`]. `rules` is a JSON object of texts.
    ///
    /// # Errors
    /// Returns a sentence if the game is unknown, the rules are invalid, or the code is damaged.
    #[wasm_bindgen(js_name = "fromCode")]
    pub fn from_code(game: &str, players: usize, rules: &str, code: &str) -> Result<Self, JsValue> {
        Ok(Self { game: catalogue::of_code(game, players, rules, code)? })
    }

    /// Returns a short text with the seed and all moves, or nothing if the seed does not determine the game.
    pub fn code(&self) -> Option<String> {
        self.game.code()
    }

    /// Returns the table as JSON: game, players, rules, labels, letters and colours.
    pub fn table(&self) -> String {
        self.game.table().to_string()
    }

    /// Returns the number of the last step.
    pub fn last(&self) -> usize {
        self.game.last()
    }

    /// Returns a step as JSON: its move, its events, the next seat, points, facts. The viewer is `all`
    /// (with all hands), `public`, or a seat number.
    ///
    /// # Errors
    /// Fails if the step or the viewer does not exist.
    pub fn step(&self, step: usize, viewer: &str) -> Result<String, JsValue> {
        self.show(step, |game| Ok(game.step(step, read_viewer(viewer)?)))
    }

    /// Returns the picture of a step for a viewer, by default the public, as JSON: `view`, the `viewBox`; `pieces` of
    /// SVG, bottom first; and `words`, one line per place.
    ///
    /// # Errors
    /// Fails if the step or the viewer does not exist.
    pub fn scene(&self, step: usize, viewer: Option<String>) -> Result<String, JsValue> {
        let viewer = viewer.unwrap_or_else(|| "public".to_owned());
        self.show(step, |game| Ok(game.scene(step, read_viewer(&viewer)?)))
    }

    /// Returns the legal moves at a step as JSON, each with its places on the board.
    ///
    /// # Errors
    /// Fails if the step does not exist.
    pub fn moves(&self, step: usize) -> Result<String, JsValue> {
        self.show(step, |game| Ok(game.moves(step)))
    }

    /// Returns a move of the seat that decides at a step as a phrase, as JSON.
    ///
    /// # Errors
    /// Fails if the step does not exist.
    pub fn move_in_words(&self, step: usize, mv: &str) -> Result<String, JsValue> {
        self.show(step, |game| Ok(game.move_in_words(step, mv)))
    }

    /// Returns the consecutive moves at a step that people make as one choice, as JSON: `pieces` and
    /// `places`; null if the next move is a choice by itself.
    ///
    /// # Errors
    /// Fails if the step does not exist.
    pub fn arrangement(&self, step: usize) -> Result<String, JsValue> {
        self.show(step, |game| Ok(game.arrangement(step)))
    }

    /// Returns the state of the choice of [`Game::arrangement`] after some parts have been chosen, as JSON: `placed`, `rest`,
    /// `open` and `moves`. Parts are pairs of a seat and the number of a place, or null; null if there is no such choice.
    ///
    /// # Errors
    /// Fails if the step does not exist, or if the parts are malformed.
    pub fn composed(&self, step: usize, chosen: &str) -> Result<String, JsValue> {
        self.show(step, |game| game.composed(step, chosen))
    }

    /// Returns the cards in the hand of a seat at a step as JSON.
    ///
    /// # Errors
    /// Fails if the step or the seat does not exist.
    pub fn hand(&self, step: usize, seat: usize) -> Result<String, JsValue> {
        self.show(step, |game| game.hand(step, seat))
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
    ) -> Result<String, JsValue> {
        self.show(step, |game| game.belief(step, seat, samples, seed))
    }

    /// Plays a choice after the last step: a move, then the chance events that people drew at their table, if any, each after a
    /// tab.
    ///
    /// # Errors
    /// Fails if the move is illegal, or if the events cannot follow it.
    pub fn play(&mut self, choice: &str) -> Result<(), JsValue> {
        Ok(self.game.play(choice)?)
    }

    /// Returns the chance events that people can draw after a choice as a JSON array; an empty one if a seat decides next.
    pub fn draws(&self, choice: &str) -> String {
        self.game.draws(choice).to_string()
    }

    /// Takes back all steps after `step`.
    ///
    /// # Errors
    /// Fails if the step does not exist.
    #[wasm_bindgen(js_name = "takeBack")]
    pub fn take_back(&mut self, step: usize) -> Result<(), JsValue> {
        Ok(self.game.take_back(step)?)
    }

    /// Asks an agent for a move at a step. Returns JSON: `move`, and `table` with visits and values. An
    /// agent that is asked about a later step of the same seat continues with its plan.
    ///
    /// # Errors
    /// Fails if no seat decides at the step, or the agent is unknown.
    pub fn think(&mut self, step: usize, spec: &str, seed: u64) -> Result<String, JsValue> {
        self.check(step)?;
        Ok(self.game.think(step, spec, seed)?.to_string())
    }

    /// Judges all decisions of the game. `thoughts` is a JSON list of search results: `step`, `table` as
    /// returned by [`Game::think`], and `glance`, the move of an agent without search, or null. Returns a
    /// JSON list with an entry for the decision at each step: `lost`, the chance to win that it lost, and
    /// `verdict`; both may be null.
    ///
    /// # Errors
    /// Fails if `thoughts` is malformed.
    pub fn judge(&self, thoughts: &str) -> Result<String, JsValue> {
        Ok(self.game.judge(thoughts)?.to_string())
    }

    /// Returns the quality of each seat's decisions as a JSON list: `meanLoss`, `accuracy`, `critical`, the number of critical
    /// decisions, and `criticalLoss`, their mean loss. `judgements` is a JSON list of `seat`, `lost` and `at_stake`.
    ///
    /// # Errors
    /// Fails if `judgements` is malformed.
    pub fn quality(&self, judgements: &str) -> Result<String, JsValue> {
        Ok(self.game.quality(judgements)?.to_string())
    }

    /// Returns the luck in a finished game as JSON, as changes of the chance to win by seat: `draws`, the chance events with
    /// their `step`, `told` and `luck`; `byStep`, the sum of luck up to each step; `luck`, the sum over the game; `results`,
    /// the shares of the win; and `withoutLuck`, the results without the luck.
    ///
    /// # Errors
    /// Fails if the game is unfinished.
    pub fn luck(&self) -> Result<String, JsValue> {
        Ok(self.game.luck()?.to_string())
    }

    /// Returns every seat's chance to win at a step as a JSON list; null for a game without a network.
    ///
    /// # Errors
    /// Fails if the step does not exist.
    pub fn chances(&self, step: usize) -> Result<String, JsValue> {
        self.show(step, |game| Ok(game.chances(step)))
    }

    /// Returns the record of a finished game. `labels` is a JSON list of texts, one for each seat.
    ///
    /// # Errors
    /// Fails if the game is unfinished, or the number of labels differs from the number of seats.
    pub fn record(&self, labels: &str) -> Result<String, JsValue> {
        Ok(self.game.record(labels)?)
    }

    fn check(&self, step: usize) -> Result<(), Refusal> {
        let last = self.game.last();
        if step > last { Err(Refusal::NoStep { step, last }) } else { Ok(()) }
    }

    fn show(
        &self,
        step: usize,
        show: impl FnOnce(&PageGame) -> Result<Value, Refusal>,
    ) -> Result<String, JsValue> {
        self.check(step)?;
        Ok(show(&self.game)?.to_string())
    }
}
