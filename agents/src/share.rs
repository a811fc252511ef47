//! Distribution of work to threads.

use crate::cancellation::{Cancellation, inherited};
use std::sync::Mutex;
use std::thread;

/// Runs all work, each piece on a separate thread if the system can start that many. Otherwise the existing
/// threads do the rest afterwards.
pub(crate) fn share<W: Send>(work: Vec<W>, run: impl Fn(W) + Sync) {
    let others = work.len().saturating_sub(1);
    let queue = Mutex::new(work.into_iter());
    let next = || queue.lock().expect("nobody panics while taking work").next();
    let help = || {
        while let Some(work) = next() {
            run(work);
        }
    };
    let is_cancelled = inherited();
    thread::scope(|scope| {
        for _ in 0..others {
            let is_cancelled = is_cancelled.clone();
            let help = move || {
                let _cancellation = Cancellation::by(is_cancelled);
                help();
            };
            if thread::Builder::new().spawn_scoped(scope, help).is_err() {
                break;
            }
        }
        help();
    });
}
