//! The contract of every agent: a view in, a move out.

use engine::{Game, GameRng, Outcome, Seat, is_printable};
use std::fmt;

/// An agent for one seat in one game.
///
/// Every game and seat gets a new agent, so it may keep any state during the game. It sees only
/// views, and all its randomness comes from the generator it receives: the same views and
/// generators give the same moves.
pub trait Agent<G: Game>: Send {
    /// Chooses one of the legal moves of a view whose seat is to decide.
    fn choose(&mut self, view: &G::View, rng: &mut GameRng) -> G::Move;

    /// Like [`Agent::choose`], for agents that can fail for reasons outside this program;
    /// tournaments call this method. An agent that has failed is not asked again in its game.
    ///
    /// # Errors
    /// Returns why there is no move.
    fn try_choose(&mut self, view: &G::View, rng: &mut GameRng) -> Result<G::Move, Fault> {
        Ok(self.choose(view, rng))
    }

    /// Whether the agent follows the game beyond its own views. If not, [`Agent::begin`],
    /// [`Agent::observe`] and [`Agent::end`] are never called.
    fn observes(&self) -> bool {
        false
    }

    /// Whether another program decides. Then the decks are kept from it by a secret.
    fn is_external(&self) -> bool {
        false
    }

    /// Called when a game begins.
    fn begin(&mut self, _start: &GameStart<G>) {}

    /// Called for each event, as the agent's seat sees it.
    fn observe(&mut self, _observation: &G::Observation) {}

    /// Called when the game is over.
    fn end(&mut self, _end: &GameEnd) {}

    /// Returns the number of rollouts since the agent was created; 0 for agents that play none.
    fn playouts(&self) -> u64 {
        0
    }

    /// Returns what the last search found out about the moves that it tried, ascending by move. It is
    /// empty for agents that do not search, and after decisions that needed no search.
    fn search_table(&self) -> Vec<SearchedMove<G::Move>> {
        Vec::new()
    }
}

/// What a search found out about a move.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct SearchedMove<M> {
    /// The move.
    pub mv: M,
    /// How often it was tried, with what first impressions count for.
    pub visits: u64,
    /// The mean reward.
    pub value: f64,
}

/// The start of a game, as one of its players sees it.
#[derive(Clone, Debug)]
pub struct GameStart<G: Game> {
    /// The game's setup.
    pub setup: G::Setup,
    /// The seat's view before any event.
    pub view: G::View,
    /// The number of players.
    pub players: usize,
    /// A seed below 2^53 for random choices besides those of the generator for decisions.
    pub seed: u64,
}

/// The end of a game.
#[derive(Clone, Debug)]
pub struct GameEnd {
    /// The outcome.
    pub outcome: Outcome,
    /// The seats that forfeited the game, in ascending order.
    pub forfeits: Vec<Seat>,
}

/// Why an agent could not decide: a clause such as `no answer within 100 ms`.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub struct Fault(String);

/// The longest cause, in characters: it must fit in a table cell.
const LONGEST_FAULT: usize = 160;

impl Fault {
    /// Creates a fault with this cause. The text may come from anywhere: characters that would
    /// break a table cell, such as the separator `|`, are replaced, and long text is cut.
    pub fn new(cause: &str) -> Self {
        let printable = |character: char| match character {
            '|' => '/',
            _ if !is_printable(character) => ' ',
            _ => character,
        };
        let mut text: String = cause.trim().chars().map(printable).take(LONGEST_FAULT).collect();
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
        assert_eq!(Fault::new("a\u{202e}b\x1bc").to_string(), "a b c");
        let long = Fault::new(&"x".repeat(500)).to_string();
        assert_eq!(long.chars().count(), LONGEST_FAULT + 1);
        assert!(long.ends_with('…'));
    }
}
