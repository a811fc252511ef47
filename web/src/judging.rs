//! Mistakes: the agents' searches at the decisions of a game, and the verdicts on those decisions.

use crate::refusal::Refusal;
use agents::SearchedMove;
use agents::review::{Judgement, Quality, ReviewedDecision, Verdict, judge};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashMap;

/// The result of a search for the decision at a step.
#[derive(Default, Deserialize)]
pub struct Thoughts {
    step: usize,
    table: Vec<SearchedRow>,
    /// The move of the agent without search that brilliant moves must differ from.
    glance: Option<String>,
}

#[derive(Deserialize)]
struct SearchedRow {
    #[serde(rename = "move")]
    mv: String,
    visits: u64,
    value: f64,
}

impl Thoughts {
    /// Converts the search result to a decision for the review.
    pub fn of(self, played: &str, goes_on: bool) -> ReviewedDecision<String> {
        let row = |SearchedRow { mv, visits, value }| SearchedMove { mv, visits, value };
        let table = self.table.into_iter().map(row).collect();
        ReviewedDecision { played: played.to_owned(), table, at_a_glance: self.glance, goes_on }
    }
}

/// Converts a record's search note to JSON for the page. Returns `None` if the note is malformed; unknown
/// verdicts become null.
pub fn noted(note: &Value) -> Option<Value> {
    let moves = note["moves"].as_array()?;
    let is_row =
        |row: &Value| row["move"].is_string() && row["visits"].is_u64() && row["value"].is_number();
    let number = |key: &str| Some(&note[key]).filter(|value| value.is_number());
    let (lost, at_stake) = (number("lost"), number("at_stake"));
    let verdict = note["verdict"].as_str();
    let verdict =
        verdict.filter(|verdict| Verdict::ALL.iter().any(|known| known.name() == *verdict));
    moves
        .iter()
        .all(is_row)
        .then(|| json!({"table": moves, "lost": lost, "at_stake": at_stake, "verdict": verdict}))
}

/// Parses search results and groups them by step.
pub fn read(thoughts: &str) -> Result<HashMap<usize, Thoughts>, Refusal> {
    let thoughts: Result<Vec<Thoughts>, _> = serde_json::from_str(thoughts);
    let thoughts = thoughts.map_err(|error| Refusal::Thoughts(error.to_string()))?;
    Ok(thoughts.into_iter().map(|one| (one.step, one)).collect())
}

/// Returns the judgements as JSON: the chance to win that each step lost and could have lost, and the verdict.
pub fn judgements(decisions: &[ReviewedDecision<String>]) -> Value {
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

/// Returns the quality of each seat's decisions as JSON; see [`crate::Game::quality`].
pub fn quality(judgements: &str, players: usize) -> Result<Value, Refusal> {
    let judgements: Result<Vec<JudgedSeat>, _> = serde_json::from_str(judgements);
    let mut qualities = vec![Quality::default(); players];
    for one in judgements.map_err(|error| Refusal::Thoughts(error.to_string()))? {
        let JudgedSeat { seat, lost, at_stake } = one;
        let quality = qualities.get_mut(seat).ok_or(Refusal::NoSeat(seat))?;
        quality.add(&Judgement { lost, at_stake, verdict: None });
    }
    let told = |quality: Quality| {
        json!({
            "meanLoss": quality.mean_loss(),
            "accuracy": quality.accuracy(),
            "critical": quality.critical(),
            "criticalLoss": quality.critical_loss(),
        })
    };
    Ok(qualities.into_iter().map(told).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_of_another_form_are_left_out() {
        let note = json!({"agent": "greedy", "moves": [{"move": "a", "visits": 2, "value": 0.5}], "lost": 0.1,
            "verdict": "mistake"});
        let noted_note = noted(&note).unwrap();
        assert_eq!(noted_note["table"][0]["move"], "a");
        assert_eq!(noted_note["verdict"], "mistake");
        assert!(noted(&json!({"moves": [{"move": 5}]})).is_none());
        assert!(noted(&json!({"moves": [], "verdict": "<b>"})).unwrap()["verdict"].is_null());
    }
}
