//! `tournament tune`: better values for an agent's weights and parameters, found by playing.
//!
//! A search ([`spsa`] for numbers, [`ntbea`] for lists of values) proposes candidates, [`trials`] play them on
//! common decks against a pool, and what they got goes back to the search. Every iteration is a line or two
//! in `trace.csv`. Searches depend on nothing but their seed and the payoffs, so one that was stopped goes
//! on by learning once more what is in the trace. What was found is then [confirmed](confirmation) on fresh
//! decks by sequential tests.

mod confirmation;
mod ntbea;
mod plan;
mod scales;
mod spsa;
mod template;
mod trials;

pub use trials::Objective;

use crate::cli::tune::TuneArguments;
use crate::failure::Failure;
use crate::job::progress::Progress;
use crate::render::terminal::{self, INTERRUPTED, aligned};
use crate::store::csv_table::{CsvRows, CsvTable, page};
use crate::store::folder::Folder;
use crate::store::journal::{Cells, Journal};
use crate::store::manifest::{self, Head};
use crate::studies::matching::{self, Tally};
use agents::{AgentError, Participant, Registry};
use engine::PlayableGame;
use plan::{START, TuneJob};
use serde::Serialize;
use std::fmt::Write;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use template::{Method, feature};

const TRACE: &str = "trace.csv";
const PARAMETERS: &str = "parameters.csv";
const WEIGHTS: &str = "weights.toml";
const AGENT: &str = "tuned.txt";

/// Who is tuned, in tables.
const TUNED: &str = "tuned";

/// A search for values that get more.
pub trait Optimiser {
    /// What the candidates of an iteration are called.
    fn roles(&self) -> &'static [&'static str];

    /// The candidates of the iteration under way: the values of each, as they are written.
    fn propose(&self) -> Vec<Vec<String>>;

    /// Ends the iteration: what each candidate got, from 0 to 1.
    fn learn(&mut self, payoffs: &[f64]);

    /// The values to be recommended so far.
    fn best(&self) -> Vec<String>;
}

/// What cannot be tuned.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum TuneError {
    /// None or several agents.
    #[error("one agent is tuned at a time, written without a comma; --pool lists its opponents")]
    Agents,
    /// Two would be called the same.
    #[error("--pool: 'start' is what the tuned agent is called as it starts: choose another label")]
    Label,
    /// Nothing to tune.
    #[error("{0} has no weights: --only or --try says what to tune")]
    NoWeights(String),
    /// A name in `--only` that is no number of the agent.
    #[error("--only: '{name}' is no number of {agent}: there are {known}")]
    Number {
        /// The agent.
        agent: String,
        /// What was typed.
        name: String,
        /// What there is.
        known: String,
    },
    /// Something is tuned twice.
    #[error("'{0}' is tuned twice")]
    Repeated(String),
    /// A list of values that is none.
    #[error("--try: '{0}' is no list of values: write key=value,value")]
    List(String),
    /// Not even one iteration.
    #[error("--games must be at least {0}, the games of an iteration")]
    Games(u64),
    /// No decks, or too many.
    #[error("--blocks must be between 1 and 10000, not {0}")]
    Blocks(u64),
    /// A margin that nothing can be measured by.
    #[error("--margin must be more than 0, not {0}")]
    Margin(f64),
    /// Steps that lead nowhere.
    #[error("--perturbation and --gain must be more than 0")]
    Boldness,
    /// An effect that cannot be tested.
    #[error("--effect must be more than 0 and less than 0.5")]
    Effect,
    /// `--resume` finds a search that has nothing left to do.
    #[error("{0} holds a finished search: choose another --out or remove it")]
    Finished(String),
}

/// What a row of `trace.csv` begins with; the values of all that is tuned follow.
#[derive(Default, Serialize)]
struct Row {
    iteration: u64,
    /// Games up to the end of the iteration.
    games: u64,
    candidate: &'static str,
    payoff: f64,
}

/// Where a row of the trace has the payoff, and where the values begin.
const PAYOFF: usize = 3;
const VALUES: usize = 4;

/// A row of `parameters.csv`.
#[derive(Default, Serialize)]
struct Found<'a> {
    parameter: &'a str,
    start: &'a str,
    tuned: &'a str,
}

/// What `manifest.json` says of a search.
#[derive(Serialize)]
struct Manifest<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    method: &'static str,
    tuned: &'a [String],
    iterations: u64,
    games_of_an_iteration: u64,
    finished: bool,
}

/// Tunes an agent.
///
/// # Errors
/// If it cannot be tuned as asked, or a file cannot be read or written.
pub fn tune<G: PlayableGame>(arguments: &TuneArguments) -> Result<ExitCode, Failure> {
    let plan = TuneJob::<G>::new(arguments)?;
    let interrupted = terminal::interrupt_flag()?;
    let folder = manifest::folder(&plan.out, &manifest(&plan, false), arguments.job.resume)?
        .ok_or_else(|| TuneError::Finished(plan.out.display().to_string()))?;
    let Some(values) = search(&plan, &folder, &interrupted)? else {
        return Ok(stopped(&plan));
    };
    let tuned = write_found(&plan, &folder, &values)?;
    let confirmed = confirmation::confirm(&plan, folder.path(), &tuned, &interrupted)?;
    let Some(matches) = confirmed else { return Ok(stopped(&plan)) };
    folder.write_json(manifest::NAME, &manifest(&plan, true))?;
    terminal::print(&report(&plan, &folder, &values, &tuned, &matches))?;
    Ok(ExitCode::SUCCESS)
}

/// Says how to go on after an interruption.
fn stopped<G: PlayableGame>(plan: &TuneJob<G>) -> ExitCode {
    let out = plan.out.display();
    terminal::tell(&format!("interrupted: the same command with --out {out} --resume goes on"));
    ExitCode::from(INTERRUPTED)
}

fn manifest<G: PlayableGame>(plan: &TuneJob<G>, finished: bool) -> Manifest<'_> {
    let games = plan.iterations * plan.games();
    Manifest {
        head: Head::new(&plan.command, &plan.cast, plan.players, games),
        method: if matches!(plan.method, Method::Spsa(..)) { "spsa" } else { "ntbea" },
        tuned: &plan.template.tuned,
        iterations: plan.iterations,
        games_of_an_iteration: plan.games(),
        finished,
    }
}

/// Searches from where the trace ends; the values found, or nothing if that was interrupted.
fn search<G: PlayableGame>(
    plan: &TuneJob<G>,
    folder: &Folder,
    interrupted: &AtomicBool,
) -> Result<Option<Vec<String>>, Failure> {
    let mut optimiser = plan.optimiser();
    let roles = optimiser.roles();
    let header = trace_header(&plan.template.tuned);
    let (mut journal, rows) = Journal::open(&folder.path().join(TRACE), &header, roles.len())?;
    let mut trials = plan.trials()?;
    let registry = Registry::<G>::built_in();
    let mut progress = Progress::new(plan.iterations * plan.games(), plan.quiet);
    let mut recent = 0.5;
    for iteration in 0..plan.iterations {
        let proposed = optimiser.propose();
        let first = iteration as usize * roles.len();
        let payoffs = if let Some(rows) = rows.get(first..first + roles.len()) {
            let payoff = |(row, values): (&Cells, &Vec<String>)| {
                row[PAYOFF].parse().ok().filter(|_| row[VALUES..] == **values)
            };
            let payoffs: Option<Vec<f64>> = rows.iter().zip(&proposed).map(payoff).collect();
            payoffs.ok_or_else(|| journal.differs(first))?
        } else {
            let participants = roles.iter().zip(&proposed);
            let participants = participants
                .map(|(role, values)| plan.template.participant(role, values, &registry));
            let participants: Vec<Participant<G>> =
                participants.collect::<Result<_, AgentError>>()?;
            let payoffs = trials.play(iteration, participants, &plan.pool, interrupted);
            let Some(payoffs) = payoffs else { return Ok(None) };
            let games = (iteration + 1) * plan.games();
            let rows: Vec<_> = (roles.iter().zip(&payoffs).zip(&proposed))
                .map(|((&candidate, &payoff), values)| {
                    (Row { iteration, games, candidate, payoff }, values)
                })
                .collect();
            journal.append(&page(&rows))?;
            payoffs
        };
        optimiser.learn(&payoffs);
        recent += RECENT * (payoffs.iter().sum::<f64>() / payoffs.len() as f64 - recent);
        progress.show((iteration + 1) * plan.games(), || format!("payoff {recent:.3}"));
    }
    progress.clear();
    journal.secure()?;
    Ok(Some(optimiser.best()))
}

/// The weight of an iteration in the mean payoff that the progress bar shows.
const RECENT: f64 = 0.02;

fn trace_header(tuned: &[String]) -> CsvRows {
    let mut header = CsvTable::of::<Row>(TRACE).header;
    header.pop();
    for key in tuned {
        header.extend(format!(",{key}").bytes());
    }
    header.push(b'\n');
    header
}

/// Writes what was found; the spec of the agent.
fn write_found<G: PlayableGame>(
    plan: &TuneJob<G>,
    folder: &Folder,
    values: &[String],
) -> Result<String, Failure> {
    let found = plan.template.participant(TUNED, values, &Registry::built_in())?;
    let rows: Vec<_> = (plan.template.tuned.iter().zip(&plan.start).zip(values))
        .map(|((parameter, start), tuned)| Found { parameter, start, tuned })
        .collect();
    let sheet = CsvTable::of::<Found>(PARAMETERS);
    folder.write_table(&sheet, &page(&rows))?;
    let mut spec = plan.template.spec(values);
    if plan.template.has_weights() {
        spec = plan.template.portable(&found, plan.players);
        folder.write(WEIGHTS, weights_file(plan, &found).as_bytes())?;
    }
    folder.write(AGENT, format!("{spec}\n").as_bytes())?;
    Ok(spec)
}

/// The weights of an agent as a file that others take.
fn weights_file<G: PlayableGame>(plan: &TuneJob<G>, agent: &Participant<G>) -> String {
    let mut text = format!("# {}\n[weights]\n", plan.command);
    for (key, value) in agent.parameters_at(plan.players) {
        if let Some(feature) = feature(&key) {
            let _ = writeln!(text, "{feature} = {value}");
        }
    }
    text
}

/// The result as a person likes to read it.
fn report<G: PlayableGame>(
    plan: &TuneJob<G>,
    folder: &Folder,
    values: &[String],
    tuned: &str,
    matches: &[(String, Tally)],
) -> String {
    let rows = plan.template.tuned.iter().zip(&plan.start).zip(values);
    let rows = rows.map(|((key, start), tuned)| vec![key.clone(), start.clone(), tuned.clone()]);
    let parameters = aligned(&["parameter", START, TUNED], 1, rows.collect());
    let agent = if plan.template.has_weights() {
        let file = folder.path().join(WEIGHTS);
        format!("the weights are in {}", file.display())
    } else {
        format!("the agent is {tuned}")
    };
    let matches: Vec<_> =
        matches.iter().map(|(label, tally)| (TUNED, label.as_str(), tally)).collect();
    format!("{parameters}\n{agent}\n\n{}", matching::report(&matches))
}
