//! Measures short work in CPU time of the thread.

use cpu_time::ThreadTime;
use std::hint::black_box;
use std::time::Duration;

/// The number of repetitions of a measurement; the median removes disturbances by other programs.
pub const ROUNDS: u32 = 5;

pub const NANOSECONDS_PER_SECOND: f64 = 1e9;

/// Returns the CPU nanoseconds that `work` takes, measured for about `time`.
pub fn nanoseconds<T>(time: Duration, mut work: impl FnMut() -> T) -> f64 {
    // Enough repetitions to make the cost of reading the clock negligible.
    let mut repetitions = 1_u64;
    while once(repetitions, &mut work) < time / (2 * ROUNDS) {
        repetitions *= 2;
    }
    let rounds = (0..ROUNDS).map(|_| once(repetitions, &mut work).as_nanos() as f64);
    median(rounds) / repetitions as f64
}

/// Returns the median, or the upper one of two middle numbers.
pub fn median(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut numbers: Vec<_> = numbers.collect();
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

fn once<T>(repetitions: u64, work: &mut impl FnMut() -> T) -> Duration {
    let begin = ThreadTime::now();
    for _ in 0..repetitions {
        black_box(work());
    }
    begin.elapsed()
}

#[cfg(test)]
mod tests {
    use super::median;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median([3.0, 1.0, 2.0].into_iter()).to_bits(), 2.0_f64.to_bits());
    }
}
