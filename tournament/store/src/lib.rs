//! Storage and scheduling of jobs, independent of any game.
//!
//! A job plays the games of a [`schedule`] on many threads, but processes their results [in order](in_order). It appends rows and
//! records to the [`journal`] in its [`folder`], which survives interruption. A [`manifest`] describes the job, so that every
//! number in the folder can be traced and reproduced. The [`parts`] of a job that were played on different machines can be
//! merged.

pub mod checkpoint;
pub mod command;
pub mod difference;
pub mod digest;
pub mod disk;
pub mod draft;
pub mod failure;
pub mod folder;
pub mod in_order;
pub mod job_kind;
pub mod journal;
pub mod manifest;
pub mod parts;
pub mod provenance;
pub mod reader;
pub mod records;
pub mod schedule;

pub use failure::Failure;
pub use job_kind::JobKind;
pub use provenance::Provenance;

#[cfg(test)]
mod tests;
