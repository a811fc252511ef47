//! The tables that Tongiaki adds to a run, and its studies.

pub(crate) mod analysis;
pub(crate) mod builder;
pub(crate) mod kinds;
pub(crate) mod rows;
pub(crate) mod study;
pub(crate) mod summaries;
pub(crate) mod tempo;
