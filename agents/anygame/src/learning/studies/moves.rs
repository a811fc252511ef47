//! The study of moves: the value of every legal move.
//!
//! The study samples one decision from each game of self-play and plays every legal move to the end, on the same
//! decks. The value of a move is its outcome minus the mean of all legal moves, and minus the best other move.
//! Because the maximum of several noisy means is biased upwards, one half of the decks selects the best other move
//! and the other half measures it; then the halves change roles.

use super::columns::{OutcomeColumns, PositionColumns, alternative};
use super::decks::outcomes_on_decks;
use super::design::{Measure, StudyDesign};
use super::policy::Decision;
use super::sampling::sample as sample_decision;
use super::task::Task;
use super::values::Values;
use engine::PlayableGame;
use engine::csv_table::CsvTable;
use engine::study::{Case, MeanOutcome, StudyPosition};
use serde::{Deserialize, Serialize};

/// The key of the seed whose children are the decks, as a child of the game's seed; keys 0 and 1 belong to the
/// position.
const DECKS: u64 = 2;

/// The study's name on the command line.
pub const NAME: &str = "moves";

const FILE: &str = "moves.csv";

/// A row of `moves.csv`, with the columns of the position, the move, its outcome and the best other move.
pub type MoveRow = (PositionColumns, MoveColumns, OutcomeColumns, BestColumns);

/// A row of `moves.csv`: one legal move of a sampled decision.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct MoveColumns {
    /// Number of decisions in the game that could have been sampled, each with the same probability.
    pub candidates: u64,
    /// Number of legal moves; each has a row.
    pub moves: usize,
    /// Notation of the move.
    #[serde(rename = "move")]
    pub name: String,
    /// Kind of the move, which groups moves in `summary_moves.csv`.
    pub kind: String,
    /// Whether the policy chose this move in the game.
    pub chosen: bool,
}

/// A move compared with the best other move, in a row of `moves.csv`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct BestColumns {
    /// `margin` minus the margin of the best other move; empty with a single deck.
    pub to_best_margin: Option<f64>,
    /// `win_share` minus the win share of the best other move; empty with a single deck.
    pub to_best_win_share: Option<f64>,
}

/// Returns the study of all moves, or of the moves before the first turn if `opening` is true.
pub fn design(opening: bool) -> StudyDesign {
    StudyDesign {
        name: NAME,
        about: if opening {
            "Sample only decisions before the first turn"
        } else {
            "Measure the value of each legal move"
        },
        flags: if opening { " --opening" } else { "" },
        asked: 0,
        table: CsvTable::of::<MoveRow>(FILE),
        summaries: vec!["summary_moves.csv"],
        measure: Measure::Alternatives { contrasts: &["mean", "best"], share: "chosen" },
    }
}

/// Returns the rows of the decision sampled from a game; if `opening` is true, only decisions before the first turn
/// count.
pub fn sample<G: PlayableGame>(task: &Task<'_, G>, opening: bool) -> Vec<MoveRow> {
    let &Task { ref policy, setup, decks, game, seed, .. } = task;
    let is_candidate =
        |decision: &Decision<'_, G>| decision.moves.len() > 1 && !(opening && decision.has_begun);
    let Some(position) = sample_decision(policy, setup, game, seed, is_candidate) else {
        return Vec::new();
    };
    let mut moves = Vec::new();
    position.state.moves(&mut moves);
    let play = |mv| move |state: &mut G| state.play(mv);
    let steps: Vec<_> = moves.iter().copied().map(play).collect();
    let outcomes = outcomes_on_decks(&position, policy, decks, seed.child(DECKS), &steps);
    let values = Values::of(&outcomes);
    let StudyPosition { state, seat, candidates, chosen, .. } = position;
    let row = |(number, &mv): (usize, &G::Move)| {
        let to_best = values.to_best(number);
        (
            PositionColumns::new(game, &state, seat),
            MoveColumns {
                candidates,
                moves: moves.len(),
                name: mv.to_string(),
                kind: state.kind_of_move(mv),
                chosen: mv == chosen,
            },
            OutcomeColumns::new(decks, values.own(number), values.to_mean(number)),
            BestColumns {
                to_best_margin: to_best.map(|best| best.margin),
                to_best_win_share: to_best.map(|best| best.win_share),
            },
        )
    };
    moves.iter().enumerate().map(row).collect()
}

/// Returns the number of rows of the sampled position.
pub const fn rows(row: &MoveRow) -> usize {
    row.1.moves
}

/// Returns the case of a row for the statistics.
pub fn case(row: &MoveRow) -> Case {
    let (_, MoveColumns { name, kind, chosen, .. }, outcome, best) = row;
    let to_best = best.to_best_margin.zip(best.to_best_win_share);
    let to_best = to_best.map(|(margin, win_share)| MeanOutcome { margin, win_share });
    let effects = vec![Some(outcome.to_mean()), to_best];
    alternative(row, "move", [kind, name], f64::from(u8::from(*chosen)), effects)
}
