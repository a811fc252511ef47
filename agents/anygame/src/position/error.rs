//! Errors about actions that cannot be applied.

/// The reason why an action or a chance outcome cannot be applied.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum ActionError {
    /// The game's moves have no numbers, and its views no tensors.
    #[error("{0} has no numbered actions and no observation tensors")]
    NoEncoding(&'static str),
    /// The number is beyond the last action.
    #[error("there is no action {number}: {game} has actions 0 to {last}")]
    NoAction {
        /// The game.
        game: &'static str,
        /// The number.
        number: i64,
        /// The last action.
        last: usize,
    },
    /// The text is not an action.
    #[error("'{text}' is not an action of {game}: {reason}")]
    NoActionText {
        /// The game.
        game: &'static str,
        /// The text.
        text: String,
        /// The reason, as a phrase.
        reason: String,
    },
    /// The action exists, but is not legal in this position.
    #[error("action {number} ('{text}') is not legal here: choose one of legal_actions()")]
    Illegal {
        /// The action.
        number: usize,
        /// Its notation.
        text: String,
    },
    /// No seat decides, because chance acts.
    #[error("chance acts here: choose an outcome of chance_outcomes() and call apply_chance()")]
    ChanceActs,
    /// No seat decides, because the game is over.
    #[error("the game is over: no action is legal")]
    GameOver,
    /// Chance does not act in this position.
    #[error("chance does not act here: call apply() with one of legal_actions()")]
    NoChance,
    /// The number is beyond the last outcome of chance.
    #[error("there is no outcome {number} here: chance has outcomes 0 to {last}")]
    NoOutcome {
        /// The number.
        number: i64,
        /// The last outcome.
        last: usize,
    },
}
