//! Agents that answer at single decisions, without the types of their games.

mod any_agent;
mod chooser;
mod lane;
mod participant;

pub(crate) use any_agent::noted_moves;
pub use any_agent::{AnyAgent, ChoiceError};
pub(crate) use chooser::ChoosingAgent;
pub use chooser::{Chooser, MakeChooser};
pub(crate) use lane::lanes;
pub use lane::{AnyLane, LaneError, LanePlan};
pub use participant::AnyParticipant;
