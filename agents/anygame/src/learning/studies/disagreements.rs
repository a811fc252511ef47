//! The study of disagreements: positions in which two agents choose differently, and the value of the difference.
//!
//! Games between slow agents take long, and luck decides most of their results. Instead, this study asks both
//! agents in the same positions. Where they agree, neither agent gains. Where they disagree, both choices are
//! played to the end. A *choice* consists of all decisions that a seat makes in a row, until a chance event, a
//! decision of another seat or the end of the turn.
//!
//! Suppose that a seat switches from the policy to an agent. Its gain in a game is the sum of the advantages of the
//! agent's choices over the policy's choices along its path, if the policy follows each choice (Kakade and
//! Langford: *Approximately Optimal Approximate Reinforcement Learning*, 2002, lemma 6.1). So if all other seats
//! play the policy, the advantage of one agent over another is about the sum of their disagreements in a game, as
//! long as neither is far from the policy.

use super::columns::PositionColumns;
use super::decks::{means, outcomes_on_decks};
use super::design::{Measure, StudyDesign};
use super::policy::{Decision, Policy};
use super::sampling::sample as sample_decision;
use super::task::Task;
use engine::csv_table::{CsvTable, page};
use engine::study::{Case, MeanOutcome, StudyPosition};
use engine::{Game, PlayableGame, joined};
use serde::{Deserialize, Serialize};

/// The key of the seed with which both agents choose, as a child of the game's seed; keys 0 and 1 belong to the
/// position.
const CHOOSE: u64 = 2;
/// The key of the seed whose children are the decks, as a child of the game's seed.
const DECKS: u64 = 3;

/// The study's name on the command line.
pub const NAME: &str = "disagreements";

const FILE: &str = "disagreements.csv";

/// A row of `disagreements.csv`, with the columns of the position and of both agents' choices.
pub type DisagreementRow = (PositionColumns, DisagreementColumns);

/// A row of `disagreements.csv`: one choice that both agents made.
///
/// The first two `agents` of `manifest.json` are the two agents; the third is the policy that plays in all seats.
/// Means are over decks, for the seat that chooses, and are empty where the agents agree.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct DisagreementColumns {
    /// Number of legal moves at the first decision of the choice.
    pub moves: usize,
    /// Number of choices in the game, over all seats, that could have been sampled, each with the same probability.
    pub candidates: u64,
    /// Moves of the first agent until chance acts, another seat decides or the turn ends, joined by `|`.
    pub first_choice: String,
    /// Moves of the second agent until chance acts, another seat decides or the turn ends, joined by `|`.
    pub second_choice: String,
    /// Whether the two choices lead to different positions.
    pub disagree: bool,
    /// Number of decks, that is orders of the hidden tiles or cards, on which both choices were played to the end; 0
    /// if the agents agree.
    pub decks: u32,
    /// Mean final margin after the first agent's choice, in points.
    pub first_margin: Option<f64>,
    /// Mean final margin after the second agent's choice, in points.
    pub second_margin: Option<f64>,
    /// Mean win share after the first agent's choice, from 0 to 1.
    pub first_win_share: Option<f64>,
    /// Mean win share after the second agent's choice, from 0 to 1.
    pub second_win_share: Option<f64>,
}

/// Returns the study of disagreements.
pub fn design() -> StudyDesign {
    StudyDesign {
        name: NAME,
        about: "Find where two agents choose differently, and measure the difference",
        flags: "",
        asked: 2,
        table: CsvTable::of::<DisagreementRow>(FILE),
        summaries: vec!["summary_disagreements.csv"],
        measure: Measure::Disagreements,
    }
}

/// Returns the row of the position sampled from a game, if the game has a candidate.
pub fn sample<G: PlayableGame>(task: &Task<'_, G>) -> Option<DisagreementRow> {
    let &Task { ref policy, ref asked, setup, decks, game, seed } = task;
    let is_candidate = |decision: &Decision<'_, G>| decision.is_first;
    let position = sample_decision(policy, setup, game, seed, is_candidate)?;
    let [first, second] = asked[..] else { unreachable!("two agents are asked") };
    // Both agents use the same random numbers, so an agent never disagrees with itself.
    let seed_of_choice = seed.child(CHOOSE);
    let choose = |participant| Policy(participant).choose_in_a_row(&position.state, seed_of_choice);
    let ((first, after_first), (second, after_second)) = (choose(first), choose(second));
    let outcomes = (after_first != after_second).then(|| {
        let steps = [&first, &second].map(|choice| move |state: &mut G| play(state, choice));
        means(&outcomes_on_decks(&position, policy, decks, seed.child(DECKS), &steps))
    });
    let outcome_of = |step: usize| outcomes.as_ref().map(|outcomes| outcomes[step]);
    let (of_first, of_second) = (outcome_of(0), outcome_of(1));
    let StudyPosition { state, seat, candidates, .. } = position;
    let mut moves = Vec::new();
    state.moves(&mut moves);
    let columns = DisagreementColumns {
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
    };
    Some((PositionColumns::new(game, &state, seat), columns))
}

/// Returns the case of a row: the gain of the first choice over the second, or no effect where the agents agree.
/// The row represents all choices in its game, by any seat.
pub fn case(row: &DisagreementRow) -> Case {
    let (position, columns) = row;
    let gain =
        |first: Option<f64>, second| first.zip(second).map(|(one, other): (f64, f64)| one - other);
    let margin = gain(columns.first_margin, columns.second_margin);
    let win_share = gain(columns.first_win_share, columns.second_win_share);
    let gain = margin.zip(win_share).map(|(margin, win_share)| MeanOutcome { margin, win_share });
    let of_a_seat = columns.candidates as f64 / position.players as f64;
    Case {
        row: page(&[row]),
        effects: vec![gain],
        levels: Vec::new(),
        predictors: vec![("choices of a seat", of_a_seat)],
    }
}

/// Plays a seat's choice. The choice is legal on every deck: positions that look the same to the seat still do so
/// after its own moves, so the seat learns nothing new.
fn play<G: Game>(state: &mut G, choice: &[G::Move]) {
    for &mv in choice {
        state.play(mv);
    }
}
