//! Positions and games for people to look at.

pub mod page;
pub mod picture;
mod replay;
pub mod terminal;
