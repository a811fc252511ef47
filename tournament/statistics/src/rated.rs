//! Finishes with their fitted strengths, and the group of agents whose differences the results bound.

use super::finishes::Finishes;
use super::groups::Standing;
use super::plackett_luce::{Strengths, fit, level, score};
use std::fmt;

/// Minimum number of blocks for intervals of ratings; fewer blocks reveal too little about their variation.
pub const LEAST_BLOCKS: u64 = 10;

/// Finishes with the best-fitting strengths and the rated group.
pub struct RatedFinishes<'a> {
    /// The finishes to which the strengths were fitted.
    pub finishes: &'a Finishes,
    /// Number of times each choice was made.
    pub counts: Vec<f64>,
    /// The fitted strengths of all agents, then of all seats.
    pub strengths: Strengths,
    /// The rated group in ascending order; empty if the results bound no difference between agents.
    pub group: Vec<usize>,
}

impl<'a> RatedFinishes<'a> {
    /// Fits the strengths to the finishes.
    pub fn new(finishes: &'a Finishes) -> Self {
        let counts = finishes.counts();
        let strengths = fit(finishes, &counts, level(finishes));
        let group = finishes.agents_ahead.largest_group();
        let group = if group.len() > 1 { group } else { Vec::new() };
        Self { finishes, counts, strengths, group }
    }

    /// Reports the derivatives of a game's log-likelihood with respect to the strengths.
    pub fn score(&self, game: u32, tell: impl FnMut(usize, f64)) {
        score(self.finishes.choices_of(game), self.finishes.agents, &self.strengths, tell);
    }

    /// Returns the reason why no rating has an interval, or `None` if ratings may have intervals.
    pub fn general_gap(&self) -> Option<Gap> {
        if self.finishes.number_of_blocks() < LEAST_BLOCKS {
            Some(Gap::FewBlocks)
        } else if !self.finishes.bound_seats() {
            Some(Gap::Seats)
        } else {
            None
        }
    }

    /// Returns the reason why an agent's rating has no interval, or `None` if it may have one.
    pub fn gap(&self, agent: usize) -> Option<Gap> {
        let finishes = self.finishes;
        if finishes.known(agent).is_some() {
            return Some(Gap::Fixed);
        }
        if finishes.agents < 2 || !finishes.has_played(agent) {
            return Some(Gap::NoOpponent);
        }
        let outside = || {
            let everybody: Vec<_> = (0..finishes.agents).collect();
            let others = if self.group.is_empty() { &everybody } else { &self.group };
            let is_outside = !self.group.contains(&agent);
            is_outside.then(|| Gap::Outside(finishes.agents_ahead.standing(agent, others)))
        };
        self.general_gap().or_else(outside)
    }

    /// Returns, as a linear combination of all strengths, the difference between an agent's strength and the mean of the rated
    /// group, or between a seat's strength and the mean of all seats. If strengths are known, it is the agent's strength itself.
    pub fn difference(&self, place: usize) -> Vec<f64> {
        let agents = self.finishes.agents;
        let seats: Vec<_> = (agents..self.strengths.len()).collect();
        let group = if place < agents { &self.group } else { &seats };
        let mut difference = vec![0.0; self.strengths.len()];
        if place >= agents || !self.has_known() {
            for &member in group {
                difference[member] -= 1.0 / group.len() as f64;
            }
        }
        difference[place] += 1.0;
        difference
    }

    /// Whether some strengths are known.
    pub fn has_known(&self) -> bool {
        (0..self.finishes.agents).any(|agent| self.finishes.known(agent).is_some())
    }

    /// Returns the mean strength of the rated group, or 0 if there is no group or all agents belong to it: the mean of all agents
    /// is 0. If strengths are known, they define the scale, and the result is 0.
    pub fn middle(&self) -> f64 {
        let is_part = self.group.len() < self.finishes.agents && !self.has_known();
        let sum: f64 = self.group.iter().map(|&agent| self.strengths[agent]).sum();
        if is_part && !self.group.is_empty() { sum / self.group.len() as f64 } else { 0.0 }
    }
}

/// The reason why a rating has no interval.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Gap {
    /// The rating is given, not estimated from the games.
    Fixed,
    /// The agent has not played, or there is no other agent.
    NoOpponent,
    /// There are fewer than ten blocks.
    FewBlocks,
    /// A seat or a group of seats always finished ahead of all others.
    Seats,
    /// The agent is outside the rated group; contains its relation to the group.
    Outside(Standing),
    /// The blocks do not differ.
    Alike,
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed => write!(f, "fixed"),
            Self::NoOpponent => write!(f, "no opponent"),
            Self::FewBlocks => write!(f, "fewer than {LEAST_BLOCKS} blocks"),
            Self::Seats => write!(f, "a seat was never behind"),
            Self::Outside(Standing::NeverBehind) => write!(f, "never behind"),
            Self::Outside(Standing::NeverAhead) => write!(f, "never ahead"),
            Self::Outside(Standing::Between) => write!(f, "never ahead of some or never behind"),
            Self::Outside(Standing::Apart) => write!(f, "never met"),
            Self::Alike => write!(f, "all blocks alike"),
        }
    }
}
