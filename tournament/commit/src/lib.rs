//! The commit from which this build was made.
//!
//! This crate is recompiled for every commit, together with all crates that depend on it. Therefore only programs should depend
//! on it, not libraries.

/// The first twelve digits of the commit's hash, followed by `-dirty` if sources were changed since; empty if unknown.
pub const COMMIT: &str = env!("GIT_COMMIT");
