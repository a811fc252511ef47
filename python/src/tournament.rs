//! Jobs of the program in this process: tournaments, matches and tuning.

use crate::chooser::{Call, Desk, participant};
use crate::errors::Refusal;
use crate::objects::Game;
use crate::signals::{LOOK, Stop};
use crate::table::{GameTable, is_name, is_text};
use agents::Spec;
use anygame::play::Streams;
use anygame::{AnyGame, AnyParticipant};
use commit::COMMIT;
use lab::tuning::{self, Objective, Payoff, StepSizes, TuneConfig};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use runner::job::control::JobControl;
use runner::job::rules::TableChoice;
use runner::matching::{self, MatchConfig};
use runner::report::final_table::report_of_files;
use runner::{
    Failure, FinishedJob, Grouping, JobOptions, Provenance, Repeats, RuleChoice, RunConfig,
};
use statistics::Hypotheses;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Instant;
use std::{panic, thread};

/// The options of all jobs.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Work {
    seed: u64,
    threads: Option<usize>,
    out: PathBuf,
    resume: bool,
    force: bool,
}

/// The other options of a tournament.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
#[expect(clippy::struct_excessive_bools, reason = "each is an argument in Python")]
struct Tournament {
    games: u64,
    records: bool,
    analysis: bool,
    luck: bool,
    forecasts: bool,
    design: String,
    repeats: u64,
    streams: String,
}

/// The other options of a match.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Match {
    games: u64,
    null: f64,
    effect: f64,
    alpha: f64,
    beta: f64,
    streams: String,
}

/// The other options of a search for parameters.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Tuning {
    pool: Option<Vec<String>>,
    only: Vec<String>,
    games: u64,
    blocks: u64,
    payoff: String,
    margin: f64,
    perturbation: f64,
    gain: f64,
    confirm: u64,
    effect: f64,
}

/// A job of this process, with the calls of agents written in Python.
struct LocalJob<'a, 'py> {
    table: Arc<GameTable>,
    control: Arc<JobControl>,
    desk: Desk,
    calls: Receiver<Call>,
    options: &'a Bound<'py, PyDict>,
}

impl<'a, 'py> LocalJob<'a, 'py> {
    fn new(game: &Bound<'py, Game>, options: &'a Bound<'py, PyDict>) -> Self {
        let (table, stop) = (Arc::clone(&game.get().table), Arc::new(Stop::default()));
        let (sender, calls) = channel();
        let control = Arc::new(JobControl::new(stop.flag()));
        Self { table, control, desk: Desk { stop, there: Some(sender) }, calls, options }
    }

    /// Returns the participants for specs in the notation of the command line. `written` contains the agents written in Python by
    /// the position of their specs.
    fn participants(
        &self,
        agents: &[String],
        written: &Bound<'py, PyDict>,
    ) -> PyResult<Vec<AnyParticipant>> {
        let joined = agents.join(",");
        let specs = Spec::parse_list(&joined).map_err(|error| Refusal::Agent(error.to_string()))?;
        if specs.len() != agents.len() {
            let sentence = format!("'{joined}' names several agents at once: make each a string");
            return Err(Refusal::Agent(sentence).into());
        }
        let participant = |(number, spec): (usize, Spec)| {
            if let Some(agent) = written.get_item(number)? {
                return participant(&self.table, spec, &agent, self.desk.clone());
            }
            let found = self.table.game.participant(&spec);
            Ok(found.map_err(|error| Refusal::Agent(error.to_string()))?)
        };
        specs.into_iter().enumerate().map(participant).collect()
    }

    /// Returns the options of the job.
    fn job(&self) -> PyResult<JobOptions> {
        let Work { seed, threads, out, resume, force } = read(self.options)?;
        Ok(JobOptions {
            seed,
            threads,
            out: Some(out),
            resume,
            force,
            quiet: true,
            provenance: Provenance { commit: COMMIT, ..Provenance::default() },
            control: Some(Arc::clone(&self.control)),
            ..JobOptions::default()
        })
    }

    /// Does the job on other threads, and answers calls on this one. `progress` is called with the numbers of finished and of all
    /// games. Returns the report, or None if the job was already finished.
    fn run(
        self,
        py: Python<'_>,
        progress: Option<&Py<PyAny>>,
        job: impl FnOnce(&dyn AnyGame) -> Result<FinishedJob, Failure> + Send,
    ) -> PyResult<Option<String>> {
        let Self { table, control, desk, calls, .. } = self;
        let (game, stop) = (table.game, Arc::clone(&desk.stop));
        let watched = Arc::clone(&stop);
        let finished = py.detach(move || {
            thread::scope(|scope| {
                let running = scope.spawn(move || {
                    let finished = job(game);
                    // The calls end when the last sender is dropped.
                    drop(desk);
                    finished
                });
                answer(&calls, &control, &watched, progress);
                running.join().unwrap_or_else(|panic| panic::resume_unwind(panic))
            })
        });
        stop.take()?;
        Ok(finished.map_err(Refusal::value)?.report)
    }
}

/// Plays a tournament and writes its files.
#[pyfunction]
#[pyo3(name = "_run_tournament")]
pub fn run_tournament(
    py: Python<'_>,
    game: &Bound<'_, Game>,
    agents: Vec<String>,
    written: &Bound<'_, PyDict>,
    options: &Bound<'_, PyDict>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Option<String>> {
    let here = LocalJob::new(game, options);
    let Tournament { games, records, analysis, luck, forecasts, design, repeats, streams } =
        read(options)?;
    let config = RunConfig {
        participants: Some(here.participants(&agents, written)?),
        games,
        players: Some(here.table.players()),
        rules: rules(&here.table),
        job: here.job()?,
        grouping: word("design", Grouping::WORDS, &design)?,
        repeats: Repeats::try_from(repeats).map_err(Refusal::value)?,
        streams: word("streams", Streams::WORDS, &streams)?,
        records,
        analysis,
        luck,
        forecasts,
        ..RunConfig::new(&agents.join(","))
    };
    here.run(py, progress.as_ref(), move |game| config.run(game))
}

/// Plays a match and writes its files.
#[pyfunction]
#[pyo3(name = "_run_match")]
pub fn run_match(
    py: Python<'_>,
    game: &Bound<'_, Game>,
    agents: [String; 2],
    written: &Bound<'_, PyDict>,
    options: &Bound<'_, PyDict>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Option<String>> {
    let here = LocalJob::new(game, options);
    let Match { games, null, effect, alpha, beta, streams } = read(options)?;
    let config = MatchConfig {
        participants: Some(here.participants(&agents, written)?),
        agents,
        games,
        table: TableChoice { rules: rules(&here.table), players: Some(here.table.players()) },
        hypotheses: Hypotheses { null, effect, alpha, beta },
        streams: word("streams", Streams::WORDS, &streams)?,
        job: here.job()?,
    };
    here.run(py, progress.as_ref(), move |game| matching::run(&config, game))
}

/// Tunes an agent and writes the files.
#[pyfunction]
#[pyo3(name = "_run_tuning")]
pub fn run_tuning(
    py: Python<'_>,
    game: &Bound<'_, Game>,
    agent: String,
    options: &Bound<'_, PyDict>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Option<String>> {
    let here = LocalJob::new(game, options);
    let given: Tuning = read(options)?;
    let goal = word("payoff", Objective::WORDS, &given.payoff)?;
    let config = TuneConfig {
        agent,
        pool: given.pool.map(|pool| pool.join(",")),
        only: given.only,
        games: given.games,
        blocks: given.blocks,
        payoff: Payoff { goal, margin: given.margin },
        sizes: StepSizes { perturbation: given.perturbation, gain: given.gain },
        confirm: given.confirm,
        effect: given.effect,
        table: TableChoice { rules: rules(&here.table), players: Some(here.table.players()) },
        job: here.job()?,
    };
    here.run(py, progress.as_ref(), move |game| tuning::run(game, &config))
}

/// Returns the tables that all games share, as text, from the summary files in the folder of a run.
#[pyfunction]
#[pyo3(name = "_report")]
pub fn report(folder: PathBuf) -> PyResult<String> {
    Ok(report_of_files(&folder).map_err(Refusal::value)?)
}

/// Answers calls of Python code until the job has ended, shows its progress, and checks for signals.
fn answer(calls: &Receiver<Call>, control: &JobControl, stop: &Stop, progress: Option<&Py<PyAny>>) {
    let (mut last, mut shown) = (Instant::now(), (0, 0));
    loop {
        let call = calls.recv_timeout(LOOK);
        let is_over = matches!(call, Err(RecvTimeoutError::Disconnected));
        if let Ok(call) = call {
            Python::attach(call);
        }
        if is_over || last.elapsed() >= LOOK {
            stop.look();
            last = Instant::now();
            let now = control.progress();
            if let Some(progress) = progress.filter(|_| now != shown && !stop.is_stopped()) {
                Python::attach(|py| progress.call1(py, now))
                    .map_or_else(|error| stop.by(error), drop);
                shown = now;
            }
        }
        if is_over {
            return;
        }
    }
}

/// Reads some of the arguments of a call.
fn read<'a, 'py, T: FromPyObject<'a, 'py, Error = PyErr>>(
    options: &'a Bound<'py, PyDict>,
) -> PyResult<T> {
    options.extract().map_err(|error: PyErr| {
        // The error names the field as `Work.seed`.
        let text = error.to_string();
        let name = text.rsplit('.').next().unwrap_or_default();
        match options.get_item(name).ok().flatten().and_then(|value| value.repr().ok()) {
            Some(value) => Refusal::Value(format!("{name} cannot be {value}")).into(),
            None => error,
        }
    })
}

/// Returns the rules of a table as the runner takes them.
fn rules(table: &GameTable) -> RuleChoice {
    let mut rules = RuleChoice::default();
    for (key, value) in &table.given {
        if !is_text(&table.setup, key) {
            rules.given.push((key.clone(), value.clone()));
        } else if !is_name(&table.setup, key, value) {
            rules.texts = rules.texts.with(key, value);
        }
    }
    rules
}

/// Returns the value with this word.
fn word<T: Copy>(
    what: &'static str,
    words: &[(T, &'static str, &'static str)],
    given: &str,
) -> Result<T, Refusal> {
    let found = words.iter().find(|(_, word, _)| *word == given).map(|&(value, ..)| value);
    found.ok_or_else(|| {
        let words: Vec<_> = words.iter().map(|(_, word, _)| format!("'{word}'")).collect();
        Refusal::Value(format!("{what} is {}, not '{given}'", words.join(" or ")))
    })
}
