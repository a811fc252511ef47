//! `tournament study disagreements`: where two agents choose differently, and what that is worth.
//!
//! Games between agents that think for long take long, and most of what decides them is luck. So both
//! are asked in the same positions instead. Where they choose the same, neither is better; where they do
//! not, both choices are played on by [paired branching](crate::studies::branching). A *choice* is all that a seat
//! decides in a row, until chance speaks, another seat decides or the turn ends.
//!
//! A seat that changes over from the policy to an agent gains, in a game, the sum of what the agent's
//! choices on its way are worth more than the policy's, if all that follows each is the policy's (Kakade
//! and Langford: *Approximately Optimal Approximate Reinforcement Learning*, 2002, lemma 6.1). So how
//! much better one of two agents does among seats that play the policy is about the sum of their disagreements
//! in a game, as long as neither is far from the policy.

mod row;
mod sums;
#[cfg(test)]
mod tests;

use crate::cli::arguments::BranchingArguments;
use crate::failure::Failure;
use crate::store::parts::Parts;
use crate::studies::branching::{
    self, Decision, Policy, Step, Study, Task, conduct, play_on_decks, sample,
};
use agents::Registry;
use engine::Game;
use engine::PlayableGame;
use engine::joined;
use engine::study::StudyPosition;
use row::DisagreementRow;
use std::marker::PhantomData;
use std::process::ExitCode;
use sums::{Gains, Total};

/// The study's name on the command line.
pub const NAME: &str = "disagreements";

/// Below the seed of a game: the child that both agents choose with. Those of the position are 0 and 1.
const CHOOSE: u64 = 2;
/// Below the seed of a game: the child whose children are the decks.
const DECKS: u64 = 3;

/// Asks two agents for their choices, and plays on where they differ.
///
/// # Errors
/// If that cannot be done as asked, or a file cannot be written.
pub fn settle<G: PlayableGame>(
    arguments: &BranchingArguments,
    asked: [&str; 2],
    registry: &Registry<G>,
) -> Result<ExitCode, Failure> {
    conduct::<Disagreements<G>>(arguments, &asked, registry)
}

/// Puts the parts of such a study together.
///
/// # Errors
/// If a file cannot be read or written; then there is no merged study.
pub fn merge<G: PlayableGame>(parts: &Parts) -> Result<ExitCode, Failure> {
    branching::merge::<Disagreements<G>>(parts)
}

/// The study of the disagreements in a game.
struct Disagreements<G>(PhantomData<G>);

impl<G: PlayableGame> Study for Disagreements<G> {
    type Game = G;
    type Row = DisagreementRow;
    type Sums = Gains;
    type Total = Total;

    const COMMAND: &'static str = NAME;
    const FILE: &'static str = "disagreements.csv";
    const SUMMARY: &'static str = "summary_disagreements.csv";

    fn row(task: &Task<'_, G>) -> Option<DisagreementRow> {
        let &Task { ref policy, asked, setup, decks, game, seed } = task;
        let is_candidate = |decision: &Decision<'_, G>| decision.is_first;
        let position = sample(policy, setup, game, seed, is_candidate)?;
        let [first, second] = asked else { unreachable!("two agents are asked") };
        // With random numbers in common, an agent never disagrees with itself.
        let seed_of_choice = seed.child(CHOOSE);
        let choose =
            |participant| Policy(participant).choose_in_a_row(&position.state, seed_of_choice);
        let ((first, after_first), (second, after_second)) = (choose(first), choose(second));
        let outcomes = (after_first != after_second).then(|| {
            let steps: [Step<'_, G>; 2] =
                [&|state| play(state, &first), &|state| play(state, &second)];
            play_on_decks(&position, policy, decks, seed.child(DECKS), steps)
        });
        let StudyPosition { state, seat, candidates, .. } = position;
        let mut moves = Vec::new();
        state.moves(&mut moves);
        let outcome = state.outcome();
        Some(DisagreementRow {
            game,
            turn: state.turns_played() + 1,
            players: state.players(),
            seat: seat.index(),
            points: outcome.points()[seat.index()],
            lead: outcome.margin(seat),
            rank: outcome.ranks()[seat.index()],
            moves: moves.len(),
            candidates,
            first_choice: joined(first),
            second_choice: joined(second),
            is_disputed: outcomes.is_some(),
            decks: if outcomes.is_some() { decks } else { 0 },
            first_margin: outcomes.map(|[first, _]| first.margin),
            second_margin: outcomes.map(|[_, second]| second.margin),
            first_win_share: outcomes.map(|[first, _]| first.win_share),
            second_win_share: outcomes.map(|[_, second]| second.win_share),
        })
    }

    fn add(gains: &mut Gains, row: &DisagreementRow) {
        gains.add(row);
    }

    fn outcome(gains: &Gains) -> String {
        gains.outcome()
    }

    fn totals(gains: &Gains, labels: &[String], players: usize) -> Vec<Total> {
        gains.totals(labels, players)
    }

    fn report(totals: &[Total]) -> String {
        sums::report(totals)
    }
}

/// Plays what a seat has chosen. It is legal on every deck: what looks the same to the seat still does
/// after its own moves, so it sees no more than it did.
fn play<G: Game>(state: &mut G, choice: &[G::Move]) {
    for &mv in choice {
        state.play(mv);
    }
}
