//! A game that is to be played: its deck, and who sits where.

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
