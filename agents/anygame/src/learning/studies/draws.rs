//! The study of draws: the value of every outcome of a chance event.
//!
//! The study samples one chance event from each game of self-play, and plays each possible outcome of the event to
//! the end of the game. All outcomes share the random numbers of the rest of the game. The value of an outcome is
//! the final result after it, minus the mean over all outcomes weighted by their probabilities. It is measured for
//! the seat that decided last, which in most games is the seat that draws. Chance picks the outcome independently
//! of play, so only the outcome can cause the difference.
//!
//! Hidden hands stay as they are in the game.

use super::columns::{OutcomeColumns, PositionColumns, alternative};
use super::decks::{means, outcomes_of};
use super::design::{Measure, StudyDesign};
use super::sampling::{ChancePosition, sample_chance};
use super::task::Task;
use engine::PlayableGame;
use engine::csv_table::CsvTable;
use engine::study::{Case, MeanOutcome};
use serde::{Deserialize, Serialize};

/// The key of the seed whose children determine the rest of the game, as a child of the game's seed; keys 0 and 1
/// belong to the position.
const DECKS: u64 = 2;

/// The study's name on the command line.
pub const NAME: &str = "draws";

const FILE: &str = "draws.csv";

/// A row of `draws.csv`, with the columns of the position, the outcome of chance and the final result.
pub type DrawRow = (PositionColumns, DrawColumns, OutcomeColumns);

/// A row of `draws.csv`: one possible outcome of a sampled chance event.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct DrawColumns {
    /// Number of chance events in the game that could have been sampled, each with the same probability.
    pub candidates: u64,
    /// Number of possible outcomes; each has a row.
    pub events: usize,
    /// Notation of the outcome.
    pub event: String,
    /// Kind of the outcome, which groups outcomes in `summary_draws.csv`.
    pub kind: String,
    /// Probability of the outcome, from 0 to 1.
    pub probability: f64,
}

/// Returns the study of chance events.
pub fn design() -> StudyDesign {
    StudyDesign {
        name: NAME,
        about: "Measure the value of each chance event to the seat that decided last",
        flags: "",
        asked: 0,
        table: CsvTable::of::<DrawRow>(FILE),
        summaries: vec!["summary_draws.csv"],
        measure: Measure::Alternatives { contrasts: &["mean"], share: "probability" },
    }
}

/// Returns the rows of the chance event sampled from a game; none if the game has no candidate.
pub fn sample<G: PlayableGame>(task: &Task<'_, G>) -> Vec<DrawRow> {
    let &Task { ref policy, setup, decks, game, seed, .. } = task;
    let Some(position) = sample_chance(policy, setup, seed) else { return Vec::new() };
    let ChancePosition { state, seat, candidates } = position;
    let mut events = Vec::new();
    state.chances(&mut events);
    let play = |event| move |state: &mut G| state.happen(event);
    let steps: Vec<_> = events.iter().map(|&(event, _)| play(event)).collect();
    let outcomes = outcomes_of(|_| state.clone(), seat, policy, decks, seed.child(DECKS), &steps);
    let means = means(&outcomes);
    let all: f64 = events.iter().map(|&(_, weight)| f64::from(weight)).sum();
    let mut mean = MeanOutcome::default();
    for (&(_, weight), outcome) in events.iter().zip(&means) {
        mean.margin += f64::from(weight) / all * outcome.margin;
        mean.win_share += f64::from(weight) / all * outcome.win_share;
    }
    let row = |(&(event, weight), &own): (&(G::Chance, u32), &MeanOutcome)| {
        (
            PositionColumns::new(game, &state, seat),
            DrawColumns {
                candidates,
                events: events.len(),
                event: event.to_string(),
                kind: state.kind_of_chance(event),
                probability: f64::from(weight) / all,
            },
            OutcomeColumns::new(decks, own, own.minus(mean)),
        )
    };
    events.iter().zip(&means).map(row).collect()
}

/// Returns the number of rows of the sampled position.
pub const fn rows(row: &DrawRow) -> usize {
    row.1.events
}

/// Returns the case of a row for the statistics.
pub fn case(row: &DrawRow) -> Case {
    let (_, DrawColumns { event, kind, probability, .. }, outcome) = row;
    let effects = vec![Some(outcome.to_mean())];
    alternative(row, "event", [kind, event], *probability, effects)
}
