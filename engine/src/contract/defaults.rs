//! The search settings that a game recommends to agents.

/// Search defaults whose best values depend on the game.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct SearchDefaults {
    /// The strongest known search and its size. Agents use the game's network, if there is one.
    pub search: Search,
    /// Number of opponents' decisions within a turn that are worth looking ahead at. It is above 0 in games where these decisions
    /// largely determine the result of a turn.
    pub replies: u32,
    /// The lead, in units of the features, at which the odds of winning are e to 1; 0 maximizes the lead itself.
    pub temperature: f64,
    /// The quantity that is maximized at the end of a rollout. Games without features use points.
    pub reward: Reward,
    /// The scale of the reward. With [`Reward::Value`], the lead that is worth half of an infinite lead; with [`Reward::Chance`],
    /// the lead at which the odds of winning are e to 1; with [`Reward::Points`], the margin at which the reward is capped.
    pub scale: f64,
}

/// The search algorithms that a game can recommend.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Search {
    /// Compares whole plans for a turn by rollouts. Suits turns of many small decisions.
    TurnPlans {
        /// Rollouts per decision.
        iterations: u32,
        /// Weight of a plan's value in the last look, in equivalent rollouts.
        prior_rollouts: u32,
        /// Maximum number of plans that are compared in rollouts.
        plans: u32,
    },
    /// Grows a single tree over the decisions of all seats. Its nodes are distinguished by the observations of the searching
    /// seat.
    InformationSetTree {
        /// Iterations per decision.
        iterations: u32,
        /// Weight of a move's first evaluation, in equivalent visits.
        prior_visits: u32,
        /// Number of random candidate turns from which a rollout plays the best. With 1, rollouts are uniformly random.
        candidate_turns: u32,
    },
}

/// The quantity that seats maximize at the end of a rollout.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Reward {
    /// The probability of winning, estimated from features. At the end of the game: the win share and a small fraction of the
    /// points.
    Chance,
    /// The lead in features. At the end of the game: half for the win share, half for the lead in points.
    Value,
    /// The margin in points, linear up to a cap.
    Points,
}

impl SearchDefaults {
    /// The defaults of games that recommend no settings.
    pub const GENERIC: Self = Self {
        search: Search::InformationSetTree {
            iterations: 500,
            prior_visits: 10,
            candidate_turns: 1,
        },
        replies: 0,
        temperature: 0.0,
        reward: Reward::Value,
        scale: 20.0,
    };
}
