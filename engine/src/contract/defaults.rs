//! The search settings that a game recommends.

/// Search defaults whose best values depend on the game.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct SearchDefaults {
    /// The strongest search, with its size. It uses the game's network, if there is one.
    pub search: Search,
    /// How many decisions of other seats within a turn are worth foreseeing. They settle much of
    /// what a turn brings.
    pub replies: u32,
    /// The lead in features that makes the odds of winning e to 1; 0 maximizes the lead itself.
    pub temperature: f64,
    /// What the end of a rollout is rewarded for. Games without features reward points.
    pub reward: Reward,
    /// With [`Reward::Value`], the lead worth half of an infinite one. With [`Reward::Chance`], the
    /// lead that makes the odds e to 1. With [`Reward::Points`], the largest margin that counts.
    pub scale: f64,
}

/// Ways to search a game.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Search {
    /// Compares whole plans for the turn in rollouts. Suits turns of many small decisions.
    TurnPlans {
        /// Rollouts per decision.
        iterations: u32,
        /// How many rollouts the first evaluation of a plan counts for.
        prior_rollouts: u32,
        /// How many plans are listed, about.
        max_plans: u32,
        /// How many of them are tried in rollouts.
        plans: u32,
    },
    /// Grows one tree of all decisions, whose nodes are distinguished by what the searching seat
    /// sees.
    InformationSetTree {
        /// Iterations per decision.
        iterations: u32,
        /// How many visits the first evaluation of a move counts for.
        prior_visits: u32,
        /// How many random ways to play a turn a rollout tries, to take the best one. With 1
        /// rollouts are uniform.
        candidate_turns: u32,
    },
}

/// What seats maximize at the end of a rollout.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Reward {
    /// The chance to win, estimated from features. At the end of the game: the win and a small part
    /// of the points.
    Chance,
    /// The lead in features. At the end of the game: half the win, half the lead in points.
    Value,
    /// The margin in points, linearly.
    Points,
}

impl SearchDefaults {
    /// The defaults of games that set none.
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
