//! Decks that bots are not to know.

use crate::support::{Workshop, files, same_but_for_timing};
use engine::Seed;
use rand::Rng as _;
use serde_json::Value;
use std::path::Path;

const SECRET: &str = "00112233445566778899aabbccddeeff";

/// The spec of a bot that keeps a diary of all messages.
fn diarist(diary: &Path) -> String {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/end_to_end/bots/faulty.py");
    format!(
        "bot=external:cmd=\"python3 '{}' none '{}'\":sandbox=off",
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

/// What somebody finds who knows how seeds follow from a master seed, and tries small ones.
fn master_of(told: u64, block: u64, seat: u64) -> Option<u64> {
    (0..10_000).find(|&master| {
        let deck = Seed::new(master).child(block);
        deck.child(1 + seat).child(u64::MAX).rng().next_u64() >> 11 == told
    })
}

#[test]
fn seeds_that_bots_are_told_lead_to_no_deck() {
    // The attack works on seeds without a secret.
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
        assert_eq!(master_of(told, number as u64 / 2, game["seat"].as_u64().unwrap()), None);
    }
    for row in workshop.rows("run/games.csv") {
        let block: u64 = row["block"].parse().unwrap();
        assert_ne!(row["deck_seed"], Seed::new(5).child(block).value().to_string());
    }
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
fn parts_share_a_secret() {
    let workshop = Workshop::new();
    workshop.write("key", format!("{SECRET}\n"));
    for number in 1..=2 {
        play(&workshop, &format!("--games 8 --shard {number}/2 --secret key --out part{number}"));
    }
    play(&workshop, &format!("--games 8 --secret {SECRET} --out whole"));
    workshop.output("merge part1 part2 --out merged");
    same_but_for_timing(&workshop, "whole", "merged");
    let bot = diarist(&workshop.path("diary"));
    let refuses = |arguments: &str, sentence: &str| {
        let mut command = workshop.tournament(arguments);
        let output = command.args(["--agents", &format!("{bot},random")]).output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.starts_with(&format!("error: {sentence}")), "{errors}");
    };
    refuses("--games 8 --shard 1/2", "the parts of a run with bots need one secret: ");
    refuses(
        "--games 8 --secret nonsense",
        "--secret nonsense: a secret has 32 hexadecimal digits, or is a file ",
    );
}
