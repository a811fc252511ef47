//! What a network saw of a game.

use crate::evaluation::{Look, Shape};
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
    /// Of every position: how many sparse inputs are on for each seat.
    counts: Vec<u16>,
    /// The sparse inputs that are on, of all positions.
    on: Vec<u16>,
    /// Where among them those of every position begin.
    begins: Vec<usize>,
    /// The chances that the evaluation of its player gave to the seats in every position; 0 for empty seats.
    values: Vec<[f32; MAX_SEATS]>,
    /// Each seat's share of the win; 0 for empty seats.
    shares: [f32; MAX_SEATS],
}

impl Trajectory {
    /// A game of so many players that has not begun.
    pub(crate) const fn new(players: usize) -> Self {
        Self {
            players,
            kinds: Vec::new(),
            inputs: Vec::new(),
            counts: Vec::new(),
            on: Vec::new(),
            begins: Vec::new(),
            values: Vec::new(),
            shares: [0.0; MAX_SEATS],
        }
    }

    /// Adds a position with what a network saw of it, and the chances that its player's evaluation gives.
    pub(crate) fn push(&mut self, kind: PositionKind, look: Look<'_>, chances: [f32; MAX_SEATS]) {
        self.kinds.push(kind);
        self.values.push(chances);
        self.inputs.extend_from_slice(look.inputs);
        self.begins.push(self.on.len());
        self.counts.extend_from_slice(look.counts);
        self.on.extend_from_slice(look.on);
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

    /// Returns the chances that the player's evaluation gave to the seats in every position; 0 for empty seats.
    pub fn values(&self) -> &[[f32; MAX_SEATS]] {
        &self.values
    }

    /// Returns the numbers of sparse inputs that are on for each seat in each position, and these inputs.
    pub(crate) fn sparse_inputs(&self) -> [&[u16]; 2] {
        [&self.counts, &self.on]
    }

    /// Returns what the network saw of a position.
    ///
    /// # Panics
    /// If there is no such position.
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

    /// Puts a trajectory together again from its parts; `None` if they do not fit each other.
    pub(crate) fn from_parts(
        players: usize,
        kinds: Vec<PositionKind>,
        inputs: Vec<f32>,
        [counts, on]: [Vec<u16>; 2],
        values: Vec<[f32; MAX_SEATS]>,
        shares: [f32; MAX_SEATS],
        shape: Shape,
    ) -> Option<Self> {
        let mut end = 0;
        let mut begins = Vec::with_capacity(kinds.len());
        for counts in counts.chunks(players.max(1)) {
            begins.push(end);
            end += counts.iter().map(|&count| usize::from(count)).sum::<usize>();
        }
        let fits = (2..=MAX_SEATS).contains(&players)
            && inputs.len() == kinds.len() * (players * shape.seat + shape.table)
            && values.len() == kinds.len()
            && counts.len() == kinds.len() * players
            && on.len() == end
            && on.iter().all(|&input| usize::from(input) < shape.sparse);
        fits.then_some(Self { players, kinds, inputs, counts, on, begins, values, shares })
    }
}
