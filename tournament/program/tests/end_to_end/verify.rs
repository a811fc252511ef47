//! Detection of files that were changed after a job.

use crate::support::{Workshop, files, interrupt, same_but_for_timing};
use serde_json::Value;
use std::fs;

const RUN: &str =
    "--agents greedy:nodes=30:samples=1,random --games 24 --records --luck --forecasts --seed 3";

/// Copies a folder.
fn copy(workshop: &Workshop, from: &str, to: &str) {
    fs::create_dir(workshop.path(to)).unwrap();
    for name in files(&workshop.path(from)) {
        let target = workshop.path(to).join(&name);
        fs::copy(workshop.path(from).join(&name), target).unwrap();
    }
}

#[test]
fn verify_accepts_finished_jobs() {
    let workshop = Workshop::new();
    for (run, records) in [
        (RUN.to_owned(), "records: 24 give the same rows"),
        (format!("{RUN} --shard 2/3"), "records: 8 give the same rows"),
        ("--game wongar --agents random --games 6 --records".to_owned(), "records: 6 give"),
        ("--game kuhn --agents random,ismcts --games 8".to_owned(), "records: none"),
        ("match greedy:samples=1:nodes=30 random --effect 0.2 --games 200".to_owned(), ""),
        ("tune greedy:samples=1:nodes=20 --pool random --games 40 --confirm 10".to_owned(), ""),
    ] {
        let out = format!("run{}", records.len() + run.len());
        workshop.run(&format!("{run} --quiet --out {out}"));
        let told = workshop.output(&format!("verify {out}"));
        assert!(told.starts_with("files: ") && told.contains(" match the manifest\n"), "{told}");
        assert!(told.contains(records), "{run}: {told}");
        assert!(told.ends_with(&format!("{out} is complete and consistent\n")), "{told}");
    }
}

/// Returns the place of a bit whose change can be noticed, whatever the clock has measured.
///
/// The content of a file with a hash does not matter. The files with thinking times have none, so that runs with the same games have
/// the same manifest; they agree on the longest time of the last agent, in its last row: `microseconds_max`, and `nanoseconds`.
/// Other changes may go unnoticed, such as another mean, or lead to a warning only, such as another number of decisions.
fn place_of_damage(name: &str, bytes: &[u8]) -> usize {
    let columns_after = match name {
        "timing.csv" => 2,
        "timing_histogram.csv" => 1,
        _ => return bytes.len() - 30,
    };
    let mut commas = (0..bytes.len()).rev().filter(|&place| bytes[place] == b',');
    commas.nth(columns_after - 1).unwrap() - 1
}

#[test]
fn every_file_that_was_changed_is_named() {
    let workshop = Workshop::new();
    workshop.output(&format!("{RUN} --out run"));
    for name in files(&workshop.path("run")) {
        let folder = format!("changed-{name}");
        copy(&workshop, "run", &folder);
        let mut bytes = workshop.read_bytes(&format!("{folder}/{name}"));
        let place = place_of_damage(&name, &bytes);
        bytes[place] ^= 1;
        workshop.write(&format!("{folder}/{name}"), bytes);
        // The two files with thinking times have no hashes, but they are checked against each other.
        let named = if name.starts_with("timing") { "timing" } else { &format!("{name}: ") };
        for arguments in [format!("verify {folder}"), format!("merge {folder} --out merged")] {
            workshop.refuses(&arguments, &format!("{folder}/{named}"));
        }
        fs::remove_file(workshop.path(&folder).join(&name)).unwrap();
        assert_eq!(workshop.run(&format!("verify {folder}")).code, 2, "{name}");
    }
    fs::remove_file(workshop.path("run/seats.csv")).unwrap();
    let removed = "run/seats.csv: removed after the job finished: ";
    for arguments in ["verify run", &format!("{RUN} --out run --resume")] {
        workshop.refuses(arguments, removed);
    }
}

/// Rows that match their hashes are still checked against each other, against the schedule and against the records.
#[test]
fn verify_checks_rows_against_each_other() {
    let workshop = Workshop::new();
    workshop.output(&format!("{RUN} --out run"));
    let ranks = "the rows of game 5 are damaged: ";
    for (table, column, what) in [
        ("games.csv", "winners", ranks),
        ("games.csv", "deck_seed", ranks),
        ("games.csv", "block", ranks),
        ("games.csv", "kings", ranks),
        ("games.csv", "islands", ranks),
        ("seats.csv", "agent", ranks),
        ("seats.csv", "win_share", ranks),
        ("seats.csv", "kings", ranks),
        (
            "seats.csv",
            "ships_lost",
            "line 6, game 5: the rows differ from those computed from the record",
        ),
        (
            "games.csv",
            "sails",
            "line 6, game 5: the rows differ from those computed from the record",
        ),
        ("luck.csv", "margin_luck", "differs from the file computed from the rows"),
        (
            "forecasts.csv",
            "win_share",
            "line 6, game 5: the rows differ from those computed from the record",
        ),
    ] {
        let folder = format!("{table}-{column}");
        copy(&workshop, "run", &folder);
        let path = format!("{folder}/{table}");
        let text = workshop.read(&path);
        let number = text.lines().next().unwrap().split(',').position(|name| name == column);
        let mut is_changed = false;
        let rows = text.lines().map(|row| {
            let mut cells: Vec<_> = row.split(',').map(str::to_owned).collect();
            if cells[0] == "5" && !is_changed {
                let cell = &mut cells[number.unwrap()];
                *cell = match cell.parse::<f64>() {
                    Ok(value) => (value + 1.0).to_string(),
                    Err(_) => format!("{cell}x"),
                };
                is_changed = true;
            }
            cells.join(",") + "\n"
        });
        let changed: String = rows.collect();
        workshop.write(&path, changed);
        workshop.hash_again(&folder);
        let finished = workshop.run(&format!("verify {folder}"));
        assert_eq!(finished.code, 2, "{table} {column}");
        assert!(finished.errors.contains(what), "{table} {column}: {}", finished.errors);
    }
    let text = workshop.read("run/summary_agents.csv");
    workshop.write("run/summary_agents.csv", text.replacen('5', "6", 1));
    workshop.hash_again("run");
    let finished = workshop.run("verify run");
    assert!(finished.errors.contains("differs from the file computed from the rows"));
}

#[test]
fn verify_rejects_unfinished_runs_and_other_folders() {
    let workshop = Workshop::new();
    workshop.output(&format!("{RUN} --out run"));
    workshop.unfinish("run");
    workshop.refuses("verify run", "run is not finished: continue it with --resume");
    workshop.refuses("verify nowhere", "nowhere is not a run folder: it has no manifest.json");
    workshop.write("run/manifest.json", "[]");
    workshop.refuses("verify run", "run/manifest.json: not a manifest: ");
}

/// Damage to an interrupted run is reported, and the games after it are played again.
#[test]
fn an_interrupted_run_that_was_damaged_is_healed() {
    let workshop = Workshop::new();
    let run = "study moves --policy random --games 12 --decks 1 --turn-limit 20";
    workshop.output(&format!("{run} --out whole"));
    workshop.output(&format!("{run} --out cut"));
    let rows = workshop.read("cut/moves.csv");
    let is_held = |line: &&str| !line.starts_with("5,");
    let held: usize = rows.split_inclusive('\n').take_while(is_held).map(str::len).sum();
    workshop.write_checkpoint("cut", "moves.csv", 5, held);
    workshop.unfinish("cut");
    let mut damaged = rows.into_bytes();
    damaged[held / 2] ^= 1;
    workshop.write("cut/moves.csv", damaged);
    let resumed = |warning| {
        let finished = workshop.run(&format!("{run} --out cut --resume"));
        assert_eq!(finished.code, 0, "{}", finished.errors);
        assert!(finished.errors.contains(warning), "{}", finished.errors);
        assert_eq!(workshop.read("cut/moves.csv"), workshop.read("whole/moves.csv"));
    };
    resumed(
        "cut: the files differ from the last checkpoint, so everything from 0 on is done again",
    );
    workshop.unfinish("cut");
    workshop.write("cut/checkpoints.csv", "");
    resumed("cut: the checkpoints are missing, so everything from 0 on is done again");
    let checksum = |folder| workshop.manifest(folder)["checksum"].clone();
    assert!(matches!(checksum("cut"), Value::String(_)));
    assert_eq!(checksum("cut"), checksum("whole"));
}

/// A pipe, which would never end, and a very long file are refused before they are read.
#[cfg(unix)]
#[test]
fn files_of_a_run_that_never_end_are_refused_at_once() {
    let workshop = Workshop::new();
    let arguments = "--agents random,random --games 4 --quiet --out run";
    workshop.output(arguments);
    workshop.output("--agents random,random --games 4 --shard 1/2 --quiet --out part1");
    workshop.output("--agents random,random --games 4 --shard 2/2 --quiet --out part2");
    let games = workshop.path("run/games.csv");
    // A hole takes no space, but hashing it would take hours.
    fs::File::options().write(true).open(&games).unwrap().set_len(1 << 40).unwrap();
    workshop.refuses("verify run", "run/games.csv: changed after the job finished");
    for name in ["run/games.csv", "run/seats.csv", "part1/games.csv"] {
        fs::remove_file(workshop.path(name)).unwrap();
        let made = std::process::Command::new("mkfifo").arg(workshop.path(name)).status();
        assert!(made.unwrap().success());
        let sentence = format!("{name} is not a regular file");
        if name.starts_with("run") {
            workshop.refuses("verify run", &sentence);
            workshop.refuses(&format!("{arguments} --resume"), &sentence);
            fs::remove_file(workshop.path(name)).unwrap();
        } else {
            workshop.refuses("merge part1 part2 --out whole", &sentence);
        }
    }
}

/// A run does not depend on the times of its decisions.
#[test]
fn damaged_times_of_an_unfinished_run_are_reported_and_left_out() {
    let workshop = Workshop::new();
    let arguments = "--agents random,a=random --games 20000 --threads 1 --quiet";
    workshop.output(&format!("{arguments} --out whole"));
    for damage in ["", "agent,", "nonsense\n1,2,3\n"] {
        let job = workshop.tournament(&format!("{arguments} --out run"));
        interrupt(job, &workshop.path("run/games.csv"), 2000);
        workshop.write("run/timing.csv", damage);
        let resumed = workshop.run(&format!("{arguments} --out run --resume"));
        assert_eq!(resumed.code, 0, "{damage:?}: {}", resumed.errors);
        assert!(resumed.errors.contains("timing.csv"), "{damage:?}: {}", resumed.errors);
        same_but_for_timing(&workshop, "whole", "run");
        fs::remove_dir_all(workshop.path("run")).unwrap();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_small_stack_suffices() {
    let workshop = Workshop::new();
    let program = env!("CARGO_BIN_EXE_tournament");
    let words =
        format!("ulimit -s 128; exec '{program}' --agents mcts,greedy --games 2 --quiet --out run");
    let mut shell = std::process::Command::new("bash");
    let output = shell.args(["-c", &words]).current_dir(workshop.path(".")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
