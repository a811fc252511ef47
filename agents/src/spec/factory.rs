//! Factories that make agents from specs.

use super::{AgentError, Parameter, ParameterValues, Spec, Value};
use crate::Agent;
use engine::Game;

/// A checked agent spec, which makes the agent for each game and seat.
///
/// # Examples
/// ```
/// use agents::{Agent, AgentError, AgentSpec, ParameterValues, Registry};
/// use tongiaki::{Move, State, View};
/// use engine::{GameRng, View as _};
///
/// struct First;
///
/// impl Agent<State> for First {
///     fn choose(&mut self, view: &View, _rng: &mut GameRng) -> Move {
///         let mut moves = Vec::new();
///         view.moves(&mut moves);
///         moves[0]
///     }
/// }
///
/// struct FirstSpec;
///
/// impl AgentSpec<State> for FirstSpec {
///     const NAME: &'static str = "first";
///     const SUMMARY: &'static str = "plays the first legal move";
///
///     fn read(_values: &mut ParameterValues) -> Result<Self, AgentError> {
///         Ok(Self)
///     }
///
///     fn agent(&self) -> Box<dyn Agent<State>> {
///         Box::new(First)
///     }
/// }
///
/// let registry = Registry::<State>::built_in().with::<FirstSpec>();
/// let participants = registry.participants("first,random").unwrap();
/// assert_eq!(participants[0].label(), "first");
/// ```
pub trait AgentSpec<G: Game>: Send + Sync + Sized + 'static {
    /// The agent's name in specs.
    const NAME: &'static str;
    /// A description of the agent in one line.
    const SUMMARY: &'static str;

    /// Returns the agent's parameters in this game.
    fn parameters() -> Vec<Parameter> {
        Vec::new()
    }

    /// Reads the parameter values and the files they name.
    ///
    /// # Errors
    /// Fails if parameters contradict each other, or if a file is invalid.
    fn read(values: &mut ParameterValues) -> Result<Self, AgentError>;

    /// Returns a new agent for one seat of one game.
    fn agent(&self) -> Box<dyn Agent<G>>;

    /// Returns effective settings that are not parameters, such as the content of a file.
    fn details(&self) -> Vec<(String, Value)> {
        Vec::new()
    }
}

/// An agent that can be named in specs.
#[derive(Clone, Debug)]
pub struct AgentFacts {
    /// The agent's name in specs.
    pub name: &'static str,
    /// The agent that the name refers to; it differs from the name for an alias.
    pub agent: &'static str,
    /// A description of the agent in one line.
    pub summary: &'static str,
    /// The parameters, with their ranges and defaults.
    pub parameters: Vec<Parameter>,
}

/// An available agent.
#[derive(Debug)]
pub struct AgentFactory<G: Game> {
    /// The facts for specs and help texts.
    pub facts: AgentFacts,
    prepare: Prepare<G>,
}

type Prepare<G> = fn(&mut ParameterValues) -> Result<Prepared<G>, AgentError>;

/// A function that makes an agent for one seat of one game.
pub(crate) type Maker<G> = Box<dyn Fn() -> Box<dyn Agent<G>> + Send + Sync>;

/// A spec that has been read.
pub(crate) struct Prepared<G: Game> {
    pub(crate) make: Maker<G>,
    /// Every effective parameter with its value.
    pub(crate) parameters: Vec<(String, Value)>,
}

impl<G: Game> AgentFactory<G> {
    /// Returns the factory for this type of spec.
    pub fn of<S: AgentSpec<G>>() -> Self {
        let (name, parameters) = (S::NAME, S::parameters());
        Self {
            facts: AgentFacts { name, agent: name, summary: S::SUMMARY, parameters },
            prepare: |values| {
                let spec = S::read(values)?;
                let in_force = values.in_force();
                let in_force = in_force.map(|(name, value)| (name.to_owned(), value.clone()));
                let parameters = in_force.chain(spec.details()).collect();
                Ok(Prepared { make: Box::new(move || spec.agent()), parameters })
            },
        }
    }

    /// Returns the same agent under another name.
    #[must_use]
    pub fn alias(self, name: &'static str, summary: &'static str) -> Self {
        Self { facts: AgentFacts { name, summary, ..self.facts }, ..self }
    }

    /// Reads a spec and the files it names.
    pub(crate) fn prepare(&self, spec: &Spec) -> Result<Prepared<G>, AgentError> {
        let &AgentFacts { name, agent, ref parameters, .. } = &self.facts;
        let values = ParameterValues::check(agent, parameters, spec);
        let mut values = values.map_err(|error| match error {
            AgentError::Parameter { .. } if name != agent => {
                AgentError::Alias { name, agent, error: error.into() }
            }
            other => other,
        })?;
        (self.prepare)(&mut values)
    }
}
