//! Runs with `--format parquet`.

use crate::columns::{Table, cell};
use crate::support::{Workshop, files, same_but_for_timing};

/// The names of the tables that are written as Parquet, too.
fn tables(workshop: &Workshop, run: &str) -> Vec<String> {
    let names = files(&workshop.path(run)).into_iter();
    names.filter_map(|name| name.strip_suffix(".parquet").map(str::to_owned)).collect()
}

/// Every table of a run says the same in both formats.
fn same_in_both_formats(workshop: &Workshop, run: &str) {
    let csv = files(&workshop.path(run)).into_iter();
    let csv: Vec<_> = csv.filter_map(|name| name.strip_suffix(".csv").map(str::to_owned)).collect();
    assert_eq!(tables(workshop, run), csv);
    for name in csv {
        let table = Table::read(&workshop.path(&format!("{run}/{name}.parquet")));
        assert_eq!(table.metadata["hidden_decks.schema"], "1");
        assert_eq!(table.metadata["hidden_decks.table"], name);
        let text = workshop.read(&format!("{run}/{name}.csv"));
        assert_eq!(table.columns.join(","), text.lines().next().unwrap(), "{name}");
        let rows = workshop.rows(&format!("{run}/{name}.csv"));
        assert_eq!(table.rows.len(), rows.len(), "{name}");
        for (row, expected) in table.rows.iter().zip(&rows) {
            for (column, text) in expected {
                let cell = cell(&row[column]);
                let is_same = match (cell.parse::<f64>(), text.parse::<f64>()) {
                    (Ok(number), Ok(expected)) => number.to_bits() == expected.to_bits(),
                    _ => cell == *text,
                };
                assert!(is_same, "{name}: {column} is {cell}, not {text}");
            }
        }
    }
}

#[test]
fn every_table_says_the_same_in_both_formats() {
    let workshop = Workshop::new();
    let flags = "--games 18 --quiet --format parquet";
    workshop.output(&format!(
        "--agents greedy:samples=1,random --players 3 --luck {flags} --out tongiaki"
    ));
    workshop.output(&format!("--game wongar --agents random,random {flags} --out wongar"));
    workshop.output(&format!("--game kuhn --agents random,mcts:iterations=5 {flags} --out kuhn"));
    for run in ["tongiaki", "wongar", "kuhn"] {
        same_in_both_formats(&workshop, run);
        assert_eq!(workshop.manifest(run)["format"], "parquet");
    }
    assert!(tables(&workshop, "tongiaki").iter().any(|name| name == "kings"));
}

#[test]
fn types_do_not_depend_on_the_rows() {
    let workshop = Workshop::new();
    // One block has no intervals, and nobody forfeits.
    for (run, games) in [("one", 2), ("many", 20)] {
        let run = format!(
            "--agents random,greedy:samples=1 --games {games} --format parquet --out {run}"
        );
        workshop.output(&(run + " --quiet"));
    }
    for name in tables(&workshop, "many") {
        let schema =
            |run: &str| Table::read(&workshop.path(&format!("{run}/{name}.parquet"))).schema;
        assert_eq!(schema("one"), schema("many"), "{name}");
    }
}

#[test]
fn parquet_is_the_same_on_any_number_of_threads_in_parts_and_after_a_pause() {
    let workshop = Workshop::new();
    let run = "--agents random,one=random --games 60 --records --quiet --format parquet";
    workshop.output(&format!("{run} --threads 1 --out whole"));
    workshop.output(&format!("{run} --threads 2 --out again"));
    for part in 1..=2 {
        workshop.output(&format!("{run} --shard {part}/2 --out part{part}"));
    }
    workshop.output("merge part1 part2 --out merged");
    // A shorter run goes on; its tables must not stay.
    workshop.output(&format!("{} --out longer", run.replace("60", "20")));
    workshop.output(&format!("{run} --out longer --resume"));
    for other in ["again", "merged", "longer"] {
        same_but_for_timing(&workshop, "whole", other);
    }
    same_in_both_formats(&workshop, "merged");
}

#[test]
fn a_run_is_replaced_with_its_parquet_files() {
    let workshop = Workshop::new();
    let run = "--agents random,one=random --games 4 --quiet --out run";
    workshop.output(&format!("{run} --format parquet"));
    assert!(!tables(&workshop, "run").is_empty());
    workshop.refuses(&format!("{run} --resume"), "run holds another run: its format is ");
    workshop.output(&format!("{run} --force"));
    assert!(tables(&workshop, "run").is_empty());
    assert!(workshop.manifest("run").get("format").is_none());
}
