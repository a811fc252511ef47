//! The ways in which a bot may answer, over pipes and over TCP.

use crate::support::{Finished, Server, Workshop, repository};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs};

const GAMES: usize = 4;

fn planner(way: &str) -> String {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/end_to_end/bots/planner.py");
    format!("cmd=\"python3 '{}' {way}\"", program.display())
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

fn serve(workshop: &Workshop, way: &str, arguments: &str) -> Server {
    let mut command = workshop.tournament(&format!("serve-bot --listen 127.0.0.1:0 {arguments}"));
    command.arg(format!("external:{}", planner(way)));
    Server::start(command)
}

/// Returns the parameter with the address of a server.
fn at(server: &Server) -> String {
    format!("connect=\"{}\"", server.address)
}

#[test]
fn a_bot_on_a_server_plays_the_same_games() {
    let workshop = Workshop::new();
    let finished = play(&workshop, &planner("single"), "pipes", "tongiaki");
    assert_eq!((finished.code, &*finished.errors), (0, ""));
    workshop.write("token.txt", "open-sesame\n");
    workshop.write("wrong.txt", "sesame\n");
    let server = serve(&workshop, "single", "--token token.txt");
    let bot = at(&server);
    let mut command = workshop.tournament("compliance --players 2 --games 2");
    let finished = command.arg(format!("external:{bot}:token=token.txt")).output().unwrap();
    assert!(finished.status.success(), "{finished:?}");
    let finished = play(&workshop, &format!("{bot}:token=token.txt"), "tcp", "tongiaki");
    assert_eq!((finished.code, &*finished.errors), (0, ""));
    same_games(&workshop, "pipes", "tcp");
    let manifest = workshop.read("tcp/manifest.json");
    assert!(manifest.contains("token.txt") && !manifest.contains("sesame"), "{manifest}");
    for token in ["", ":token=wrong.txt"] {
        let finished = play(&workshop, &format!("{bot}{token}"), "refused", "tongiaki");
        assert_eq!(finished.code, 2);
        let reason = "the token is missing or wrong";
        assert!(finished.errors.contains(reason), "{}", finished.errors);
    }
}

/// A connection that ends during a game forfeits the game. If the server does not answer any more, the run stops, so that
/// it can continue when the server is back.
#[test]
fn a_lost_connection_forfeits_and_a_lost_server_stops_the_run() {
    let workshop = Workshop::new();
    let server = serve(&workshop, "leaves", "");
    let finished = play(&workshop, &at(&server), "left", "tongiaki");
    assert_eq!(finished.code, 0);
    assert!(finished.errors.contains("the server closed the connection"), "{}", finished.errors);
    let (bot, reason) = (at(&server), format!("cannot connect to {}", server.address));
    drop(server);
    let finished = play(&workshop, &bot, "lost", "tongiaki");
    assert!(finished.code == 2 && finished.errors.contains(&reason), "{}", finished.errors);
}

#[test]
fn places_of_bots_are_checked() {
    let workshop = Workshop::new();
    workshop.write("empty.txt", " \n");
    let refusals = [
        ("external:move_ms=5", "cmd or connect is required"),
        ("external:cmd=a:connect=b", "cmd and connect exclude each other"),
        ("external:cmd=a:token=empty.txt", "token belongs to connect"),
        ("external:connect=\"a:1\":sandbox=off", "sandbox belongs to cmd"),
        ("external:connect=\"a:1\":token=empty.txt", "empty.txt: a token has 1 to 1024 visible"),
        ("external:connect=nowhere", "cannot connect to nowhere"),
    ];
    for (bot, reason) in refusals {
        let mut command = workshop.tournament("--quiet --games 2 --out refused");
        command.args(["--agents", &format!("{bot},random")]);
        let finished = Finished::new(command.output().unwrap());
        assert!(
            finished.code == 2 && finished.errors.contains(reason),
            "{bot}: {}",
            finished.errors
        );
    }
    let bot = "external:cmd=cat:sandbox=off";
    workshop.refuses(
        &format!("serve-bot {bot}:log=l"),
        &format!("{bot}:log=l: the tournament determines log"),
    );
    let other = "external:connect=nowhere";
    workshop
        .refuses(&format!("serve-bot {other}"), &format!("{other}: a server runs a bot itself"));
    let open = format!("serve-bot --listen 0.0.0.0:0 {bot}");
    workshop.refuses(&open, "--listen 0.0.0.0:0: --token is required");
}
