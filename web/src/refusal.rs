//! Refusals of the page.

/// Why something cannot be done, as a sentence for people.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum Refusal {
    /// There is no such game.
    #[error("there is no game '{0}'")]
    NoGame(String),
    /// The rules are no JSON object, or don't fit.
    #[error("the rules: {0}")]
    Rules(String),
    /// The record cannot be read.
    #[error("the record: {0}")]
    Record(String),
    /// There are fewer steps.
    #[error("there is no step {step}, the last is {last}")]
    NoStep {
        /// The step that was asked for.
        step: usize,
        /// The last one that there is.
        last: usize,
    },
    /// There are fewer seats.
    #[error("there is no seat {0}")]
    NoSeat(usize),
    /// Nobody looks like that.
    #[error("a viewer is all, public or the number of a seat")]
    NoViewer,
    /// The move is not legal, or no move at all.
    #[error("'{0}' is not a legal move here")]
    Illegal(String),
    /// Nobody decides at this step.
    #[error("nobody decides here: the game is over")]
    Over,
    /// The game is not over.
    #[error("only a finished game has a record")]
    Unfinished,
    /// What was thought is not told as it should be.
    #[error("the thoughts: {0}")]
    Thoughts(String),
    /// The labels are no list of texts, one for each seat.
    #[error("a record takes a label for each of {0} seats")]
    Labels(usize),
    /// There is no such agent, or it has no such parameter.
    #[error("{0}")]
    Agent(String),
}
