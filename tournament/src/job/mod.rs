//! Long work: ordered results from many threads, progress, interrupts.

pub mod in_order;
pub mod progress;
