//! The commit that this build comes from.
//!
//! Every commit compiles this crate again, and with it whatever depends on it: only programs should.

/// The first twelve digits of the commit's hash, with `-dirty` if sources were changed since; empty if it is unknown.
pub const COMMIT: &str = env!("GIT_COMMIT");
