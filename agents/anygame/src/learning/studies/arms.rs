//! Studies that games define: a position is played to the end many times in each arm.

use super::decks::{means, outcomes_on_decks};
use super::design::{Measure, StudyDesign};
use super::policy::{Decision, Policy};
use super::sampling::sample as sample_decision;
use super::task::Task;
use engine::study::{Beginning, Branches, Case, Study, StudyFacts, StudyPosition};
use engine::{PlayableGame, Seed};

/// The key of the seed that chooses the first moves, as a child of the game's seed; keys 0 and 1 belong to the
/// position. All arms share it, so arms that do not differ choose the same moves.
pub(super) const CHOOSE: u64 = 2;
/// The key of the seed whose children are the decks, as a child of the game's seed.
const DECKS: u64 = 3;

/// Returns the design of a study.
pub fn design(facts: &'static StudyFacts) -> StudyDesign {
    StudyDesign {
        name: facts.name,
        about: facts.about,
        flags: "",
        asked: 0,
        table: (facts.table)(),
        summaries: vec![facts.summary, facts.model],
        measure: Measure::Arms(facts),
    }
}

/// Returns the case of the position sampled from a game, if the game has a candidate.
pub fn sample<G: PlayableGame>(study: &dyn Study<G>, task: &Task<'_, G>) -> Option<Case> {
    let &Task { ref policy, setup, decks, game, seed, .. } = task;
    let is_candidate =
        |decision: &Decision<'_, G>| study.is_candidate(decision.state, decision.moves);
    let position = sample_decision(policy, setup, game, seed, is_candidate)?;
    Some(study.case(&position, &branches(study, &position, policy, decks, seed)))
}

/// Plays a position to the end in all arms, on `decks` decks.
///
/// # Panics
/// Panics if the position is not a candidate of the study.
pub fn branches<G: PlayableGame>(
    study: &dyn Study<G>,
    position: &StudyPosition<G>,
    policy: &Policy<'_, G>,
    decks: u32,
    seed: Seed,
) -> Branches<G::Move> {
    let arms = study.facts().arms.len();
    let choose = |arm| match study.begin(&position.state, position.seat, arm) {
        Beginning::Choice(state) => policy.choose_in_a_row(&state, seed.child(CHOOSE)).0,
        Beginning::Lost(_) => Vec::new(),
    };
    let choices: Vec<Vec<G::Move>> = (0..arms).map(choose).collect();
    let play = |state: &mut G, arm: usize| match study.begin(state, position.seat, arm) {
        Beginning::Choice(begun) => {
            *state = begun;
            for &mv in &choices[arm] {
                state.play(mv);
            }
        }
        Beginning::Lost(after) => *state = after,
    };
    let steps: Vec<_> = (0..arms).map(|arm| move |state: &mut G| play(state, arm)).collect();
    let outcomes = outcomes_on_decks(position, policy, decks, seed.child(DECKS), &steps);
    let first = choices.iter().map(|moves| moves.first().copied()).collect();
    Branches { first, decks, outcomes: means(&outcomes) }
}
