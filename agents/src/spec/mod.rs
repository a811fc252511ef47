//! Agent specs: their grammar, parameters and values, and the factories that make agents from them.

mod error;
mod factory;
mod grammar;
mod parameter;
mod units;
mod values;

pub(crate) use factory::{Maker, Prepared};

pub use error::AgentError;
pub use factory::{AgentFactory, AgentFacts, AgentSpec};
pub use grammar::{Spec, SpecError};
pub use parameter::{Parameter, Range, Value};
pub use units::{count, milliseconds};
pub use values::ParameterValues;
