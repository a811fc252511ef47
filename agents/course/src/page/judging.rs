//! The judgements in records, and the quality of a seat's decisions.

use agents::review::{Judgement, Quality, Verdict};
use engine::{NotedMove, Seat};
use serde_json::{Value, from_value, json};

/// Converts a record's search note to JSON for the page. Returns `None` if the note is malformed; unknown
/// verdicts become null.
pub(super) fn noted(note: &Value) -> Option<Value> {
    let moves = &note["moves"];
    from_value::<Vec<NotedMove>>(moves.clone()).ok()?;
    let number = |key: &str| Some(&note[key]).filter(|value| value.is_number());
    let (lost, at_stake) = (number("lost"), number("at_stake"));
    let verdict = note["verdict"].as_str();
    let verdict =
        verdict.filter(|verdict| Verdict::ALL.iter().any(|known| known.name() == *verdict));
    Some(json!({"table": moves, "lost": lost, "at_stake": at_stake, "verdict": verdict}))
}

/// Returns the quality of each seat's decisions: `meanLoss`, `accuracy`, `critical`, the number of critical decisions, and
/// `criticalLoss`, their mean loss.
pub fn quality(judged: impl IntoIterator<Item = (Seat, Judgement)>, players: usize) -> Value {
    let mut qualities = vec![Quality::default(); players];
    for (seat, judgement) in judged {
        qualities[seat.index()].add(&judgement);
    }
    let told = |quality: Quality| {
        json!({
            "meanLoss": quality.mean_loss(),
            "accuracy": quality.accuracy(),
            "critical": quality.critical(),
            "criticalLoss": quality.critical_loss(),
        })
    };
    qualities.into_iter().map(told).collect()
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
