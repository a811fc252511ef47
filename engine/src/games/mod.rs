//! The games, a folder each.

pub mod kuhn;
pub mod leduc;
pub mod tongiaki;
pub mod wongar;
