//! The disagreements study, end to end: decisions in which two agents choose different moves.

use crate::support::{Row, Workshop, files, same_but_for_timing};

const FILES: [&str; 3] = ["disagreements.csv", "manifest.json", "summary_disagreements.csv"];

#[test]
fn the_same_arguments_give_the_same_bytes_whatever_the_threads() {
    let workshop = Workshop::new();
    let run = "study disagreements mcts:iterations=20 fast=mcts:iterations=5 --policy greedy:samples=1 --games 12 \
               --decks 3 --players 3 --seed 4";
    let one = workshop.output(&format!("{run} --threads 1 --out one"));
    let four = workshop.output(&format!("{run} --threads 4 --out four --quiet"));
    assert_eq!(one, four);
    assert!(one.starts_with("mcts:iterations=20 and fast choose differently in "), "{one}");
    assert_eq!(files(&workshop.path("one")), FILES);
    let manifest = workshop.manifest("one");
    let labels = manifest["agents"].as_array().unwrap().iter().map(|agent| &agent["label"]);
    assert!(labels.eq(["mcts:iterations=20", "fast", "greedy:samples=1"]));
    // The command in the manifest reproduces the files.
    let command = manifest["command"].as_str().unwrap().strip_prefix("tournament ").unwrap();
    workshop.output(&format!("{command} --out again"));
    same_but_for_timing(&workshop, "one", "four");
    same_but_for_timing(&workshop, "one", "again");
}

/// The summary must be equal to sums computed independently from the rows.
#[test]
fn the_summary_agrees_with_the_rows() {
    let workshop = Workshop::new();
    for (game, players) in [("tongiaki", 4.0), ("wongar", 3.0)] {
        let output = workshop.output(&format!(
            "study disagreements greedy:samples=1 random --policy random --decks 2 --games 40 --game {game} \
             --players {players} --out {game}"
        ));
        let number = |row: &Row, column: &str| row[column].parse::<f64>().unwrap_or(0.0);
        let rows = workshop.rows(&format!("{game}/disagreements.csv"));
        let disagreements = rows.iter().filter(|row| row["disagree"] == "true").count();
        assert!(
            disagreements > 10 && disagreements < rows.len(),
            "{disagreements} of {}",
            rows.len()
        );
        let begin = format!(
            "greedy:samples=1 and random choose differently in {disagreements} of {} positions of random\n",
            rows.len()
        );
        assert!(output.starts_with(&begin), "{output}");
        for row in &rows {
            let disagree = row["disagree"] == "true";
            assert_eq!(row["decks"], if disagree { "2" } else { "0" });
            assert_eq!(row["first_margin"].is_empty(), !disagree, "{row:?}");
            assert!(number(row, "candidates") >= 1.0 && number(row, "moves") >= 2.0, "{row:?}");
            // Equal texts mean agreement, but agreement does not require equal texts.
            assert!(row["first_choice"] != row["second_choice"] || !disagree, "{row:?}");
        }
        let totals = workshop.rows(&format!("{game}/summary_disagreements.csv"));
        assert_eq!(totals.len(), 3);
        for total in totals {
            for what in ["margin", "win_share"] {
                let gain = |row: &Row| {
                    number(row, &format!("first_{what}")) - number(row, &format!("second_{what}"))
                };
                let sum = |weight: fn(&Row, f64) -> f64| -> f64 {
                    let of_a_game = |row| gain(row) * weight(row, number(row, "candidates"));
                    rows.iter().map(of_a_game).sum()
                };
                let all = rows.len() as f64;
                let mean = match &*total["per"] {
                    "disagreement" => sum(|_, _| 1.0) / disagreements as f64,
                    "choice" => sum(|_, _| 1.0) / all,
                    "game" => {
                        sum(|row, candidates| candidates / row["players"].parse::<f64>().unwrap())
                            / all
                    }
                    other => panic!("{other}"),
                };
                assert!((number(&total, what) - mean).abs() < 1e-9, "{total:?}: {mean}");
                let ends = ["low", "high"].map(|end| number(&total, &format!("{what}_{end}")));
                assert!(ends[0] < mean && mean < ends[1], "{total:?}");
            }
        }
    }
}
