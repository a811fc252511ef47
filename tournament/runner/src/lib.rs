//! Runs: tournaments, matches, and everything that long jobs share.
//!
//! [`RunConfig`] is a tournament as plain data: it is built in Rust or from a command line, and [`RunConfig::run`] plays
//! it. [`MatchConfig`](matching::MatchConfig) is a match with a sequential test. All jobs can be interrupted, resumed,
//! played in parts and [verified](verification). Nothing here knows the type of a game, and nothing parses a command line.

pub mod comparison;
pub mod decisions;
pub mod job;
pub mod judging;
pub mod matching;
pub mod play;
pub mod report;
pub mod run;
pub mod terminal;
pub mod untrusted;
pub mod verification;

pub use job::Ending;
pub use job::options::JobOptions;
pub use job::rules::RuleChoice;
pub use run::{FinishedRun, RunConfig};
pub use store::schedule::shard::Shard;
pub use store::schedule::{Grouping, Repeats};
pub use store::{Failure, Provenance};
