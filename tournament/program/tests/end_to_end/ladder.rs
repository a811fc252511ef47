//! End-to-end tests of ladders: placements, checks and pages.

use crate::support::{Workshop, killed_until_done};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const NEW: &str = "--anchors random,low=greedy:samples=1:nodes=1:weights=untuned,greedy:samples=1:nodes=9 --games 60";
const ADD: &str = "quick=greedy:samples=1:nodes=3 --max-games 100";

/// Returns a workshop with the ladder `whole`, on which `quick` is placed.
fn ladder() -> Workshop {
    let workshop = Workshop::new();
    workshop.output(&format!("ladder new whole {NEW} --quiet"));
    workshop.output(&format!("ladder add whole {ADD} --quiet"));
    workshop
}

/// Returns all files below a folder, except for those that measure time.
fn tree(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = PathBuf::from(path.file_name().unwrap());
        if path.is_dir() {
            files.extend(tree(&path).into_iter().map(|(below, file)| (name.join(below), file)));
        } else if !name.to_string_lossy().starts_with("timing") {
            files.insert(name, fs::read(path).unwrap());
        }
    }
    files
}

#[test]
fn placements_go_on_after_a_stop_and_write_the_same_files() {
    let workshop = ladder();
    workshop.output(&format!("ladder new cut {NEW} --quiet --threads 1"));
    killed_until_done(&workshop, &format!("ladder add cut {ADD} --quiet"), 6);
    let (whole, cut) = (tree(&workshop.path("whole")), tree(&workshop.path("cut")));
    assert!(whole.keys().eq(cut.keys()), "{:?}", cut.keys());
    for (name, content) in &whole {
        assert!(*content == cut[name], "{}", name.display());
    }
    let row = &workshop.rows("whole/quick/summary_agents.csv")[0];
    assert_eq!((row["agent"].as_str(), row["games"].as_str()), ("quick", "100"));
    // More games continue a placement, but fewer would drop some.
    workshop.output(&format!("ladder add cut {} --quiet --resume", ADD.replace("100", "120")));
    assert_eq!(workshop.rows("cut/quick/summary_agents.csv")[0]["games"], "120");
    workshop.refuses(&format!("ladder add cut {ADD} --quiet --resume"), "cut/quick/");
    workshop.refuses(
        "ladder add cut random=random",
        "random=random: expected NAME=SPEC with a new name: random is taken",
    );
}

#[test]
fn a_placement_ends_once_the_interval_is_narrow_enough() {
    let workshop = Workshop::new();
    let new = "--game wongar --players 3 --anchors random,a=random --games 60";
    workshop.output(&format!("ladder new wide {new}"));
    workshop.output("ladder add wide new=random --within 200 --quiet");
    let row = &workshop.rows("wide/new/summary_agents.csv")[0];
    let games: u64 = row["games"].parse().unwrap();
    let [low, high] = ["rating_low", "rating_high"].map(|end| row[end].parse::<f64>().unwrap());
    assert!(games < 600 && high - low <= 400.0, "{row:?}");
    // Luck is measured with two players only.
    assert_eq!(row["rating_note"], "");
    assert!(workshop.read("wide/new/newcomer.json").contains("\"luck_adjusted\": false"));
    workshop.output("ladder verify wide");
}

#[test]
fn verify_recomputes_what_the_page_shows() {
    let workshop = ladder();
    workshop.output("ladder page whole");
    let page = workshop.read("whole/ladder.html");
    let row = &workshop.rows("whole/quick/summary_agents.csv")[0];
    let [rating, low, high, plain] = ["rating", "rating_low", "rating_high", "win_rating"]
        .map(|column| row[column].parse::<f64>().unwrap());
    // The rating by wins is not adjusted.
    assert!(low < rating && rating < high && (rating - plain).abs() > 0.01, "{row:?}");
    assert!(page.contains("<td>luck-adjusted</td>"), "{page}");
    assert!(page.contains(&format!("<td>quick</td><td>100</td><td>{rating:.3}</td>")), "{page}");
    assert!(page.contains("<td>low</td><td>40</td>"), "{page}");
    assert!(page.contains("<pre>tournament --agents quick=greedy:samples=1:nodes=3,"), "{page}");
    workshop.refuses("ladder page whole", "whole/ladder.html already exists");
    let told = workshop.output("ladder verify whole");
    assert!(told.contains("\nquick       100  ") && told.contains("  luck-adjusted\n"), "{told}");
    assert!(told.ends_with("complete and consistent\n"));
    let run = ["0", "1", "2"].map(|run| format!("whole/quick/{run}"));
    let run = run.iter().find(|run| workshop.path(run).exists()).unwrap();
    for (name, from, to) in [
        (&*format!("{run}/records.jsonl.zst"), "", "x"),
        ("whole/anchors/records.jsonl.zst", "", "x"),
        ("whole/quick/newcomer.json", "nodes=3", "nodes=4"),
        ("whole/quick/newcomer.json", "100", "80"),
        ("whole/quick/newcomer.json", "true", "false"),
        ("whole/quick/summary_agents.csv", "quick,100,100", "quick,100,101"),
        ("whole/quick/summary_agents.csv", &format!(",{}", row["rating_low"]), ",0"),
        ("whole/ladder.json", "\"rating\": ", "\"rating\": 1"),
        ("whole/ladder.json", "\"format\": 1", "\"format\": 2"),
        ("whole/ladder.json", "\"rules\": [", "\"rules\": [[\"edition\", \"hungarian\"]"),
        ("whole/ladder.json", "\"players\": 2", "\"players\": 3"),
        ("whole/ladder.json", "\"seed\": ", "\"seed\": 1"),
    ] {
        let kept = workshop.read_bytes(name);
        let place =
            kept.windows(from.len().max(1)).position(|bytes| bytes.starts_with(from.as_bytes()));
        let place = place.unwrap();
        let rest = &kept[place + from.len()..];
        workshop.write(name, [&kept[..place], to.as_bytes(), rest].concat());
        workshop.refuses("ladder verify whole", "whole/");
        workshop.write(name, kept);
    }
    fs::remove_file(workshop.path("whole/quick/newcomer.json")).unwrap();
    workshop.refuses("ladder verify whole", "whole/quick/newcomer.json: missing");
    fs::remove_file(workshop.path("whole/quick/summary_agents.csv")).unwrap();
    let told = workshop.output("ladder verify whole");
    assert!(told.contains("the placement in whole/quick is unfinished\n"), "{told}");
}

#[test]
fn ladders_refuse_bad_input() {
    let workshop = ladder();
    for (arguments, sentence) in [
        ("new whole", "whole/ladder.json already exists"),
        ("new other --anchors random", "--anchors: expected at least two agents"),
        ("add whole quick=random", "whole/quick already exists: --resume continues it"),
        ("new other --anchors random,greedy --out x", "unexpected argument '--out' found"),
        (
            "add whole quick=random --resume",
            "whole/quick contains the placement of greedy:samples=1:nodes=3 with seed 1: choose",
        ),
        ("add whole low=random", "low=random: expected NAME=SPEC"),
        ("add whole greedy:nodes=2", "greedy:nodes=2: expected NAME=SPEC"),
        ("add whole a=random,b=random", "a=random,b=random: expected NAME=SPEC"),
        (
            "add whole a=random --within 0",
            "expected --max-games of at least 2, and --within above 0",
        ),
        ("add nowhere a=random", "cannot read nowhere/ladder.json"),
        ("verify nowhere", "cannot read nowhere/ladder.json"),
    ] {
        workshop.refuses(&format!("ladder {arguments}"), sentence);
    }
    assert!(!workshop.path("whole/a").exists());
    fs::remove_file(workshop.path("whole/ladder.json")).unwrap();
    workshop.refuses("ladder new whole", "whole/anchors already exists: --resume continues it");
}
