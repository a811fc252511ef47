//! How much each weight must change to make a difference.
//!
//! A feature that spreads over tens of points needs a smaller weight than one that is 0 or 1. So
//! weights are measured in *scales*. A weight of one scale gives its feature the same spread
//! between two seats as the whole evaluation that the search starts from.

use anygame::{AnyTable, Leads};
use engine::Seed;
use rayon::ThreadPool;
use statistics::Moments;
use store::in_order::all;

/// The number of games that measure the spreads.
const GAMES: u64 = 16;

/// Returns the scale of every feature's weight, in the order of the features, measured in games of
/// a participant against itself; `weights` are those that the search starts from.
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
    // Weights that are all 0 have no spread; then a scale gives a feature a spread of 1.
    let whole = spread(&sum).unwrap_or(1.0);
    // A feature that never differs cannot matter, so any scale will do.
    let scale = |feature: usize| spread(&|leads| leads[feature]).map_or(whole, |own| whole / own);
    (0..weights.len()).map(scale).collect()
}
