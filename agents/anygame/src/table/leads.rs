//! Leads of seats in the features of the evaluation, over games of self-play.

use agents::Participant;
use engine::{MAX_FEATURES, PlayableGame, Seat, Seed};

/// A seat's lead over the mean of the other seats in each feature, at one decision; 0 beyond the game's
/// features.
pub type Leads = [f64; MAX_FEATURES];

/// Returns the leads of the deciding seat at all decisions of a game between copies of an agent.
pub fn leads<G: PlayableGame>(agent: &Participant<G>, setup: &G::Setup, seed: Seed) -> Vec<Leads> {
    let mut rng = seed.rng();
    let mut game = G::start(setup);
    let mut agents: Vec<_> = (0..game.players()).map(|_| agent.make()).collect();
    let mut all = Vec::new();
    while let Some(seat) = game.next_decision(|game| game.happen(game.random_chance(&mut rng))) {
        all.push(lead(&game, seat));
        game.play(agents[seat.index()].choose(&game.view(seat), &mut rng));
    }
    all
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
