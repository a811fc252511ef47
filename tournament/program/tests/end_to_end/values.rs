//! The studies of the values of moves and chance events, end to end.

use crate::support::{Row, Workshop, files, same_but_for_timing};
use std::collections::BTreeMap;

#[test]
fn the_same_arguments_give_the_same_bytes_whatever_the_threads() {
    for study in ["moves", "moves --opening", "draws"] {
        let workshop = Workshop::new();
        let run = format!(
            "study {study} --policy greedy:samples=1:nodes=60 --games 6 --decks 2 --players 3 --seed 4"
        );
        let one = workshop.output(&format!("{run} --threads 1 --out one"));
        let four = workshop.output(&format!("{run} --threads 4 --out four --quiet"));
        assert_eq!(one, four);
        let name = study.split(' ').next().unwrap();
        let expected =
            [format!("{name}.csv"), "manifest.json".into(), format!("summary_{name}.csv")];
        let mut names = files(&workshop.path("one"));
        names.sort_by_key(|name| expected.iter().position(|one| one == name));
        assert_eq!(names, expected);
        same_but_for_timing(&workshop, "one", "four");
        // The command in the manifest reproduces the files, and all summaries follow from the rows.
        let manifest = workshop.manifest("one");
        let command = manifest["command"].as_str().unwrap().strip_prefix("tournament ").unwrap();
        workshop.output(&format!("{command} --out again"));
        same_but_for_timing(&workshop, "one", "again");
        workshop.output("verify one");
    }
}

#[test]
fn folders_are_named_after_the_study() {
    let workshop = Workshop::new();
    workshop.output("study moves --opening --policy random --games 2 --decks 1 --quiet");
    assert_eq!(files(&workshop.path("results")), ["moves-opening-tongiaki-random-p2-s1"]);
}

/// The mean of a level must be equal to the mean computed independently from its rows.
#[test]
fn the_summaries_agree_with_the_rows() {
    let workshop = Workshop::new();
    let number = |row: &Row, column: &str| row[column].parse::<f64>().unwrap();
    for (study, curve) in [("moves", "move"), ("draws", "event")] {
        for (game, players) in [("tongiaki", 4), ("wongar", 3)] {
            let folder = format!("{study}-{game}");
            workshop.output(&format!(
                "study {study} --policy random --decks 2 --games 40 --game {game} --players {players} --quiet \
                 --out {folder}"
            ));
            let rows = workshop.rows(&format!("{folder}/{study}.csv"));
            assert!(rows.len() > 80, "{}", rows.len());
            let totals = workshop.rows(&format!("{folder}/summary_{study}.csv"));
            let mut levels = BTreeMap::new();
            for row in &rows {
                for by in ["kind", curve] {
                    let found: &mut Vec<&Row> = levels.entry((by, row[by].clone())).or_default();
                    found.push(row);
                }
            }
            let contrasts = if study == "moves" { 2 } else { 1 };
            assert_eq!(totals.len(), contrasts * levels.len());
            for total in &totals {
                let rows = &levels[&(total["by"].as_str(), total["level"].clone())];
                assert_eq!(total["cases"], rows.len().to_string());
                for what in ["margin", "win_share"] {
                    let column = format!("to_{}_{what}", total["contrast"]);
                    let sum: f64 = rows.iter().map(|row| number(row, &column)).sum();
                    let mean = sum / rows.len() as f64;
                    assert!((number(total, what) - mean).abs() < 1e-9, "{total:?}: {mean}");
                    if let (Ok(low), Ok(high)) = (
                        total[&format!("{what}_low")].parse(),
                        total[&format!("{what}_high")].parse(),
                    ) {
                        assert!((low..=high).contains(&mean), "{total:?}");
                        assert!((0.0..=1.0).contains(&number(total, &format!("{what}_p"))));
                    }
                }
            }
        }
    }
}

#[test]
fn a_game_with_missing_rows_is_damaged() {
    let workshop = Workshop::new();
    let job = "study moves --policy random --games 3 --decks 1 --quiet --out run";
    workshop.output(job);
    let text = workshop.read("run/moves.csv");
    let end = text.trim_end().rfind('\n').unwrap() + 1;
    workshop.write("run/moves.csv", &text[..end]);
    workshop.hash_again("run");
    workshop.refuses("merge run --out whole", "run/moves.csv: the rows of game 2 are damaged");
}
