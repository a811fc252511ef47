//! What several test files share: games driven by chance, and the suite that every game must pass.

#![allow(dead_code, reason = "not every test file uses everything")]

pub mod contract;

use engine::{Dealable, RecordHeader, Seed, Turn};

/// Plays a random game under a seed and shows every state on the way, the last one included.
pub fn random_game<G: Dealable>(setup: &G::Setup, seed: u64, mut see: impl FnMut(&G)) -> G {
    let mut rng = Seed::new(seed).rng();
    let deal = G::deal(setup, &mut rng);
    let mut game = G::start(setup);
    loop {
        see(&game);
        match game.turn() {
            Turn::Decide(_) => game.play(game.random_move(&mut rng)),
            Turn::Chance => game.happen(game.dealt(&deal)),
            Turn::Over => return game,
        }
    }
}

/// Plays a random game under a seed and records it.
pub fn recorded_game<G: Dealable>(setup: &G::Setup, seed: u64) -> (G, G::Deal, Vec<G::Event>) {
    let mut rng = Seed::new(seed).rng();
    let deal = G::deal(setup, &mut rng);
    let mut game = G::start(setup);
    let mut events = Vec::new();
    loop {
        match game.turn() {
            Turn::Decide(_) => game.play_recorded(game.random_move(&mut rng), &mut events),
            Turn::Chance => game.happen_recorded(game.dealt(&deal), &mut events),
            Turn::Over => return (game, deal, events),
        }
    }
}

/// What the records of these tests say about themselves.
pub fn title(players: usize) -> RecordHeader {
    RecordHeader { seed: "7".to_owned(), agents: vec!["random".to_owned(); players] }
}
