//! How much each weight must change to make a difference.
//!
//! A feature that spreads over tens of points needs a smaller weight than one that is 0 or 1. So
//! weights are measured in *scales*. A weight of one scale gives its feature the same spread
//! between two seats as the whole evaluation that the search starts from.

use crate::job::in_order::all;
use crate::statistics::Moments;
use agents::Participant;
use engine::MAX_FEATURES;
use engine::PlayableGame;
use engine::{Seat, Seed, Turn};
use rayon::ThreadPool;

/// The number of games that measure the spreads.
const GAMES: u64 = 16;

/// A seat's lead over the mean of the others in each feature, at one decision.
type Leads = [f64; MAX_FEATURES];

/// Returns the scale of every feature's weight, in the order of the features, measured in games of
/// an agent against itself; `weights` are those that the search starts from.
pub fn scales<G: PlayableGame>(
    pool: &ThreadPool,
    agent: &Participant<G>,
    setup: &G::Setup,
    weights: &[f64],
    seed: Seed,
) -> Vec<f64> {
    let games = all(pool, GAMES, &|game| leads(agent, setup, seed.child(game)));
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

/// Returns the leads at all decisions of a game.
fn leads<G: PlayableGame>(agent: &Participant<G>, setup: &G::Setup, seed: Seed) -> Vec<Leads> {
    let mut rng = seed.rng();
    let mut game = G::start(setup);
    let mut agents: Vec<_> = (0..game.players()).map(|_| agent.make()).collect();
    let mut all = Vec::new();
    loop {
        match game.turn() {
            Turn::Over => break all,
            Turn::Chance => game.happen(game.random_chance(&mut rng)),
            Turn::Decide(seat) => {
                all.push(lead(&game, seat));
                game.play(agents[seat.index()].choose(&game.view(seat), &mut rng));
            }
        }
    }
}

fn lead<G: PlayableGame>(game: &G, seat: Seat) -> Leads {
    let others = (game.players() - 1) as f64;
    let mut leads = [0.0; MAX_FEATURES];
    game.features(|other, features| {
        let share = if other == seat { 1.0 } else { -1.0 / others };
        leads.iter_mut().zip(features).for_each(|(lead, feature)| *lead += feature * share);
    });
    leads
}
