//! Rendering of positions and games for people.

pub mod page;
pub mod picture;
mod replay;
