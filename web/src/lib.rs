//! WebAssembly interface to the engine and its agents for the browser page.
//!
//! [`Game`] is a game that is played or reviewed, step by step. All arguments and results are text: a move
//! in its notation, a record, or JSON. The page has one `Game` for the board and one in the worker that
//! runs agents.
//!
//! `catalogue` lists the games; `thought` asks an agent; `judging` finds mistakes.

mod catalogue;
mod game;
mod judging;
mod refusal;
mod thought;

use wasm_bindgen::prelude::wasm_bindgen;

pub use game::Game;

/// Lists the games as JSON: names, player counts, rules, agents.
#[wasm_bindgen]
pub fn games() -> String {
    catalogue::games().to_string()
}

#[cfg(test)]
mod tests;
