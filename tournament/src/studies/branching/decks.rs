//! Plays a position to the end many times after each of some first steps.

use super::policy::Policy;
use engine::study::{MeanOutcome, StudyPosition};
use engine::{Game, Seed, View};

/// The child of a deck's seed that determinizes the position.
const GUESS: u64 = 0;
/// The child of a deck's seed that plays the game.
const PLAY: u64 = 1;

/// A first step.
pub type Step<'a, G> = &'a dyn Fn(&mut G);

/// Plays a position to the end after each of these steps, on a number of decks whose seeds are
/// children of the given one. A deck is everything the seat cannot know, drawn anew with its
/// probability for the seat. It is never what was dealt in the game that the position is from.
pub fn play_on_decks<G: Game, const STEPS: usize>(
    position: &StudyPosition<G>,
    policy: &Policy<'_, G>,
    decks: u32,
    seed: Seed,
    steps: [Step<'_, G>; STEPS],
) -> [MeanOutcome; STEPS] {
    let view = position.state.view(position.seat);
    let mut sums = [(0, 0.0); STEPS];
    for deck in 0..decks {
        let seed = seed.child(deck.into());
        let guess = view.determinize(&mut seed.child(GUESS).rng());
        for (step, sum) in steps.iter().zip(&mut sums) {
            let mut state = guess.clone();
            step(&mut state);
            let outcome = policy.play_on(state, seed.child(PLAY), |_| ()).outcome();
            sum.0 += i64::from(outcome.margin(position.seat));
            sum.1 += outcome.win_share(position.seat);
        }
    }
    let mean = |(margin, win_share)| MeanOutcome {
        margin: margin as f64 / f64::from(decks),
        win_share: win_share / f64::from(decks),
    };
    sums.map(mean)
}
