//! Whole games at full speed, and the rows that they leave.

mod any_table;
mod followed;
mod leads;
pub mod play;
mod rows;
mod signature;
mod workload;

pub use any_table::{AnyTable, PlayedGame};
pub use followed::{FollowedGame, LuckyGame};
pub(crate) use followed::{follow, luck};
pub use leads::Leads;
pub use play::{GameResult, TableTerms};
pub(crate) use rows::TypedSums;
pub use rows::{AnySums, GameRows};
pub(crate) use signature::signature;
pub(crate) use workload::TypedWorkload;
pub use workload::{Work, Workload};
