//! What makes agents of specs.

use super::{AgentError, Parameter, ParameterValues, Spec, Value};
use crate::Agent;
use engine::Game;

/// What an agent's spec says, checked: makes the agent for each game and seat.
pub trait AgentSpec<G: Game>: Send + Sync + Sized + 'static {
    /// The agent's name in specs.
    const NAME: &'static str;
    /// What it does, in one line.
    const SUMMARY: &'static str;

    /// What can be set in this game.
    fn parameters() -> Vec<Parameter> {
        Vec::new()
    }

    /// Reads the values, and the files that they name.
    ///
    /// # Errors
    /// Parameters that do not go together, or a file that is not what it should be.
    fn read(values: &mut ParameterValues) -> Result<Self, AgentError>;

    /// A new agent.
    fn agent(&self) -> Box<dyn Agent<G>>;

    /// What is in force beyond the parameters, such as the content of a file.
    fn details(&self) -> Vec<(String, Value)> {
        Vec::new()
    }
}

/// An agent that can be asked for.
#[derive(Debug)]
pub struct AgentFactory<G: Game> {
    /// Its name in specs.
    pub name: &'static str,
    /// The agent that the name stands for: the same, unless it is an alias.
    pub agent: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// What can be set.
    pub parameters: Vec<Parameter>,
    prepare: Prepare<G>,
}

type Prepare<G> = fn(&mut ParameterValues) -> Result<Prepared<G>, AgentError>;

/// Makes an agent for one seat of one game.
pub(crate) type Maker<G> = Box<dyn Fn() -> Box<dyn Agent<G>> + Send + Sync>;

/// A spec that was read.
pub(crate) struct Prepared<G: Game> {
    pub(crate) make: Maker<G>,
    /// Every parameter in force with its value.
    pub(crate) parameters: Vec<(String, Value)>,
}

impl<G: Game> AgentFactory<G> {
    /// The agent that these specs make.
    pub fn of<S: AgentSpec<G>>() -> Self {
        Self {
            name: S::NAME,
            agent: S::NAME,
            summary: S::SUMMARY,
            parameters: S::parameters(),
            prepare: |values| {
                let spec = S::read(values)?;
                let in_force = values.in_force();
                let in_force = in_force.map(|(name, value)| (name.to_owned(), value.clone()));
                let parameters = in_force.chain(spec.details()).collect();
                Ok(Prepared { make: Box::new(move || spec.agent()), parameters })
            },
        }
    }

    /// The same agent under another name.
    #[must_use]
    pub fn alias(self, name: &'static str, summary: &'static str) -> Self {
        Self { name, summary, ..self }
    }

    /// Reads a spec, and the files that it names.
    pub(crate) fn prepare(&self, spec: &Spec) -> Result<Prepared<G>, AgentError> {
        (self.prepare)(&mut ParameterValues::check(self.agent, &self.parameters, spec)?)
    }
}
