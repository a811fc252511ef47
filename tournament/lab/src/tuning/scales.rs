//! Scales of weights: the size of a change in a weight that makes a difference.
//!
//! A feature with a spread of tens of points needs a smaller weight than a feature that is 0 or 1. Therefore weights are measured
//! in *scales*. With a weight of one scale, a feature has the same spread between two seats as the whole evaluation from which
//! the search starts.

use anygame::{AnyTable, Leads};
use engine::Seed;
use rayon::ThreadPool;
use statistics::Moments;
use store::in_order::all;

/// The number of games in which the spreads are measured.
const GAMES: u64 = 16;

/// Returns the scale of every feature's weight, in the order of the features, measured in games of a participant against itself.
/// `weights` are the initial weights of the search.
pub fn scales(
    pool: &ThreadPool,
    table: &dyn AnyTable,
    agent: usize,
    weights: &[f64],
    seed: Seed,
) -> Vec<f64> {
    let games = all(pool, GAMES, &|game| table.leads(agent, seed.child(game)));
    let spread = |value: &dyn Fn(&Leads) -> f64| {
        let mut moments = Moments::default();
        games.iter().flatten().for_each(|leads| moments.add(value(leads)));
        moments.deviation().filter(|&deviation| deviation > 0.0)
    };
    let sum = |leads: &Leads| leads.iter().zip(weights).map(|(lead, weight)| lead * weight).sum();
    // If all weights are 0, the evaluation has no spread; then one scale gives a feature a spread of 1.
    let whole = spread(&sum).unwrap_or(1.0);
    // A feature that never differs between seats has no effect, so any scale will do.
    let scale = |feature: usize| spread(&|leads| leads[feature]).map_or(whole, |own| whole / own);
    (0..weights.len()).map(scale).collect()
}
