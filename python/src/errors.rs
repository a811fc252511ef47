//! What Python hears when something is asked that cannot be done: an exception with one sentence.

use anygame::{ActionError, ChoiceError, LaneError};
use pyo3::create_exception;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    hidden_decks,
    HiddenDecksError,
    PyValueError,
    "An invalid operation. The message states the error and how to correct it."
);
create_exception!(
    hidden_decks,
    IllegalActionError,
    HiddenDecksError,
    "An action that may not be played now."
);
create_exception!(
    hidden_decks,
    AgentError,
    HiddenDecksError,
    "An agent that does not exist, cannot be set up, or failed to choose an action."
);

/// Why something cannot be done.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Refusal {
    /// There is no such game.
    #[error("there is no game '{0}': choose {1}")]
    Game(String, String),
    /// The rules give no valid setup.
    #[error(transparent)]
    Rule(#[from] engine::RuleError),
    /// A word that is none of several.
    #[error("{what} is {choice}, not '{given}'")]
    Word {
        /// What the word is for.
        what: &'static str,
        /// The words that there are.
        choice: &'static str,
        /// The word that was given.
        given: String,
    },
    /// An action, or an outcome of chance, that cannot be played.
    #[error(transparent)]
    Action(#[from] ActionError),
    /// Something that is neither a number nor a text.
    #[error("action: expected an int below 2**63 or a str, found {0}")]
    NotAnAction(String),
    /// There is no such seat.
    #[error("there is no seat {seat}: seats go from 0 to {last}")]
    NoSeat {
        /// What was asked for.
        seat: i64,
        /// The last seat.
        last: usize,
    },
    /// The view of the seat to move was requested, but no seat is to move.
    #[error("no seat decides here: pass the seat whose view you want")]
    NobodyDecides,
    /// Things of different games or tables.
    #[error("the agent plays {own}, but the view is of {other}: make an agent for each table")]
    OtherGame {
        /// What is expected.
        own: String,
        /// What was given.
        other: String,
    },
    /// An agent that cannot be set up, or has failed.
    #[error("{0}")]
    Agent(String),
    /// Something that only the start of a game and what follows has.
    #[error(
        "a determinized state has no history: only states that began with new_state() have one"
    )]
    NoHistory,
    /// A view would have to carry what its seat does not see.
    #[error("views cannot be pickled: pickle observation_tensor() or describe() instead")]
    NoPickledView,
    /// A history that does not fit the game.
    #[error("the history does not fit the game: {0}")]
    BadHistory(String),
    /// A buffer that does not fit.
    #[error("{what} must be a C-contiguous array of {dtype} with shape {shape}, not {given}")]
    Buffer {
        /// Which.
        what: &'static str,
        /// The type of its elements.
        dtype: &'static str,
        /// Its shape.
        shape: String,
        /// What was given.
        given: String,
    },
    /// Something that is not a source of random numbers.
    #[error(
        "rng must be an int from 0 to 2**64 - 1, a numpy Generator or a random.Random, not {0}"
    )]
    NoRandom(String),
    /// Numbers that do not go together.
    #[error("{0}")]
    Value(String),
}

impl From<ChoiceError> for Refusal {
    fn from(error: ChoiceError) -> Self {
        Self::Agent(match error {
            ChoiceError::NotItsTurn(_) => error.to_string(),
            ChoiceError::Illegal(mv) => format!("the agent failed: illegal move \"{mv}\""),
            _ => format!("the agent failed: {error}"),
        })
    }
}

impl From<LaneError> for Refusal {
    fn from(error: LaneError) -> Self {
        match error {
            LaneError::Action(error) => error.into(),
            error => Self::Agent(error.to_string()),
        }
    }
}

impl From<Refusal> for PyErr {
    fn from(refusal: Refusal) -> Self {
        // Messages of parsers may have several lines.
        let sentence = refusal.to_string();
        let sentence = sentence.split_whitespace().collect::<Vec<_>>().join(" ");
        match refusal {
            Refusal::Action(
                ActionError::NoAction { .. }
                | ActionError::NoActionText { .. }
                | ActionError::Illegal { .. }
                | ActionError::ChanceActs
                | ActionError::GameOver,
            ) => IllegalActionError::new_err(sentence),
            Refusal::Agent(_) | Refusal::OtherGame { .. } => AgentError::new_err(sentence),
            Refusal::NoRandom(_)
            | Refusal::NoHistory
            | Refusal::NoPickledView
            | Refusal::NotAnAction(_) => PyTypeError::new_err(sentence),
            _ => HiddenDecksError::new_err(sentence),
        }
    }
}
