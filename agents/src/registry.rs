//! Which agents there are, and how a spec becomes players.

use crate::Agent;
use crate::evaluation::name_at;
use crate::external::External;
use crate::greedy::Greedy;
use crate::halving::Halving;
use crate::ismcts::{Ismcts, MoIsmcts};
use crate::random::Random;
use crate::spec::{AgentError, AgentFactory, AgentSpec, Maker, Prepared, Spec, Value, suggestion};
use engine::{Evaluate, Search};
use engine::{Game, Observable};

/// The agents that can be asked for in a game.
#[derive(Debug)]
pub struct Registry<G: Game> {
    factories: Vec<AgentFactory<G>>,
}

impl<G: Evaluate + Observable> Registry<G> {
    /// The agents that come with the toolkit: a new one joins with a line.
    ///
    /// # Examples
    /// ```
    /// use agents::Registry;
    /// use engine::tongiaki::State;
    ///
    /// let registry = Registry::<State>::built_in();
    /// let participants = registry.participants("mcts:iterations=50,random").unwrap();
    /// assert_eq!(participants[0].label(), "mcts:iterations=50");
    /// assert_eq!(participants[0].agent(), "halving");
    ///
    /// let error = registry.participants("gready").err().unwrap().to_string();
    /// assert_eq!(error, "there is no agent 'gready': did you mean 'greedy'?");
    /// ```
    pub fn built_in() -> Self {
        let recommended = match G::DEFAULTS.search {
            Search::TurnPlans { .. } => AgentFactory::of::<Halving<G>>(),
            Search::InformationSetTree { .. } => AgentFactory::of::<Ismcts<G>>(),
        };
        let registry = Self::empty()
            .with::<Random>()
            .with::<Greedy<G>>()
            .with::<Halving<G>>()
            .with::<Ismcts<G>>()
            .with::<MoIsmcts<G>>();
        registry
            .with_factory(recommended.alias("mcts", "the search recommended for this game"))
            .with::<External<G>>()
    }
}

impl<G: Game> Registry<G> {
    /// No agents.
    pub const fn empty() -> Self {
        Self { factories: Vec::new() }
    }

    /// Adds an agent. It takes the place of one that has its name.
    #[must_use]
    pub fn with<S: AgentSpec<G>>(self) -> Self {
        self.with_factory(AgentFactory::of::<S>())
    }

    /// Adds what a factory makes, in place of what has its name.
    #[must_use]
    pub fn with_factory(mut self, factory: AgentFactory<G>) -> Self {
        self.factories.retain(|other| other.name != factory.name);
        self.factories.push(factory);
        self
    }

    /// All of them.
    pub fn factories(&self) -> &[AgentFactory<G>] {
        &self.factories
    }

    /// The agent of this name, in whatever case.
    ///
    /// # Errors
    /// If there is none.
    pub fn factory(&self, name: &str) -> Result<&AgentFactory<G>, AgentError> {
        let mut factories = self.factories.iter();
        factories.find(|factory| factory.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
            let names = || self.factories.iter().map(|factory| factory.name);
            AgentError::Agent {
                name: name.to_owned(),
                suggestion: suggestion(name, names()),
                known: alternatives(&names().collect::<Vec<_>>()),
            }
        })
    }

    /// Checks a spec, and reads the files that it names.
    ///
    /// # Errors
    /// An unknown agent, or a parameter that is unknown, out of range or in conflict.
    pub fn participant(&self, spec: &Spec) -> Result<Participant<G>, AgentError> {
        let factory = self.factory(spec.name())?;
        let Prepared { make, parameters } = factory.prepare(spec)?;
        let agent = factory.agent.to_owned();
        Ok(Participant { spec: spec.clone(), agent, parameters, make })
    }

    /// Reads a list of specs: the one door from the command line to players.
    ///
    /// # Errors
    /// The first thing that is wrong with the list, an agent or a parameter.
    pub fn participants(&self, list: &str) -> Result<Vec<Participant<G>>, AgentError> {
        Spec::parse_list(list)?.iter().map(|spec| self.participant(spec)).collect()
    }
}

/// Somebody who takes part: a spec that was read once, files included. Makes an agent for every game and
/// seat, on any thread.
pub struct Participant<G: Game> {
    spec: Spec,
    agent: String,
    parameters: Vec<(String, Value)>,
    make: Maker<G>,
}

impl<G: Game> Participant<G> {
    /// Somebody who takes part without an agent of a registry behind him.
    pub fn with(spec: Spec, make: impl Fn() -> Box<dyn Agent<G>> + Send + Sync + 'static) -> Self {
        let agent = spec.name().to_owned();
        Self { spec, agent, parameters: Vec::new(), make: Box::new(make) }
    }

    /// What the participant is called in tables.
    pub fn label(&self) -> &str {
        self.spec.label()
    }

    /// The spec, as it was typed.
    pub const fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The agent's own name: that of the search where the spec asks for the recommended one.
    pub fn agent(&self) -> &str {
        &self.agent
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

/// `a, b or c`.
fn alternatives(names: &[&str]) -> String {
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}
