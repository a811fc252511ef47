//! Rendering of positions and games as pages and pictures.

pub mod page;
pub mod picture;
mod replay;
