//! Variance components of results that come in blocks of repeated games.
//!
//! A block is a deck on which every seat assignment of a balanced group is played several times. The results of one repeat form a
//! table with a row for each seat assignment and a column for each seat; a block has one such table for each repeat. Every agent
//! plays on every seat equally often, so a table is the sum of four orthogonal parts: its mean, the agent effects, the seat
//! effects, and the remainder. Each part is attributed as follows:
//!
//! * differences between repeats of a block are *play*;
//! * differences between block means, beyond play, are the *deck*;
//! * the mean over all blocks, beyond play and deck, is an effect that does not depend on the deck.
//!
//! The estimates are analysis-of-variance estimates, the method of moments for balanced data (Searle, Casella and `McCulloch`:
//! *Variance Components*, 1992, chapter 4): every mean square is set equal to its expectation. They are unbiased for any
//! distribution, even if the games of a repeat depend on each other, as with common random numbers or when the results of a game
//! have a fixed sum. Therefore the estimate of a component that is zero is often negative. Negative estimates are reported
//! unchanged: truncated at zero, they would be biased, and the components would not add up to the total (section 4.4 there).
//!
//! Intervals come from the jackknife over blocks (Arvesen: *Jackknifing U-statistics*, 1969) with Student's quantile. The effects
//! that do not depend on the deck are estimated by squares. If such an effect is near zero, the jackknife captures only the slope
//! of the square and its interval is too narrow, so the variance of the square itself is added. Blocks with different agents or
//! different seat assignments form separate strata, weighted by their numbers of games.

use super::{Moments, shares};
use std::collections::BTreeMap;

/// Minimum number of blocks in a stratum. In smaller strata the error of an estimate cannot be assessed, so they are left out.
const LEAST_BLOCKS: usize = 3;

/// Relative tolerance: a component below this fraction of the total is rounding error and counts as zero.
const ROUNDING: f64 = 1e-12;

/// Indices of the four orthogonal parts of a table.
const LEVEL: usize = 0;
const AGENT: usize = 1;
const SEAT: usize = 2;
const REST: usize = 3;

/// The mean square of each part of a table, indexed by `LEVEL`, `AGENT`, `SEAT` and `REST`.
type Parts = [f64; 4];

/// The estimates of all components in the order of [`Component::ALL`], followed by the total.
type Estimates = [f64; Component::ALL.len() + 1];
const TOTAL: usize = Component::ALL.len();

/// A source of variance in a game's results.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Component {
    /// The agent's strength.
    Agent,
    /// The seat's advantage, which is equal for all agents.
    Seat,
    /// The seat assignment, beyond agent and seat: for example, an agent suits a seat, or benefits from sitting after a certain
    /// agent.
    Assignment,
    /// The deck's advantage for a seat, or for all seats, with any agent.
    Deck,
    /// The deck's advantage for an agent, on any seat.
    DeckAgent,
    /// The deck's effect in a seat assignment, beyond its effects on seats and agents.
    DeckAssignment,
    /// Differences between games with the same deck and the same seat assignment.
    Play,
}

impl Component {
    /// All components, in the order of the arrays in [`Decomposition`].
    pub const ALL: [Self; 7] = [
        Self::Agent,
        Self::Seat,
        Self::Assignment,
        Self::Deck,
        Self::DeckAgent,
        Self::DeckAssignment,
        Self::Play,
    ];
}

/// An estimate and its 95% CI.
#[derive(Copy, Clone, Debug)]
pub struct Estimate {
    /// The value of the estimate; negative estimates are possible.
    pub value: f64,
    /// The ends of the 95% CI; `None` if the estimate stays the same whichever block is left out.
    pub interval: Option<(f64, f64)>,
}

/// The variance of a result, decomposed into components.
#[derive(Clone, Debug)]
pub struct Decomposition {
    /// The number of blocks that were analysed.
    pub blocks: u64,
    /// The variance by component, in the order of [`Component::ALL`].
    pub variances: [Estimate; Component::ALL.len()],
    /// Each component's share of the total variance, if there is any variance.
    pub shares: Option<[Estimate; Component::ALL.len()]>,
    /// The total variance of a result.
    pub total: Estimate,
}

/// Results of repeated games, collected block by block, from which the components are estimated.
#[derive(Clone, Debug, Default)]
pub struct VarianceComponents {
    open: Vec<OpenGame>,
    /// Strata by the first seat assignment of their blocks, which is unique: no seat assignment belongs to two groups.
    strata: BTreeMap<Vec<usize>, Stratum>,
}

/// A game of the current block.
#[derive(Clone, Debug)]
struct OpenGame {
    repeat: u64,
    assignment: Vec<usize>,
    results: Vec<f64>,
}

/// Blocks with the same seat assignments.
#[derive(Clone, Debug)]
struct Stratum {
    layout: Layout,
    blocks: Vec<Block>,
}

/// A block: the mean table over its repeats, and the variance between repeats.
#[derive(Clone, Debug)]
struct Block {
    /// Mean results over the repeats, by seat assignment, then by seat.
    table: Vec<f64>,
    /// The variance between the repeats, by part.
    noise: Parts,
    repeats: f64,
}

/// The arrangement of agents in a table.
#[derive(Clone, Debug)]
struct Layout {
    players: usize,
    agents: usize,
    /// By cell of the table, the agent, numbered within the table.
    agent_of: Vec<usize>,
}

/// Sums over a stratum's blocks from which its components are estimated.
#[derive(Clone, Debug)]
struct StratumSums {
    blocks: f64,
    mean: Vec<f64>,
    /// The sum of the blocks' squared distances from the mean table, by part.
    between: Parts,
    /// The sum of the blocks' variances between repeats, by part.
    noise: Parts,
    repeats: f64,
}

impl VarianceComponents {
    /// Adds the next game of the current block: its repeat (counted from 0), and the agent and the result of each seat. All
    /// repeats of a block must have the same seat assignments in the same order.
    pub fn add(&mut self, repeat: u64, assignment: &[usize], results: Vec<f64>) {
        self.open.push(OpenGame { repeat, assignment: assignment.to_vec(), results });
    }

    /// Ends the current block, which must be complete. A block with fewer than two repeats is ignored.
    pub fn close_block(&mut self) {
        let games = std::mem::take(&mut self.open);
        let assignments = games.iter().take_while(|game| game.repeat == 0).count();
        if assignments == 0 || games.len() < 2 * assignments {
            return;
        }
        let layout = || Layout::of(&games[..assignments]);
        let stratum = self.strata.entry(games[0].assignment.clone());
        let stratum = stratum.or_insert_with(|| Stratum { layout: layout(), blocks: Vec::new() });
        let tables = games.chunks_exact(assignments);
        let tables: Vec<Vec<f64>> = tables
            .map(|repeat| repeat.iter().flat_map(|game| game.results.iter().copied()).collect())
            .collect();
        stratum.blocks.push(Block::of(&stratum.layout, &tables));
    }

    /// Estimates the components. Returns `None` if no stratum has enough blocks.
    pub fn decompose(&self) -> Option<Decomposition> {
        let strata = self.strata.values().filter(|stratum| stratum.blocks.len() >= LEAST_BLOCKS);
        let strata: Vec<_> = strata.collect();
        let blocks: usize = strata.iter().map(|stratum| stratum.blocks.len()).sum();
        let games: f64 = strata.iter().map(|stratum| stratum.games()).sum();
        let weighted: Vec<_> =
            strata.iter().map(|stratum| (stratum.games() / games, *stratum)).collect();
        let mut estimates = Estimates::default();
        for (weight, stratum) in &weighted {
            add(&mut estimates, *weight, &stratum.sums().estimates(&stratum.layout));
        }
        let (mut variances, mut variances_of_shares) = (Estimates::default(), Estimates::default());
        for (weight, stratum) in &weighted {
            let [plain, shares] = stratum.jackknifed(*weight, &estimates);
            add(&mut variances, 1.0, &plain);
            add(&mut variances_of_shares, 1.0, &shares);
        }
        let quantile = shares::student(blocks.checked_sub(strata.len())? as f64)?;
        let total = estimates[TOTAL];
        let estimate = |value: f64, variance: f64, scale: f64| {
            let (error, tiny) = (variance.sqrt(), ROUNDING * scale.abs());
            let value = if value.abs() > tiny { value } else { 0.0 };
            let reach = quantile * error;
            let interval = (error > tiny).then_some((value - reach, value + reach));
            Estimate { value, interval }
        };
        let variance = |place: usize| estimate(estimates[place], variances[place], total);
        let share =
            |place: usize| estimate(estimates[place] / total, variances_of_shares[place], 1.0);
        Some(Decomposition {
            blocks: blocks as u64,
            variances: std::array::from_fn(variance),
            shares: (total > 0.0).then(|| std::array::from_fn(share)),
            total: variance(TOTAL),
        })
    }
}

/// Adds weighted estimates to a sum.
fn add(sum: &mut Estimates, weight: f64, estimates: &Estimates) {
    sum.iter_mut().zip(estimates).for_each(|(sum, estimate)| *sum += weight * estimate);
}

impl Stratum {
    /// Returns the number of results in one repeat of every block. All strata have equal player and repeat counts.
    fn games(&self) -> f64 {
        (self.blocks.len() * self.layout.agent_of.len()) as f64
    }

    /// Returns this stratum's contribution to the jackknife variances of the estimates and of their shares of the total. `weight`
    /// is the stratum's weight in the estimates.
    fn jackknifed(&self, weight: f64, estimates: &Estimates) -> [Estimates; 2] {
        let sums = self.sums();
        let here = sums.estimates(&self.layout);
        let mut spreads = [[Moments::default(); Component::ALL.len() + 1]; 2];
        let mut has_shares = true;
        for block in &self.blocks {
            let mut without = *estimates;
            add(&mut without, -weight, &here);
            add(&mut without, weight, &sums.without(block, &self.layout).estimates(&self.layout));
            has_shares &= without[TOTAL] > 0.0;
            for place in 0..without.len() {
                // Sum differences from the estimate: the squares of full values would lose digits.
                let share = without[place] / without[TOTAL] - estimates[place] / estimates[TOTAL];
                spreads[0][place].add(without[place] - estimates[place]);
                spreads[1][place].add(share);
            }
        }
        let count = self.blocks.len() as f64;
        let scale = (count - 1.0) * (count - 1.0) / count;
        let mut variances =
            spreads.map(|spread| spread.map(|values| values.variance().unwrap_or(0.0) * scale));
        // The mean square of normal errors with mean variance V has a variance of at most 2 V^2.
        for (place, part) in [AGENT, SEAT, REST].into_iter().enumerate() {
            let error = weight * sums.between[part] / (count - 1.0) / count;
            variances[0][place] += 2.0 * error * error;
            variances[1][place] += 2.0 * (error / estimates[TOTAL]).powi(2);
        }
        if !has_shares {
            // All variance comes from a single block, so the error of the shares is unknown.
            variances[1] = [f64::NAN; Component::ALL.len() + 1];
        }
        variances
    }

    fn sums(&self) -> StratumSums {
        let blocks = self.blocks.len() as f64;
        let mean = mean(self.blocks.iter().map(|block| block.table.as_slice()));
        let (mut between, mut noise) = (Parts::default(), Parts::default());
        for block in &self.blocks {
            let parts = self.layout.parts(&difference(&block.table, &mean));
            for part in 0..parts.len() {
                between[part] += parts[part];
                noise[part] += block.noise[part];
            }
        }
        StratumSums { blocks, mean, between, noise, repeats: self.blocks[0].repeats }
    }
}

impl Block {
    /// Averages the tables of all repeats and measures the variance between them.
    fn of(layout: &Layout, tables: &[Vec<f64>]) -> Self {
        let repeats = tables.len() as f64;
        // Differences from the first repeat are exactly zero if all repeats are equal.
        let distances: Vec<_> = tables.iter().map(|table| difference(table, &tables[0])).collect();
        let centre = mean(distances.iter().map(Vec::as_slice));
        let mut noise = Parts::default();
        for distance in &distances {
            let parts = layout.parts(&difference(distance, &centre));
            noise.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part / (repeats - 1.0));
        }
        let table = tables[0].iter().zip(&centre).map(|(first, distance)| first + distance);
        Self { table: table.collect(), noise, repeats }
    }
}

impl Layout {
    fn of(games: &[OpenGame]) -> Self {
        let mut agents: Vec<_> = games[0].assignment.clone();
        agents.sort_unstable();
        agents.dedup();
        let cells = games.iter().flat_map(|game| &game.assignment);
        let agent_of = cells.map(|agent| agents.partition_point(|other| other < agent)).collect();
        Self { players: games[0].assignment.len(), agents: agents.len(), agent_of }
    }

    /// Returns the mean squares of the parts of a table. They add up to the table's mean square.
    fn parts(&self, table: &[f64]) -> Parts {
        let cells = table.len() as f64;
        let level = table.iter().sum::<f64>() / cells;
        let mut agents = vec![Moments::default(); self.agents];
        let mut seats = vec![Moments::default(); self.players];
        for (cell, value) in table.iter().enumerate() {
            agents[self.agent_of[cell]].add(value - level);
            seats[cell % self.players].add(value - level);
        }
        let effects = |groups: Vec<Moments>| -> Vec<f64> {
            groups.iter().map(|group| group.mean().unwrap_or(0.0)).collect()
        };
        let (agents, seats) = (effects(agents), effects(seats));
        let mut parts = [level * level, 0.0, 0.0, 0.0];
        for (cell, value) in table.iter().enumerate() {
            let (agent, seat) = (agents[self.agent_of[cell]], seats[cell % self.players]);
            parts[AGENT] += agent * agent / cells;
            parts[SEAT] += seat * seat / cells;
            parts[REST] += (value - level - agent - seat).powi(2) / cells;
        }
        parts
    }
}

impl StratumSums {
    /// Returns the sums with one block left out.
    fn without(&self, block: &Block, layout: &Layout) -> Self {
        let left = self.blocks - 1.0;
        let distance = difference(&block.table, &self.mean);
        let parts = layout.parts(&distance);
        let mean = self.mean.iter().zip(&distance).map(|(mean, distance)| mean - distance / left);
        let between = |part: usize| self.between[part] - parts[part] * self.blocks / left;
        Self {
            blocks: left,
            mean: mean.collect(),
            between: std::array::from_fn(between),
            noise: std::array::from_fn(|part| self.noise[part] - block.noise[part]),
            repeats: self.repeats,
        }
    }

    fn estimates(&self, layout: &Layout) -> Estimates {
        let fixed = layout.parts(&self.mean);
        let between = self.between.map(|squares| squares / (self.blocks - 1.0));
        let noise = self.noise.map(|squares| squares / self.blocks);
        // The mean over all blocks still contains noise from differences between blocks, and a block's mean contains noise from
        // differences between its repeats. Both are subtracted.
        let constant = |part: usize| fixed[part] - between[part] / self.blocks;
        let deck = |part: usize| between[part] - noise[part] / self.repeats;
        let components = [
            constant(AGENT),
            constant(SEAT),
            constant(REST),
            deck(LEVEL) + deck(SEAT),
            deck(AGENT),
            deck(REST),
            noise.iter().sum(),
        ];
        let total = components.iter().sum();
        let mut estimates = Estimates::default();
        estimates[..components.len()].copy_from_slice(&components);
        estimates[components.len()] = total;
        estimates
    }
}

/// Returns the cell-by-cell difference of two tables.
fn difference(one: &[f64], other: &[f64]) -> Vec<f64> {
    one.iter().zip(other).map(|(one, other)| one - other).collect()
}

/// Returns the cell-by-cell mean of tables of equal size.
fn mean<'a>(tables: impl ExactSizeIterator<Item = &'a [f64]>) -> Vec<f64> {
    let count = tables.len() as f64;
    let mut sum: Vec<f64> = Vec::new();
    for table in tables {
        sum.resize(table.len(), 0.0);
        sum.iter_mut().zip(table).for_each(|(sum, value)| *sum += value);
    }
    sum.into_iter().map(|sum| sum / count).collect()
}

#[cfg(test)]
mod tests;
