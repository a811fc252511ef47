//! The JSON schema of all messages in `docs/reference/protocol.json`, inferred from a sample of each message.

use super::*;
use serde_json::{Map, json};
use std::{env, fs};

const COMMAND: &str = "INSTA_UPDATE=always cargo test -p hidden-decks-agents schema";

/// Returns the schema of an object with the keys of `full`, of which those in `required` are never missing.
fn object(full: &Value, is_required: impl Fn(&str) -> bool) -> Value {
    let full = full.as_object().unwrap();
    let required: Vec<_> = full.keys().filter(|key| is_required(key)).collect();
    let property = |(key, value): (&String, &Value)| {
        let schema = if key == "type" { json!({ "const": value }) } else { kind(value) };
        (key.clone(), schema)
    };
    let properties: Map<_, _> = full.iter().map(property).collect();
    json!({ "type": "object", "properties": properties, "required": required })
}

/// Returns the schema of a value. The games determine the content of objects, and anything where the sample is null.
fn kind(value: &Value) -> Value {
    match value {
        Value::Null => json!({}),
        Value::Bool(_) => json!({ "type": "boolean" }),
        Value::Number(number) if number.is_f64() => json!({ "type": "number" }),
        Value::Number(_) => json!({ "type": "integer" }),
        Value::String(_) => json!({ "type": "string" }),
        Value::Array(items) => json!({ "type": "array", "items": kind(&items[0]) }),
        Value::Object(_) => json!({ "type": "object" }),
    }
}

/// Returns the names and schemas of the messages to a bot.
fn to_bot() -> Vec<(String, Value)> {
    let any = RawValue::from_string("null".to_owned()).unwrap();
    let events = [RawValue::from_string("{}".to_owned()).unwrap()];
    let moves = ["pass".to_owned()];
    let (seats, ranks, points, win_shares) = ([Seat::new(0)], [1], [0], vec![0.5]);
    let tensors = Tensors { observation: vec![0.5], actions: vec![0] };
    let samples = |is_full: bool| {
        [
            Message::Hello { protocol: PROTOCOL, game: "" },
            Message::NewGame(NewGame {
                game: "",
                players: 2,
                seat: Seat::new(0),
                seed: 0,
                limit_ms: 0,
                table: any.clone(),
                action_count: is_full.then_some(0),
            }),
            Message::Decide {
                decision: 1,
                limit_ms: 0,
                events: &events,
                view: &any,
                moves: &moves,
                tensors: is_full.then_some(&tensors),
            },
            Message::GameOver {
                events: &events,
                points: &points,
                ranks: &ranks,
                win_shares: win_shares.clone(),
                forfeits: &seats,
            },
            Message::Quit,
        ]
        .map(|message| serde_json::to_value(message).unwrap())
    };
    let both = samples(true).into_iter().zip(samples(false));
    let both = both.map(|(full, least)| {
        let name = full["type"].as_str().unwrap().to_owned();
        (name, object(&full, |key| least.get(key).is_some()))
    });
    both.collect()
}

/// Whether a line is read as an answer.
type IsRead = fn(&str) -> bool;

/// Returns the names and schemas of the answers of a bot. A key is required if the answer is refused without it.
fn from_bot() -> Vec<(String, Value)> {
    let hello = json!({ "type": "ready", "protocol": PROTOCOL, "name": "", "version": "", "tensors": true });
    let answers: [(&str, Value, IsRead); 5] = [
        ("ready_to_play", hello, |line| read_greeting(line).is_ok()),
        ("ready", json!({ "type": "ready" }), |line| read_ready(line).is_ok()),
        ("move", json!({ "move": "" }), |line| read_answer(line).is_ok()),
        ("moves", json!({ "moves": [""] }), |line| read_answer(line).is_ok()),
        ("action", json!({ "action": 0 }), |line| read_answer(line).is_ok()),
    ];
    let schema = |(name, full, is_read): (&str, Value, IsRead)| {
        assert!(is_read(&full.to_string()), "{full}");
        let is_required = |key: &str| {
            let mut less = full.clone();
            less.as_object_mut().unwrap().remove(key);
            !is_read(&less.to_string())
        };
        (name.to_owned(), object(&full, is_required))
    };
    answers.into_iter().map(schema).collect()
}

#[test]
fn the_schema_of_the_messages_is_up_to_date() {
    let (to_bot, from_bot) = (to_bot(), from_bot());
    let any_of = |messages: &[(String, Value)]| {
        let one = |(name, _): &(String, Value)| json!({ "$ref": format!("#/$defs/{name}") });
        json!({ "anyOf": messages.iter().map(one).collect::<Vec<_>>() })
    };
    let mut all = Map::from_iter([
        ("to_bot".to_owned(), any_of(&to_bot)),
        ("from_bot".to_owned(), any_of(&from_bot)),
    ]);
    all.extend(to_bot.into_iter().chain(from_bot));
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$comment": format!("Made from the code. Do not edit, but run: {COMMAND}"),
        "title": format!("Messages between the tournament and a bot, protocol {PROTOCOL}"),
        "anyOf": [{ "$ref": "#/$defs/to_bot" }, { "$ref": "#/$defs/from_bot" }],
        "$defs": all,
    });
    let text = serde_json::to_string_pretty(&schema).unwrap() + "\n";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/reference/protocol.json");
    if env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        fs::write(path, &text).unwrap();
    }
    let published = fs::read_to_string(path).unwrap_or_default();
    assert!(published == text, "docs/reference/protocol.json is out of date. Run: {COMMAND}");
}
