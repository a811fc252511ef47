//! Errors of the Python API: exceptions whose message is one sentence.

use anygame::{ActionError, ChoiceError, LaneError};
use pyo3::create_exception;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::fmt::Display;

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

/// A refused operation, with the message of its exception.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Refusal {
    /// No game has this name.
    #[error("there is no game '{0}': choose {1}")]
    Game(String, String),
    /// The rules give no valid setup.
    #[error(transparent)]
    Rule(#[from] engine::RuleError),
    /// The word is not one of the allowed words.
    #[error("{what} is {choice}, not '{given}'")]
    Word {
        /// The name of the argument.
        what: &'static str,
        /// The list of allowed words.
        choice: &'static str,
        /// The word that was given.
        given: String,
    },
    /// The action or chance outcome cannot be played.
    #[error(transparent)]
    Action(#[from] ActionError),
    /// The action is neither a number nor a text.
    #[error("action: expected an int below 2**63 or a str, found {0}")]
    NotAnAction(String),
    /// The table has no seat with this number.
    #[error("there is no seat {seat}: seats go from 0 to {last}")]
    NoSeat {
        /// The requested seat.
        seat: i64,
        /// The last seat of the table.
        last: usize,
    },
    /// The view of the seat to move was requested, but no seat is to move.
    #[error("no seat decides here: pass the seat whose view you want")]
    NobodyDecides,
    /// The agent and the view belong to different games or tables.
    #[error("the agent plays {own}, but the view is of {other}: make an agent for each table")]
    OtherGame {
        /// The agent's game and table.
        own: String,
        /// The view's game and table.
        other: String,
    },
    /// An agent cannot be set up, or has failed.
    #[error("{0}")]
    Agent(String),
    /// The state has no history, because it did not begin with the start of a game.
    #[error(
        "a determinized or recorded state has no history: only states that began with new_state() have one"
    )]
    NoHistory,
    /// A pickled view would have to contain information that its seat does not see.
    #[error("views cannot be pickled: pickle observation_tensor() or describe() instead")]
    NoPickledView,
    /// The history does not fit the game.
    #[error("the history does not fit the game: {0}")]
    BadHistory(String),
    /// A buffer has the wrong shape or element type.
    #[error("{what} must be a C-contiguous array of {dtype} with shape {shape}, not {given}")]
    Buffer {
        /// The name of the buffer.
        what: &'static str,
        /// The required type of the elements.
        dtype: &'static str,
        /// The required shape.
        shape: String,
        /// The description of the given object.
        given: String,
    },
    /// The object is not a source of random numbers.
    #[error(
        "rng must be an int from 0 to 2**64 - 1, a numpy Generator or a random.Random, not {0}"
    )]
    NoRandom(String),
    /// A number is out of range, or numbers do not match.
    #[error("{0}")]
    Value(String),
}

impl Refusal {
    /// Returns the refusal of a value that led to this error.
    pub fn value(error: impl Display) -> Self {
        Self::Value(error.to_string())
    }
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
        // Messages of parsers may have more than one line.
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
