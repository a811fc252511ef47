//! The objects of a game in Python, which lead to each other: `Game`, `State`, `View`. Their methods stand in
//! files of their own.

use crate::table::GameTable;
use anygame::{AnyPosition, AnyView};
use pyo3::prelude::*;
use std::sync::Arc;

/// A game at a table: its players and rules, its actions, its observation tensor.
///
/// Args:
///     name: One of `hidden_decks.GAMES`.
///     players: The number of seats; by default the least that the game allows.
///     rules: Rules to choose, by name, such as `{"edition": "hungarian"}`.
///     returns: What the end of a game is worth to a seat: its "points", its share of the win
///         ("win_share", from 0 to 1), or its "margin" over the best other seat, in points.
///
/// Raises:
///     HiddenDecksError: If there is no such game, or it is not for so many or has no such rule.
#[pyclass(frozen, module = "hidden_decks")]
pub struct Game {
    pub(crate) table: Arc<GameTable>,
}

/// A position in a game. It knows everything, so hand agents a `view`.
///
/// States are equal when their positions are equal: the table, what lies on it and in hands, and whose
/// turn it is. The order of a face-down deck is no part of a position, and neither is the seed.
#[pyclass(module = "hidden_decks")]
pub struct State {
    pub(crate) table: Arc<GameTable>,
    pub(crate) position: Box<dyn AnyPosition>,
    /// The way from the start, for `pickle`; none for a determinized state.
    pub(crate) history: Option<History>,
}

/// The steps from the start of a game to a position.
#[derive(Clone)]
pub struct History {
    pub(crate) seed: Option<u64>,
    pub(crate) steps: Vec<u32>,
}

impl State {
    pub(crate) const fn new(
        table: Arc<GameTable>,
        position: Box<dyn AnyPosition>,
        history: Option<History>,
    ) -> Self {
        Self { table, position, history }
    }
}

/// What one seat knows of a game: all that an agent gets to see.
///
/// Views are equal when the seat cannot tell the positions apart. A view has no pickled form, which
/// would have to hold what leads to the position, hidden cards and all: pickle its tensor or its text.
#[pyclass(frozen, module = "hidden_decks")]
pub struct View {
    pub(crate) table: Arc<GameTable>,
    pub(crate) view: Box<dyn AnyView>,
}

impl View {
    pub(crate) const fn new(table: Arc<GameTable>, view: Box<dyn AnyView>) -> Self {
        Self { table, view }
    }
}
