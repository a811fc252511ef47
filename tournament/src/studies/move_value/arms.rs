//! The arms: a position played to the end many times after each beginning.

use crate::studies::branching::{Policy, Step, play_on_decks};
use engine::study::{Beginning, Branches, MoveStudy, StudyPosition};
use engine::{PlayableGame, Seed};

/// The child of a game's seed that chooses the first steps; children 0 and 1 are the position's.
/// All arms share it, so arms that do not differ choose the same.
pub(super) const CHOOSE: u64 = 2;
/// The child of a game's seed whose children are the decks.
const DECKS: u64 = 3;

/// Plays a position to the end in all arms, on a number of decks.
///
/// # Panics
/// Panics if the position is no candidate of the study.
pub fn branches<G: PlayableGame, Q: MoveStudy<G>>(
    position: &StudyPosition<G>,
    policy: &Policy<'_, G>,
    decks: u32,
    seed: Seed,
) -> Branches<G::Move> {
    let choose = |arm| match Q::begin(&position.state, position.seat, arm) {
        Beginning::Choice(state) => policy.choose_in_a_row(&state, seed.child(CHOOSE)).0,
        Beginning::Lost(_) => Vec::new(),
    };
    let choices: Vec<Vec<G::Move>> = (0..Q::ARMS.len()).map(choose).collect();
    let play = |state: &mut G, arm: usize| match Q::begin(state, position.seat, arm) {
        Beginning::Choice(begun) => {
            *state = begun;
            for &mv in &choices[arm] {
                state.play(mv);
            }
        }
        Beginning::Lost(after) => *state = after,
    };
    let arms: Vec<_> =
        (0..Q::ARMS.len()).map(|arm| move |state: &mut G| play(state, arm)).collect();
    let steps: Vec<Step<'_, G>> = arms.iter().map(|arm| arm as Step<'_, G>).collect();
    let outcomes = play_on_decks(position, policy, decks, seed.child(DECKS), &steps);
    let first = choices.iter().map(|moves| moves.first().copied()).collect();
    Branches { first, decks, outcomes }
}
