//! The registry of agents, which turns specs into participants.

use crate::Agent;
use crate::evaluation::name_at;
use crate::expectimax::Expectimax;
#[cfg(not(target_family = "wasm"))]
use crate::external::External;
use crate::greedy::Greedy;
use crate::halving::Halving;
use crate::ismcts::Ismcts;
use crate::random::Random;
use crate::spec::{AgentError, AgentFactory, AgentSpec, Maker, Prepared, Spec, Value};
use crate::suggestion::unknown;
use crate::table::PolicyTable;
use engine::{Evaluated, Game, PlayableGame, Search};
use std::ops::Deref;

/// Whether this is the module of the page, which is smaller without the agents that its levels do not need. Browsers can
/// neither read files nor start processes.
const IN_BROWSER: bool = cfg!(target_family = "wasm");

/// The agents available in a game.
#[derive(Debug)]
pub struct Registry<G: Evaluated> {
    factories: Vec<AgentFactory<G>>,
}

impl<G: PlayableGame> Registry<G> {
    /// Creates a registry of the built-in agents.
    ///
    /// # Examples
    /// ```
    /// use agents::Registry;
    /// use tongiaki::State;
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
        let recommended = recommended.alias("mcts", "search recommended for this game");
        // In a browser, a solved game is played by its solution, and every other game by a search.
        let (all, is_solved) = (!IN_BROWSER, !G::POLICIES.is_empty());
        let registry = Self::empty()
            .with::<Random>()
            .with_if(all || !is_solved, Self::with::<Greedy<G>>)
            .with_if(all, Self::with::<Expectimax<G>>)
            .with_if(all, Self::with::<Halving<G>>)
            .with_if(all, Self::with::<Ismcts<G>>)
            .with_if(all || !is_solved, |registry| registry.with_factory(recommended))
            .with_if(all || is_solved, Self::with::<PolicyTable<G>>);
        #[cfg(not(target_family = "wasm"))]
        let registry = registry.with::<External>();
        registry
    }
}

impl<G: Evaluated> Registry<G> {
    /// Creates a registry without agents.
    pub const fn empty() -> Self {
        Self { factories: Vec::new() }
    }

    /// Adds an agent, replacing any with the same name.
    #[must_use]
    pub fn with<S: AgentSpec<G>>(self) -> Self {
        self.with_factory(AgentFactory::of::<S>())
    }

    fn with_if(self, is_wanted: bool, add: impl FnOnce(Self) -> Self) -> Self {
        if is_wanted { add(self) } else { self }
    }

    /// Adds an agent factory, replacing any with the same name.
    #[must_use]
    pub fn with_factory(mut self, factory: AgentFactory<G>) -> Self {
        self.factories.retain(|other| other.facts.name != factory.facts.name);
        self.factories.push(factory);
        self
    }

    /// Returns all factories.
    pub fn factories(&self) -> &[AgentFactory<G>] {
        &self.factories
    }

    /// Returns the factory with this name, ignoring case.
    ///
    /// # Errors
    /// Fails if there is no such factory.
    pub fn factory(&self, name: &str) -> Result<&AgentFactory<G>, AgentError> {
        let mut factories = self.factories.iter();
        factories.find(|factory| factory.facts.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
            let names: Vec<_> = self.factories.iter().map(|factory| factory.facts.name).collect();
            AgentError::Agent { name: name.to_owned(), sentence: unknown("agent", name, &names) }
        })
    }

    /// Checks a spec and reads the files that it names.
    ///
    /// # Errors
    /// Fails for an unknown agent, or for a parameter that is unknown, out of range or in conflict.
    pub fn participant(&self, spec: &Spec) -> Result<Participant<G>, AgentError> {
        let factory = self.factory(spec.name())?;
        let Prepared { make, parameters } = factory.prepare(spec)?;
        let agent = factory.facts.agent.to_owned();
        Ok(Participant { entrant: Entrant { spec: spec.clone(), agent, parameters }, make })
    }

    /// Parses a list of specs and checks each spec. All participants named on the command line are created here.
    ///
    /// # Errors
    /// Returns the first error in the list, an agent or a parameter.
    pub fn participants(&self, list: &str) -> Result<Vec<Participant<G>>, AgentError> {
        Spec::parse_list(list)?.iter().map(|spec| self.participant(spec)).collect()
    }
}

/// The part of a [`Participant`] that does not depend on its game: the spec, and the agent and the parameters that follow from it.
#[derive(Clone, Debug)]
pub struct Entrant {
    spec: Spec,
    agent: String,
    parameters: Vec<(String, Value)>,
}

impl Entrant {
    /// Returns the participant's name in tables.
    pub fn label(&self) -> &str {
        self.spec.label()
    }

    /// Returns the spec as typed.
    pub const fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Returns the name of the agent that plays: the actual search if the spec names the recommended one.
    pub fn agent(&self) -> &str {
        &self.agent
    }

    /// Returns every parameter in force with its value, including defaults and the contents of files.
    pub fn parameters(&self) -> &[(String, Value)] {
        &self.parameters
    }

    /// Returns the parameters in force with this number of players, including the weights for that number.
    pub fn parameters_at(&self, players: usize) -> Vec<(String, Value)> {
        let at_table =
            |(name, value): &(String, Value)| Some((name_at(name, players)?, value.clone()));
        self.parameters.iter().filter_map(at_table).collect()
    }

    /// Returns the parameters that are in force with any of these player counts. Weights for other counts are left
    /// out.
    pub fn parameters_of_tables(&self, players: &[usize]) -> Vec<(String, Value)> {
        let is_in_force = |(name, _): &&(String, Value)| {
            players.iter().any(|&players| name_at(name, players).is_some())
        };
        self.parameters.iter().filter(is_in_force).cloned().collect()
    }
}

/// A participant: a spec that was read once, including its files. It makes an agent for every game
/// and seat, on any thread.
pub struct Participant<G: Game> {
    entrant: Entrant,
    make: Maker<G>,
}

impl<G: Game> Participant<G> {
    /// Creates a participant without an agent from a registry.
    pub fn with(spec: Spec, make: impl Fn() -> Box<dyn Agent<G>> + Send + Sync + 'static) -> Self {
        let agent = spec.to_string();
        Self { entrant: Entrant { spec, agent, parameters: Vec::new() }, make: Box::new(make) }
    }

    /// Makes an agent for one seat of one game.
    pub fn make(&self) -> Box<dyn Agent<G>> {
        (self.make)()
    }
}

impl<G: Game> Deref for Participant<G> {
    type Target = Entrant;

    fn deref(&self) -> &Entrant {
        &self.entrant
    }
}
