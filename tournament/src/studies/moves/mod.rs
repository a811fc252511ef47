//! `tournament study moves`: the value of every legal move.
//!
//! The study samples a decision of each game of self-play. [Paired branching](crate::studies::branching) plays every legal
//! move on to the end, on the same decks. A move's value is its outcome minus the mean of all legal moves, and minus the
//! best other move. The best of several noisy means looks better than it is; so one half of the decks says which of the
//! other moves is the best, and the other half measures it, in turn.

mod row;
#[cfg(test)]
mod tests;
mod values;

use crate::cli::arguments::BranchingArguments;
use crate::failure::Failure;
use crate::store::parts::Parts;
use crate::studies::branching::{
    self, Case, Decision, LevelRow, Levels, Step, Study, Task, conduct, level_report,
    outcomes_on_decks, sample,
};
use anygame::TypedGame;
use engine::PlayableGame;
use engine::csv_table::{CsvRows, CsvTable, page};
use engine::study::{MeanOutcome, StudyPosition};
use row::MoveRow;
use std::marker::PhantomData;
use std::process::ExitCode;
use values::Values;

/// The study's name on the command line.
pub const NAME: &str = "moves";

/// The summary file.
const SUMMARY: &str = "summary_moves.csv";

/// The child of a game's seed whose children are the decks; children 0 and 1 are the position's.
const DECKS: u64 = 2;

/// Plays every legal move on; if `opening` is true, only of decisions before the first turn.
///
/// # Errors
/// Fails if the arguments cannot be carried out, or if a file cannot be written.
pub fn measure<G: PlayableGame>(
    arguments: &BranchingArguments,
    opening: bool,
    game: &TypedGame<G>,
) -> Result<ExitCode, Failure> {
    if opening {
        conduct::<Moves<G, true>>(arguments, &[], game)
    } else {
        conduct::<Moves<G, false>>(arguments, &[], game)
    }
}

/// Merges the parts of such a study.
///
/// # Errors
/// Fails, leaving no merged study, if a file cannot be read or written.
pub fn merge<G: PlayableGame>(parts: &Parts) -> Result<ExitCode, Failure> {
    branching::merge::<Moves<G, false>>(parts)
}

/// The study of all moves of a game, or of those before the first turn.
struct Moves<G, const OPENING: bool>(PhantomData<G>);

/// The effects of moves, compared with the mean of all and with the best other one.
pub struct Effects(Levels<2>);

impl Default for Effects {
    fn default() -> Self {
        Self(Levels::new("move"))
    }
}

impl<G: PlayableGame, const IS_OPENING: bool> Study for Moves<G, IS_OPENING> {
    type Game = G;
    type Row = MoveRow;
    type Sums = Effects;
    type Totals = Vec<LevelRow>;

    const COMMAND: &'static str = NAME;
    const FLAGS: &'static str = if IS_OPENING { " --opening" } else { "" };
    const FILE: &'static str = "moves.csv";
    const SUMMARIES: &'static [&'static str] = &[SUMMARY];

    fn rows(task: &Task<'_, G>) -> Vec<MoveRow> {
        let &Task { ref policy, setup, decks, game, seed, .. } = task;
        let is_candidate = |decision: &Decision<'_, G>| {
            decision.moves.len() > 1 && !(IS_OPENING && decision.has_begun)
        };
        let Some(position) = sample(policy, setup, game, seed, is_candidate) else {
            return Vec::new();
        };
        let mut moves = Vec::new();
        position.state.moves(&mut moves);
        let play = |mv| move |state: &mut G| state.play(mv);
        let plays: Vec<_> = moves.iter().copied().map(play).collect();
        let steps: Vec<Step<'_, G>> = plays.iter().map(|play| play as Step<'_, G>).collect();
        let outcomes = outcomes_on_decks(&position, policy, decks, seed.child(DECKS), &steps);
        let values = Values::of(&outcomes);
        let StudyPosition { state, seat, candidates, chosen, .. } = position;
        let outcome = state.outcome();
        let row = |(number, &mv): (usize, &G::Move)| {
            let (own, to_mean) = (values.own(number), values.to_mean(number));
            let to_best = values.to_best(number);
            MoveRow {
                game,
                turn: state.turns_played() + 1,
                players: state.players(),
                seat: seat.index(),
                points: outcome.points()[seat.index()],
                lead: outcome.margin(seat),
                rank: outcome.ranks()[seat.index()],
                candidates,
                moves: moves.len(),
                name: mv.to_string(),
                kind: state.kind_of_move(mv),
                chosen: mv == chosen,
                decks,
                margin: own.margin,
                win_share: own.win_share,
                to_mean_margin: to_mean.margin,
                to_mean_win_share: to_mean.win_share,
                to_best_margin: to_best.map(|best| best.margin),
                to_best_win_share: to_best.map(|best| best.win_share),
            }
        };
        moves.iter().enumerate().map(row).collect()
    }

    fn is_whole(rows: &[MoveRow]) -> bool {
        rows.iter().all(|row| row.moves == rows.len())
    }

    fn add(effects: &mut Effects, rows: &[MoveRow]) {
        effects.0.add(rows.iter().map(case));
    }

    fn outcome(effects: &Effects) -> String {
        format!("positions {}", effects.0.positions())
    }

    fn totals(effects: &Effects, labels: &[String], players: usize) -> Vec<LevelRow> {
        effects.0.rows(&labels[0], players, ["mean", "best"])
    }

    fn tables(totals: &Vec<LevelRow>) -> Vec<(CsvTable, CsvRows)> {
        vec![(CsvTable::of::<LevelRow>(SUMMARY), page(totals))]
    }

    fn report(totals: &Vec<LevelRow>) -> String {
        level_report(totals, "chosen")
    }
}

fn case(row: &MoveRow) -> Case<2> {
    let to_mean = MeanOutcome { margin: row.to_mean_margin, win_share: row.to_mean_win_share };
    let to_best = row.to_best_margin.zip(row.to_best_win_share);
    let to_best = to_best.map(|(margin, win_share)| MeanOutcome { margin, win_share });
    Case {
        name: row.name.clone(),
        kind: row.kind.clone(),
        share: f64::from(u8::from(row.chosen)),
        contrasts: [Some(to_mean), to_best],
    }
}
