//! The arms: a position played to the end many times after each first step.

use crate::studies::branching::{Policy, Step, play_on_decks};
use engine::study::{Arm, Branches, MoveStudy, PerArm, StudyPosition};
use engine::{PlayableGame, Seed};

/// The children of a game's seed that choose the first steps start here; children 0 and 1 are the
/// position's.
const CHOOSE_ACT: u64 = 2;
const CHOOSE_OTHER: u64 = 3;
/// The child of a game's seed whose children are the decks.
const DECKS: u64 = 4;

/// Plays a position to the end in all arms, on a number of decks.
///
/// # Panics
/// Panics if the position has no legal move of the kind, or no other.
pub fn branches<G: PlayableGame, Q: MoveStudy<G>>(
    position: &StudyPosition<G>,
    policy: &Policy<'_, G>,
    decks: u32,
    seed: Seed,
) -> Branches<G::Move> {
    let choose = |is_act: bool, child| {
        let state = Q::restricted(&position.state, |mv| Q::is_act(mv) == is_act);
        let state = state.expect("both the act and something else are legal in a position");
        policy.choose(&state, seed.child(child))
    };
    let (act, other) = (choose(true, CHOOSE_ACT), choose(false, CHOOSE_OTHER));
    let play_act = |state: &mut G| state.play(act);
    let play_other = |state: &mut G| state.play(other);
    let pass = |state: &mut G| *state = Q::turn_lost(state);
    let arms: [Step<'_, G>; Arm::ALL.len()] = [&play_act, &play_other, &pass];
    let outcomes = play_on_decks(position, policy, decks, seed.child(DECKS), arms);
    Branches { act, other, decks, outcomes: PerArm(outcomes) }
}
