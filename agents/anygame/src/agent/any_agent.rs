//! An agent that answers single decisions, without the type of its game.

use crate::position::{AnyView, TypedView};
use agents::{Agent, Fault, SearchedMove};
use engine::{Game, NotedMove, PlayableGame, Seat, Seed, View};
use std::any::Any;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// An agent for a seat that is asked decision by decision. It keeps its plans between the decisions of a game.
pub trait AnyAgent: Send {
    /// Chooses a move with the random numbers of this seed. Returns the index of the move in [`AnyView::moves`].
    ///
    /// # Errors
    /// Fails if the view is of another game, its seat does not decide, or the agent fails.
    fn choose(&mut self, view: &dyn AnyView, seed: Seed) -> Result<usize, ChoiceError>;

    /// Returns the moves that the last search valued with its results, in ascending order. The list is empty for
    /// agents that do not search, and after decisions that needed no search.
    fn search_table(&self) -> Vec<NotedMove>;
}

/// The reason why an agent has not chosen a move.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum ChoiceError {
    /// The view is of another game.
    #[error("the agent plays another game")]
    OtherGame,
    /// The seat has nothing to decide.
    #[error("seat {0} does not decide here: ask the agent when current_player() is its seat")]
    NotItsTurn(Seat),
    /// The agent gave up.
    #[error("{0}")]
    Fault(#[from] Fault),
    /// The agent panicked.
    #[error("the agent panicked")]
    Panicked,
    /// The agent chose a move that is not legal.
    #[error("illegal move '{0}'")]
    Illegal(String),
}

/// An agent with the type of its game: the only implementation of [`AnyAgent`].
pub(crate) struct TypedAgent<G: Game> {
    pub(crate) agent: Box<dyn Agent<G>>,
    /// The legal moves of the last decision.
    pub(crate) moves: Vec<G::Move>,
}

impl<G: PlayableGame> AnyAgent for TypedAgent<G> {
    fn choose(&mut self, view: &dyn AnyView, seed: Seed) -> Result<usize, ChoiceError> {
        let view: Option<&TypedView<G>> = (view as &dyn Any).downcast_ref();
        let view = &view.ok_or(ChoiceError::OtherGame)?.view;
        view.moves(&mut self.moves);
        if self.moves.is_empty() {
            return Err(ChoiceError::NotItsTurn(view.seat()));
        }
        ask(&mut *self.agent, view, &self.moves, seed)
    }

    fn search_table(&self) -> Vec<NotedMove> {
        noted_moves(&self.agent.search_table())
    }
}

/// Asks an agent for one of the legal moves, and returns the index of the move. A panic of the agent is an error.
///
/// # Errors
/// Fails if the agent fails.
pub(crate) fn ask<G: Game>(
    agent: &mut dyn Agent<G>,
    view: &G::View,
    moves: &[G::Move],
    seed: Seed,
) -> Result<usize, ChoiceError> {
    let choice = catch_unwind(AssertUnwindSafe(|| agent.try_choose(view, &mut seed.rng())));
    let chosen = choice.map_err(|_| ChoiceError::Panicked)??;
    moves.binary_search(&chosen).map_err(|_| ChoiceError::Illegal(chosen.to_string()))
}

/// Converts a search table to the form in which records store it.
pub(crate) fn noted_moves<M: Display>(table: &[SearchedMove<M>]) -> Vec<NotedMove> {
    let noted = |row: &SearchedMove<M>| NotedMove {
        mv: row.mv.to_string(),
        visits: row.visits,
        value: row.value,
    };
    table.iter().map(noted).collect()
}
