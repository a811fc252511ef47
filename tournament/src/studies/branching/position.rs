//! Samples positions, one from each game of self-play.

use super::policy::{Decision, Policy};
use engine::study::StudyPosition;
use engine::{Dealable, Seed};
use rand::RngExt;

/// The child of a game's seed that plays the game.
const PLAY: u64 = 0;
/// The child of a game's seed that picks one of its decisions.
const PICK: u64 = 1;

/// Plays a game and picks one of the decisions that `is_candidate` accepts. Returns `None` if there
/// are none.
///
/// With one decision per game, positions are independent of each other.
pub fn sample<G: Dealable>(
    policy: &Policy<'_, G>,
    setup: &G::Setup,
    game: u64,
    seed: Seed,
    is_candidate: impl Fn(&Decision<'_, G>) -> bool,
) -> Option<StudyPosition<G>> {
    let mut picked: Option<StudyPosition<G>> = None;
    let mut candidates = 0;
    let mut pick = seed.child(PICK).rng();
    policy.play_on(G::start(setup), seed.child(PLAY), |decision| {
        if !is_candidate(decision) {
            return;
        }
        candidates += 1;
        // Keeps each of these decisions with the same probability (reservoir sampling).
        if pick.random_range(0..candidates) == 0 {
            let &Decision { state, seat, chosen, .. } = decision;
            picked = Some(StudyPosition { game, state: state.clone(), seat, chosen, candidates });
        }
    });
    picked.map(|position| StudyPosition { candidates, ..position })
}
