//! Rendering of positions, games and ladders as pages and pictures.

pub mod ladder;
pub mod page;
pub mod picture;
