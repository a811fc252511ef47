//! Which agents there are, and how a spec becomes players.
//!
//! A spec is read once into an [`Participant`], files included; the participant then makes an agent for every
//! game and seat, on any thread.

use crate::evaluation::{Evaluate, WeightsError, name_at};
use crate::external::External;
use crate::greedy::Greedy;
use crate::mcts::Mcts;
use crate::parameter::{Parameter, ParameterValues, Range, Value};
use crate::random::Random;
use crate::{Agent, Spec, SpecError};
use engine::{Game, Observable};

/// The agents that play a game: a new one joins with a line.
pub fn registry<G: Evaluate + Observable>() -> Vec<AgentFactory<G>> {
    vec![
        AgentFactory::of::<Random>(), //
        AgentFactory::of::<Greedy<G>>(),
        AgentFactory::of::<Mcts<G>>(),
        AgentFactory::of::<External<G>>(),
    ]
}

/// Reads a list of specs: the one door from the command line to players.
///
/// # Errors
/// The first thing that is wrong with the list, an agent or a parameter.
///
/// # Examples
/// ```
/// use engine::tongiaki::State;
///
/// let participants = agents::participants::<State>("mcts:iterations=50,random").unwrap();
/// assert_eq!(participants[0].label(), "mcts:iterations=50");
///
/// let error = agents::participants::<State>("minimax").err().unwrap();
/// assert_eq!(error.to_string(), "there is no agent 'minimax': choose random, greedy, mcts or external");
/// ```
pub fn participants<G: Evaluate + Observable>(
    list: &str,
) -> Result<Vec<Participant<G>>, AgentError> {
    let factories = registry();
    Spec::parse_list(list)?.iter().map(|spec| Participant::new(spec, &factories)).collect()
}

/// What an agent's spec says, checked: makes the agent for each game and seat.
pub trait AgentSpec<G: Game>: Send + Sync + Sized + 'static {
    /// The agent's name in specs.
    const NAME: &'static str;
    /// What it does, in one line.
    const SUMMARY: &'static str;
    /// What can be set.
    const PARAMETERS: &'static [Parameter] = &[];

    /// Reads the settings, and the files that they name.
    ///
    /// # Errors
    /// Parameters that do not go together, or a file that is not what it should be.
    fn read(arguments: &mut ParameterValues) -> Result<Self, AgentError>;

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
    /// What it does, in one line.
    pub summary: &'static str,
    /// What can be set.
    pub parameters: &'static [Parameter],
    prepare: fn(&mut ParameterValues) -> Result<Prepared<G>, AgentError>,
}

type Maker<G> = Box<dyn Fn() -> Box<dyn Agent<G>> + Send + Sync>;

struct Prepared<G: Game> {
    make: Maker<G>,
    details: Vec<(String, Value)>,
}

impl<G: Game> AgentFactory<G> {
    /// The agent with these settings.
    pub const fn of<S: AgentSpec<G>>() -> Self {
        Self {
            name: S::NAME,
            summary: S::SUMMARY,
            parameters: S::PARAMETERS,
            prepare: |arguments| {
                let settings = S::read(arguments)?;
                let details = settings.details();
                Ok(Prepared { make: Box::new(move || settings.agent()), details })
            },
        }
    }
}

/// Somebody who takes part: a label and the settings behind it.
pub struct Participant<G: Game> {
    label: String,
    spec: Spec,
    parameters: Vec<(String, Value)>,
    make: Maker<G>,
}

impl<G: Game> Participant<G> {
    /// Checks a spec against the agents that there are, and reads the files that it names.
    ///
    /// # Errors
    /// An unknown agent, or a parameter that is unknown, out of range or in conflict.
    pub fn new(spec: &Spec, factories: &[AgentFactory<G>]) -> Result<Self, AgentError> {
        let factory = factories.iter().find(|factory| factory.name == spec.name());
        let factory = factory.ok_or_else(|| AgentError::Agent {
            name: spec.name().to_owned(),
            known: alternatives(factories.iter().map(|factory| factory.name)),
        })?;
        let mut arguments = ParameterValues::check(factory.name, factory.parameters, spec)?;
        let Prepared { make, details } = (factory.prepare)(&mut arguments)?;
        let in_force = arguments.in_force().map(|(name, value)| (name.to_owned(), value.clone()));
        Ok(Self {
            label: spec.label().to_owned(),
            spec: spec.clone(),
            parameters: in_force.chain(details).collect(),
            make,
        })
    }

    /// Somebody who takes part without an agent of the registry behind him.
    pub fn with(spec: Spec, make: impl Fn() -> Box<dyn Agent<G>> + Send + Sync + 'static) -> Self {
        let label = spec.label().to_owned();
        Self { label, spec, parameters: Vec::new(), make: Box::new(make) }
    }

    /// What the participant is called in tables.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// The spec behind the label.
    pub const fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Every parameter in force with its value, defaults and the content of files included.
    pub fn parameters(&self) -> &[(String, Value)] {
        &self.parameters
    }

    /// The same at a table of so many players: of weights that depend on their number, those in force there.
    pub fn parameters_at(&self, players: usize) -> Vec<(String, Value)> {
        let at_table =
            |(name, value): &(String, Value)| Some((name_at(name, players)?, value.clone()));
        self.parameters.iter().filter_map(at_table).collect()
    }

    /// A player for one seat of one game.
    pub fn make(&self) -> Box<dyn Agent<G>> {
        (self.make)()
    }
}

/// A list of agents that cannot play.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum AgentError {
    /// The list is malformed.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// No agent has this name.
    #[error("there is no agent '{name}': choose {known}")]
    Agent {
        /// The name asked for.
        name: String,
        /// The names that there are.
        known: String,
    },
    /// The agent has other parameters.
    #[error("{agent} has no parameter '{key}': it has {known}")]
    Parameter {
        /// The agent.
        agent: &'static str,
        /// The parameter asked for.
        key: String,
        /// The parameters that there are.
        known: String,
    },
    /// The agent has no parameters.
    #[error("{agent} has no parameters, so no '{key}' either")]
    NoParameters {
        /// The agent.
        agent: &'static str,
        /// The parameter asked for.
        key: String,
    },
    /// A value that the parameter cannot take.
    #[error("{agent}: {key} is {range}, not '{value}'")]
    Value {
        /// The agent.
        agent: &'static str,
        /// The parameter.
        key: &'static str,
        /// The value given.
        value: String,
        /// The values that it takes.
        range: Range,
    },
    /// Two parameters that exclude each other.
    #[error("{0} takes {1} or {2}, not both")]
    Exclusive(&'static str, &'static str, &'static str),
    /// An `external` agent without a bot.
    #[error("external: cmd is missing: write external:cmd=PROGRAM")]
    NoCommand,
    /// A bot that cannot be played with.
    #[error("external: cannot play with '{command}': {what}")]
    External {
        /// The command that should start it.
        command: String,
        /// What is wrong with it.
        what: String,
    },
    /// Another agent where a bot is asked for.
    #[error("'{0}' is no bot: write external:cmd=PROGRAM")]
    NotExternal(String),
    /// A file of weights that cannot be used.
    #[error(transparent)]
    Weights(#[from] WeightsError),
}

/// `a, b or c`.
fn alternatives<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<_> = names.collect();
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}
