//! End-to-end tests of the study of founding a king island.

use crate::support::{Row, Workshop, files, interrupt, killed_and_done, same_but_for_timing};

const FILES: [&str; 4] =
    ["king_value.csv", "manifest.json", "summary_king_model.csv", "summary_king_value.csv"];

#[test]
fn the_same_arguments_give_the_same_bytes_whatever_the_threads() {
    let workshop = Workshop::new();
    let run = "study king-value --policy mcts:iterations=2:plans=2:rollout_budget=20 --games 4 --decks 2 --players 3 --seed 4";
    let one = workshop.output(&format!("{run} --threads 1 --out one"));
    let four = workshop.output(&format!("{run} --threads 4 --out four --quiet"));
    assert_eq!(one, four);
    assert!(one.starts_with("by "), "{one}");
    let sentence = one.lines().rev().nth(2).unwrap();
    assert!(sentence.starts_with("Founding now instead of perhaps later is worth "), "{one}");
    assert!(sentence.contains(" points of final margin (95% CI "), "{one}");
    assert!(one.contains("value  ") && !one.contains("tiles_left"), "{one}");
    assert_eq!(files(&workshop.path("one")), FILES);
    // The command in the manifest reproduces the files.
    let manifest = workshop.manifest("one");
    let command = manifest["command"].as_str().unwrap().strip_prefix("tournament ").unwrap();
    workshop.output(&format!("{command} --out again"));
    same_but_for_timing(&workshop, "one", "four");
    same_but_for_timing(&workshop, "one", "again");
    assert_eq!((&manifest["finished"], &manifest["games_played"]), (&true.into(), &4.into()));
    assert_eq!(manifest["positions"], workshop.rows("one/king_value.csv").len());
}

#[test]
fn a_row_depends_on_the_number_of_its_game_alone() {
    let workshop = Workshop::new();
    let run = "study king-value --policy random --decks 2 --quiet";
    workshop.output(&format!("{run} --games 10 --out few"));
    workshop.output(&format!("{run} --games 30 --out many"));
    let (few, many) = (workshop.read("few/king_value.csv"), workshop.read("many/king_value.csv"));
    assert!(many.starts_with(&few) && many.len() > few.len());
}

/// The effects must equal those computed here from the rows.
#[test]
fn the_summary_agrees_with_the_rows() {
    let workshop = Workshop::new();
    workshop.output("study king-value --policy random --decks 2 --games 80 --players 4 --out run");
    let number = |row: &Row, column: &str| row[column].parse::<f64>().unwrap();
    let rows = workshop.rows("run/king_value.csv");
    let (mut compared, mut declared) = (0, 0);
    for point in workshop.rows("run/summary_king_value.csv") {
        declared += usize::from(!point["p_holm"].is_empty());
        if !["all", "value", "king"].contains(&&*point["by"]) {
            continue;
        }
        let is_there = |row: &&Row| point["by"] == "all" || row[&point["by"]] == point["level"];
        let there: Vec<_> = rows.iter().filter(is_there).collect();
        assert_eq!(point["positions"], there.len().to_string());
        let (first, second) = point["contrast"].split_once('-').unwrap();
        for what in ["margin", "win_share"] {
            let effect = |row: &&Row| {
                number(row, &format!("{first}_{what}")) - number(row, &format!("{second}_{what}"))
            };
            let mean = there.iter().map(effect).sum::<f64>() / there.len() as f64;
            assert!((number(&point, what) - mean).abs() < 1e-9, "{point:?}");
            if there.len() > 5 {
                let ends = ["low", "high"].map(|end| number(&point, &format!("{what}_{end}")));
                assert!(ends[0] < mean && mean < ends[1], "{point:?}");
            }
        }
        compared += 1;
    }
    assert_eq!(compared, 5 * (1 + 4 + 2));
    let model = workshop.rows("run/summary_king_model.csv");
    assert_eq!(model.len(), 2 * 2 * 5);
    declared += model.iter().filter(|row| !row["p_holm"].is_empty()).count();
    assert_eq!(declared, 2 * (1 + 4 + 2 + 4));
    // With an intercept, the residuals of least squares sum to 0, so the mean prediction equals the mean effect.
    for contrast in [["now", "later"], ["now", "never"]] {
        let mean =
            |value: &dyn Fn(&Row) -> f64| rows.iter().map(value).sum::<f64>() / rows.len() as f64;
        let terms = model
            .iter()
            .filter(|row| row["contrast"] == contrast.join("-") && row["outcome"] == "win_share");
        let fitted = terms.map(|row| {
            let at = mean(&|position| match &*row["term"] {
                "intercept" => 1.0,
                "second_king" => number(position, "king") - 1.0,
                column => number(position, column),
            });
            number(row, "coefficient") * at
        });
        let [first, second] = contrast.map(|arm| format!("{arm}_win_share"));
        let effect = mean(&|position| number(position, &first) - number(position, &second));
        assert!((fitted.sum::<f64>() - effect).abs() < 1e-9, "{contrast:?}");
    }
    for row in rows {
        assert_eq!((&*row["players"], &*row["decks"]), ("4", "2"));
        assert!((1.0..=2.0).contains(&number(&row, "king")), "{row:?}");
        assert!(number(&row, "foundable") >= 1.0 && number(&row, "ships") >= 1.0, "{row:?}");
        assert!(number(&row, "candidates") >= 1.0, "{row:?}");
        assert!(!row["instead"].starts_with("found "), "{row:?}");
        for arm in ["now", "later", "never", "pass"] {
            assert!((0.0..=1.0).contains(&number(&row, &format!("{arm}_win_share"))), "{row:?}");
        }
    }
}

/// Losing the last turn of a game leaves the points unchanged, and the turn can be worth something to a seat that
/// does not have the largest lead.
#[test]
fn a_turn_is_compared_with_its_loss() {
    let workshop = Workshop::new();
    let output = workshop
        .output("study tempo --policy random --decks 2 --games 60 --turn-limit 9 --out run");
    assert!(output.starts_with("by "), "{output}");
    assert!(output.contains("A turn instead of none is worth "), "{output}");
    let rows = workshop.rows("run/tempo.csv");
    assert_eq!(rows.len(), 60, "every game has a turn");
    let mut last = 0;
    for row in rows {
        let turn: u32 = row["turn"].parse().unwrap();
        assert!((1..=9).contains(&turn) && row["candidates"] == "9", "{row:?}");
        assert_eq!(row["round"], turn.div_ceil(2).to_string());
        if turn == 9 {
            let number = |column: &str| row[column].parse::<f64>().unwrap();
            assert!((number("pass_margin") - number("lead")).abs() < 1e-9, "{row:?}");
            last += 1;
        }
    }
    assert!(last > 0);
    let by = |row: &Row| row["by"].clone();
    let curves: Vec<_> = workshop.rows("run/summary_tempo.csv").iter().map(by).collect();
    for curve in ["all", "round", "lead", "tiles_left", "seat", "round, lead"] {
        assert!(curves.iter().any(|found| found == curve), "{curve}");
    }
    assert_eq!(workshop.rows("run/summary_tempo_model.csv").len(), 2 * 3);
}

/// The turn limit is too low for a player to own an island: there are no positions and no effects.
#[test]
fn studies_without_positions_print_a_message() {
    let workshop = Workshop::new();
    let output =
        workshop.output("study king-value --policy random --games 5 --turn-limit 1 --quiet");
    assert_eq!(output, "no game has a position with a choice whether to found\n");
    let folder = "results/king-value-tongiaki-random-p2-s1";
    assert_eq!(workshop.manifest(folder)["positions"], 0);
    assert_eq!(workshop.rows(&format!("{folder}/king_value.csv")).len(), 0);
    let summary = workshop.read(&format!("{folder}/summary_king_value.csv"));
    let model = workshop.read(&format!("{folder}/summary_king_model.csv"));
    assert!(model.starts_with("policy,players,contrast,outcome,positions,term,"), "{model}");
    assert!(summary.starts_with("policy,players,by,level,contrast,positions,"), "{summary}");
}

#[test]
fn a_study_that_goes_on_or_was_played_in_parts_ends_in_the_same_bytes() {
    for (job, least) in [
        ("study king-value --policy greedy:nodes=30 --decks 2 --games 60 --quiet", 1),
        ("study tempo --policy greedy:nodes=10 --decks 1 --games 60 --quiet", 0),
        (
            "study disagreements greedy:samples=1 random --policy random --decks 1 --games 40 --quiet",
            0,
        ),
        ("study moves --opening --policy random --decks 2 --games 30 --players 3 --quiet", 0),
        ("study draws --policy random --decks 1 --games 30 --game wongar --quiet", 0),
    ] {
        let workshop = Workshop::new();
        let whole = workshop.output(&format!("{job} --out whole"));
        killed_and_done(&workshop, job, "killed", [least, 20]);
        same_but_for_timing(&workshop, "whole", "killed");
        let finished = workshop.run(&format!("{job} --out whole --resume"));
        assert_eq!(finished.errors, "whole is finished: nothing to do\n");

        for number in 1..=3 {
            workshop.output(&format!("{job} --shard {number}/3 --out part{number}"));
        }
        assert_eq!(workshop.output("merge part2 part1 part3 --out merged"), whole);
        same_but_for_timing(&workshop, "whole", "merged");
    }
}

#[cfg(unix)]
#[test]
fn resume_rejects_a_different_study() {
    let workshop = Workshop::new();
    let run = "study king-value --policy random --decks 1 --games 100000 --quiet";
    let command = workshop.tournament(&format!("{run} --out run"));
    interrupt(command, &workshop.path("run/king_value.csv"), 10_000);
    let rows = workshop.read("run/king_value.csv");
    let refuses = |arguments: &str, sentence: &str| {
        let finished = workshop.run(arguments);
        assert_eq!((finished.code, &*finished.errors), (2, sentence));
    };
    refuses(
        &format!("{run} --out run --seed 2 --resume"),
        "error: run contains a different run: seed is 1, not 2\n",
    );
    assert_eq!(workshop.read("run/king_value.csv"), rows);
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_whole_rows_in_order() {
    let workshop = Workshop::new();
    let run = "study king-value --policy random --decks 1 --threads 2 --out";
    let command = workshop.tournament(&format!("{run} cut --games 1000000"));
    let finished = interrupt(command, &workshop.path("cut/king_value.csv"), 10_000);
    assert_eq!(finished.code, 130, "{}", finished.errors);
    assert!(finished.errors.contains("interrupted: cut contains "), "{}", finished.errors);
    assert!(finished.errors.ends_with(" --out cut --resume`\n"), "{}", finished.errors);
    let manifest = workshop.manifest("cut");
    assert_eq!(manifest["finished"], false);
    workshop.output(&format!("{run} whole --games {}", manifest["games_played"]));
    for name in ["king_value.csv", "summary_king_value.csv", "summary_king_model.csv"] {
        let content = |folder: &str| workshop.read(&format!("{folder}/{name}"));
        assert!(content("cut") == content("whole"), "{name}");
    }
}
