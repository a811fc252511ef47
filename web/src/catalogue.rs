//! The games available on the page.

use crate::refusal::Refusal;
use anygame::ShownGame;
use engine::{RuleValues, Rules};
use serde_json::{Map, Value, json};

/// Describes all games as JSON, the default first.
pub fn games() -> Value {
    games::shown().iter().map(|game| describe(&**game)).collect()
}

fn describe(game: &dyn ShownGame) -> Value {
    let facts = game.facts();
    let rules = facts.rules.iter().map(|rule| {
        let (words, default, range) = match &rule.values {
            RuleValues::Words(words) => {
                (words.to_vec(), Value::from(words.first().copied()), Value::Null)
            }
            RuleValues::Whole { default, range } => {
                (Vec::new(), Value::from(*default), json!([range.start(), range.end()]))
            }
            RuleValues::Text { .. } => (Vec::new(), Value::Null, Value::Null),
        };
        json!({
            "key": rule.key,
            "meaning": rule.meaning,
            "words": words,
            "default": default,
            "range": range,
        })
    });
    let agents: Vec<_> = game.agents().iter().map(|agent| agent.name).collect();
    json!({
        "name": facts.name,
        "title": facts.title,
        "players": [facts.players.start(), facts.players.end()],
        "rules": rules.collect::<Vec<_>>(),
        "agents": agents,
    })
}

/// Reads rules from a JSON object of texts.
pub fn rules(rules: &str) -> Result<Rules, Refusal> {
    let rules: Map<String, Value> =
        serde_json::from_str(rules).map_err(|error| Refusal::Rules(error.to_string()))?;
    let mut chosen = Rules::new();
    for (key, value) in &rules {
        let text = value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned);
        chosen = chosen.with(key, &text);
    }
    Ok(chosen)
}

/// Returns the game of a record.
pub fn of_record(line: &str) -> Result<Box<dyn ShownGame>, Refusal> {
    let record: Value =
        serde_json::from_str(line).map_err(|error| Refusal::Record(error.to_string()))?;
    find(record["game"].as_str().ok_or(Refusal::NamelessRecord)?)
}

/// Returns the game with this name.
pub fn find(name: &str) -> Result<Box<dyn ShownGame>, Refusal> {
    let game = games::shown().into_iter().find(|game| game.facts().name == name);
    game.ok_or_else(|| Refusal::NoGame(name.chars().take(40).collect()))
}
