//! Builds a search from its spec to judge decisions that others made.

use crate::job::manifest_agent;
use anygame::{AnyGame, AnyParticipant};
use course::{Judge, JudgeError};
use engine::MAX_SEATS;
use serde::Serialize;
use std::path::Path;
use store::Failure;
use store::manifest::ManifestAgent;

/// Description of the search in a file of judged decisions.
#[derive(Serialize)]
struct Description {
    #[serde(flatten)]
    agent: ManifestAgent,
    seed: u64,
}

/// Builds a judge from the spec of a search.
///
/// # Errors
/// Fails if the text is not the spec of one agent, or if the agent has to follow games from the beginning.
pub fn judge(spec: &str, seed: u64, game: &dyn AnyGame) -> Result<Judge, Failure> {
    let participant = one_agent(spec, "--agent", game)?;
    if participant.observes() {
        return Err(Failure::cannot_join_midgame(participant.label()));
    }
    Ok(Judge { participant, seed })
}

/// Parses the spec of one agent, given by this flag.
///
/// # Errors
/// Fails if the spec is invalid, or describes several agents.
pub fn one_agent(spec: &str, flag: &str, game: &dyn AnyGame) -> Result<AnyParticipant, Failure> {
    let mut participants = game.participants(spec)?;
    let one = participants.pop().filter(|_| participants.is_empty());
    one.ok_or_else(|| Failure::usage(format!("{flag}: expected one agent, found '{spec}'")))
}

/// Returns the description of a search with all its parameters, as JSON.
///
/// # Panics
/// Never: a description can always be written as JSON.
pub fn description(judge: &Judge) -> String {
    let agent = manifest_agent(&judge.participant, &(1..=MAX_SEATS).collect::<Vec<_>>());
    serde_json::to_string(&Description { agent, seed: judge.seed }).expect("it has a JSON form")
}

/// Returns the failure of an agent that did not search at any decision.
pub fn has_found_nothing(judge: &Judge) -> Failure {
    let label = judge.participant.label();
    Failure::usage(format!("--agent {label}: expected an agent that searches, such as mcts"))
}

/// Returns a function that wraps errors in judging the record on this line of a file.
pub fn failure(path: &Path, line: u64) -> impl Fn(JudgeError) -> Failure {
    move |error| match error {
        JudgeError::Record(source) => Failure::record(path, line)(source),
        other => Failure::usage(other.to_string()),
    }
}
