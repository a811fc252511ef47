//! Studies: jobs that play many games to answer a question.

pub mod branching;
pub mod disagreements;
pub mod matching;
pub mod move_value;
pub mod tuning;
