//! A search that judges decisions made by others, from its spec.

use crate::job::manifest_agent;
use anygame::{AnyGame, Judge, JudgeError};
use engine::MAX_SEATS;
use serde::Serialize;
use std::path::Path;
use store::Failure;
use store::manifest::ManifestAgent;

/// What a file of judged decisions says about the search.
#[derive(Serialize)]
struct Description {
    #[serde(flatten)]
    agent: ManifestAgent,
    seed: u64,
}

/// Reads the spec of a search.
///
/// # Errors
/// If it is not the spec of one agent, or if the agent has to follow games from their beginning.
pub fn judge(spec: &str, seed: u64, game: &dyn AnyGame) -> Result<Judge, Failure> {
    let mut participants = game.participants(spec)?;
    let one = participants.pop().filter(|_| participants.is_empty());
    let several = || Failure::Usage("--agent: expected one agent, without a comma".to_owned());
    let participant = one.ok_or_else(several)?;
    if participant.observes() {
        return Err(Failure::cannot_join_midgame(participant.label()));
    }
    Ok(Judge { participant, seed })
}

/// Returns a search with all its parameters, in JSON.
///
/// # Panics
/// Never: a description has a JSON form.
pub fn description(judge: &Judge) -> String {
    let agent = manifest_agent(&judge.participant, &(1..=MAX_SEATS).collect::<Vec<_>>());
    serde_json::to_string(&Description { agent, seed: judge.seed }).expect("it has a JSON form")
}

/// Returns the failure of an agent that has not searched at any decision.
pub fn has_found_nothing(judge: &Judge) -> Failure {
    let label = judge.participant.label();
    Failure::Usage(format!(
        "--agent: {label} searched at no decision, so there are no visits to write"
    ))
}

/// Returns the failure to judge the record at this line of a file.
pub fn failure(path: &Path, line: u64) -> impl Fn(JudgeError) -> Failure {
    move |error| match error {
        JudgeError::Record(source) => Failure::Record { path: path.to_owned(), line, source },
        other => Failure::Usage(other.to_string()),
    }
}
