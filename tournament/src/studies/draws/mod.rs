//! `tournament study draws`: the value of every chance event.
//!
//! The study samples a chance event of each game of self-play, and plays all events that were possible there on to the
//! end. All of them share the random numbers of what follows. An event's value is its outcome minus the mean over all
//! events, weighted by their probabilities, for the seat that decided last: in most games, the seat that draws. Chance
//! picks among the events by itself, so nothing but the event causes the difference.
//!
//! Whatever hands are hidden stay as they are in the game.

mod row;
#[cfg(test)]
mod tests;

use crate::cli::arguments::BranchingArguments;
use crate::failure::Failure;
use crate::store::parts::Parts;
use crate::studies::branching::{
    self, Case, ChancePosition, LevelRow, Levels, Step, Study, Task, conduct, level_report,
    outcomes_of, sample_chance,
};
use anygame::TypedGame;
use engine::PlayableGame;
use engine::csv_table::{CsvRows, CsvTable, page};
use engine::study::MeanOutcome;
use row::DrawRow;
use std::marker::PhantomData;
use std::process::ExitCode;

/// The study's name on the command line.
pub const NAME: &str = "draws";

/// The summary file.
const SUMMARY: &str = "summary_draws.csv";

/// The child of a game's seed whose children are the rests of the game; children 0 and 1 are the position's.
const DECKS: u64 = 2;

/// Plays every possible chance event on.
///
/// # Errors
/// Fails if the arguments cannot be carried out, or if a file cannot be written.
pub fn measure<G: PlayableGame>(
    arguments: &BranchingArguments,
    game: &TypedGame<G>,
) -> Result<ExitCode, Failure> {
    conduct::<Draws<G>>(arguments, &[], game)
}

/// Merges the parts of such a study.
///
/// # Errors
/// Fails, leaving no merged study, if a file cannot be read or written.
pub fn merge<G: PlayableGame>(parts: &Parts) -> Result<ExitCode, Failure> {
    branching::merge::<Draws<G>>(parts)
}

/// The study of the chance events of a game.
struct Draws<G>(PhantomData<G>);

/// The effects of events, compared with their mean.
pub struct Effects(Levels<1>);

impl Default for Effects {
    fn default() -> Self {
        Self(Levels::new("event"))
    }
}

impl<G: PlayableGame> Study for Draws<G> {
    type Game = G;
    type Row = DrawRow;
    type Sums = Effects;
    type Totals = Vec<LevelRow>;

    const COMMAND: &'static str = NAME;
    const FILE: &'static str = "draws.csv";
    const SUMMARIES: &'static [&'static str] = &[SUMMARY];

    fn rows(task: &Task<'_, G>) -> Vec<DrawRow> {
        let &Task { ref policy, setup, decks, game, seed, .. } = task;
        let Some(position) = sample_chance(policy, setup, seed) else { return Vec::new() };
        let ChancePosition { state, seat, candidates } = position;
        let mut events = Vec::new();
        state.chances(&mut events);
        let play = |event| move |state: &mut G| state.happen(event);
        let plays: Vec<_> = events.iter().map(|&(event, _)| play(event)).collect();
        let steps: Vec<Step<'_, G>> = plays.iter().map(|play| play as Step<'_, G>).collect();
        let outcomes =
            outcomes_of(|_| state.clone(), seat, policy, decks, seed.child(DECKS), &steps);
        let means: Vec<_> = outcomes.iter().map(|outcomes| MeanOutcome::of(outcomes)).collect();
        let all: f64 = events.iter().map(|&(_, weight)| f64::from(weight)).sum();
        let mut mean = MeanOutcome::default();
        for (&(_, weight), outcome) in events.iter().zip(&means) {
            mean.margin += f64::from(weight) / all * outcome.margin;
            mean.win_share += f64::from(weight) / all * outcome.win_share;
        }
        let outcome = state.outcome();
        let row = |(&(event, weight), &own): (&(G::Chance, u32), &MeanOutcome)| DrawRow {
            game,
            turn: state.turns_played() + 1,
            players: state.players(),
            seat: seat.index(),
            points: outcome.points()[seat.index()],
            lead: outcome.margin(seat),
            rank: outcome.ranks()[seat.index()],
            candidates,
            events: events.len(),
            event: event.to_string(),
            kind: state.kind_of_chance(event),
            probability: f64::from(weight) / all,
            decks,
            margin: own.margin,
            win_share: own.win_share,
            to_mean_margin: own.minus(mean).margin,
            to_mean_win_share: own.minus(mean).win_share,
        };
        events.iter().zip(&means).map(row).collect()
    }

    fn is_whole(rows: &[DrawRow]) -> bool {
        rows.iter().all(|row| row.events == rows.len())
    }

    fn add(effects: &mut Effects, rows: &[DrawRow]) {
        effects.0.add(rows.iter().map(case));
    }

    fn outcome(effects: &Effects) -> String {
        format!("positions {}", effects.0.positions())
    }

    fn totals(effects: &Effects, labels: &[String], players: usize) -> Vec<LevelRow> {
        effects.0.rows(&labels[0], players, ["mean"])
    }

    fn tables(totals: &Vec<LevelRow>) -> Vec<(CsvTable, CsvRows)> {
        vec![(CsvTable::of::<LevelRow>(SUMMARY), page(totals))]
    }

    fn report(totals: &Vec<LevelRow>) -> String {
        level_report(totals, "probability")
    }
}

fn case(row: &DrawRow) -> Case<1> {
    let to_mean = MeanOutcome { margin: row.to_mean_margin, win_share: row.to_mean_win_share };
    Case {
        name: row.event.clone(),
        kind: row.kind.clone(),
        share: row.probability,
        contrasts: [Some(to_mean)],
    }
}
