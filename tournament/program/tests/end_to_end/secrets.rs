//! Secret decks: bots must not be able to compute or predict them.

use crate::support::{Workshop, files, interrupt, same_but_for_timing};
use engine::{PlayableGame as _, Rules, Seed};
use rand::Rng as _;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const SECRET: &str = "00112233445566778899aabbccddeeff";

/// Returns the spec of a bot that writes all messages to a diary.
fn diarist(diary: &Path) -> String {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/end_to_end/bots/faulty.py");
    format!(
        "bot=external:cmd=\"python3 '{}' none '{}'\":sandbox=off:move_ms=60000",
        program.display(),
        diary.display()
    )
}

fn play(workshop: &Workshop, arguments: &str) {
    let mut command = workshop.tournament(arguments);
    command.args(["--quiet", "--agents", &format!("{},random", diarist(&workshop.path("diary")))]);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Returns the master seed that an attacker finds by trying small seeds, knowing how all other seeds derive from it.
fn master_of(told: u64, block: u64, seat: u64) -> Option<u64> {
    (0..10_000).find(|&master| {
        let deck = Seed::new(master).child(block);
        deck.child(1 + seat).child(u64::MAX).rng().next_u64() >> 11 == told
    })
}

#[test]
fn seeds_of_bots_do_not_reveal_decks() {
    // The attack succeeds on seeds without a secret.
    let told = Seed::new(77).child(3).child(2).child(u64::MAX).rng().next_u64() >> 11;
    assert_eq!(master_of(told, 3, 1), Some(77));
    let workshop = Workshop::new();
    play(&workshop, "--games 12 --threads 1 --seed 5 --out run");
    let diary = workshop.read("diary");
    let games: Vec<Value> = diary
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|message| message["type"] == "new_game")
        .collect();
    assert_eq!(games.len(), 12);
    for (number, game) in games.iter().enumerate() {
        let told = game["seed"].as_u64().unwrap();
        assert!(told < 1 << 53);
        assert_eq!(master_of(told, number as u64, game["seat"].as_u64().unwrap()), None);
    }
    for row in workshop.rows("run/games.csv") {
        let game: u64 = row["game"].parse().unwrap();
        assert_ne!(row["deck_seed"], Seed::new(5).child(game).value().to_string());
    }
}

/// Returns the tiles in the order in which they are drawn, if the deck has the given seed.
fn tiles(deck: Seed) -> Vec<String> {
    let setup = tongiaki::State::setup(2, &Rules::new()).unwrap();
    let deal = tongiaki::State::deal(&setup, &mut deck.child(0).rng());
    serde_json::from_value(serde_json::to_value(deal).unwrap()).unwrap()
}

/// Returns the tiles drawn in the events of some messages.
fn drawn<'a>(messages: impl Iterator<Item = &'a Value>) -> Vec<String> {
    let events = messages.filter_map(|message| message["events"].as_array()).flatten();
    let draws = events.filter(|event| event["event"] == "draw");
    draws.map(|event| event["tile"].as_str().unwrap().to_owned()).collect()
}

/// Fails if the number of hits exceeds what occurs by chance in one of 30,000 cases.
fn is_chance(draws: usize, mean: f64, variance: f64, hits: usize) {
    assert!(draws >= 2000, "{draws} draws");
    let errors = (hits as f64 - mean) / variance.sqrt();
    println!("{hits} of {draws} draws; by chance {mean:.1}, standard error {:.1}", variance.sqrt());
    assert!(
        errors < 4.0,
        "{hits} of {draws} draws were predicted, {errors:.1} standard errors too many"
    );
}

/// A bot that knows the master seed, the number of the deck, its seat and the seed it received cannot predict draws from any of them.
#[test]
fn a_bot_that_computes_decks_predicts_no_better_than_chance() {
    let workshop = Workshop::new();
    workshop.output("--agents random,random --games 6 --records --seed 5 --quiet --out open");
    for (number, line) in workshop.records("open").lines().enumerate() {
        let record: Value = serde_json::from_str(line).unwrap();
        let deck = tiles(Seed::new(5).child(number as u64 / 2));
        assert_eq!(
            record["deck"],
            serde_json::to_value(deck).unwrap(),
            "without a secret it works"
        );
    }
    let arguments = format!("--games 150 --threads 1 --seed 5 --secret {SECRET} --out run");
    let bot = diarist(&workshop.path("diary"));
    let mut command = workshop.tournament(&arguments);
    let output = command.args(["--quiet", "--agents", &format!("{bot},random")]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let diary = workshop.read("diary");
    let messages: Vec<Value> =
        diary.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let starts: Vec<_> =
        (0..messages.len()).filter(|&place| messages[place]["type"] == "new_game").collect();
    assert_eq!(starts.len(), 150);
    let ways: [fn(u64, u64, u64) -> Seed; 5] = [
        |_, deck, _| Seed::new(5).child(deck),
        |told, _, _| Seed::new(told),
        |told, deck, _| Seed::new(told).child(deck),
        |told, _, _| Seed::new(told << 11),
        |told, deck, seat| Seed::new(master_of(told, deck, seat).unwrap_or(told >> 1)).child(deck),
    ];
    for way in ways {
        let (mut draws, mut hits) = (0, 0);
        for (number, &start) in starts.iter().enumerate() {
            let game = &messages[start];
            let [told, seat] = ["seed", "seat"].map(|key| game[key].as_u64().unwrap());
            let end = starts.get(number + 1).copied().unwrap_or(messages.len());
            let known = drawn(messages[start..end].iter());
            let predicted = tiles(way(told, number as u64, seat));
            draws += known.len();
            hits += known.iter().zip(&predicted).filter(|(one, other)| one == other).count();
        }
        let even = 1.0 / tiles(Seed::new(0)).len() as f64;
        is_chance(draws, draws as f64 * even, draws as f64 * even * (1.0 - even), hits);
    }
}

/// Plays games with a bot that remembers all draws. Returns the number of draws, the expected number of hits, its variance and
/// the number of hits.
#[cfg(target_os = "linux")]
fn remembering(flags: &str, games: u64) -> [f64; 4] {
    let workshop = Workshop::new();
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/end_to_end/bots/seer.py");
    fs::copy(program, workshop.path("seer.py")).unwrap();
    let tiles = tiles(Seed::new(0)).join(",");
    let mut command = workshop.tournament(&format!(
        "--games {games} --threads 1 --secret {SECRET} --quiet --out run {flags}"
    ));
    let bot = format!("bot=external:cmd=\"python3 seer.py {tiles}\":stderr=said.txt:move_ms=60000");
    let output = command.args(["--agents", &format!("{bot},random")]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let games = workshop.rows("run/games.csv");
    assert!(games.iter().all(|game| game["forfeits"].is_empty()));
    let mut sums = [0.0; 4];
    for line in workshop.read("said.txt").lines().filter_map(|line| line.strip_prefix("drawn ")) {
        let numbers = line.split(' ').map(|number| number.parse::<f64>().unwrap());
        sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
    }
    sums
}

/// If the games of a block share a deck, the bot knows the deck of every second game.
#[cfg(target_os = "linux")]
#[test]
fn a_bot_with_memory_predicts_the_second_game_on_a_shared_deck() {
    let [draws, _, _, hits] = remembering("--shared-decks", 20);
    assert!(hits > 0.45 * draws, "{hits} of {draws}");
}

/// By default, no deck comes twice, so what a bot remembers is worth nothing, however it remembers it.
#[cfg(target_os = "linux")]
#[test]
fn a_bot_that_remembers_predicts_no_better_than_chance() {
    let [draws, mean, variance, hits] = remembering("", 76);
    is_chance(draws as usize, mean, variance, hits as usize);
}

#[test]
fn no_deck_comes_twice_for_bots_unless_the_user_says_so() {
    let workshop = Workshop::new();
    let decks = |out: &str| {
        let rows = workshop.rows(&format!("{out}/games.csv"));
        rows.iter().map(|row| row["deck_seed"].clone()).collect::<BTreeSet<_>>().len()
    };
    play(&workshop, &format!("--games 8 --records --secret {SECRET} --out fresh"));
    assert_eq!((decks("fresh"), &workshop.manifest("fresh")["decks"]), (8, &"game".into()));
    workshop.output("verify fresh");
    play(&workshop, &format!("--games 8 --secret {SECRET} --shared-decks --out shared"));
    let manifest = workshop.manifest("shared");
    assert_eq!((decks("shared"), &manifest["decks"]), (4, &Value::Null));
    assert!(manifest["command"].as_str().unwrap().ends_with(" --shared-decks"));
    workshop.output("--agents random,random --games 8 --quiet --out open");
    assert_eq!((decks("open"), &workshop.manifest("open")["decks"]), (4, &Value::Null));
}

#[test]
fn a_run_with_a_secret_can_be_repeated_and_no_other_is_like_it() {
    let workshop = Workshop::new();
    for out in ["one", "two"] {
        play(&workshop, &format!("--games 6 --records --out {out}"));
    }
    assert_ne!(workshop.read("one/games.csv"), workshop.read("two/games.csv"));
    let manifest = workshop.manifest("one");
    let secret = manifest["secret"].as_str().unwrap();
    assert_eq!((secret.len(), manifest["secret_sha256"].as_str().unwrap().len()), (32, 64));
    play(&workshop, &format!("--games 6 --records --secret {secret} --out again"));
    same_but_for_timing(&workshop, "one", "again");
    workshop.output("verify one");
    workshop.output("replay one/records.jsonl.zst");
    assert!(!files(&workshop.path("one")).iter().any(|name| name.starts_with("secret")));
}

#[test]
fn parts_share_a_secret_and_do_not_contain_it() {
    let workshop = Workshop::new();
    // Some editors begin a text with an invisible mark.
    workshop.write("key", format!("\u{feff}{SECRET}\n"));
    for number in 1..=2 {
        play(&workshop, &format!("--games 8 --shard {number}/2 --secret key --out part{number}"));
    }
    // Bots of other parts may be able to read a part, finished or not.
    let mut long =
        workshop.tournament("--games 1000000 --shard 1/2 --secret key --quiet --out stopped");
    long.args(["--agents", &format!("{},random", diarist(&workshop.path("diary")))]);
    let stopped = interrupt(long, &workshop.path("stopped/games.csv"), 200);
    assert!(stopped.errors.ends_with("--shard 1/2 --secret key --out stopped --resume`\n"));
    for part in ["part1", "part2", "stopped"] {
        for name in files(&workshop.path(part)) {
            let content = workshop.read_bytes(&format!("{part}/{name}"));
            let is_there = content.windows(SECRET.len()).any(|text| text == SECRET.as_bytes());
            assert!(!is_there, "{part}/{name}");
        }
    }
    let merge = "merge part1 part2 --out merged";
    let wrong = format!("{merge} --secret {}", "0".repeat(32));
    for (command, sentence) in [
        (merge, "the decks of these parts have a secret key: name it with --secret"),
        (&wrong, "--secret: the decks of these parts have a different key, or none"),
    ] {
        assert_eq!(workshop.run(command).errors, format!("error: {sentence}\n"));
    }
    play(&workshop, &format!("--games 8 --secret {SECRET} --out whole"));
    workshop.output("merge part1 part2 --out merged --secret key");
    same_but_for_timing(&workshop, "whole", "merged");
    let bot = diarist(&workshop.path("diary"));
    let refuses = |arguments: &str, sentence: &str| {
        let mut command = workshop.tournament(arguments);
        let output = command.args(["--agents", &format!("{bot},random")]).output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.starts_with(&format!("error: {sentence}")), "{errors}");
    };
    refuses(
        "--games 8 --shard 1/2",
        "--shard: all parts of a run with external bots need the same secret: ",
    );
    refuses(
        "--games 8 --secret nonsense",
        "--secret nonsense: expected 32 hexadecimal digits, or a file ",
    );
}
