//! `_run_tournament`: plays a tournament by the runner, in this process.

use crate::chooser::{Call, Desk, participant};
use crate::errors::Refusal;
use crate::objects::Game;
use crate::signals::{LOOK, Stop};
use crate::table::{GameTable, is_name, is_text};
use agents::Spec;
use anygame::AnyParticipant;
use anygame::play::Streams;
use commit::COMMIT;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use runner::job::control::JobControl;
use runner::{Grouping, JobOptions, Provenance, Repeats, RuleChoice, RunConfig};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Instant;
use std::{panic, thread};

/// The options that have a word or a number in the command line.
#[derive(FromPyObject)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
#[pyo3(from_item_all)]
pub struct Options {
    games: u64,
    seed: u64,
    threads: Option<usize>,
    out: PathBuf,
    resume: bool,
    force: bool,
    records: bool,
    analysis: bool,
    luck: bool,
    design: String,
    repeats: u64,
    streams: String,
}

/// Plays a tournament and writes its files. Returns the final tables as text, or None if the run was already finished.
///
/// `agents` contains specs in the notation of the command line. `written` contains the agents written in Python by the
/// position of their specs. `progress` is called with the numbers of finished and of all games.
#[pyfunction]
#[pyo3(name = "_run_tournament")]
pub fn run_tournament(
    py: Python<'_>,
    game: &Bound<'_, Game>,
    agents: Vec<String>,
    written: &Bound<'_, PyDict>,
    options: Options,
    progress: Option<Py<PyAny>>,
) -> PyResult<Option<String>> {
    let (table, stop) = (Arc::clone(&game.get().table), Arc::new(Stop::default()));
    let (sender, calls) = channel();
    let desk = Desk::There(sender, Arc::clone(&stop));
    let number = agents.len();
    let agents = agents.join(",");
    let specs = Spec::parse_list(&agents).map_err(|error| Refusal::Agent(error.to_string()))?;
    if specs.len() != number {
        let sentence = format!("'{agents}' names several agents at once: make each a string");
        return Err(Refusal::Agent(sentence).into());
    }
    let participant = |(number, spec): (usize, Spec)| match written.get_item(number)? {
        Some(agent) => participant(&table, spec, &agent, desk.clone()),
        None => {
            Ok(table.game.participant(&spec).map_err(|error| Refusal::Agent(error.to_string()))?)
        }
    };
    let participants = specs.into_iter().enumerate().map(participant);
    let participants = participants.collect::<PyResult<Vec<AnyParticipant>>>()?;
    let control = Arc::new(JobControl::new(stop.flag()));
    let repeats = Repeats::try_from(options.repeats);
    let config = RunConfig {
        participants: Some(participants),
        games: options.games,
        players: Some(table.players()),
        rules: rules(&table),
        job: JobOptions {
            seed: options.seed,
            threads: options.threads,
            out: Some(options.out),
            resume: options.resume,
            force: options.force,
            quiet: true,
            provenance: Provenance { commit: COMMIT, ..Provenance::default() },
            control: Some(Arc::clone(&control)),
            ..JobOptions::default()
        },
        grouping: word("design", Grouping::WORDS, &options.design)?,
        repeats: repeats.map_err(|error| Refusal::Value(error.to_string()))?,
        streams: word("streams", Streams::WORDS, &options.streams)?,
        records: options.records,
        analysis: options.analysis,
        luck: options.luck,
        ..RunConfig::new(&agents)
    };
    let game = table.game;
    let watched = Arc::clone(&stop);
    let finished = py.detach(move || {
        thread::scope(|scope| {
            let running = scope.spawn(move || {
                let finished = config.run(game);
                // The calls end when the last sender is dropped.
                drop((config, desk));
                finished
            });
            answer(&calls, &control, &watched, progress.as_ref());
            running.join().unwrap_or_else(|panic| panic::resume_unwind(panic))
        })
    });
    stop.take()?;
    Ok(finished.map_err(|failure| Refusal::Value(failure.to_string()))?.report)
}

/// Answers calls of Python code until the tournament has ended, shows its progress, and checks for signals.
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
