//! Measuring short work in CPU time of the thread.

use cpu_time::ThreadTime;
use std::hint::black_box;
use std::time::Duration;

/// The measurement is repeated so often, and the median counts: other programs disturb single ones.
const ROUNDS: u32 = 5;

/// The CPU nanoseconds that a piece of work takes, measured for about this time.
pub fn nanoseconds<T>(time: Duration, mut work: impl FnMut() -> T) -> f64 {
    // Enough repetitions that looking at the clock does not count.
    let mut repetitions = 1_u64;
    while once(repetitions, &mut work) < time / (2 * ROUNDS) {
        repetitions *= 2;
    }
    let mut rounds: Vec<_> = (0..ROUNDS).map(|_| once(repetitions, &mut work)).collect();
    rounds.sort();
    rounds[rounds.len() / 2].as_nanos() as f64 / repetitions as f64
}

fn once<T>(repetitions: u64, work: &mut impl FnMut() -> T) -> Duration {
    let begin = ThreadTime::now();
    for _ in 0..repetitions {
        black_box(work());
    }
    begin.elapsed()
}
