//! `tournament tune`: finds better values for an agent's weights and parameters by playing.
//!
//! In every iteration, a search (SPSA) proposes two candidates. Trials play both on the same decks against a pool of
//! opponents, and the search learns from the payoffs. An iteration has two rows in `trace.csv`. The search depends
//! only on its seed and the payoffs, so an interrupted search resumes by replaying the trace. At the end, sequential
//! tests on fresh decks check whether the values are better.

mod confirmation;
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
use confirmation::{CONFIRMATION, Confirmation};
use csv::StringRecord;
use engine::csv_table::{CsvRows, CsvTable, page};
use plan::{START, TuneJob};
use runner::job::{ClosedJob, StoredRows, Units};
use runner::matching;
use runner::terminal::aligned;
use runner::{Ending, Failure, FinishedJob};
use serde::Serialize;
use serde_json::json;
use spsa::Spsa;
use std::fmt::Write;
use std::ops::Range;
use store::folder::Folder;
use store::journal::{Journal, Layout};
use store::manifest::Manifest;
use template::feature;

/// The index of the table with all trials.
const TRACE: usize = 0;

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

/// A number with the digits of a spec.
type Number<'a> = &'a str;

/// A row of `parameters.csv`: one tuned parameter.
#[derive(Default, Serialize)]
struct ParameterRow<'a> {
    /// Name of the parameter in specs.
    parameter: &'a str,
    /// Value before tuning.
    start: Number<'a>,
    /// Value that the search found.
    tuned: Number<'a>,
}

/// Tunes an agent's weights and parameters, and writes the files. Progress and warnings are printed to standard error.
///
/// # Errors
/// Fails if the configuration cannot be carried out, or if a file cannot be read or written.
pub fn run(game: &dyn AnyGame, config: &TuneConfig) -> Result<FinishedJob, Failure> {
    let plan = TuneJob::new(game, config)?;
    plan.job.conduct(TuneUnits::new(&plan), |units, journal| {
        let ending = units.search(journal)?;
        if ending == Ending::Interrupted { Ok(ending) } else { units.confirm(journal) }
    })
}

/// The iterations of a search, then the blocks of the matches that confirm its result.
struct TuneUnits<'a> {
    plan: &'a TuneJob<'a>,
    /// The search. Its start takes some games, so it begins only once the folder is open.
    spsa: Option<Spsa>,
    /// The moving average of the payoff.
    payoff: f64,
    matches: Vec<Confirmation<'a>>,
    /// The number of units added.
    next: u64,
    /// The tuned values and the spec of the tuned agent, once the search is complete.
    found: Option<(Vec<String>, String)>,
}

impl<'a> TuneUnits<'a> {
    fn new(plan: &'a TuneJob<'a>) -> Self {
        let matches = Confirmation::all(plan);
        Self { plan, spsa: None, payoff: 0.5, matches, next: 0, found: None }
    }

    fn spsa(&mut self) -> &mut Spsa {
        let plan = self.plan;
        self.spsa.get_or_insert_with(|| plan.search())
    }

    /// Plays the missing iterations, and writes the tuned values.
    fn search(&mut self, journal: &mut Journal) -> Result<Ending, Failure> {
        let plan = self.plan;
        let trials = plan.trials()?;
        let (done, all) = self.progress();
        let mut progress = plan.job.progress(done, all);
        while self.next < plan.iterations {
            let proposed = self.spsa().propose();
            let [plus, minus] = [0, 1].map(|number| {
                plan.template.participant(ROLES[number], &proposed[number], plan.game)
            });
            let (threads, interrupted) = (&plan.job.pool, &plan.job.interrupted);
            let payoffs = trials.play(self.next, [plus?, minus?], threads, interrupted)?;
            let Some(payoffs) = payoffs else { return Ok(Ending::Interrupted) };
            let (iteration, games) = (self.next, (self.next + 1) * plan.games());
            let row = |number: usize| {
                let (candidate, payoff) = (ROLES[number], payoffs[number]);
                (TrialRow { iteration, games, candidate, payoff }, &proposed[number])
            };
            self.learn(payoffs);
            journal.append(TRACE, &page(&[0, 1].map(row)))?;
            journal.commit(self.next)?;
            progress.show(games, || self.outcome());
        }
        progress.finish();
        let values = self.spsa().best();
        let tuned = write_found(plan, journal.folder(), &values)?;
        self.found = Some((values, tuned));
        Ok(Ending::Complete)
    }

    /// Plays the missing matches on fresh decks.
    fn confirm(&mut self, journal: &mut Journal) -> Result<Ending, Failure> {
        let Self { plan, matches, next, found, .. } = self;
        let tuned = found.as_ref().map_or("", |(_, tuned)| tuned);
        for confirmation in matches {
            let ending = confirmation.play(plan, tuned, |row| {
                *next += 1;
                journal.append(CONFIRMATION, row)?;
                journal.commit(*next)
            })?;
            if ending == Ending::Interrupted {
                return Ok(ending);
            }
        }
        Ok(Ending::Complete)
    }

    fn learn(&mut self, payoffs: [f64; 2]) {
        self.spsa().learn(payoffs);
        let mean = payoffs.iter().sum::<f64>() / payoffs.len() as f64;
        self.payoff += RECENT * (mean - self.payoff);
        self.next += 1;
    }
}

impl Units for TuneUnits<'_> {
    fn manifest(&self) -> &Manifest {
        &self.plan.job.manifest
    }

    fn layout(&self) -> Layout {
        let tables = vec![trace_table(&self.plan.template.tuned), confirmation::table()];
        Layout::of(tables, vec![PARAMETERS, WEIGHTS, AGENT])
    }

    fn read(&mut self, units: Range<u64>, rows: &mut StoredRows<'_>) -> Result<(), Failure> {
        let reader = &mut *rows.reader;
        let (iterations, most_games) = (self.plan.iterations, self.plan.config.confirm);
        for iteration in units.start..units.end.min(iterations) {
            let proposed = self.spsa().propose();
            let payoffs = read_payoffs(&reader.page(TRACE, &iteration.to_string())?, &proposed);
            let damaged = || reader.damaged(TRACE, &format!("iteration {iteration}"));
            self.learn(payoffs.ok_or_else(damaged)?);
        }
        for _ in iterations..units.end {
            let open = self.matches.iter_mut().find(|one| !one.tally.is_over(most_games));
            if let Some(confirmation) = open {
                confirmation.read(reader)?;
            }
            self.next += 1;
        }
        Ok(())
    }

    fn progress(&self) -> (u64, u64) {
        let iterations = self.next.min(self.plan.iterations);
        (iterations * self.plan.games(), self.manifest().games)
    }

    fn outcome(&self) -> String {
        format!("payoff {:.3}", self.payoff)
    }

    fn close(self, journal: Journal, ending: Ending) -> Result<ClosedJob, Failure> {
        let finished = ending == Ending::Complete;
        journal.close([], self.manifest(), &json!({}), finished)?;
        let found = self.found.as_ref().filter(|_| finished);
        let report = found.map(|(values, tuned)| report(self.plan, values, tuned, &self.matches));
        Ok(ClosedJob { ending, report, notes: Vec::new() })
    }
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
    folder.write_table(&CsvTable::filled(PARAMETERS, &rows))?;
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
    matches: &[Confirmation<'_>],
) -> String {
    let rows = plan.template.tuned.iter().zip(&plan.start).zip(values);
    let rows = rows.map(|((key, start), tuned)| vec![key.clone(), start.clone(), tuned.clone()]);
    let parameters = aligned(&["parameter", START, TUNED], 1, rows.collect());
    let agent = if plan.template.has_weights() {
        let file = plan.job.out.join(WEIGHTS);
        format!("the weights are in {}", file.display())
    } else {
        format!("the agent is {tuned}")
    };
    if plan.config.confirm == 0 {
        return format!("{parameters}\n{agent}\n\nno match confirmed it (--confirm 0)\n");
    }
    let matches: Vec<_> = matches.iter().map(|one| (TUNED, one.opponent(), &one.tally)).collect();
    format!("{parameters}\n{agent}\n\n{}", matching::report(&matches))
}
