//! Plain data about games and agents, for help texts, files and front ends.

use agents::{AgentFactory, Parameter};
use engine::{Feature, Game, PlayableGame, RuleOption};
use std::ops::RangeInclusive;

/// What is known about a game before a table is set up.
#[derive(Clone, Debug)]
pub struct GameFacts {
    /// The game's name on the command line and in records.
    pub name: &'static str,
    /// The game's name for people.
    pub title: &'static str,
    /// The numbers of players that the game is for.
    pub players: RangeInclusive<usize>,
    /// The rules that can be chosen.
    pub rules: &'static [RuleOption],
    /// The features of its evaluation; empty for a game without any.
    pub features: &'static [Feature],
    /// Whether positions have an outcome model, so that luck can be measured.
    pub has_outcome_model: bool,
    /// Whether all seats see everything except future chance.
    pub is_open: bool,
}

impl GameFacts {
    /// Returns the facts about a game.
    pub const fn of<G: PlayableGame>() -> Self {
        Self {
            name: G::NAME,
            title: G::TITLE,
            players: G::PLAYERS,
            rules: G::RULES,
            features: G::FEATURES,
            has_outcome_model: G::OUTCOME_MODEL.is_some(),
            is_open: G::IS_OPEN,
        }
    }
}

/// An agent that can be named in specs.
#[derive(Clone, Debug)]
pub struct AgentFacts {
    /// The agent's name in specs.
    pub name: &'static str,
    /// The agent that the name stands for: the same, unless it is an alias.
    pub agent: &'static str,
    /// What the agent does, in one line.
    pub summary: &'static str,
    /// The parameters, with their ranges and defaults.
    pub parameters: Vec<Parameter>,
}

impl AgentFacts {
    /// Returns the facts about an agent.
    pub(crate) fn of<G: Game>(factory: &AgentFactory<G>) -> Self {
        let AgentFactory { name, agent, summary, ref parameters, .. } = *factory;
        Self { name, agent, summary, parameters: parameters.clone() }
    }
}
