//! `tournament tune`: finds better values for an agent's weights and parameters by playing.
//!
//! In every iteration, a search (SPSA) proposes two candidates. Trials play both on the same decks against a pool of
//! opponents, and the search learns from the payoffs. An iteration has two rows in `trace.csv`. The search depends
//! only on its seed and the payoffs, so an interrupted search resumes by replaying the trace. At the end, sequential
//! tests on fresh decks check whether the values are better.

mod confirmation;
mod error;
mod journal;
mod objective;
mod plan;
mod scales;
mod spsa;
mod template;
mod trials;

pub use objective::{Objective, Payoff};
pub use plan::TuneConfig;
pub use spsa::StepSizes;

use anygame::{AnyGame, AnyParticipant};
use csv::StringRecord;
use engine::csv_table::{CsvRows, CsvTable, page};
use journal::SearchJournal;
use plan::{START, TuneJob};
use runner::matching::{self, MatchTally};
use runner::terminal::aligned;
use runner::{Ending, Failure, FinishedJob};
use serde::Serialize;
use std::fmt::Write;
use store::folder::Folder;
use store::journal::Layout;
use template::feature;

const TRACE_FILE: &str = "trace.csv";
const PARAMETERS: &str = "parameters.csv";
const WEIGHTS: &str = "weights.toml";
const AGENT: &str = "tuned.txt";

/// The tuned agent's label in tables.
const TUNED: &str = "tuned";

/// The names of an iteration's candidates.
const ROLES: [&str; 2] = ["plus", "minus"];

/// A row of `trace.csv`: one candidate of a search for parameters.
///
/// A column for each tuned parameter follows, under its name in specs, such as `exploration` or `weights.points`,
/// with the value that the candidate used.
#[derive(Default, Serialize)]
struct TrialRow {
    /// Number of the iteration.
    iteration: u64,
    /// Number of games up to the end of the iteration.
    games: u64,
    /// Side of the current point: `plus` or `minus`.
    candidate: &'static str,
    /// Mean payoff on the decks of the iteration, from 0 to 1.
    payoff: f64,
}

/// The index of the payoff column; the tuned values follow it.
const PAYOFF: usize = 3;
const VALUES: usize = 4;

/// A row of `parameters.csv`: one tuned parameter.
#[derive(Default, Serialize)]
struct ParameterRow<'a> {
    /// Name of the parameter in specs.
    parameter: &'a str,
    /// Value before tuning.
    start: &'a str,
    /// Value that the search found.
    tuned: &'a str,
}

/// The manifest entry that records the progress.
#[derive(Serialize)]
struct TuningProgress {
    finished: bool,
}

/// Tunes an agent's weights and parameters, and writes the files. Progress and warnings are printed to standard error.
///
/// # Errors
/// Fails if the configuration cannot be carried out, or if a file cannot be read or written.
pub fn run(game: &dyn AnyGame, config: &TuneConfig) -> Result<FinishedJob, Failure> {
    let mut plan = TuneJob::new(game, config)?;
    let tables = vec![trace_table(&plan.template.tuned), confirmation::table()];
    let layout = Layout::of(tables, vec![PARAMETERS, WEIGHTS, AGENT]);
    let folder = plan.job.out().to_owned();
    let Some(opened) = plan.job.open(&layout)? else {
        return Ok(FinishedJob { folder, ending: Ending::Complete, report: None });
    };
    let mut journal = SearchJournal::new(opened);
    let stopped = |journal: SearchJournal, games| {
        journal.journal.close(
            [],
            &plan.job.manifest,
            &TuningProgress { finished: false },
            false,
        )?;
        plan.job.tell_if_interrupted(Ending::Interrupted, games, plan.job.manifest.games);
        let folder = plan.job.out().to_owned();
        Ok(FinishedJob { folder, ending: Ending::Interrupted, report: None })
    };
    let Some(values) = search(&plan, &mut journal)? else {
        let games = journal.next * plan.games();
        return stopped(journal, games);
    };
    let tuned = write_found(&plan, journal.journal.folder(), &values)?;
    let Some(matches) = confirmation::confirm(&plan, &mut journal, &tuned)? else {
        return stopped(journal, plan.job.manifest.games);
    };
    journal.journal.close([], &plan.job.manifest, &TuningProgress { finished: true }, true)?;
    let report = Some(report(&plan, &values, &tuned, &matches));
    Ok(FinishedJob { folder, ending: Ending::Complete, report })
}

/// Continues the search from the end of the trace. Returns the tuned values, or `None` if interrupted.
fn search(plan: &TuneJob<'_>, journal: &mut SearchJournal) -> Result<Option<Vec<String>>, Failure> {
    let mut spsa = plan.search();
    let trials = plan.trials()?;
    let mut progress = plan.job.progress(0, plan.job.manifest.games);
    let mut recent = 0.5;
    for iteration in 0..plan.iterations {
        let proposed = spsa.propose();
        let games = (iteration + 1) * plan.games();
        let payoffs = if let Some(page) = journal.held(journal::TRACE, &iteration.to_string())? {
            let payoffs = read_payoffs(&page, &proposed);
            payoffs
                .ok_or_else(|| journal.damaged(journal::TRACE, &format!("iteration {iteration}")))?
        } else {
            let [plus, minus] = [0, 1].map(|number| {
                plan.template.participant(ROLES[number], &proposed[number], plan.game)
            });
            let (pool, interrupted) = (&plan.job.pool, plan.job.interrupted());
            let payoffs = trials.play(iteration, [plus?, minus?], pool, interrupted)?;
            let Some(payoffs) = payoffs else { return Ok(None) };
            let row = |number: usize| {
                let (candidate, payoff) = (ROLES[number], payoffs[number]);
                (TrialRow { iteration, games, candidate, payoff }, &proposed[number])
            };
            journal.append(journal::TRACE, &page(&[0, 1].map(row)))?;
            payoffs
        };
        spsa.learn(payoffs);
        recent += RECENT * (payoffs.iter().sum::<f64>() / payoffs.len() as f64 - recent);
        progress.show(games, || format!("payoff {recent:.3}"));
    }
    progress.finish();
    Ok(Some(spsa.best()))
}

/// Reads the payoffs of an iteration; returns `None` if the rows belong to other candidates.
fn read_payoffs(page: &CsvRows, proposed: &[Vec<String>; 2]) -> Option<[f64; 2]> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(page.as_slice());
    let rows: Vec<StringRecord> = reader.records().collect::<Result<_, _>>().ok()?;
    let payoff = |(row, values): (&StringRecord, &Vec<String>)| {
        let is_same = row.iter().skip(VALUES).eq(values.iter().map(String::as_str));
        row.get(PAYOFF)?.parse().ok().filter(|_| is_same)
    };
    let payoffs: Option<Vec<f64>> = rows.iter().zip(proposed).map(payoff).collect();
    payoffs.filter(|_| rows.len() == proposed.len())?.try_into().ok()
}

/// The weight of an iteration in the moving average of the payoff that the progress bar shows.
const RECENT: f64 = 0.02;

/// Returns the table of all trials: the common columns, then the tuned parameters.
fn trace_table(tuned: &[String]) -> CsvTable {
    let mut table = CsvTable::of::<TrialRow>(TRACE_FILE);
    for key in tuned {
        table.add(key);
    }
    table
}

/// Writes the tuned values. Returns the tuned agent's spec.
fn write_found(plan: &TuneJob<'_>, folder: &Folder, values: &[String]) -> Result<String, Failure> {
    let found = plan.template.participant(TUNED, values, plan.game)?;
    let rows: Vec<_> = (plan.template.tuned.iter().zip(&plan.start).zip(values))
        .map(|((parameter, start), tuned)| ParameterRow { parameter, start, tuned })
        .collect();
    let sheet = CsvTable::of::<ParameterRow>(PARAMETERS);
    folder.write_table(&sheet, &page(&rows))?;
    let mut spec = plan.template.spec(values);
    if plan.template.has_weights() {
        spec = plan.template.portable(&found, plan.players);
        folder.write(WEIGHTS, weights_file(plan, &found).as_bytes())?;
    }
    folder.write(AGENT, format!("{spec}\n").as_bytes())?;
    Ok(spec)
}

/// Formats the weights of an agent as a weights file.
fn weights_file(plan: &TuneJob<'_>, agent: &AnyParticipant) -> String {
    let mut text = format!("# {}\n[weights]\n", plan.job.manifest.command());
    for (key, value) in agent.parameters_at(plan.players) {
        if let Some(feature) = feature(&key) {
            let _ = writeln!(text, "{feature} = {value}");
        }
    }
    text
}

/// Formats the result as readable text.
fn report(
    plan: &TuneJob<'_>,
    values: &[String],
    tuned: &str,
    matches: &[(String, MatchTally)],
) -> String {
    let rows = plan.template.tuned.iter().zip(&plan.start).zip(values);
    let rows = rows.map(|((key, start), tuned)| vec![key.clone(), start.clone(), tuned.clone()]);
    let parameters = aligned(&["parameter", START, TUNED], 1, rows.collect());
    let agent = if plan.template.has_weights() {
        let file = plan.job.out().join(WEIGHTS);
        format!("the weights are in {}", file.display())
    } else {
        format!("the agent is {tuned}")
    };
    if plan.config.confirm == 0 {
        return format!("{parameters}\n{agent}\n\nno match confirmed it (--confirm 0)\n");
    }
    let matches: Vec<_> =
        matches.iter().map(|(label, tally)| (TUNED, label.as_str(), tally)).collect();
    format!("{parameters}\n{agent}\n\n{}", matching::report(&matches))
}
