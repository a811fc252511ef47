//! What a network saw of a game.

use crate::evaluation::Shape;
use engine::MAX_SEATS;

/// Where in a turn a position lies.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum PositionKind {
    /// A turn begins, and goes by the policy.
    Begins,
    /// A turn begins in which the seat explores: what follows says little of the position.
    Explores,
    /// Within a turn that goes by the policy.
    Within,
}

/// The positions of a game in their order, and how it ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Trajectory {
    players: usize,
    kinds: Vec<PositionKind>,
    /// Of every position: the inputs of each seat, then those of the table.
    inputs: Vec<f32>,
    /// Each seat's share of the win; 0 for empty seats.
    shares: [f32; MAX_SEATS],
}

impl Trajectory {
    /// A game of so many players that has not begun.
    pub(crate) const fn new(players: usize) -> Self {
        Self { players, kinds: Vec::new(), inputs: Vec::new(), shares: [0.0; MAX_SEATS] }
    }

    /// Adds a position with what a network saw of it.
    pub(crate) fn push(&mut self, kind: PositionKind, inputs: &[f32]) {
        self.kinds.push(kind);
        self.inputs.extend_from_slice(inputs);
    }

    /// Ends the game with these shares of the win.
    pub(crate) const fn end(&mut self, shares: [f32; MAX_SEATS]) {
        self.shares = shares;
    }

    /// Returns the number of players.
    pub const fn players(&self) -> usize {
        self.players
    }

    /// Returns where in a turn each position lies.
    pub fn kinds(&self) -> &[PositionKind] {
        &self.kinds
    }

    /// Returns each seat's share of the win; 0 for empty seats.
    pub const fn shares(&self) -> &[f32; MAX_SEATS] {
        &self.shares
    }

    /// Returns the inputs of all positions, one after the other: each seat's, then the table's.
    pub fn inputs(&self) -> &[f32] {
        &self.inputs
    }

    /// Returns the inputs of a position.
    pub(crate) fn position(&self, number: usize) -> &[f32] {
        let size = self.inputs.len() / self.kinds.len();
        &self.inputs[number * size..][..size]
    }

    /// Puts a trajectory together again from its parts; `None` if they do not fit each other.
    pub fn from_parts(
        players: usize,
        kinds: Vec<PositionKind>,
        inputs: Vec<f32>,
        shares: [f32; MAX_SEATS],
        shape: Shape,
    ) -> Option<Self> {
        let fits = (2..=MAX_SEATS).contains(&players)
            && inputs.len() == kinds.len() * (players * shape.seat + shape.table);
        fits.then_some(Self { players, kinds, inputs, shares })
    }
}
