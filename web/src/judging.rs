//! Mistakes: the agents' searches at the decisions of a game, and the verdicts on those decisions.

use crate::refusal::Refusal;
use agents::review::{Judgement, ReviewedDecision, Verdict, judge};
use engine::{NotedMove, Seat};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashMap;

/// The result of a search for the decision at a step.
#[derive(Default, Deserialize)]
pub struct Thoughts {
    step: usize,
    table: Vec<NotedMove>,
    /// The move of the agent without search that brilliant moves must differ from.
    glance: Option<String>,
}

impl Thoughts {
    /// Converts the search result to a decision for the review.
    pub fn of(self, played: &str, goes_on: bool) -> ReviewedDecision {
        let Self { table, glance: at_a_glance, .. } = self;
        ReviewedDecision { played: played.to_owned(), table, at_a_glance, goes_on }
    }
}

/// Parses search results and groups them by step.
pub fn read(thoughts: &str) -> Result<HashMap<usize, Thoughts>, Refusal> {
    let thoughts: Result<Vec<Thoughts>, _> = serde_json::from_str(thoughts);
    let thoughts = thoughts.map_err(|error| Refusal::Thoughts(error.to_string()))?;
    Ok(thoughts.into_iter().map(|one| (one.step, one)).collect())
}

/// Returns the judgements as JSON: the win probability that each step lost and could have lost, and the verdict.
pub fn judgements(decisions: &[ReviewedDecision]) -> Value {
    let told = |Judgement { lost, at_stake, verdict }: Judgement| json!({"lost": lost, "at_stake": at_stake, "verdict": verdict.map(Verdict::name)});
    judge(decisions).into_iter().map(told).collect()
}

/// A judgement of a seat's decision.
#[derive(Deserialize)]
struct JudgedSeat {
    seat: usize,
    lost: Option<f64>,
    at_stake: Option<f64>,
}

/// Parses judgements with their seats.
pub fn judged(judgements: &str, players: usize) -> Result<Vec<(Seat, Judgement)>, Refusal> {
    let judgements: Result<Vec<JudgedSeat>, _> = serde_json::from_str(judgements);
    let judgements = judgements.map_err(|error| Refusal::Thoughts(error.to_string()))?;
    let judged = judgements.into_iter().map(|JudgedSeat { seat, lost, at_stake }| {
        let judgement = Judgement { lost, at_stake, verdict: None };
        if seat < players { Ok((Seat::new(seat), judgement)) } else { Err(Refusal::NoSeat(seat)) }
    });
    judged.collect()
}
