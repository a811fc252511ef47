//! `tournament study disagreements`: where two agents choose differently, and the value of the
//! difference.
//!
//! Games between slow agents take long, and luck decides most of their results. So this study asks
//! both agents in the same positions instead. Where they choose the same, neither is better. Where
//! they differ, [paired branching](crate::studies::branching) plays both choices to the end. A
//! *choice* is all that a seat decides in a row, until a chance event, another seat's decision or
//! the end of the turn.
//!
//! Suppose a seat switches from the policy to an agent. Its gain in a game is the sum of the
//! advantages of the agent's choices over the policy's along its path, each followed by the policy
//! (Kakade and Langford: *Approximately Optimal Approximate Reinforcement Learning*, 2002, lemma
//! 6.1). So one agent's advantage over another among seats that play the policy is about the sum of
//! their disagreements in a game, as long as neither is far from the policy.

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
use anygame::TypedGame;
use engine::Game;
use engine::PlayableGame;
use engine::csv_table::{CsvRows, CsvTable, page};
use engine::joined;
use engine::study::StudyPosition;
use row::DisagreementRow;
use std::marker::PhantomData;
use std::process::ExitCode;
use sums::{Gains, Total};

/// The study's name on the command line.
pub const NAME: &str = "disagreements";

/// The summary file.
const SUMMARY: &str = "summary_disagreements.csv";

/// The child of a game's seed that both agents choose with; children 0 and 1 are the position's.
const CHOOSE: u64 = 2;
/// The child of a game's seed whose children are the decks.
const DECKS: u64 = 3;

/// Asks two agents for their choices, and plays both to the end where they differ.
///
/// # Errors
/// Fails if the arguments cannot be carried out, or if a file cannot be written.
pub fn settle<G: PlayableGame>(
    arguments: &BranchingArguments,
    asked: [&str; 2],
    game: &TypedGame<G>,
) -> Result<ExitCode, Failure> {
    conduct::<Disagreements<G>>(arguments, &asked, game)
}

/// Merges the parts of such a study.
///
/// # Errors
/// Fails, leaving no merged study, if a file cannot be read or written.
pub fn merge<G: PlayableGame>(parts: &Parts) -> Result<ExitCode, Failure> {
    branching::merge::<Disagreements<G>>(parts)
}

/// The study of the disagreements in a game.
struct Disagreements<G>(PhantomData<G>);

impl<G: PlayableGame> Study for Disagreements<G> {
    type Game = G;
    type Row = DisagreementRow;
    type Sums = Gains;
    type Totals = Vec<Total>;

    const COMMAND: &'static str = NAME;
    const FILE: &'static str = "disagreements.csv";
    const SUMMARIES: &'static [&'static str] = &[SUMMARY];

    fn rows(task: &Task<'_, G>) -> Vec<DisagreementRow> {
        row(task).into_iter().collect()
    }

    fn add(gains: &mut Gains, rows: &[DisagreementRow]) {
        for row in rows {
            gains.add(row);
        }
    }

    fn outcome(gains: &Gains) -> String {
        gains.outcome()
    }

    fn totals(gains: &Gains, labels: &[String], players: usize) -> Vec<Total> {
        gains.totals(labels, players)
    }

    fn tables(totals: &Vec<Total>) -> Vec<(CsvTable, CsvRows)> {
        vec![(CsvTable::of::<Total>(SUMMARY), page(totals))]
    }

    fn report(totals: &Vec<Total>) -> String {
        sums::report(totals)
    }
}

/// The row of a game's position, if it has one.
fn row<G: PlayableGame>(task: &Task<'_, G>) -> Option<DisagreementRow> {
    let &Task { ref policy, ref asked, setup, decks, game, seed } = task;
    let is_candidate = |decision: &Decision<'_, G>| decision.is_first;
    let position = sample(policy, setup, game, seed, is_candidate)?;
    let [first, second] = asked[..] else { unreachable!("two agents are asked") };
    // With common random numbers, an agent never disagrees with itself.
    let seed_of_choice = seed.child(CHOOSE);
    let choose = |participant| Policy(participant).choose_in_a_row(&position.state, seed_of_choice);
    let ((first, after_first), (second, after_second)) = (choose(first), choose(second));
    let outcomes = (after_first != after_second).then(|| {
        let steps: [Step<'_, G>; 2] = [&|state| play(state, &first), &|state| play(state, &second)];
        play_on_decks(&position, policy, decks, seed.child(DECKS), &steps)
    });
    let outcome_of = |step: usize| outcomes.as_ref().map(|outcomes| outcomes[step]);
    let (of_first, of_second) = (outcome_of(0), outcome_of(1));
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
        disagree: outcomes.is_some(),
        decks: if outcomes.is_some() { decks } else { 0 },
        first_margin: of_first.map(|first| first.margin),
        second_margin: of_second.map(|second| second.margin),
        first_win_share: of_first.map(|first| first.win_share),
        second_win_share: of_second.map(|second| second.win_share),
    })
}

/// Plays a seat's choice. It is legal on every deck: positions that look the same to the seat still
/// do after its own moves, so the seat learns nothing new.
fn play<G: Game>(state: &mut G, choice: &[G::Move]) {
    for &mv in choice {
        state.play(mv);
    }
}
