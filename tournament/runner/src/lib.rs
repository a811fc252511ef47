//! Runs jobs: tournaments, matches, and the infrastructure that all long jobs share.
//!
//! [`RunConfig`] describes a tournament as plain data, built in Rust or from a command line, and [`RunConfig::run`] plays it.
//! [`MatchConfig`](matching::MatchConfig) describes a match with a sequential test. All jobs can be interrupted, resumed, split
//! into parts and [verified](verification). This crate neither depends on the type of a game nor parses command lines.

pub mod decisions;
pub mod job;
pub mod judging;
pub mod matching;
pub mod play;
pub mod report;
pub mod run;
pub mod terminal;
pub mod testing;
pub mod verification;

pub use job::options::JobOptions;
pub use job::rules::RuleChoice;
pub use job::{Ending, FinishedJob};
pub use run::RunConfig;
pub use store::schedule::shard::Shard;
pub use store::schedule::{Grouping, Repeats};
pub use store::{Failure, Provenance};
