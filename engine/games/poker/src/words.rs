//! The table, the moves and the events of poker with a few cards, for people. Each such game implements [`Poker`].

mod drawing;
mod game;
mod phrases;
mod telling;
#[cfg(test)]
mod tests;

pub use game::{Act, CardId, Dealt, Poker};
pub use telling::Renderer;
