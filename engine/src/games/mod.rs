//! The games, a folder each.

pub mod tongiaki;
pub mod wongar;
