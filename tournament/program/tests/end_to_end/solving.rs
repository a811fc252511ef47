//! End-to-end tests of solving small games, and of playing the solutions.

use crate::support::{Workshop, files};
use std::fs;

/// The values of seat 0 are -1/18 (Kuhn 1950) and about -0.0856 (`OpenSpiel`).
#[test]
fn small_games_are_solved_to_their_known_values() {
    let workshop = Workshop::new();
    for (game, value) in [("kuhn", -1.0 / 18.0), ("leduc", -0.0856)] {
        let report = workshop.output(&format!("solve --game {game} --out {game}.jsonl"));
        let rows: Vec<Vec<&str>> =
            report.lines().map(|line| line.split_whitespace().collect()).collect();
        assert!(report.starts_with("iterations  NashConv  value of seat 0  value of seat 1\n"));
        let iterations: Vec<_> = rows[1..].iter().map(|row| row[0]).collect();
        assert_eq!(iterations, ["1", "10", "100", "1000"]);
        let number = |column: usize| rows[4][column].parse::<f64>().unwrap();
        assert!((0.0..0.005).contains(&number(1)), "{report}");
        assert!((number(2) - value).abs() < 0.001, "{report}");
        assert!((number(2) + number(3)).abs() < 2e-6, "{report}");
        // The header names the command that writes the same bytes.
        let policy = workshop.read(&format!("{game}.jsonl"));
        let header: serde_json::Value =
            serde_json::from_str(policy.lines().next().unwrap()).unwrap();
        assert_eq!(header["states"], policy.lines().count() - 1);
        assert_eq!(header["version"], env!("CARGO_PKG_VERSION"));
        let command = header["command"].as_str().unwrap().strip_prefix("tournament ").unwrap();
        assert_eq!(workshop.output(&format!("{command} --out again-{game}")), report);
        assert_eq!(workshop.read(&format!("again-{game}")), policy);
    }
}

/// Sampling adds to the measured `NashConv`, but `held_out` is too low on average.
#[test]
fn solutions_can_be_played() {
    let workshop = Workshop::new();
    workshop.output("solve --game kuhn --out kuhn.jsonl");
    let agents = "table:file=kuhn.jsonl,random --game kuhn";
    workshop.output(&format!("exploitability {agents} --samples 2000 --out measured"));
    let rows = workshop.rows("measured/summary_exploitability.csv");
    assert!(rows[0]["held_out_low"].parse::<f64>().unwrap() < 0.02, "{rows:?}");
    assert!(rows[0]["nash_conv"].parse::<f64>().unwrap() < 0.05, "{rows:?}");
    workshop.output(&format!("--agents {agents} --games 2000 --out played"));
    let rows = workshop.rows("played/summary_agents.csv");
    assert!(rows[0]["mean_points"].parse::<f64>().unwrap() > 0.0, "{rows:?}");
    assert!(workshop.rows("played/games.csv").iter().all(|row| row["forfeits"].is_empty()));
    let hash = &workshop.manifest("played")["agents"][0]["parameters"]["policy_sha256"];
    assert_eq!(hash.as_str().unwrap().len(), 64);
}

#[test]
fn invalid_arguments_and_policies_exit_with_code_2() {
    let workshop = Workshop::new();
    workshop.output("solve --game kuhn --iterations 1 --out kuhn.jsonl");
    let policy = workshop.read("kuhn.jsonl");
    let cut: Vec<_> = policy.lines().take(12).collect();
    fs::write(workshop.path("cut.jsonl"), cut.join("\n")).unwrap();
    for (arguments, sentence) in [
        ("solve --game kuhn --out kuhn.jsonl", "kuhn.jsonl already exists: choose another name"),
        ("solve --game kuhn --out no/such", "cannot write no/such: "),
        ("solve --game kuhn --iterations 0", "--iterations must be between 1 and 10000000, not 0"),
        ("solve --game wongar", "--game wongar: solve needs a small game with perfect recall: "),
        ("--game kuhn --agents table,random", "table: file is required: write table:file=POLICY"),
        ("--game kuhn --agents table:file=none,random", "table: cannot read none: "),
        (
            "--game leduc --agents table:file=kuhn.jsonl,random",
            "table: kuhn.jsonl: expected a policy for leduc, found one for kuhn",
        ),
        (
            "--game kuhn --agents table:file=cut.jsonl,random",
            "table: cut.jsonl: expected 12 views, found 11",
        ),
    ] {
        workshop.refuses(arguments, sentence);
    }
    assert_eq!(workshop.read("kuhn.jsonl"), policy);
    assert_eq!(files(&workshop.path(".")), ["cut.jsonl", "kuhn.jsonl"]);
}
