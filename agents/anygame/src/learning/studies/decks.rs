//! Rollouts of a position on many decks after each of several first steps.

use super::policy::Policy;
use engine::study::{MeanOutcome, StudyPosition};
use engine::{Game, GameRng, Seat, Seed, View};

/// The child of a deck's seed that determinizes the position.
const GUESS: u64 = 0;
/// The child of a deck's seed that plays the game.
const PLAY: u64 = 1;

/// Plays a position to the end after each of these first steps, on a number of decks whose seeds are children of the
/// given one, and returns the outcome on each deck, by step. A deck is all information hidden from the seat, redrawn
/// with its probability from the seat's perspective. It does not depend on the actual deal of the game that the
/// position is from.
pub fn outcomes_on_decks<G: Game>(
    position: &StudyPosition<G>,
    policy: &Policy<'_, G>,
    decks: u32,
    seed: Seed,
    steps: &[impl Fn(&mut G)],
) -> Vec<Vec<MeanOutcome>> {
    let view = position.state.view(position.seat);
    outcomes_of(|rng| view.determinize(rng), position.seat, policy, decks, seed, steps)
}

/// Plays states created by `begin` to the end after each of these steps. Returns the outcomes for the seat, by
/// step and then by deck. All steps on a deck start from the same state and use the same random numbers.
pub fn outcomes_of<G: Game>(
    begin: impl Fn(&mut GameRng) -> G,
    seat: Seat,
    policy: &Policy<'_, G>,
    decks: u32,
    seed: Seed,
    steps: &[impl Fn(&mut G)],
) -> Vec<Vec<MeanOutcome>> {
    let mut outcomes = vec![Vec::new(); steps.len()];
    for deck in 0..decks {
        let seed = seed.child(deck.into());
        let drawn = begin(&mut seed.child(GUESS).rng());
        for (step, outcomes) in steps.iter().zip(&mut outcomes) {
            let mut state = drawn.clone();
            step(&mut state);
            let outcome = policy.play_on(state, seed.child(PLAY), |_| ()).outcome();
            outcomes.push(MeanOutcome {
                margin: outcome.margin(seat).into(),
                win_share: outcome.win_share(seat),
            });
        }
    }
    outcomes
}

/// Returns the mean outcome of each step.
pub fn means(outcomes: &[Vec<MeanOutcome>]) -> Vec<MeanOutcome> {
    outcomes.iter().map(|outcomes| MeanOutcome::of(outcomes)).collect()
}
