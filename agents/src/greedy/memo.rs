//! What a network made of positions that looked the same.
//!
//! The lines of a turn meet again and again: at two players four of five positions that `greedy` asks
//! about look like one before. To recognise one costs a third of a pass of the network.

use foldhash::fast::FixedState;
use std::hash::{BuildHasher, Hasher};

/// Entries; a new one takes the place of the old one with the same last bits.
const SIZE: usize = 2048;

/// Remembers what seats were promised.
#[derive(Clone, Debug)]
pub(super) struct Memo {
    /// What was seen and by whom, hashed, and the worth; 0 is nothing. Of two that differ, 64 bits agree once
    /// in 10^19.
    entries: Vec<(u64, f64)>,
    /// What is seen of the position at hand.
    pub(super) inputs: Vec<f32>,
}

impl Memo {
    /// Returns a memory that remembers nothing.
    pub(super) const fn new() -> Self {
        Self { entries: Vec::new(), inputs: Vec::new() }
    }

    /// Returns the worth of the position at hand to a seat: as remembered, or computed.
    pub(super) fn worth(&mut self, seat: usize, compute: impl FnOnce(&[f32]) -> f64) -> f64 {
        if self.entries.is_empty() {
            self.entries.resize(SIZE, (0, 0.0));
        }
        let mut hasher = FixedState::default().build_hasher();
        let (pairs, rest) = self.inputs.as_chunks::<2>();
        for [first, second] in pairs {
            hasher.write_u64(u64::from(first.to_bits()) | u64::from(second.to_bits()) << 32);
        }
        hasher.write_u32(rest.first().map_or(0, |last| last.to_bits()));
        hasher.write_usize(seat);
        let key = hasher.finish().max(1);
        let (known, worth) = &mut self.entries[key as usize % SIZE];
        if *known != key {
            *worth = compute(&self.inputs);
            *known = key;
        }
        *worth
    }
}
