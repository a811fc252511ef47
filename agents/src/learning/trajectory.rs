//! The recorded inputs of a network during a game.

use crate::evaluation::Look;
use engine::MAX_SEATS;

/// The place of a position in its turn.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum PositionKind {
    /// The start of a turn that follows the policy.
    Begins,
    /// The start of a turn in which the seat explores, so that the further course of the game is weak evidence
    /// about this position.
    Explores,
    /// A position within a turn that follows the policy.
    Within,
    /// A position whose value by the player's evaluation is its target.
    Judged,
}

/// The positions of a game in order, and its result.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Trajectory {
    pub(super) players: usize,
    pub(super) kinds: Vec<PositionKind>,
    /// For every position: the inputs of each seat, then the inputs of the table.
    pub(super) inputs: Vec<f32>,
    /// For every position: the number of sparse inputs that are on for each seat.
    pub(super) counts: Vec<u16>,
    /// The sparse inputs that are on, for all positions.
    pub(super) on: Vec<u16>,
    /// The index in `on` at which each position's sparse inputs begin.
    pub(super) begins: Vec<usize>,
    /// For every position: the seats' win probabilities by the player's evaluation; 0 for empty seats.
    pub(super) values: Vec<[f32; MAX_SEATS]>,
    /// Each seat's share of the win; 0 for empty seats.
    pub(super) shares: [f32; MAX_SEATS],
}

impl Trajectory {
    /// Creates the trajectory of a game with this many players that has not begun.
    pub(crate) fn new(players: usize) -> Self {
        Self { players, ..Self::default() }
    }

    /// Adds a position: the network's inputs, and the win probabilities by the player's evaluation.
    pub(crate) fn push(&mut self, kind: PositionKind, look: Look<'_>, chances: [f32; MAX_SEATS]) {
        self.kinds.push(kind);
        self.values.push(chances);
        self.inputs.extend_from_slice(look.inputs);
        self.begins.push(self.on.len());
        self.counts.extend_from_slice(look.counts);
        self.on.extend_from_slice(look.on);
    }

    /// Returns the place of each position in its turn.
    pub fn kinds(&self) -> &[PositionKind] {
        &self.kinds
    }

    /// Returns each seat's share of the win; 0 for empty seats.
    pub const fn shares(&self) -> &[f32; MAX_SEATS] {
        &self.shares
    }

    /// Returns the network's inputs for a position.
    ///
    /// # Panics
    /// If there is no position with this number.
    pub fn position(&self, number: usize) -> Look<'_> {
        let Self { players, kinds, inputs, counts, on, begins, .. } = self;
        let size = inputs.len() / kinds.len();
        let end = begins.get(number + 1).copied().unwrap_or(on.len());
        Look {
            players: *players,
            inputs: &inputs[number * size..][..size],
            counts: &counts[number * players..][..*players],
            on: &on[begins[number]..end],
        }
    }
}
