//! The test suite that every game must pass; requires the feature `testing`.
//!
//! ```
//! use engine::testing::check_game;
//! use engine::{PlayableGame, Rules};
//! use poker::kuhn::Kuhn;
//!
//! check_game::<Kuhn>(&Kuhn::setup(2, &Rules::new()).unwrap(), 0..20);
//! ```
//!
//! [`check_game`] tests random games against the contract of [`Game`](crate::Game), [`View`](crate::View) and [`PlayableGame`],
//! and checks their records. A game with observations for bots should also call [`check_observations`], a game that overrides
//! [`Game::play_out`](crate::Game::play_out) should also call [`check_play_out`], and a game with an encoding should also call
//! [`check_action_space`] and [`check_tensors`].

mod contract;
mod encodings;
mod observations;
mod records;
mod rule_numbers;
mod sampling;

pub use contract::inputs_of;
pub use encodings::{check_action_space, check_tensors};
pub use observations::check_observations;
pub use rule_numbers::check_rule_numbers;
pub use sampling::check_play_out;

use crate::phrase::Phrase;
use crate::{PlayableGame, Record, RecordHeader, Seed, Turn};
use std::collections::BTreeSet;
use std::ops::Range;

/// Checks the contract in every state of random games with this setup, one game per seed: the lists of moves and chance events
/// with their texts and successor states, views and determinizations, observations of moves and chance events, turns, and the
/// outcome. Random samples must agree with the lists, and records with the games.
///
/// # Panics
/// If a check fails.
pub fn check_game<G: PlayableGame>(setup: &G::Setup, seeds: Range<u64>) {
    contract::check_states::<G>(setup, seeds.clone());
    contract::check_whole_turns::<G>(setup, seeds.clone());
    sampling::check_samples::<G>(setup, seeds.start);
    records::check_records::<G>(setup, seeds);
}

/// Plays a random game under a seed and passes every state to `see`, including the last one.
pub fn random_game<G: PlayableGame>(setup: &G::Setup, seed: u64, mut see: impl FnMut(&G)) -> G {
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

/// Returns the legal moves in words.
///
/// # Panics
/// If two moves have the same words.
pub fn moves_in_words<G: PlayableGame>(game: &G, setup: &G::Setup) -> Vec<Phrase> {
    let mut moves = Vec::new();
    if let Turn::Decide(_) = game.turn() {
        game.moves(&mut moves);
    }
    let words = moves.into_iter().map(|mv| G::renderer().move_in_words(game, setup, mv));
    let words: Vec<_> = words.collect();
    let distinct: BTreeSet<_> = words.iter().map(ToString::to_string).collect();
    assert_eq!(distinct.len(), words.len(), "{distinct:?}");
    words
}

/// Plays and records a random game under a seed. Returns the final state and the record.
pub fn recorded_game<G: PlayableGame>(setup: &G::Setup, seed: u64) -> (G, Record<G>) {
    let mut rng = Seed::new(seed).rng();
    let deal = G::deal(setup, &mut rng);
    let mut game = G::start(setup);
    let mut events = Vec::new();
    loop {
        match game.turn() {
            Turn::Decide(_) => game.play_recorded(game.random_move(&mut rng), &mut events),
            Turn::Chance => game.happen_recorded(game.dealt(&deal), &mut events),
            Turn::Over => break,
        }
    }
    let agents = vec!["random".to_owned(); game.players()];
    let header = RecordHeader { seed: seed.to_string(), agents };
    let record = Record::new(setup, &game, header, &deal, &events);
    (game, record)
}
