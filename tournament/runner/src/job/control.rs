//! Control of a job by a caller in the same process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Shows a caller how far a job is, and lets the caller interrupt it.
#[derive(Debug)]
pub struct JobControl {
    /// Interrupts the job once it is true, as Ctrl-C interrupts the program.
    pub(super) interrupted: Arc<AtomicBool>,
    done: AtomicU64,
    all: AtomicU64,
}

impl JobControl {
    /// Creates a control that interrupts its job once the flag is true.
    pub fn new(interrupted: Arc<AtomicBool>) -> Self {
        Self { interrupted, done: AtomicU64::new(0), all: AtomicU64::new(0) }
    }

    /// Returns the numbers of finished and of all games.
    pub fn progress(&self) -> (u64, u64) {
        (self.done.load(Ordering::Relaxed), self.all.load(Ordering::Relaxed))
    }

    pub(super) fn show(&self, done: u64, all: u64) {
        self.all.store(all, Ordering::Relaxed);
        self.done.store(done, Ordering::Relaxed);
    }
}
