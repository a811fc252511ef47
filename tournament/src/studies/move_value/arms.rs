//! The arms: a position played on, often, after each first step.

use crate::studies::branching::{Policy, Step, play_on_decks};
use engine::study::{Arm, Branches, MoveStudy, PerArm, StudyPosition};
use engine::{PlayableGame, Seed};

/// Below the seed of a game: the children that choose the first steps. Those of the position are 0 and 1.
const CHOOSE_ACT: u64 = 2;
const CHOOSE_OTHER: u64 = 3;
/// Below the seed of a game: the child whose children are the decks.
const DECKS: u64 = 4;

/// Plays a position on in all arms, on so many decks.
///
/// # Panics
/// If the position has no legal move of the kind, or no other.
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
