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
    let policy = workshop.read("kuhn.jsonl");
    let header: serde_json::Value = serde_json::from_str(policy.lines().next().unwrap()).unwrap();
    let exact: f64 = rows[0]["exact_nash_conv"].parse().unwrap();
    assert!((exact - header["nash_conv"].as_f64().unwrap()).abs() < 1e-9, "{rows:?}");
    assert!(rows[0]["held_out_low"].parse::<f64>().unwrap() < 0.02, "{rows:?}");
    assert!(rows[0]["nash_conv"].parse::<f64>().unwrap() < 0.05, "{rows:?}");
    workshop.output(&format!("--agents {agents} --games 2000 --out played"));
    let rows = workshop.rows("played/summary_agents.csv");
    assert!(rows[0]["mean_points"].parse::<f64>().unwrap() > 0.0, "{rows:?}");
    assert!(workshop.rows("played/games.csv").iter().all(|row| row["forfeits"].is_empty()));
    let hash = &workshop.manifest("played")["agents"][0]["parameters"]["policy_sha256"];
    assert_eq!(hash.as_str().unwrap().len(), 64);
}

/// Against the uniform policy, the seats win 1/2 and 5/12. A response to a search is learned from samples.
#[test]
fn best_responses_to_agents_can_be_played() {
    let workshop = Workshop::new();
    assert_eq!(
        workshop.output("solve --game kuhn --against random --out known"),
        "seat      agent  response  best response\n   0   0.125000  0.500000       0.500000\n   1  -0.125000  0.416667       0.416667\n"
    );
    let header: serde_json::Value =
        serde_json::from_str(workshop.read("known").lines().next().unwrap()).unwrap();
    assert_eq!(header["command"], "tournament solve --game kuhn --players 2 --against random");
    assert_eq!(header["samples"], serde_json::Value::Null);
    for (game, iterations) in [("kuhn", 1000), ("leduc", 50)] {
        let agent = format!("mcts:iterations={iterations}");
        let solve = format!("solve --game {game} --against {agent} --samples 60");
        let report = workshop.output(&format!("{solve} --out {game}"));
        let rows: Vec<Vec<f64>> = report
            .lines()
            .skip(1)
            .map(|line| line.split_whitespace().map(|number| number.parse().unwrap()).collect())
            .collect();
        let gain = |column: usize| rows.iter().map(|row| row[column] - row[1]).sum::<f64>();
        assert!(gain(2) > 0.95 * gain(3), "{report}");
        let policy = workshop.read(game);
        let header: serde_json::Value =
            serde_json::from_str(policy.lines().next().unwrap()).unwrap();
        assert_eq!(header["samples"], 60);
        assert_eq!(
            header["command"],
            format!("tournament {}", solve.replace(" --against", " --players 2 --against"))
        );
        // Both seats play the response equally often.
        workshop.output(&format!(
            "--game {game} --agents table:file={game},{agent} --games 4000 --out {game}-run"
        ));
        let rows = workshop.rows(&format!("{game}-run/summary_agents.csv"));
        let points: f64 = rows[0]["mean_points"].parse().unwrap();
        assert!((points - gain(2) / 2.0).abs() < 0.25, "{rows:?} {report}");
    }
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
        (
            "solve --game kuhn --against random --iterations 5",
            "the argument '--against <AGENT>' cannot be used with '--iterations <N>'",
        ),
        (
            "solve --game kuhn --against random,random",
            "--against random,random: expected one agent",
        ),
        ("solve --game kuhn --against random --samples 1", "--samples must be between 2 and "),
        ("solve --game wongar", "--game wongar: solve needs a small game with perfect recall: "),
        (
            "--game wongar --players 3 --agents table,random",
            "table: file is required: write table:file=POLICY",
        ),
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
