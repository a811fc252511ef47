//! Finishes with the strengths that fit best, and which of them the results bound.

use super::finishes::Finishes;
use super::groups::Standing;
use super::plackett_luce::{Strengths, fit, level, score};
use std::fmt;

/// With fewer blocks, ratings have no intervals: the blocks say too little about other blocks.
pub const LEAST_BLOCKS: u64 = 10;

/// The strengths that fit best to some finishes, and which of them are known how well.
pub struct RatedFinishes<'a> {
    /// The finishes.
    pub finishes: &'a Finishes,
    /// How often each choice was made.
    pub counts: Vec<f64>,
    /// The strengths.
    pub strengths: Strengths,
    /// The rated group, if the results bound the differences of two agents or more.
    pub group: Vec<usize>,
}

impl<'a> RatedFinishes<'a> {
    /// Fits the strengths.
    pub fn new(finishes: &'a Finishes) -> Self {
        let counts = finishes.counts();
        let strengths = fit(finishes, &counts, level(finishes));
        let group = finishes.agents_ahead().largest_group();
        let group = if group.len() > 1 { group } else { Vec::new() };
        Self { finishes, counts, strengths, group }
    }

    /// Tells the derivatives of a game's likelihood by the strengths.
    pub fn score(&self, game: u32, tell: impl FnMut(usize, f64)) {
        score(self.finishes.choices_of(game), self.finishes.agents(), &self.strengths, tell);
    }

    /// Why nothing has an interval, if so.
    pub fn general_gap(&self) -> Option<Gap> {
        if self.finishes.number_of_blocks() < LEAST_BLOCKS {
            Some(Gap::FewBlocks)
        } else if !self.finishes.bound_seats() {
            Some(Gap::Seats)
        } else {
            None
        }
    }

    /// Why an agent has no interval, if so.
    pub fn gap(&self, agent: usize) -> Option<Gap> {
        let finishes = self.finishes;
        if finishes.agents() < 2 || !finishes.has_played(agent) {
            return Some(Gap::NoOpponent);
        }
        let outside = || {
            let everybody: Vec<_> = (0..finishes.agents()).collect();
            let others = if self.group.is_empty() { &everybody } else { &self.group };
            let is_outside = !self.group.contains(&agent);
            is_outside.then(|| Gap::Outside(finishes.agents_ahead().standing(agent, others)))
        };
        self.general_gap().or_else(outside)
    }

    /// Returns the difference of an agent's strength from the mean of the group, or of a seat's from that of all seats,
    /// as a combination of all strengths.
    pub fn difference(&self, place: usize) -> Vec<f64> {
        let agents = self.finishes.agents();
        let seats: Vec<_> = (agents..self.strengths.len()).collect();
        let group = if place < agents { &self.group } else { &seats };
        let mut difference = vec![0.0; self.strengths.len()];
        for &member in group {
            difference[member] -= 1.0 / group.len() as f64;
        }
        difference[place] += 1.0;
        difference
    }

    /// Returns the mean strength of the rated group. That of all agents is 0.
    pub fn middle(&self) -> f64 {
        let is_part = self.group.len() < self.finishes.agents();
        let sum: f64 = self.group.iter().map(|&agent| self.strengths[agent]).sum();
        if is_part && !self.group.is_empty() { sum / self.group.len() as f64 } else { 0.0 }
    }
}

/// Why a rating has no interval.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Gap {
    /// There is nobody to compare with.
    NoOpponent,
    /// Fewer than ten blocks.
    FewBlocks,
    /// A seat, or a group of them, was always ahead of all others.
    Seats,
    /// How the agent stands to the rated group.
    Outside(Standing),
    /// All blocks are alike.
    Alike,
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
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
