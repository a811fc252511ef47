//! Interrupted runs, and their results after they are resumed.

use crate::support::{Finished, Workshop, files, interrupt, same_but_for_timing, wait_for};
use std::fs;
use std::process::{Command, Stdio};

/// A run that takes long enough to be interrupted.
const RUN: &str = "--agents greedy:nodes=60,random --games 400 --records --seed 3";

/// Starts the run and, once there are rows, interrupts it as Ctrl-C does.
#[cfg(unix)]
fn cut(workshop: &Workshop, folder: &str) -> Finished {
    let command = workshop.tournament(&format!("{RUN} --out {folder}"));
    interrupt(command, &workshop.path(folder).join("games.csv"), 4000)
}

#[cfg(unix)]
#[test]
fn interrupted_runs_print_the_resume_command() {
    let workshop = Workshop::new();
    workshop.output(&format!("{RUN} --out whole"));
    let finished = cut(&workshop, "cut");
    assert_eq!(finished.code, 130, "{}", finished.errors);
    let (_, command) = finished.errors.split_once('`').unwrap();
    let (command, rest) = command.split_once('`').unwrap();
    assert_eq!(rest.lines().next(), Some(""));
    workshop.output(command.strip_prefix("tournament ").unwrap());
    same_but_for_timing(&workshop, "whole", "cut");

    let before = files(&workshop.path("cut"));
    let again = workshop.run(&format!("{RUN} --out cut --resume"));
    assert_eq!((again.code, again.errors.as_str()), (0, "cut is finished: nothing to do\n"));
    assert_eq!(files(&workshop.path("cut")), before);
}

/// The shell limits the size of files, which has the same effect as a full file system.
#[cfg(unix)]
#[test]
fn a_full_disk_ends_a_run_with_a_sentence_and_it_goes_on_later() {
    let workshop = Workshop::new();
    workshop.output(&format!("{RUN} --out whole"));
    let program = workshop.tournament("");
    let script = format!(
        "trap '' XFSZ; ulimit -f 16; exec {} {RUN} --out full",
        program.get_program().to_string_lossy()
    );
    let mut shell = Command::new("bash");
    shell.current_dir(program.get_current_dir().unwrap()).args(["-c", &script]);
    let finished = Finished::new(shell.output().unwrap());
    assert_eq!(finished.code, 2, "{}", finished.errors);
    assert_eq!(finished.errors.lines().count(), 1, "{}", finished.errors);
    assert!(finished.errors.starts_with("error: cannot write full/"), "{}", finished.errors);
    assert!(finished.errors.ends_with("--out full --resume`\n"));
    workshop.output(&format!("{RUN} --out full --resume"));
    same_but_for_timing(&workshop, "whole", "full");
}

#[cfg(unix)]
#[test]
fn resume_rejects_a_different_run() {
    let workshop = Workshop::new();
    cut(&workshop, "cut");
    let games = workshop.read("cut/games.csv");
    for (other, difference) in [
        ("--seed 4", "seed is 3, not 4"),
        ("--games 401", "games is 400, not 401"),
        ("--shard 1/2", r#"shard is "1/1", not "1/2""#),
        ("--turn-limit 30", "turn_limit is 400, not 30"),
        ("--agents greedy:nodes=61,random", r#"agents[0].label is "greedy:nodes=60", not"#),
        ("--agents random", r#"design is "1 matchup"#),
    ] {
        let (flag, _) = other.split_once(' ').unwrap();
        let words: Vec<_> = RUN.split(' ').collect();
        let kept = match words.iter().position(|word| *word == flag) {
            Some(place) => [&words[..place], &words[place + 2..]].concat().join(" "),
            None => RUN.to_owned(),
        };
        let finished = workshop.run(&format!("{kept} {other} --out cut --resume"));
        assert_eq!(finished.code, 2, "{other}");
        if other != "--agents random" {
            let sentence = format!("error: cut contains a different run: {difference}");
            assert!(finished.errors.starts_with(&sentence), "{other}: {}", finished.errors);
        }
        assert_eq!(finished.errors.lines().count(), 1);
    }
    assert_eq!(workshop.read("cut/games.csv"), games);
    let finished = workshop.run(&format!("{RUN} --out cut"));
    assert_eq!(finished.code, 2);
    assert!(finished.errors.contains("cut already exists"), "{}", finished.errors);
}

/// With four agents on three seats, there are several matchups, each with blocks of six games.
#[test]
fn a_finished_run_goes_on_to_more_games() {
    let workshop = Workshop::new();
    let run = "--agents a=random,b=random,c=random,d=random --players 2 --records --luck";
    workshop.output(&format!("{run} --games 24 --out whole"));
    for games in [10, 12, 24] {
        workshop.output(&format!("{run} --games {games} --out grown --resume"));
    }
    same_but_for_timing(&workshop, "whole", "grown");
    let fewer = workshop.run(&format!("{run} --games 10 --out grown --resume"));
    assert_eq!(fewer.errors, "error: grown contains a different run: games is 24, not 10\n");
    workshop.output(&format!("{run} --games 11 --out cut"));
    let refused = workshop.run(&format!("{run} --games 24 --out cut --resume"));
    let sentence = "error: cut contains a finished run of 11 games with an incomplete last block: \
         play all games again, with --force or in another --out\n";
    assert_eq!((refused.code, refused.errors.as_str()), (2, sentence));
}

/// A run of another game has other tables, which its manifest lists.
#[test]
fn force_replaces_a_run_of_another_game() {
    let workshop = Workshop::new();
    let kuhn = "--game kuhn --agents random,random --games 12 --quiet";
    workshop.output(&format!("{kuhn} --out fresh"));
    workshop.output("--agents random,random --games 12 --records --quiet --out run");
    assert!(workshop.path("run/kings.csv").exists());
    workshop.output(&format!("{kuhn} --out run --force"));
    same_but_for_timing(&workshop, "fresh", "run");
}

/// `--force` replaces the files of an earlier run, even with other options, but no other files.
#[test]
fn force_replaces_a_run_and_nothing_else() {
    let workshop = Workshop::new();
    let run = "--agents random,random --games 12 --quiet";
    workshop.output(&format!("{run} --out fresh"));
    workshop.output(&format!("{run} --seed 2 --records --luck --out run"));
    workshop.output(&format!("{run} --out run --force"));
    same_but_for_timing(&workshop, "fresh", "run");
    workshop.write("run/analysis.csv", "mine");
    let refused = workshop.run(&format!("{run} --seed 3 --out run --force"));
    let sentence = "error: --force would delete run/analysis.csv, which is not a file of a run: \
                    move it, or choose another --out\n";
    assert_eq!((refused.code, refused.errors.as_str()), (2, sentence));
    assert_eq!(workshop.read("run/games.csv"), workshop.read("fresh/games.csv"));
    let both = workshop.run(&format!("{run} --out run --force --resume"));
    assert_eq!(both.code, 2, "{}", both.errors);
}

/// One process plays; the others exit with an error, or find the run finished.
#[test]
fn processes_that_begin_a_run_at_once_do_not_disturb_each_other() {
    let workshop = Workshop::new();
    let run = "--agents random,random --streams agent --games 3000 --quiet";
    workshop.output(&format!("{run} --out whole"));
    for round in 0..8 {
        let out = format!("run{round}");
        let begin = || {
            let mut command = workshop.tournament(&format!("{run} --out {out} --resume"));
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
        };
        let all = [begin(), begin(), begin()];
        let all = all.map(|child| Finished::new(child.wait_with_output().unwrap()));
        let at_work = format!("error: {out}: another process is using this run\n");
        let finished = format!("{out} is finished: nothing to do\n");
        for Finished { code, errors, .. } in &all {
            let is_told = (*code == 2 && *errors == at_work)
                || (*code == 0 && (errors.is_empty() || *errors == finished));
            assert!(is_told, "{code}: {errors}");
        }
        let played = all.iter().filter(|one| one.code == 0 && one.errors.is_empty());
        assert_eq!(played.count(), 1, "{all:?}");
        same_but_for_timing(&workshop, "whole", &out);
    }
}

/// A file that no run wrote is kept, and the run is refused.
#[test]
fn checkpoints_of_something_else_are_kept() {
    let workshop = Workshop::new();
    for flag in ["", "--resume"] {
        let out = format!("other{flag}");
        fs::create_dir(workshop.path(&out)).unwrap();
        workshop.write(&format!("{out}/checkpoints.csv"), "mine");
        let refused = workshop.run(&format!("--agents random,random --out {out} {flag}"));
        assert_eq!(refused.code, 2, "{}", refused.errors);
        assert_eq!(files(&workshop.path(&out)), ["checkpoints.csv"]);
    }
}

#[test]
fn two_processes_never_write_one_run() {
    let workshop = Workshop::new();
    let run = "--agents random,random --games 100000000 --out run";
    let mut first = workshop.tournament(run);
    let mut first = first.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    assert!(wait_for(&mut first, &workshop.path("run/seats.csv"), 10_000));
    let second = workshop.run(&format!("{run} --resume"));
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!(second.code, 2);
    assert_eq!(second.errors, "error: run: another process is using this run\n");
}
