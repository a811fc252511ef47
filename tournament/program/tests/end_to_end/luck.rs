//! Luck-adjusted results: in runs with `--luck`, and from records by `tournament luck`.

use crate::support::{Row, Workshop, files};

fn number(row: &Row, column: &str) -> f64 {
    row[column].parse().unwrap()
}

/// Records alone reproduce the tables of the run that wrote them, on any number of threads.
#[test]
fn records_give_the_luck_of_their_run() {
    let workshop = Workshop::new();
    for (run, arguments) in [
        ("two", "--agents greedy:nodes=20,random --games 8"),
        // There are several matchups, each with blocks of six games; the last block is incomplete.
        ("three", "--agents a=random,b=random,c=random,d=greedy:nodes=20 --players 3 --games 8"),
        ("wongar", "--agents greedy:nodes=20,random --game wongar --games 2"),
    ] {
        workshop.output(&format!("{arguments} --luck --records --quiet --out {run}"));
        for threads in [1, 2] {
            let again = format!("{run}{threads}");
            let printed = workshop.output(&format!(
                "luck {run}/records.jsonl.zst --out {again} --threads {threads} --quiet"
            ));
            assert!(printed.starts_with("without luck "), "{printed}");
            assert_eq!(files(&workshop.path(&again)), ["luck.csv", "summary_luck.csv"]);
            let luck = |folder: &str| workshop.read(&format!("{folder}/luck.csv"));
            assert_eq!(luck(run), luck(&again));
            let [mut due, mut found] =
                [run, &again].map(|folder| workshop.rows(&format!("{folder}/summary_luck.csv")));
            // The agents are in the order of the records.
            for rows in [&mut due, &mut found] {
                rows.sort_by(|one, other| one["agent"].cmp(&other["agent"]));
            }
            assert_eq!(due.len(), found.len());
            for (due, found) in due.iter().zip(&found) {
                for (column, due) in due {
                    let found = &found[column];
                    let is_same = match (due.parse::<f64>(), found.parse::<f64>()) {
                        (Ok(due), Ok(found)) => (due - found).abs() < 1e-9,
                        _ => due == found,
                    };
                    assert!(is_same, "{run}: {column}: {due} and {found}");
                }
            }
        }
    }
}

/// The report lists the measurements; adjusted means stay near the unadjusted ones, and are at least as precise.
#[test]
fn runs_report_luck_adjusted_results() {
    let workshop = Workshop::new();
    let printed = workshop
        .output("--agents greedy:nodes=60,b=greedy:nodes=30 --games 60 --luck --quiet --out run");
    assert!(printed.contains("\nwithout luck "), "{printed}");
    let plain = workshop.rows("run/summary_agents.csv");
    for (row, plain) in workshop.rows("run/summary_luck.csv").iter().zip(&plain) {
        let reach = number(plain, "ci_high") - number(plain, "ci_low");
        let moved = number(row, "win_share") - number(plain, "win_share");
        assert!(moved.abs() < reach, "{row:?}");
        assert!(number(row, "margin_variance_saved") > 0.0, "{row:?}");
        assert!(number(row, "margin_coefficient") > 0.0, "{row:?}");
    }
}

/// The terms of forecasts are written together with the results that they explain.
#[test]
fn terms_are_written_for_fits() {
    let workshop = Workshop::new();
    workshop.output("--agents random --players 3 --games 2 --records --quiet --out run");
    workshop.output("luck run/records.jsonl.zst --out told --terms --quiet");
    let terms = workshop.rows("told/luck_terms.csv");
    let (luck, seats) = (workshop.rows("told/luck.csv"), workshop.rows("run/seats.csv"));
    assert_eq!((terms.len(), luck.len()), (6, 6));
    for ((terms, luck), seat) in terms.iter().zip(&luck).zip(&seats) {
        assert_eq!(terms["margin"], seat["margin"]);
        assert_eq!(terms["players"], "3");
        let difference = number(terms, "win_share_surprise") - number(luck, "win_share_luck");
        assert!(difference.abs() < 1e-12);
    }
}

#[test]
fn invalid_records_are_rejected_and_leave_no_folder() {
    let workshop = Workshop::new();
    workshop.output("--agents random --games 2 --records --quiet --out run");
    workshop.output("--game kuhn --agents random --games 2 --records --quiet --out kuhn");
    workshop.write("broken.jsonl", workshop.records("run").replacen("\"p\":0", "\"p\":9", 1));
    workshop.write("empty.jsonl", "");
    for (arguments, sentence) in [
        ("nowhere.jsonl --out new", "cannot read nowhere.jsonl: "),
        ("empty.jsonl --out new", "empty.jsonl:1: the file has no such line"),
        ("broken.jsonl --out new", "broken.jsonl:1: event #"),
        ("run/records.jsonl.zst --out run", "run already exists: choose another name"),
        ("kuhn/records.jsonl.zst --out new", "kuhn has no outcome model, which is needed to "),
    ] {
        workshop.refuses(&format!("luck {arguments} --quiet"), sentence);
    }
    #[cfg(unix)]
    {
        let pipe = workshop.path("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let records = workshop.records("run");
        let writer = std::thread::spawn(move || std::fs::write(pipe, records));
        workshop.refuses("luck pipe --out new", "pipe: the records are read several times, ");
        let _ = writer.join();
    }
    assert!(!workshop.path("new").exists());
}

#[test]
fn a_single_game_comes_with_its_chance_events() {
    let workshop = Workshop::new();
    workshop
        .output("--agents greedy=greedy:samples=1,random --games 2 --records --quiet --out run");
    let records = workshop.records("run");
    workshop.write("one.jsonl", records.lines().next().unwrap());
    let printed = workshop.output("luck one.jsonl --quiet");
    let luck = |line: &str| -> f64 {
        line.split_whitespace().last().unwrap().trim_end_matches('%').parse().unwrap()
    };
    let (draws, rest) = printed.split_once("luck in all").unwrap();
    let draws: Vec<_> = draws.lines().skip(1).map(luck).collect();
    assert!(draws.len() > 10, "{printed}");
    let [all, result, without] = [0, 1, 2].map(|line| luck(rest.lines().nth(line).unwrap()));
    assert!((result - all - without).abs() < 0.2, "{printed}");
    // Every number is rounded to a tenth.
    let sum: f64 = draws.iter().sum();
    assert!((sum - all).abs() <= 0.05 * (draws.len() + 1) as f64, "{printed}");
    assert!(!workshop.output("luck run/records.jsonl.zst --quiet").contains("luck in all"));
    // The chance events of the setup are one row.
    workshop
        .output("--game wongar --agents random --games 1 --players 3 --records --quiet --out w");
    let printed = workshop.output("luck w/records.jsonl.zst --quiet");
    assert_eq!(printed.matches("Round 1 begins; ").count(), 1, "{printed}");
}
