//! The commands: what was typed, what it means, who does it.

pub mod agents;
pub mod arguments;
pub mod merge;
pub mod perft;
pub mod replay;
