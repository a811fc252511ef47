//! The games, one folder or file each.

pub mod kuhn;
pub mod leduc;
pub mod tongiaki;
pub mod wongar;
