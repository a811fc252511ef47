//! How much each weight has to change to make a difference.
//!
//! A feature that spreads over tens of points wants a smaller weight than one that is 0 or 1. So weights
//! are measured in *scales*: a weight of one scale makes its feature, between two seats, spread as much as
//! the whole evaluation does that the search starts from.

use crate::statistics::Moments;
use agents::Participant;
use engine::MAX_FEATURES;
use engine::PlayableGame;
use engine::{Seat, Seed, Turn};
use rayon::prelude::*;

/// Games that the spreads are taken from.
const GAMES: u64 = 16;

/// What a seat has more of each feature than the mean of the others, at one decision.
type Leads = [f64; MAX_FEATURES];

/// The scale of every feature's weight, in the order of the features, seen in games of an agent against
/// itself; `weights` are those that the search starts from.
pub fn scales<G: PlayableGame>(
    agent: &Participant<G>,
    setup: &G::Setup,
    weights: &[f64],
    seed: Seed,
) -> Vec<f64> {
    let games: Vec<_> =
        (0..GAMES).into_par_iter().map(|game| leads(agent, setup, seed.child(game))).collect();
    let spread = |value: &dyn Fn(&Leads) -> f64| {
        let mut moments = Moments::default();
        games.iter().flatten().for_each(|leads| moments.add(value(leads)));
        moments.deviation().filter(|&deviation| deviation > 0.0)
    };
    let sum = |leads: &Leads| leads.iter().zip(weights).map(|(lead, weight)| lead * weight).sum();
    // Weights that are all 0 spread nothing: then a scale is what makes a feature spread by 1.
    let whole = spread(&sum).unwrap_or(1.0);
    // What never differs cannot matter, so any scale will do.
    let scale = |feature: usize| spread(&|leads| leads[feature]).map_or(whole, |own| whole / own);
    (0..weights.len()).map(scale).collect()
}

/// The leads at all decisions of a game.
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
