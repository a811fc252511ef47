//! Mistakes: what agents thought of the decisions of a game, and what follows from that.

use crate::course::Refusal;
use agents::SearchedMove;
use agents::review::{Judgement, ReviewedDecision, Verdict, judge};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashMap;

/// What was thought of the decision at a step.
#[derive(Default, Deserialize)]
pub struct Thoughts {
    step: usize,
    table: Vec<Row>,
    /// The move that an agent would have made at first glance.
    glance: Option<String>,
}

#[derive(Deserialize)]
struct Row {
    #[serde(rename = "move")]
    mv: String,
    visits: u64,
    value: f64,
}

impl Thoughts {
    /// Returns the decision for the review.
    pub fn of(self, played: &str, goes_on: bool) -> ReviewedDecision<String> {
        let row = |Row { mv, visits, value }| SearchedMove { mv, visits, value };
        let table = self.table.into_iter().map(row).collect();
        ReviewedDecision { played: played.to_owned(), table, at_a_glance: self.glance, goes_on }
    }
}

/// Reads thoughts, by step.
pub fn read(thoughts: &str) -> Result<HashMap<usize, Thoughts>, Refusal> {
    let thoughts: Result<Vec<Thoughts>, _> = serde_json::from_str(thoughts);
    let thoughts = thoughts.map_err(|error| Refusal::Thoughts(error.to_string()))?;
    Ok(thoughts.into_iter().map(|one| (one.step, one)).collect())
}

/// Returns the judgements as JSON: what each step lost, and the verdict.
pub fn judgements(decisions: &[ReviewedDecision<String>]) -> Value {
    let told = |Judgement { lost, verdict }: Judgement| json!({"lost": lost, "verdict": verdict.map(Verdict::name)});
    judge(decisions).into_iter().map(told).collect()
}
