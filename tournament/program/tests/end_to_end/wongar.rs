//! End-to-end tests of Wongar.

use crate::support::{Row, Workshop, files};
use std::fs;

const FILES: [&str; 12] = [
    "ceremonies.csv",
    "games.csv",
    "manifest.json",
    "payoffs.csv",
    "records.jsonl.zst",
    "seat_effects.csv",
    "seats.csv",
    "summary_agents.csv",
    "summary_ceremonies.csv",
    "summary_fit.csv",
    "summary_seats.csv",
    "summary_tokens.csv",
];

const BOARD: &str = include_str!("../../../../engine/games/wongar/data/board.toml");

fn number(row: &Row, column: &str) -> i64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column}: {row:?}"))
}

fn sum(row: &Row, columns: &[&str]) -> i64 {
    columns.iter().map(|column| number(row, column)).sum()
}

#[test]
fn the_same_arguments_give_the_same_bytes_whatever_the_threads() {
    let workshop = Workshop::new();
    for edition in ["base", "advanced"] {
        let run = format!(
            "--game wongar --edition {edition} --agents mcts:iterations=10,greedy:nodes=50,random \
             --games 6 --records --quiet"
        );
        workshop.output(&format!("{run} --threads 1 --out {edition}-1"));
        workshop.output(&format!("{run} --threads 3 --out {edition}-3"));
        let mut names = files(&workshop.path(&format!("{edition}-1")));
        names.retain(|name| !name.starts_with("timing"));
        assert_eq!(names, FILES);
        for name in FILES {
            let content = |threads: u32| {
                fs::read(workshop.path(&format!("{edition}-{threads}/{name}"))).unwrap()
            };
            assert!(content(1) == content(3), "{name} depends on threads");
        }
        let replayed = workshop.output(&format!("replay {edition}-1/records.jsonl.zst"));
        assert_eq!(replayed, "6 records ok\n");
    }
}

/// Points equal the points of ceremonies, by cause and by phase, plus the bonus, minus the penalties; the ceremonies
/// equal the rows of their file.
#[test]
fn rows_add_up() {
    let workshop = Workshop::new();
    for (edition, players) in [("base", 4), ("advanced", 5)] {
        workshop.output(&format!(
            "--game wongar --edition {edition} --players {players} --agents greedy:nodes=50,random \
             --games 20 --quiet --out {edition}"
        ));
        let table = |name: &str| workshop.rows(&format!("{edition}/{name}.csv"));
        let (games, seats, ceremonies) = (table("games"), table("seats"), table("ceremonies"));
        assert_eq!((games.len(), seats.len()), (20, 20 * players));
        for seat in &seats {
            let by_cause = sum(seat, &["ancestor_points", "elder_points", "both_points"]);
            let by_phase = sum(seat, &["phase1_points", "phase2_points", "phase3_points"]);
            let points = by_cause + number(seat, "bonus") - number(seat, "penalties");
            assert_eq!((by_cause, points), (by_phase, number(seat, "points")), "{seat:?}");

            let is_own = |row: &&Row| row["game"] == seat["game"];
            let position: usize = seat["seat"].parse().unwrap();
            let own: i64 = (ceremonies.iter().filter(is_own))
                .map(|row| row["points"].split('|').nth(position).unwrap().parse::<i64>().unwrap())
                .sum();
            assert_eq!(own, by_cause, "{seat:?}");
            let caused = ceremonies.iter().filter(is_own).filter(|row| row["seat"] == seat["seat"]);
            assert_eq!(caused.count() as i64, number(seat, "ceremonies"));
            if edition == "advanced" {
                assert_eq!(number(seat, "penalties"), 0, "W32");
            }
        }
        for game in &games {
            let count = ceremonies.iter().filter(|row| row["game"] == game["game"]).count();
            assert_eq!(count as i64, number(game, "ceremonies"));
            let held: i64 = (seats.iter().filter(|row| row["game"] == game["game"]))
                .map(|row| number(row, "ancestor_turns"))
                .sum();
            assert_eq!(held, number(game, "turns"), "somebody always holds the Ancestor");
        }
        let caused: i64 = table("summary_ceremonies").iter().map(|row| number(row, "caused")).sum();
        assert_eq!(caused, ceremonies.len() as i64);
        for token in ["ancestor", "elder"] {
            let tokens = table("summary_tokens");
            let tokens = tokens.iter().filter(|row| row["token"] == token);
            let (first, held): (Vec<_>, Vec<_>) = tokens.partition(|row| row["held"] == "first");
            let seats_of = |rows: &[&Row]| rows.iter().map(|row| number(row, "seats")).sum::<i64>();
            assert_eq!((seats_of(&first), seats_of(&held)), (20, seats.len() as i64), "{token}");
        }
    }
}

#[test]
fn custom_board_is_named_in_the_manifest_and_records() {
    let workshop = Workshop::new();
    let mine =
        BOARD.replace("reconstruction-1", "mine").replace("elder = [3, 4, 6]", "elder = [9, 9, 9]");
    workshop.write("mine.toml", mine);
    workshop.output(
        "--game wongar --board mine.toml --agents random --games 3 --records --quiet --out run",
    );
    let manifest = workshop.manifest("run");
    assert_eq!(manifest["board"], "mine");
    assert!(manifest["command"].as_str().unwrap().contains(" --board mine.toml "));
    let ceremonies = workshop.rows("run/ceremonies.csv");
    assert!(ceremonies.iter().any(|row| row["cause"] == "elder"));
    assert!(ceremonies.iter().all(|row| row["cause"] != "elder" || row["value"] == "9"));

    let finished = workshop.run("replay run/records.jsonl.zst");
    assert_eq!(finished.code, 1);
    assert!(finished.output.contains(":1: unknown board 'mine'"), "{}", finished.output);
    let replayed = workshop.output("replay --board mine.toml run/records.jsonl.zst");
    assert_eq!(replayed, "3 records ok\n");
}

#[test]
fn corrupted_records_are_refused_with_their_place() {
    let workshop = Workshop::new();
    workshop.output("--game wongar --agents random --games 1 --records --quiet --out run");
    let good = workshop.records("run");
    let mut record: serde_json::Value = serde_json::from_str(&good).unwrap();
    let events = record["events"].as_array_mut().unwrap();
    let number = events.iter().position(|event| event["event"] == "score").unwrap();
    events[number]["points"] = 99.into();
    workshop.write("bad.jsonl", format!("{good}{record}\n"));
    let finished = workshop.run("replay bad.jsonl");
    assert_eq!(finished.code, 1);
    let begin = format!("bad.jsonl:2: event #{number}: ");
    assert!(finished.output.starts_with(&begin), "{}", finished.output);
}

#[test]
fn bad_input_is_one_sentence_and_exit_code_2() {
    let workshop = Workshop::new();
    workshop.write(
        "lonely.toml",
        BOARD.replace("east       = [\"north-east\", \"foot\", \"south-east\"]", "east       = []"),
    );
    workshop.write("deal.json", "{}");
    for (arguments, sentence) in [
        ("--agents random --players 2", "wongar is for 3 to 5 players, not 2"),
        ("--agents random --players 6", "wongar is for 3 to 5 players, not 6"),
        ("--agents random --edition dutch", "there is no edition 'dutch'"),
        (
            "--agents random --turn-limit 9",
            "wongar has no rule 'turn-limit': it has edition, board",
        ),
        ("--agents random --board no.toml", "no.toml: "),
        ("--agents random --board lonely.toml", "lonely.toml: "),
        ("bench --players 6", "wongar is for 3 to 5 players, not 6"),
        ("perft --deck deal.json --players 3 --turns 1", "deal.json: missing field "),
    ] {
        workshop.refuses(&format!("{arguments} --game wongar"), sentence);
    }
    let sentence = "tongiaki has no rule 'board': it has edition, turn-limit, stall, ";
    workshop.refuses("--agents random --board lonely.toml", sentence);
}
