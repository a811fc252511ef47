//! End-to-end tests of tournaments.

use crate::support::{Finished, Row, Workshop, files, interrupt, same_but_for_timing};
use std::collections::BTreeMap;
use std::fs;

const FILES: [&str; 14] = [
    "games.csv",
    "islands.csv",
    "kings.csv",
    "manifest.json",
    "payoffs.csv",
    "records.jsonl.zst",
    "seat_effects.csv",
    "seats.csv",
    "summary_agents.csv",
    "summary_fit.csv",
    "summary_kings.csv",
    "summary_seats.csv",
    "timing.csv",
    "timing_histogram.csv",
];

#[test]
fn the_same_arguments_give_the_same_bytes_whatever_the_threads() {
    let workshop = Workshop::new();
    let run =
        "--agents mcts:iterations=4:plans=2,random,other=random --games 50 --players 2 --records";
    workshop.output(&format!("{run} --threads 1 --out one"));
    workshop.output(&format!("{run} --threads 4 --out four --quiet"));
    workshop.output(&format!("{run} --threads 4 --out again"));
    assert_eq!(files(&workshop.path("one")), FILES);
    same_but_for_timing(&workshop, "one", "four");
    same_but_for_timing(&workshop, "four", "again");
    // All decisions count, whether they were timed or not.
    let sum = |file: &str| -> u64 {
        let rows = workshop.rows(&format!("one/{file}.csv"));
        rows.iter().map(|row| row["decisions"].parse::<u64>().unwrap()).sum()
    };
    assert_eq!(sum("timing"), sum("timing_histogram"));
    assert_eq!(workshop.output("replay one/records.jsonl.zst"), "50 records ok\n");
}

#[test]
fn another_seed_is_another_tournament() {
    let workshop = Workshop::new();
    workshop.output("--agents random,random --games 4 --seed 1 --out one");
    workshop.output("--agents random,random --games 4 --seed 2 --out two");
    assert_ne!(workshop.read("one/games.csv"), workshop.read("two/games.csv"));
}

#[test]
fn small_run_matches_snapshots() {
    let workshop = Workshop::new();
    let run = "--agents random,timid=random --players 3 --games 7 --seed 5 --edition hungarian";
    let finished = workshop.run(&format!("{run} --out run"));
    insta::assert_snapshot!("table", finished.output);
    for name in FILES.iter().filter(|name| !name.starts_with("timing") && !name.ends_with("zst")) {
        let text = workshop.read(&format!("run/{name}"));
        // The commit changes with every change of the code, and so does the checksum.
        let is_constant = |line: &&str| {
            !["commit", "checksum"].iter().any(|name| line.starts_with(&format!("  \"{name}\": ")))
        };
        let lines = text.split_inclusive('\n').filter(is_constant);
        insta::assert_snapshot!(*name, lines.collect::<String>());
    }
    let last_line = finished.errors.lines().next_back();
    assert_eq!(last_line, Some("the last block is cut short: games missing in it: 2"));
}

/// The totals must equal the sums computed here from the rows.
#[test]
fn summaries_agree_with_rows() {
    let workshop = Workshop::new();
    workshop.output(
        "--agents random,ismcts:iterations=2:rollout=cycle:prior_visits=0 --players 4 --games 36 --out run",
    );
    let number = |row: &BTreeMap<String, String>, column: &str| row[column].parse::<f64>().unwrap();
    let seats = workshop.rows("run/seats.csv");
    for summary in workshop.rows("run/summary_agents.csv") {
        let own: Vec<_> = seats.iter().filter(|row| row["agent"] == summary["agent"]).collect();
        assert_eq!(summary["seats"], own.len().to_string());
        for (mean, column) in [
            ("win_share", "win_share"),
            ("mean_points", "points"),
            ("mean_rank", "rank"),
            ("mean_margin", "margin"),
        ] {
            let sum: f64 = own.iter().map(|row| number(row, column)).sum();
            assert!((number(&summary, mean) - sum / own.len() as f64).abs() < 1e-9, "{mean}");
        }
        assert!(number(&summary, "ci_low") < number(&summary, "win_share"));
    }
    let kings = workshop.rows("run/kings.csv");
    for summary in workshop.rows("run/summary_kings.csv") {
        let is_counted = |row: &&BTreeMap<String, String>| {
            row["value"] == summary["value"]
                && (summary["agent"] == "all" || row["agent"] == summary["agent"])
        };
        assert_eq!(summary["founded"], kings.iter().filter(is_counted).count().to_string());
    }
    let games = workshop.rows("run/games.csv");
    let sum = |rows: &[BTreeMap<String, String>], column: &str| -> f64 {
        rows.iter().map(|row| number(row, column)).sum()
    };
    assert_eq!(sum(&games, "kings") as usize, kings.len());
    assert_eq!(sum(&games, "islands") as usize + 36, workshop.rows("run/islands.csv").len());
    let paid = sum(&workshop.rows("run/islands.csv"), "points_paid");
    assert_eq!(paid as i64, sum(&seats, "points") as i64);
    assert_eq!(sum(&seats, "win_share").round() as usize, 36);
}

/// The counts in the tables must equal the counts from the records.
#[test]
fn rows_agree_with_records() {
    let workshop = Workshop::new();
    workshop.output("--agents random,greedy,random --games 12 --records --out run");
    let records = workshop.records("run");
    let games = workshop.rows("run/games.csv");
    let seats = workshop.rows("run/seats.csv");
    for ((record, game), seats) in records.lines().zip(games).zip(seats.chunks(3)) {
        let record: serde_json::Value = serde_json::from_str(record).unwrap();
        let events = record["events"].as_array().unwrap();
        let of_kind =
            |kind: &'static str| events.iter().filter(move |event| event["event"] == kind);
        for (column, kind) in [
            ("sails", "sail"),
            ("fails", "fail"),
            ("turn_backs", "turn_back"),
            ("endless", "endless"),
            ("resettles", "resettle"),
            ("kings", "king"),
            ("tiles_drawn", "draw"),
        ] {
            assert_eq!(game[column], of_kind(kind).count().to_string(), "{column}");
        }
        assert_eq!(game["deck_seed"], record["seed"]);
        assert_eq!(game["cause"], record["result"]["cause"]);
        for (number, seat) in seats.iter().enumerate() {
            assert_eq!(seat["agent"], record["agents"][number]);
            for (column, kind) in [("expands", "expand"), ("enters", "enter"), ("kings", "king")] {
                let own = of_kind(kind).filter(|event| event["p"] == number);
                assert_eq!(seat[column], own.count().to_string(), "{column}");
            }
            for (column, list) in [
                ("points", "points"),
                ("islands", "islands"),
                ("ships", "ships"),
                ("rank", "ranks"),
            ] {
                assert_eq!(seat[column], record["result"][list][number].to_string(), "{column}");
            }
            let lost = |kind, list: &'static str| {
                of_kind(kind).map(move |event| event[list][number].as_u64().unwrap()).sum::<u64>()
            };
            let ships_lost =
                lost("fail", "fleet") + lost("land", "returned") + lost("endless", "returned");
            assert_eq!(seat["ships_lost"], ships_lost.to_string());
        }
    }
}

#[test]
fn equal_agents_have_equal_results() {
    let workshop = Workshop::new();
    let finished = workshop.run("--agents random,random --games 20 --out run");
    let told = "random, random#2 are identical and play the same game in all seats of a block";
    assert!(finished.errors.contains(told), "{}", finished.errors);
    let told = "all games of every block ended alike in every seat";
    assert!(finished.output.contains(told), "{}", finished.output);
    let summary = workshop.rows("run/summary_agents.csv");
    // Both seat assignments of a block are the same game, so all blocks are alike.
    for (column, value) in [
        ("win_share", "0.5"),
        ("mean_margin", "0.0"),
        ("margin_low", ""),
        ("rating", "0.0"),
        ("rating_low", ""),
        ("rating_note", "all blocks alike"),
    ] {
        assert_eq!((&*summary[0][column], &*summary[1][column]), (value, value), "{column}");
    }
    // Ten blocks are alike: with 95% confidence, less than 1 - 0.025^(1/10) of all blocks may differ.
    let ends = ["ci_low", "ci_high"].map(|column| summary[0][column].parse::<f64>().unwrap());
    assert!((ends[0] - 0.345_752).abs() < 1e-6 && (ends[1] - 0.654_248).abs() < 1e-6, "{ends:?}");
}

/// The same agent plays three times with the same random numbers, so no statistic can show a difference.
#[test]
fn identical_agents_with_random_numbers_of_the_seats_play_the_same_games() {
    let workshop = Workshop::new();
    let agents = "one=greedy,same=greedy,again=greedy";
    workshop.output(&format!("--agents {agents} --games 60 --out run"));
    for row in workshop.rows("run/summary_agents.csv") {
        let share: f64 = row["win_share"].parse().unwrap();
        assert!((share - 1.0 / 3.0).abs() < 1e-9, "{row:?}");
        assert_eq!((&*row["rating"], &*row["rating_low"]), ("0.0", ""), "{row:?}");
        let points = ["points_low", "mean_points", "points_high"].map(|column| &row[column]);
        let [low, mean, high] = points.map(|value| value.parse::<f64>().unwrap());
        assert!(low < mean && mean < high, "decks differ: {row:?}");
    }
    for row in workshop.rows("run/payoffs.csv") {
        assert_eq!((&*row["score"], &*row["margin"], &*row["meetings"]), ("0.5", "0.0", "60"));
    }
}

/// Returns the win shares with their intervals, by agent.
fn shares(workshop: &Workshop, run: &str) -> Vec<[f64; 3]> {
    let columns = ["ci_low", "win_share", "ci_high"];
    let rows = workshop.rows(&format!("{run}/summary_agents.csv"));
    rows.iter().map(|row| columns.map(|column| row[column].parse().unwrap())).collect()
}

/// Identical agents with separate random numbers differ only by chance, and an artificial difference is detected.
#[test]
fn a_null_arm_covers_the_expected_share_and_can_fail() {
    let workshop = Workshop::new();
    let quick = "greedy:samples=1:nodes=50";
    let run = |third: &str, out: &str| {
        let agents = format!("one={quick},same={quick},again={third}");
        let line = format!(
            "--agents {agents} --players 3 --games 360 --streams agent --quiet --out {out}"
        );
        let finished = workshop.run(&line);
        assert_eq!(finished.errors, "", "nothing to warn of");
        assert!(!finished.output.contains("ended alike"), "{}", finished.output);
        shares(&workshop, out)
    };
    for [low, share, high] in run(quick, "null") {
        // One interval in twenty misses the true value, but fewer than one in ten thousand misses it by twice its
        // half-width.
        assert!((share - 1.0 / 3.0).abs() < high - low, "{low} to {high} around {share}");
        assert!(low < share && share < high && high - low > 0.02, "{low} to {high} around {share}");
    }
    assert_eq!(workshop.manifest("null")["streams"], "agent");
    let [_, _, [_, _, high]] = run("random", "different")[..] else { panic!("three agents") };
    assert!(high < 1.0 / 3.0, "the third agent is weaker, and its interval ends at {high}");
}

/// The separate random numbers of agents depend only on the arguments.
#[test]
fn a_run_with_streams_of_agents_is_put_together_and_verified() {
    let workshop = Workshop::new();
    let run = "--agents random,other=random --games 40 --streams agent --records --quiet";
    workshop.output(&format!("{run} --threads 1 --out whole"));
    for shard in ["1/2", "2/2"] {
        workshop.output(&format!("{run} --threads 3 --shard {shard} --out {}", &shard[..1]));
    }
    workshop.output("merge 1 2 --out merged");
    same_but_for_timing(&workshop, "whole", "merged");
    assert!(workshop.output("verify merged").contains("40 give the same rows"));
    workshop.output("--agents random,other=random --games 40 --records --quiet --out seats");
    assert_ne!(workshop.read("whole/games.csv"), workshop.read("seats/games.csv"));
    let command = workshop.manifest("whole")["command"].as_str().unwrap().to_owned();
    assert!(command.contains(" --streams agent"), "{command}");
}

#[test]
fn the_folder_is_named_after_the_run() {
    let workshop = Workshop::new();
    let output = workshop.output("--agents mcts:iterations=2,random,random --games 1 --seed 9");
    assert!(output.starts_with("agent "));
    let folder = "results/tongiaki-mcts-iterations-2-random-random-2-p3-s9";
    assert_eq!(workshop.manifest(folder)["finished"], true);
}

#[test]
fn existing_output_is_refused_and_untouched() {
    let workshop = Workshop::new();
    workshop.output("--agents random,random --games 2 --out run");
    let before = workshop.read("run/games.csv");
    let finished = workshop.run("--agents random,random --games 3 --out run");
    assert_eq!(finished.code, 2);
    let sentence = "error: run already exists: --resume continues it, --force replaces it; or choose another --out\n";
    assert_eq!(finished.errors, sentence);
    assert_eq!(workshop.read("run/games.csv"), before);
}

#[test]
fn an_empty_folder_is_used() {
    let workshop = Workshop::new();
    fs::create_dir(workshop.path("run")).unwrap();
    workshop.output("--agents random,random --games 2 --out run");
    assert_eq!(workshop.rows("run/games.csv").len(), 2);
}

#[test]
fn unwritable_paths_are_named_in_the_error() {
    let workshop = Workshop::new();
    workshop.write("file", "in the way");
    for (out, begin) in [
        ("file", "error: file already exists and is not a run folder: "),
        ("file/run", "error: cannot write file/run: "),
    ] {
        let finished = workshop.run(&format!("--agents random,random --games 2 --out {out}"));
        assert_eq!(finished.code, 2);
        assert!(finished.errors.starts_with(begin), "{finished:?}");
        assert_eq!(finished.errors.lines().count(), 1);
    }
}

/// The results must be complete even if standard error is closed.
#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_error_costs_no_result() {
    let workshop = Workshop::new();
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let mut command = workshop.tournament("--agents random,random --games 3 --out run");
    let finished = Finished::new(command.stderr(full).output().unwrap());
    assert_eq!(finished.code, 0);
    assert!(finished.output.starts_with("agent "));
    assert_eq!(workshop.manifest("run")["finished"], true);
    assert_eq!(workshop.rows("run/summary_agents.csv").len(), 2);
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_whole_games_in_order() {
    let workshop = Workshop::new();
    let run = "--agents random,random --records --threads 2 --out";
    let command = workshop.tournament(&format!("{run} cut --games 1000000"));
    let finished = interrupt(command, &workshop.path("cut/games.csv"), 10_000);

    assert_eq!(finished.code, 130, "{}", finished.errors);
    assert!(finished.errors.contains("interrupted: cut contains "), "{}", finished.errors);
    assert!(finished.output.starts_with("agent "));
    let manifest = workshop.manifest("cut");
    let games = manifest["games_played"].as_u64().unwrap();
    assert_eq!(manifest["finished"], false);
    assert_eq!(workshop.output("replay cut/records.jsonl.zst"), format!("{games} records ok\n"));
    workshop.output(&format!("{run} whole --games {games}"));
    for name in FILES
        .iter()
        .filter(|name| !["manifest.json", "timing.csv", "timing_histogram.csv"].contains(name))
    {
        let content = |folder: &str| fs::read(workshop.path(folder).join(name)).unwrap();
        assert!(content("cut") == content("whole"), "{name}");
    }
}

/// The expected luck is 0 for all agents and seats, so luck-adjusted results are unbiased.
#[test]
#[ignore = "takes a minute; .ci/full runs it"]
fn mean_luck_of_agents_and_seats_is_zero() {
    let workshop = Workshop::new();
    workshop
        .output("--agents greedy:nodes=20,random,cut=greedy:nodes=40 --games 300 --luck --out run");
    let number = |row: &Row, column: &str| row[column].parse::<f64>().unwrap();
    for row in workshop.rows("run/summary_luck.csv") {
        // Results of such weak agents are hard to forecast, so the adjustment may add some variance.
        assert!(number(&row, "win_share_variance_saved") < 1.0, "{row:?}");
    }
    let (luck, seats) = (workshop.rows("run/luck.csv"), workshop.rows("run/seats.csv"));
    let agents = ["greedy:nodes=20", "random", "cut"].map(|agent| ("agent", agent));
    for (column, value) in ["0", "1", "2"].map(|seat| ("seat", seat)).into_iter().chain(agents) {
        for result in ["win_share_luck", "margin_luck"] {
            let own = luck.iter().zip(&seats).filter(|(_, seat)| seat[column] == value);
            let values: Vec<_> = own.map(|(luck, _)| number(luck, result)).collect();
            let games = values.len() as f64;
            let mean = values.iter().sum::<f64>() / games;
            let variance = values.iter().map(|luck| luck * luck).sum::<f64>() / games;
            // Six games share a deck, so their luck is correlated.
            let error = (variance / (games / 6.0)).sqrt();
            assert!(variance > 0.0 && mean.abs() < 3.0 * error, "{result} of {value}: {mean}");
        }
    }
}
