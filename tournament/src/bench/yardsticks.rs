//! Reference speeds to compare the others with.

use super::stopwatch::nanoseconds;
use engine::{Game, Seed};
use rand::Rng;
use serde::Serialize;
use std::hint::black_box;
use std::time::Duration;

/// The speed of simple things.
#[derive(Debug, Serialize)]
pub struct Yardsticks {
    /// Drawing 64 random bits.
    pub draw_ns: f64,
    /// Copying 256 bytes.
    pub copy256_ns: f64,
    pub state_bytes: usize,
    /// Cloning a state.
    pub clone_ns: f64,
    /// Copying as many bytes.
    pub copy_state_ns: f64,
    /// The ratio of cloning to copying.
    pub clone_per_copy: f64,
}

pub fn measure<G: Game>(state: &G, time: Duration) -> Yardsticks {
    let mut rng = Seed::new(1).rng();
    let source = [1_u64; 32];
    let bytes = vec![1_u8; size_of::<G>()];
    let mut copy = bytes.clone();
    let clone_ns = nanoseconds(time, || black_box(state).clone());
    let copy_state_ns = nanoseconds(time, || {
        copy.copy_from_slice(black_box(&bytes));
        black_box(&mut copy);
    });
    Yardsticks {
        draw_ns: nanoseconds(time, || rng.next_u64()),
        copy256_ns: nanoseconds(time, || *black_box(&source)),
        state_bytes: size_of::<G>(),
        clone_ns,
        copy_state_ns,
        clone_per_copy: clone_ns / copy_state_ns,
    }
}
