//! Agents that answer at single decisions, without the types of their games.

mod any_agent;
mod chooser;
mod participant;

pub(crate) use any_agent::noted_moves;
pub use any_agent::{AnyAgent, ChoiceError};
pub(crate) use chooser::choosing;
pub use chooser::{Chooser, MakeChooser};
pub use participant::AnyParticipant;
