//! The contract of every agent: a view in, a move out.

use engine::{Game, GameRng, Outcome, Seat};
use std::fmt;

/// A player of one seat in one game.
///
/// Every game and seat gets a new agent, so it may remember what it likes while the game lasts. It sees
/// views only, and all its randomness comes from the generator that it is handed: the same views and
/// generators give the same moves.
pub trait Agent<G: Game>: Send {
    /// Chooses one of the legal moves of a view whose seat is to decide.
    fn choose(&mut self, view: &G::View, rng: &mut GameRng) -> G::Move;

    /// [`Agent::choose`] for agents that can fail for reasons outside this program; this is what
    /// tournaments call. An agent that has failed is not asked again in its game.
    ///
    /// # Errors
    /// Why there is no move.
    fn try_choose(&mut self, view: &G::View, rng: &mut GameRng) -> Result<G::Move, Fault> {
        Ok(self.choose(view, rng))
    }

    /// Whether the agent follows the game beyond its own views. Unless it does, nobody calls
    /// [`Agent::begin`], [`Agent::observe`] and [`Agent::end`].
    fn observes(&self) -> bool {
        false
    }

    /// A game begins.
    fn begin(&mut self, _start: &GameStart<G>) {}

    /// Something has happened, as the agent's seat sees it.
    fn observe(&mut self, _observation: &G::Observation) {}

    /// The game is over.
    fn end(&mut self, _end: &GameEnd) {}

    /// Rollouts played since the agent was made; 0 for agents that play none.
    fn playouts(&self) -> u64 {
        0
    }
}

/// A game that begins, as one of its players sees it.
#[derive(Clone, Debug)]
pub struct GameStart<G: Game> {
    /// How the table is laid.
    pub setup: G::Setup,
    /// What the seat sees before anything has happened.
    pub view: G::View,
    /// Players at the table.
    pub players: usize,
    /// For random choices outside the generator that decisions are handed; below 2^53.
    pub seed: u64,
}

/// How a game has ended.
#[derive(Clone, Debug)]
pub struct GameEnd {
    /// The result.
    pub outcome: Outcome,
    /// The seats that have forfeited it, ascending.
    pub forfeits: Vec<Seat>,
}

/// Why an agent could not decide: a clause such as `no answer within 100 ms`.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub struct Fault(String);

/// Characters of a cause at most: it is for a cell of a table.
const LONGEST_FAULT: usize = 160;

impl Fault {
    /// The fault with this cause. The text may come from anywhere: what would make trouble in a cell of a
    /// table, such as the `|` between things in one cell, is replaced, and too long a text is cut.
    pub fn new(cause: &str) -> Self {
        let tame = |character: char| match character {
            '|' => '/',
            _ if character.is_control() => ' ',
            _ => character,
        };
        let mut text: String = cause.trim().chars().map(tame).take(LONGEST_FAULT).collect();
        if cause.trim().chars().nth(LONGEST_FAULT).is_some() {
            text.push('…');
        }
        Self(text)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_fits_into_a_cell() {
        assert_eq!(Fault::new(" a|b\n\tc ").to_string(), "a/b  c");
        let long = Fault::new(&"x".repeat(500)).to_string();
        assert_eq!(long.chars().count(), LONGEST_FAULT + 1);
        assert!(long.ends_with('…'));
    }
}
