//! What a game recommends to those who search it: plain values.

/// Defaults whose best values depend on the game.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct SearchDefaults {
    /// The search that does best, and its size.
    pub search: Search,
    /// Decisions of other seats within a turn that are worth foreseeing: they settle much of what a turn
    /// brings.
    pub replies: u32,
    /// The lead in features that makes the odds of winning e to 1; 0 to strive for the lead itself.
    pub temperature: f64,
    /// What the end of a rollout is rewarded for. Games without features reward points.
    pub reward: Reward,
    /// With [`Reward::Value`] the lead worth half of what an endless one is; with [`Reward::Chance`] the
    /// one that makes the odds e to 1; with [`Reward::Points`] the largest margin that counts.
    pub scale: f64,
}

/// Ways to search a game.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Search {
    /// Whole plans for the turn are compared in rollouts: for turns of many small decisions.
    TurnPlans {
        /// Rollouts for a decision.
        iterations: u32,
        /// Rollouts that the first evaluation of a plan counts for.
        prior_rollouts: u32,
    },
    /// A tree of all decisions grows, its nodes distinguished by what the searching seat sees.
    InformationSetTree {
        /// Iterations for a decision.
        iterations: u32,
        /// Visits that the first evaluation of a move counts for.
        prior_visits: u32,
    },
}

/// What seats strive for at the end of a rollout.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Reward {
    /// The chance to win, by features; at the game's end the win and a little of the points.
    Chance,
    /// The lead in features; at the game's end half the win, half the lead in points.
    Value,
    /// The margin in points, linearly.
    Points,
}

impl SearchDefaults {
    /// For games that do not say otherwise.
    pub const GENERIC: Self = Self {
        search: Search::InformationSetTree { iterations: 500, prior_visits: 10 },
        replies: 0,
        temperature: 0.0,
        reward: Reward::Value,
        scale: 20.0,
    };
}
