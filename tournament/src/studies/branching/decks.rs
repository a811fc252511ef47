//! A position played on, often, after each of some first steps.

use super::policy::Policy;
use engine::study::{MeanOutcome, StudyPosition};
use engine::{Game, Seed, View};

/// Below the seed of a deck: the child that guesses what is hidden.
const GUESS: u64 = 0;
/// Below the seed of a deck: the child that it is played with.
const PLAY: u64 = 1;

/// What is done first.
pub type Step<'a, G> = &'a dyn Fn(&mut G);

/// Plays a position on after each of these steps, on so many decks, which are the children of a seed. A
/// deck is whatever the seat cannot know, drawn anew with the probability that it has for the seat: never
/// what was dealt in the game that the position is from.
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
