//! Game-by-game comparison of two runs of the same design.

use crate::support::{Row, Workshop};
use std::collections::BTreeMap;

fn comparison(workshop: &Workshop, first: &str, second: &str) -> (String, Vec<Row>) {
    let output = workshop.output(&format!("compare {first} {second} --out table.csv"));
    let rows = workshop.rows("table.csv");
    std::fs::remove_file(workshop.path("table.csv")).unwrap();
    (output, rows)
}

#[test]
fn a_run_does_not_differ_from_itself() {
    let workshop = Workshop::new();
    workshop.output("--agents random,greedy:samples=1 --games 8 --quiet --out run");
    workshop.output("--agents random,greedy:samples=1 --games 8 --shard 1/2 --quiet --out part");
    let (output, _) = comparison(&workshop, "part", "part");
    assert!(output.contains("\nall seats have the same points in 4 of 4 games\n"), "{output}");
    let (output, rows) = comparison(&workshop, "run", "run");
    assert!(output.contains("\nall seats have the same points in 8 of 8 games\n"), "{output}");
    assert!(rows.len() > 40, "{}", rows.len());
    for row in &rows {
        assert!(
            row["difference"].parse::<f64>().unwrap() == 0.0 && row["low"].is_empty(),
            "{row:?}"
        );
        assert_eq!(row["first"], row["second"]);
    }
}

/// The paired differences equal the differences of the means, and their intervals are narrower than those without
/// pairs.
#[test]
fn games_are_paired_by_deck_and_seating() {
    let workshop = Workshop::new();
    let run = "--agents random,greedy:samples=1 --players 3 --games 120 --quiet";
    workshop.output(&format!("{run} --out schmidt"));
    workshop.output(&format!("{run} --edition hungarian --turn-limit 20 --out hungarian"));
    let (output, rows) = comparison(&workshop, "schmidt", "hungarian");
    let [games, others] =
        ["schmidt", "hungarian"].map(|run| workshop.rows(&format!("{run}/games.csv")));
    let mut blocks: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for (game, other) in games.iter().zip(&others) {
        assert_eq!(game["deck_seed"], other["deck_seed"]);
        let [first, second] = [game, other].map(|row| row["turns"].parse::<f64>().unwrap());
        blocks.entry(&game["block"]).or_default().push(second - first);
    }
    let row = |of: &str, what: &str| {
        let found = rows.iter().find(|row| row["of"] == of && row["what"] == what);
        found.unwrap_or_else(|| panic!("{of}: {what}")).clone()
    };
    let number = |row: &Row, column: &str| row[column].parse::<f64>().unwrap();
    let turns = row("game", "turns");
    let all: f64 = blocks.values().flatten().sum();
    assert!((number(&turns, "difference") - all / 120.0).abs() < 1e-9);
    assert!((number(&turns, "second") - number(&turns, "first") - all / 120.0).abs() < 1e-9);
    assert!(number(&turns, "low") < number(&turns, "high"));
    assert!(number(&turns, "p_holm") >= number(&turns, "p"));
    assert_eq!(row("random", "points")["pairs"], "180");
    assert_eq!(row("seat 2", "points")["pairs"], "120");
    // Columns that describe a condition of the run are not compared.
    assert!(rows.iter().all(|row| !row["what"].starts_with("edition")), "{rows:?}");
    assert!(output.starts_with("first:  tournament --agents random,"), "{output}");
}

#[test]
fn compare_counts_values_of_text_columns() {
    let workshop = Workshop::new();
    workshop.output("--agents random --games 20 --quiet --out long");
    workshop.output("--agents random --games 20 --quiet --turn-limit 3 --out short");
    let (_, rows) = comparison(&workshop, "long", "short");
    assert!(rows.iter().all(|row| row["what"] != "winners"));
    let row = rows.iter().find(|row| row["what"] == "cause=turn_limit").unwrap();
    assert_eq!((&*row["first"], &*row["second"], &*row["difference"]), ("0.0", "1.0", "1.0"));
}

#[test]
fn other_games_and_other_jobs_cannot_be_compared() {
    let workshop = Workshop::new();
    workshop.output("--agents random --games 4 --quiet --out run");
    workshop.output("--agents random --games 4 --seed 2 --quiet --out other");
    workshop.output("--agents random,greedy --games 4 --quiet --out two");
    workshop.output("study moves --policy random --games 1 --decks 1 --quiet --out study");
    let begin = "run plays other games than the second run: ";
    for (arguments, sentence) in [
        ("compare run nowhere", "nowhere is not a run folder: it has no manifest.json".to_owned()),
        ("compare run other", format!("{begin}seed is 1, not 2; ")),
        ("compare run two", format!("{begin}block_size is 1, not 2; ")),
        ("compare run study", "study: not a tournament".to_owned()),
        ("compare run run --out run", "run already exists".to_owned()),
    ] {
        workshop.refuses(arguments, &sentence);
    }
    workshop.unfinish("other");
    workshop.refuses("compare other run", "other: the run is not finished");
}
