//! Who sits where in a game that is to be played, and why there is no such table.

/// A game of a schedule, as far as playing it and its rows need to know.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Seating {
    /// The game's number in the run, from 0.
    pub game: u64,
    /// The block. All games of a block have the same deck.
    pub block: u64,
    /// The repeat of the block, from 0. Each has fresh random numbers for the agents.
    pub repeat: u64,
    /// The participant on each seat, as a place in the list of participants.
    pub assignment: Vec<usize>,
}

/// Why games cannot be played at a table.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum TableError {
    /// The setup or a participant was made by another game.
    #[error("the setup and the participants of a table must belong to {0}")]
    OtherGame(&'static str),
    /// The luck of a game without an outcome model.
    #[error("{0} has no outcome model, which is needed to measure luck")]
    NoOutcomeModel(&'static str),
}
