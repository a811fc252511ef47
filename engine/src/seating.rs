//! Seat assignments of scheduled games, and the reasons why a table cannot be played.

/// A scheduled game: its place in the run and the participant in each seat.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Seating {
    /// The game's number in the run, from 0.
    pub game: u64,
    /// The block. All games of a block have the same deck.
    pub block: u64,
    /// The repeat of the block, from 0. In each repeat, the agents have different random numbers.
    pub repeat: u64,
    /// The participant in each seat, as an index into the list of participants.
    pub assignment: Vec<usize>,
}

/// The reason why games cannot be played at a table.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum TableError {
    /// The setup or a participant was made by another game.
    #[error("expected a setup and participants of {0}, found another game's")]
    OtherGame(&'static str),
    /// The game has no outcome model, so luck cannot be measured.
    #[error("{0} has no outcome model, which is needed to measure luck")]
    NoOutcomeModel(&'static str),
}
