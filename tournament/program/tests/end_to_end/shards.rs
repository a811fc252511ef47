//! Runs that are split into parts, and the merged result.

use crate::support::{Workshop, same_but_for_timing};
use std::fs;

/// Matchups with blocks of different sizes; the last block is incomplete.
const RUN: &str = "--agents greedy:nodes=30,random --players 4 --games 131 --records";

fn play_parts(workshop: &Workshop, run: &str, of: u64) -> String {
    let folders = (1..=of).map(|number| format!("part{number}of{of}"));
    let folders: Vec<_> = folders.collect();
    for (number, folder) in (1..).zip(&folders) {
        workshop.output(&format!("{run} --shard {number}/{of} --out {folder}"));
    }
    folders.join(" ")
}

#[test]
fn parts_make_the_same_bytes_as_one_run() {
    let workshop = Workshop::new();
    let whole = workshop.output(&format!("{RUN} --out whole"));
    for of in [1, 3, 40] {
        let parts = play_parts(&workshop, RUN, of);
        let merged = workshop.output(&format!("merge {parts} --out merged{of}"));
        assert_eq!(merged, whole);
        same_but_for_timing(&workshop, "whole", &format!("merged{of}"));
    }
    let decisions = |folder: &str| -> Vec<_> {
        let rows = workshop.rows(&format!("{folder}/timing.csv"));
        rows.into_iter().map(|row| row["decisions"].clone()).collect()
    };
    assert_eq!(decisions("merged3"), decisions("whole"));
}

#[test]
fn parts_with_luck_make_the_same_bytes_as_one_run() {
    let workshop = Workshop::new();
    let run = "--agents greedy:nodes=30,random --games 24 --luck --forecasts";
    let whole = workshop.output(&format!("{run} --out whole"));
    let parts = play_parts(&workshop, run, 3);
    assert_eq!(workshop.output(&format!("merge {parts} --out merged")), whole);
    same_but_for_timing(&workshop, "whole", "merged");
}

#[test]
fn parts_of_wongar_make_the_same_bytes_as_one_run() {
    let workshop = Workshop::new();
    let run = "--game wongar --agents greedy:nodes=20,random --players 3 --games 20";
    workshop.output(&format!("{run} --out whole"));
    let parts = play_parts(&workshop, run, 2);
    workshop.output(&format!("merge {parts} --out merged"));
    same_but_for_timing(&workshop, "whole", "merged");
}

#[test]
fn incomplete_sets_of_shards_are_rejected() {
    let workshop = Workshop::new();
    let run = "--agents random,random --games 12";
    play_parts(&workshop, run, 3);
    workshop.output(&format!("{run} --seed 2 --shard 2/3 --out foreign"));
    workshop.output(&format!("{run} --shard 2/2 --out half"));
    workshop.output(&format!("{run} --shard 2/3 --out torn"));
    let rows = workshop.read("torn/seats.csv");
    workshop.write("torn/seats.csv", &rows[..rows.len() - 30]);
    workshop.output(&format!("{run} --shard 2/3 --out unfinished"));
    workshop.unfinish("unfinished");
    fs::create_dir(workshop.path("empty")).unwrap();
    for (parts, sentence) in [
        ("part3of3 part1of3", "shard 2/3 is missing"),
        ("part1of3 part2of3", "shard 3/3 is missing"),
        ("part1of3 part2of3 part2of3 part3of3", "part2of3 and part2of3 are both shard 2/3"),
        (
            "part1of3 foreign part3of3",
            "part1of3 and foreign belong to different runs: seed is 1 and 2",
        ),
        ("part1of3 half", "part1of3 and half cannot be merged: they are shards 1/3 and 2/2"),
        ("part1of3 unfinished part3of3", "unfinished is not finished: continue it with --resume"),
        (
            "part1of3 torn part3of3",
            "torn/seats.csv: changed after the job finished: restore the file, or run the job again with --force",
        ),
        ("part1of3 empty part3of3", "empty is not a run folder: it has no manifest.json"),
        ("part1of3 nowhere", "nowhere is not a run folder: it has no manifest.json"),
    ] {
        let finished = workshop.run(&format!("merge {parts} --out merged"));
        assert_eq!(finished.code, 2, "{parts}");
        assert_eq!(finished.errors, format!("error: {sentence}\n"), "{parts}");
        assert!(!workshop.path("merged").exists(), "{parts}");
    }
    let finished = workshop.run("merge part1of3 part2of3 part3of3 --out half");
    assert!(finished.errors.contains("half already exists"), "{}", finished.errors);
    for shard in ["0/3", "4/3", "x", "1"] {
        let finished = workshop.run(&format!("{run} --shard {shard} --out other"));
        assert_eq!(finished.code, 2, "{shard}");
        assert!(finished.errors.contains("expected I/N with I from 1 to N"), "{shard}");
    }
}

/// The games before a part are not generated one by one; otherwise this would not finish.
#[test]
fn the_last_part_of_the_longest_run_begins_at_once() {
    let workshop = Workshop::new();
    let (all, of) = (u64::MAX, u64::MAX / 40);
    let agents = "a=random,b=random,c=random,d=random,e=random";
    for (folder, kind) in [
        ("run", format!("--agents {agents} --players 3")),
        ("small-run", "--agents a=random,b=random --players 4".to_owned()),
        ("match", "match random random --players 2".to_owned()),
        ("study", "study king-value --policy random --players 2 --decks 1".to_owned()),
    ] {
        let run = format!("{kind} --games {all} --quiet --out {folder} --shard {of}/{of}");
        workshop.output(&run);
        let manifest = workshop.manifest(folder);
        let games = manifest["games_played"].as_u64().unwrap();
        assert!((30..=50).contains(&games) && manifest["finished"] == true, "{manifest}");
        let again = workshop.run(&format!("{run} --resume"));
        assert_eq!(again.errors, format!("{folder} is finished: nothing to do\n"));
        if folder.ends_with("run") {
            let rows = workshop.rows(&format!("{folder}/games.csv"));
            assert_eq!(rows.last().unwrap()["game"], (all - 1).to_string());
            assert_eq!(rows.len() as u64, games);
        }
    }
}

#[test]
fn design_is_written_to_the_manifest() {
    let workshop = Workshop::new();
    for (design, block_size, sentence) in [
        ("auto", 6, "all seat assignments of a matchup"),
        ("williams", 6, "all seat assignments of a matchup"),
        ("cyclic", 3, "the rotations of a matchup's seat assignments in turn"),
        ("all", 6, "all seat assignments of a matchup"),
    ] {
        let run = "--agents random,one=random,two=random --games 12 --design";
        workshop.output(&format!("{run} {design} --out {design}"));
        let manifest = workshop.manifest(design);
        assert_eq!(manifest["block_size"], block_size, "{design}");
        let told = format!("1 matchup; a block is one deck with {sentence}");
        assert_eq!(manifest["design"], told, "{design}");
        let command = manifest["command"].as_str().unwrap();
        assert_eq!(command.contains(&format!("--design {design}")), design != "auto");
    }
}
