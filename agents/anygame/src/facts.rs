//! Plain data about games, for help texts, files and front ends.

use engine::phrase::PhraseKind;
use engine::{Feature, PlayableGame, RuleOption};
use std::ops::RangeInclusive;

/// Facts about a game that do not depend on a setup.
#[derive(Clone, Debug)]
pub struct GameFacts {
    /// The game's name on the command line and in records.
    pub name: &'static str,
    /// The game's display name.
    pub title: &'static str,
    /// The supported player counts.
    pub players: RangeInclusive<usize>,
    /// The rule options.
    pub rules: &'static [RuleOption],
    /// The features of the game's evaluation; empty for a game without features.
    pub features: &'static [Feature],
    /// Whether the game has an outcome model, which makes luck measurable.
    pub has_outcome_model: bool,
    /// The largest number of points that a seat can lose to each other seat in a zero-sum game; `None` in other games.
    pub stake: Option<u16>,
    /// Whether all seats see everything except future chance events.
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
            stake: G::STAKE,
            is_open: G::IS_OPEN,
        }
    }
}

/// The words of a game that a page translates.
pub struct Vocabulary {
    /// The keys of the phases.
    pub phases: &'static [&'static str],
    /// The kinds of phrases.
    pub phrases: &'static [PhraseKind],
    /// The names in phrases and moves, by the name of their type.
    pub names: Vec<(String, Vec<String>)>,
}
