//! Checks of records against the recorded games.

use super::{random_game, recorded_game};
use crate::{GameEvent, PlayableGame, Record, RecordError, Rules, Turn};
use serde_json::{Value, json};
use std::ops::Range;

/// Checks that the records of random games replay to the same final state and are written back byte for byte, and that invalid
/// records are rejected. Records that name a separate text file are checked without being parsed again, because only built-in
/// texts are available here.
pub(super) fn check_records<G: PlayableGame>(setup: &G::Setup, seeds: Range<u64>) {
    for seed in seeds {
        let (end, record) = recorded_game::<G>(setup, seed);
        assert_eq!(record.check(), Ok(()));
        let game = record.recorded_game().expect("the record is right");
        let last = game.steps.last().map_or(&game.start, |step| &step.after);
        assert_eq!(G::Event::result(last), G::Event::result(&end));
        assert_eq!(record.position(end.turns_played()), Ok(end));
        check_decisions::<G>(setup, seed, &record);
        let line = record.to_line();
        let Ok(read) = Record::<G>::parse(&line, &Rules::new()) else {
            // The record uses a custom board, which is not available here.
            continue;
        };
        assert_eq!(read.check(), Ok(()), "{line}");
        assert_eq!(read.to_line(), line);
        check_wrong_ones::<G>(&line);
    }
}

/// Checks that the decisions of a record are the decisions of the game, each with the state in which it was made.
fn check_decisions<G: PlayableGame>(setup: &G::Setup, seed: u64, record: &Record<G>) {
    let decisions = record.decisions().expect("the record is right");
    let mut states = Vec::new();
    random_game::<G>(setup, seed, |game| states.push(game.clone()));
    let decides = |state: &&G| matches!(state.turn(), Turn::Decide(_));
    assert!(decisions.iter().map(|decision| &decision.before).eq(states.iter().filter(decides)));
    for decision in &decisions {
        let (mut after, seat) = (decision.before.clone(), decision.seat);
        assert_eq!(after.turn(), Turn::Decide(seat));
        after.play(decision.mv);
        assert!(states.contains(&after), "{} leads elsewhere", decision.mv);
    }
}

fn check_wrong_ones<G: PlayableGame>(line: &str) {
    let record: Value = serde_json::from_str(line).expect("a record is JSON");
    let check = |change: &dyn Fn(&mut Value)| {
        let mut changed = record.clone();
        change(&mut changed);
        Record::<G>::parse(&changed.to_string(), &Rules::new()).and_then(|record| record.check())
    };
    let more = check(&|record| {
        record["played_at"] = json!("home");
        record["events"][0]["thought"] = json!([1, 2, 3]);
    });
    assert_eq!(more, Ok(()), "more than it must");
    let is_header = |error| matches!(error, Err(RecordError::Header(_)));
    assert!(is_header(check(&|record| record["schema"] = json!(0))));
    assert!(is_header(check(&|record| record["game"] = json!("another"))));
    assert!(is_header(check(&|record| record["agents"] = json!(["one"]))));
    assert!(is_header(check(&|record| record["deck"] = json!({"none": 0}))));
    let by_seat =
        record["result"].as_object().into_iter().flatten().filter(|(_, it)| it.is_array());
    for (key, _) in by_seat {
        let wrong = check(&|record| record["result"][key][0] = json!(99));
        assert!(matches!(wrong, Err(RecordError::Result(_))), "{key}");
    }
    for line in ["", "{}", "null", "[1,2", "\u{1}\u{2}"] {
        assert!(is_header(Record::<G>::parse(line, &Rules::new()).map(drop)), "{line:?}");
    }
    let shorter = check(&|record| drop(record["events"].as_array_mut().map(Vec::pop)));
    assert!(matches!(shorter, Err(RecordError::Event { .. })));
    let longer = check(&|record| {
        if let Some(events) = record["events"].as_array_mut() {
            events.extend(events.last().cloned());
        }
    });
    assert!(matches!(longer, Err(RecordError::Event { .. })));
    check_doubled_keys::<G>(line, &record);
}

/// Checks that a duplicate key is rejected with its place, wherever it occurs.
fn check_doubled_keys<G: PlayableGame>(line: &str, record: &Value) {
    let refusal = |piece: &Value, key: &str| {
        let text = piece.to_string();
        let doubled = format!("{{{}:{},{}", json!(key), piece[key], &text[1..]);
        let line = line.replacen(&text, &doubled, 1);
        let parsed = Record::<G>::parse(&line, &Rules::new()).map(drop);
        parsed.expect_err("a key occurs twice").to_string()
    };
    let keys = |piece: &Value| -> Vec<String> {
        piece.as_object().into_iter().flatten().map(|(key, _)| key.clone()).collect()
    };
    let places = [("", record), ("deck: ", &record["deck"]), ("result: ", &record["result"])];
    for (place, piece) in places.into_iter().chain([("event #0: ", &record["events"][0])]) {
        for key in keys(piece) {
            assert_eq!(refusal(piece, &key), format!("{place}duplicate field `{key}`"));
        }
    }
}
