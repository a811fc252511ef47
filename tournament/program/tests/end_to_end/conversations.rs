//! The ways in which a bot may answer, over pipes and over a bridge.

use crate::support::{Finished, Server, Workshop, repository};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs};

const GAMES: usize = 4;

fn planner(way: &str) -> String {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/end_to_end/bots/planner.py");
    format!("cmd=\"python3 '{}' {way}\":isolate=game", program.display())
}

fn arguments(out: &str, game: &str) -> String {
    format!(
        "--game {game} --players 2 --games {GAMES} --quiet --records --secret 00112233445566778899aabbccddeeff --out {out}"
    )
}

/// Plays the bot against `random`.
fn play(workshop: &Workshop, bot: &str, out: &str, game: &str) -> Finished {
    let mut command = workshop.tournament(&arguments(out, game));
    // More time than the bot needs on the busiest machine.
    command.args(["--agents", &format!("bot=external:{bot}:move_ms=60000,random")]);
    Finished::new(command.output().unwrap())
}

/// Checks that two runs have the same games.
fn same_games(workshop: &Workshop, one: &str, other: &str) {
    for file in ["games.csv", "seats.csv", "summary_agents.csv"] {
        let read = |run| workshop.read(&format!("{run}/{file}"));
        assert_eq!(read(one), read(other), "{one}, {other}: {file}");
    }
    assert!(workshop.read(&format!("{one}/games.csv")).lines().count() > GAMES);
    assert!(!workshop.read(&format!("{one}/games.csv")).contains("illegal"), "{one}");
}

/// Reads the conversations in a log, as messages with their direction.
fn conversations(workshop: &Workshop, log: &str) -> BTreeMap<u64, Vec<(String, Value)>> {
    let mut all: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for line in workshop.read(log).lines() {
        let [number, direction, message] =
            line.splitn(3, ' ').collect::<Vec<_>>().try_into().unwrap();
        let message = (direction.to_owned(), serde_json::from_str(message).unwrap());
        all.entry(number.parse().unwrap()).or_default().push(message);
    }
    all
}

/// The conversations of two games of Kuhn poker, one with tensors, are published as an example. All messages fit the schema.
#[test]
fn recorded_conversations_are_up_to_date_and_fit_the_schema() {
    let workshop = Workshop::new();
    let mut recorded = String::new();
    for way in ["single", "tensors"] {
        let bot = format!("{}:log={way}.txt", planner(way));
        let arguments =
            format!("{} --threads 1", arguments(way, "kuhn").replace("--games 4", "--games 2"));
        let mut command = workshop.tournament(&arguments);
        command.args(["--agents", &format!("bot=external:{bot},random")]);
        assert_eq!(Finished::new(command.output().unwrap()).code, 0);
        recorded += &workshop.read(&format!("{way}.txt"));
    }
    let reference = repository().join("docs/reference");
    let path = reference.join("conversation.txt");
    if env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        fs::write(&path, &recorded).unwrap();
    }
    let published = fs::read_to_string(&path).unwrap_or_default();
    let update = "INSTA_UPDATE=always cargo test -p hidden-decks-program recorded";
    assert!(published == recorded, "conversation.txt is out of date. Run: {update}");
    let schema = fs::read_to_string(reference.join("protocol.json")).unwrap();
    let schema: Value = serde_json::from_str(&schema).unwrap();
    for line in recorded.lines() {
        let [_, direction, message] = line.splitn(3, ' ').collect::<Vec<_>>().try_into().unwrap();
        let message: Value = serde_json::from_str(message).unwrap();
        let names = &schema["$defs"][if direction == ">" { "to_bot" } else { "from_bot" }]["anyOf"];
        let names = names.as_array().unwrap().iter().map(|name| name["$ref"].as_str().unwrap());
        let mut schemas = names.map(|name| schema.pointer(&name[1..]).unwrap());
        assert!(schemas.any(|schema| fits(&message, schema)), "{line}");
    }
}

/// Checks a value by the few keywords that the schema of the messages has.
fn fits(value: &Value, schema: &Value) -> bool {
    let kind = match schema["type"].as_str() {
        Some("object") => {
            let required = schema["required"].as_array().into_iter().flatten();
            let has = |key: &Value| value.get(key.as_str().unwrap()).is_some();
            let properties = schema["properties"].as_object().into_iter().flatten();
            value.is_object()
                && required.into_iter().all(has)
                && properties
                    .into_iter()
                    .all(|(key, schema)| value.get(key).is_none_or(|value| fits(value, schema)))
        }
        Some("array") => value
            .as_array()
            .is_some_and(|items| items.iter().all(|item| fits(item, &schema["items"]))),
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        _ => true,
    };
    kind && schema.get("const").is_none_or(|only| only == value)
}

/// A bot that plans the moves of all decisions up to the next event plays the same games with fewer questions.
#[test]
fn a_bot_may_answer_with_a_whole_turn() {
    let workshop = Workshop::new();
    let finished = play(&workshop, &(planner("single") + ":log=single.txt"), "single", "tongiaki");
    assert_eq!((finished.code, &*finished.errors), (0, ""));
    let mut plans: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    let mut asked = 0;
    for conversation in conversations(&workshop, "single.txt").values() {
        let seeds = conversation.iter().filter(|(_, message)| message["type"] == "new_game");
        let Some((_, begin)) = seeds.clone().next() else { continue };
        let answers = conversation.iter().filter_map(|(_, message)| message.get("move").cloned());
        let answers: Vec<_> = answers.collect();
        asked += answers.len();
        plans.insert(begin["seed"].to_string(), answers);
    }
    assert_eq!(plans.len(), GAMES);
    workshop.write("plans.json", json!(plans).to_string());
    let plans = workshop.path("plans.json");
    let bot = planner(&format!("plans {}", plans.display())) + ":log=plans.txt";
    let finished = play(&workshop, &bot, "plans", "tongiaki");
    assert_eq!((finished.code, &*finished.errors), (0, ""));
    same_games(&workshop, "single", "plans");
    let conversations = conversations(&workshop, "plans.txt");
    let messages = conversations.values().flatten();
    let questions = messages.filter(|(_, message)| message["type"] == "decide").count();
    assert!(3 * questions < 2 * asked, "{questions} instead of {asked}");
}

/// A move of a plan is forgotten if another seat moves first, as always in Kuhn poker. Otherwise, it must be legal.
#[test]
fn plans_end_with_the_turn_and_must_be_legal() {
    let workshop = Workshop::new();
    for way in ["single", "boasts"] {
        let finished = play(&workshop, &planner(way), way, "kuhn");
        assert_eq!((finished.code, &*finished.errors), (0, ""));
    }
    same_games(&workshop, "single", "boasts");
    let finished = play(&workshop, &planner("boasts"), "illegal", "tongiaki");
    assert!(finished.errors.contains("illegal move \"checkmate\""), "{}", finished.errors);
}

/// A bot that asks for tensors answers with the number of an action.
#[test]
fn a_bot_may_play_by_tensors_and_actions() {
    let workshop = Workshop::new();
    for game in ["tongiaki", "leduc"] {
        let (numbers, texts) = (format!("{game}-numbers"), format!("{game}-texts"));
        for (way, out) in [("tensors", &numbers), ("single", &texts)] {
            let finished = play(&workshop, &planner(way), out, game);
            assert_eq!((finished.code, &*finished.errors), (0, ""), "{game} {way}");
        }
        same_games(&workshop, &numbers, &texts);
    }
    let mut command = workshop.tournament("compliance");
    let finished =
        Finished::new(command.arg(format!("external:{}", planner("tensors"))).output().unwrap());
    assert_eq!(finished.code, 0, "{}", finished.output);
}

/// Over the bridge of the examples, with both ends on this machine.
#[test]
fn a_bot_at_the_other_end_of_a_bridge_plays_the_same_games() {
    let workshop = Workshop::new();
    let finished = play(&workshop, &planner("single"), "pipes", "tongiaki");
    assert_eq!((finished.code, &*finished.errors), (0, ""));
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/end_to_end/bots/planner.py");
    let program = program.display().to_string();
    let serve = |way: &str| Server::start(&["python3", &program, way]);
    let connect = |server: &Server| format!("cmd=\"{}\":sandbox=off", server.client());
    let server = serve("single");
    let bridge = connect(&server);
    let mut command = workshop.tournament("compliance --players 2 --games 2");
    let finished = Finished::new(command.arg(format!("external:{bridge}")).output().unwrap());
    assert_eq!(finished.code, 0, "{}", finished.output);
    let finished = play(&workshop, &bridge, "tcp", "tongiaki");
    assert_eq!((finished.code, &*finished.errors), (0, ""));
    same_games(&workshop, "pipes", "tcp");
    assert!(
        workshop.read_bytes("pipes/records.jsonl.zst")
            == workshop.read_bytes("tcp/records.jsonl.zst")
    );
    // A bot that ends forfeits its games.
    let left = play(&workshop, &connect(&serve("leaves")), "left", "tongiaki");
    let reason = "the program ended: exit status: 0";
    assert!(left.code == 0 && left.errors.contains(reason), "{}", left.errors);
    drop(server);
    let lost = play(&workshop, &bridge, "lost", "tongiaki");
    assert!(lost.code == 2 && lost.errors.contains("the program ended"), "{}", lost.errors);
}
