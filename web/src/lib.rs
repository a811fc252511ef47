//! The engine and its agents for a page in a browser.
//!
//! [`Game`] is a game that is played or looked at, step by step. All that goes in and out is text: a move
//! in its notation, a record, or JSON. The page keeps one for the board and one in every worker that thinks.
//!
//! Depends from top to bottom: `catalogue` lists the games; `page_game` follows one, with its branches; `scene`
//! draws a position; `thought` asks an agent; `judging` finds mistakes.

mod catalogue;
mod judging;
mod page_game;
mod refusal;
mod scene;
mod thought;

use engine::drawing::Viewer;
use engine::{MAX_SEATS, Seat};
use page_game::PageGame;
use refusal::Refusal;
use serde_json::Value;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// A game with its steps. Step 0 is the start; each later one is a decision, with the chance events that
/// follow it.
#[wasm_bindgen]
pub struct Game {
    game: PageGame,
}

/// Lists the games as JSON: names, numbers of players, rules, agents.
#[wasm_bindgen]
pub fn games() -> String {
    catalogue::games().to_string()
}

#[wasm_bindgen]
impl Game {
    /// Starts a game. `rules` is a JSON object of texts, and `seed` decides the deck.
    ///
    /// # Errors
    /// A sentence, if there is no such game or the rules don't fit.
    #[wasm_bindgen(constructor)]
    pub fn new(game: &str, players: usize, rules: &str, seed: u64) -> Result<Self, JsError> {
        Ok(Self { game: catalogue::start(game, players, rules, seed)? })
    }

    /// Reads a line of a record file.
    ///
    /// # Errors
    /// A sentence about what is wrong with it.
    #[wasm_bindgen(js_name = "fromRecord")]
    pub fn from_record(line: &str) -> Result<Self, JsError> {
        Ok(Self { game: catalogue::read(line)? })
    }

    /// Returns the table as JSON: game, players, rules, labels, letters and colours.
    pub fn table(&self) -> String {
        self.game.table().to_string()
    }

    /// Returns the number of the last step.
    pub fn last(&self) -> usize {
        self.game.last()
    }

    /// Returns a step as JSON: its move, its events, who is next, points, facts. The viewer is `all`, for
    /// somebody who sees all hands, `public`, or the number of a seat.
    ///
    /// # Errors
    /// If there is no such step or viewer.
    pub fn step(&self, step: usize, viewer: &str) -> Result<String, JsError> {
        let viewer = match viewer {
            "all" => Viewer::Everything,
            "public" => Viewer::Public,
            seat => {
                let seat = seat.parse().ok().filter(|&seat| seat < MAX_SEATS);
                Viewer::Seat(Seat::new(seat.ok_or(Refusal::NoViewer)?))
            }
        };
        self.show(step, |game| Ok(game.step(step, viewer)))
    }

    /// Returns the picture of a step as JSON: `view`, the `viewBox`, `pieces` of SVG, bottom first, and
    /// `words`, a line for each place.
    ///
    /// # Errors
    /// If there is no such step.
    pub fn scene(&self, step: usize) -> Result<String, JsError> {
        self.show(step, |game| Ok(game.scene(step)))
    }

    /// Returns the legal moves at a step as JSON, each with its places on the board.
    ///
    /// # Errors
    /// If there is no such step.
    pub fn moves(&self, step: usize) -> Result<String, JsError> {
        self.show(step, |game| Ok(game.moves(step)))
    }

    /// Returns the cards in the hand of a seat at a step as JSON.
    ///
    /// # Errors
    /// If there is no such step or seat.
    pub fn hand(&self, step: usize, seat: usize) -> Result<String, JsError> {
        self.show(step, |game| game.hand(step, seat))
    }

    /// Returns what a seat may believe of where the cards are at a step as JSON, over `samples` determinizations:
    /// a list of the hands by seat, then the deck. For each card it gives the mean number `expected` there, and
    /// how `likely` at least one is.
    ///
    /// # Errors
    /// If there is no such step or seat.
    pub fn belief(
        &self,
        step: usize,
        seat: usize,
        samples: u32,
        seed: u64,
    ) -> Result<String, JsError> {
        self.show(step, |game| game.belief(step, seat, samples, seed))
    }

    /// Plays a move after the last step.
    ///
    /// # Errors
    /// If it is not legal.
    pub fn play(&mut self, mv: &str) -> Result<(), JsError> {
        Ok(self.game.play(mv)?)
    }

    /// Takes back all steps after this one.
    ///
    /// # Errors
    /// If there is no such step.
    #[wasm_bindgen(js_name = "takeBack")]
    pub fn take_back(&mut self, step: usize) -> Result<(), JsError> {
        Ok(self.game.take_back(step)?)
    }

    /// Asks an agent for a move at a step. Returns JSON: `move`, and `table` with visits and values. An agent
    /// that is asked for later steps of its seat goes on with what it planned.
    ///
    /// # Errors
    /// If nobody decides there, or there is no such agent.
    pub fn think(&mut self, step: usize, spec: &str, seed: u64) -> Result<String, JsError> {
        self.check(step)?;
        Ok(self.game.think(step, spec, seed)?.to_string())
    }

    /// Judges all decisions of the game. `thoughts` is a JSON list of what was thought: `step`, `table` as
    /// [`Game::think`] returns it, and `glance`, the move that an agent would have made at first glance, or null.
    /// Returns a JSON list: for the decision at each step `lost`, the chance to win that it lost, and `verdict`;
    /// both may be null.
    ///
    /// # Errors
    /// If the thoughts have another form.
    pub fn judge(&self, thoughts: &str) -> Result<String, JsError> {
        Ok(self.game.judge(thoughts)?.to_string())
    }

    /// Returns the chances to win at a step as JSON, a list by seat; null for a game without a network.
    ///
    /// # Errors
    /// If there is no such step.
    pub fn chances(&self, step: usize) -> Result<String, JsError> {
        self.show(step, |game| Ok(game.chances(step)))
    }

    /// Returns the record of a finished game. `labels` is a JSON list of texts, one for each seat.
    ///
    /// # Errors
    /// If the game is not over, or the labels are not as many as the seats.
    pub fn record(&self, labels: &str) -> Result<String, JsError> {
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
    ) -> Result<String, JsError> {
        self.check(step)?;
        Ok(show(&self.game)?.to_string())
    }
}
