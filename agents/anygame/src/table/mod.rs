//! Whole games at full speed, and the rows that they leave.

mod any_table;
mod follower;
mod leads;
pub mod play;
mod rows;
mod signature;
mod workload;

pub use any_table::{AnyTable, PlayedGame};
pub(crate) use follower::TypedFollower;
pub use follower::{FollowedGame, LuckyGame, RecordFollower};
pub use leads::Leads;
pub use play::{GameResult, TableTerms};
pub(crate) use rows::TypedSums;
pub use rows::{AnySums, GameRows};
pub(crate) use signature::signature;
pub(crate) use workload::workload;
pub use workload::{Work, Workload};
