//! The classes of a game in Python, which refer to each other: `Game`, `State`, `View`. Their methods are in separate files.

use crate::table::GameTable;
use anygame::{AnyPosition, AnyView};
use pyo3::prelude::*;
use std::sync::Arc;

/// A game with a number of players and rules: its actions and its observation tensor.
///
/// Parameters
/// ----------
/// name : str
///     One of `hidden_decks.GAMES`.
/// players : int, optional
///     The number of seats; by default the minimum that the game allows.
/// rules : dict, optional
///     Rule options by name, such as `{"edition": "hungarian"}`.
/// returns : {"points", "win_share", "margin"}, optional
///     The value of a finished game to a seat: its "points" (the default in zero-sum games, that is in poker), its share of the win
///     ("win_share", from 0 to 1, the default in other games), or its "margin" over the best other seat, in points.
///
/// Raises
/// ------
/// HiddenDecksError
///     If there is no such game, or it does not allow this number of players or these rules.
#[pyclass(frozen, module = "hidden_decks")]
pub struct Game {
    pub(crate) table: Arc<GameTable>,
}

/// A position in a game, with the information of all seats. Give agents a `view` of it instead.
///
/// States are equal if their positions are equal: the table, the pieces on it, the cards in hands, and whose turn it is. Neither
/// the order of a face-down deck nor the seed is part of a position.
#[pyclass(module = "hidden_decks")]
pub struct State {
    pub(crate) table: Arc<GameTable>,
    pub(crate) position: Box<dyn AnyPosition>,
    /// The steps since the start, for pickling; `None` for a determinized state.
    pub(crate) history: Option<History>,
}

/// The steps from the start of a game to a position.
#[derive(Clone)]
pub struct History {
    pub(crate) seed: Option<u64>,
    pub(crate) steps: Vec<u32>,
}

/// The view of one seat: all the information that an agent may use.
///
/// Views are equal if the seat cannot distinguish their positions. Views cannot be pickled, because a pickle would contain the
/// whole position, hidden cards included. Pickle a view's tensor or its text instead.
#[pyclass(frozen, module = "hidden_decks")]
pub struct View {
    pub(crate) table: Arc<GameTable>,
    pub(crate) view: Box<dyn AnyView>,
}
