//! The tables that Wongar adds to a run, and its studies.

pub(crate) mod builder;
pub(crate) mod rows;
pub(crate) mod summaries;
