//! The games that the page offers.

use crate::course::{Course, CourseOf, PageGame, Refusal};
use agents::Registry;
use engine::{RuleValues, Rules};
use serde_json::{Map, Value, json};

/// A game, or why there is none.
type Started = Result<Box<dyn Course>, Refusal>;

/// A game without its type.
struct Entry {
    name: &'static str,
    describe: fn() -> Value,
    start: fn(usize, &Rules, u64) -> Started,
    read: fn(&str) -> Started,
}

impl Entry {
    const fn of<G: PageGame>() -> Self {
        Self {
            name: G::NAME,
            describe: describe::<G>,
            start: |players, rules, seed| Ok(Box::new(CourseOf::<G>::start(players, rules, seed)?)),
            read: |line| Ok(Box::new(CourseOf::<G>::read(line)?)),
        }
    }
}

/// The games, the default first.
const GAMES: [Entry; 2] =
    [Entry::of::<engine::tongiaki::State>(), Entry::of::<engine::wongar::State>()];

/// Describes all games.
pub fn games() -> Value {
    GAMES.iter().map(|game| (game.describe)()).collect()
}

fn describe<G: PageGame>() -> Value {
    let rules = G::RULES.iter().map(|rule| {
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
    let agents = Registry::<G>::built_in();
    let agents: Vec<_> = agents.factories().iter().map(|agent| agent.name).collect();
    json!({
        "name": G::NAME,
        "title": G::TITLE,
        "players": [G::PLAYERS.start(), G::PLAYERS.end()],
        "rules": rules.collect::<Vec<_>>(),
        "agents": agents,
    })
}

/// Starts a game; see [`crate::Game::new`].
pub fn start(name: &str, players: usize, rules: &str, seed: u64) -> Started {
    let rules: Map<String, Value> =
        serde_json::from_str(rules).map_err(|error| Refusal::Rules(error.to_string()))?;
    let mut chosen = Rules::new();
    for (key, value) in &rules {
        let text = value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned);
        chosen = chosen.with(key, &text);
    }
    (find(name)?.start)(players, &chosen, seed)
}

/// Reads a record of any of the games.
pub fn read(line: &str) -> Started {
    let record: Value =
        serde_json::from_str(line).map_err(|error| Refusal::Record(error.to_string()))?;
    let Some(name) = record["game"].as_str() else {
        return Err(Refusal::Record("it names no game".to_owned()));
    };
    (find(name)?.read)(line)
}

fn find(name: &str) -> Result<&'static Entry, Refusal> {
    let game = GAMES.iter().find(|game| game.name == name);
    game.ok_or_else(|| Refusal::NoGame(name.chars().take(40).collect()))
}
