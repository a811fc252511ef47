//! Bots in other processes: the example bot, and bots that fail in every possible way.

use crate::support::{Finished, Workshop, same_but_for_timing};
use serde_json::Value;
use std::path::Path;
use std::time::Duration;
use std::{fs, process, thread};

fn path(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name).display().to_string()
}

/// Returns the spec of the example bot.
fn example() -> String {
    format!("external:cmd=\"python3 '{}'\"", path("../../agents/examples/bot.py"))
}

/// More time than a bot that answers needs on the busiest machine.
const PATIENCE: &str = "move_ms=60000";

/// Returns the spec of a bot with one fault. The bot writes a diary if a file is given, for which it has to run
/// without the sandbox.
fn faulty(fault: &str, diary: &str) -> String {
    let program = path("tests/end_to_end/bots/faulty.py");
    let sandbox = if diary.is_empty() { "on" } else { "off" };
    format!(
        "external:cmd=\"python3 '{program}' {fault} {diary}\":stderr=errors.txt:sandbox={sandbox}:{PATIENCE}"
    )
}

/// The key of the decks, given so that runs can be compared.
const SECRET: &str = "--secret 00112233445566778899aabbccddeeff";

fn play(workshop: &Workshop, agents: &[&str], arguments: &str) -> Finished {
    let mut command = workshop.tournament(arguments);
    command.args(["--quiet", "--agents", &agents.join(",")]);
    let finished = Finished::new(command.output().unwrap());
    assert_eq!(finished.code, 0, "{agents:?}: {}", finished.errors);
    finished
}

fn comply(workshop: &Workshop, bot: &str, arguments: &str) -> Finished {
    let mut command = workshop.tournament(&format!("compliance {arguments}"));
    Finished::new(command.arg(bot).output().unwrap())
}

#[test]
fn the_example_plays_both_games_and_threads_do_not_show() {
    let workshop = Workshop::new();
    let bot = format!("bot={}:{PATIENCE}", example());
    for (game, seats) in [("tongiaki", 2), ("wongar", 3)] {
        for threads in [1, 2] {
            let arguments = format!(
                "--game {game} --players {seats} --games 12 --threads {threads} --records --out {game}{threads} {SECRET}"
            );
            let finished = play(&workshop, &[&bot, "random"], &arguments);
            assert_eq!(finished.errors, "");
        }
        for file in ["games.csv", "seats.csv", "manifest.json"] {
            let read = |threads| workshop.read(&format!("{game}{threads}/{file}"));
            assert_eq!(read(1), read(2), "{file}");
        }
        let rows = workshop.rows(&format!("{game}1/summary_agents.csv"));
        let share: f64 = rows[0]["win_share"].parse().unwrap();
        assert!(
            share > 1.2 / f64::from(seats),
            "{game}: the example is better than chance: {share}"
        );
    }
    play(&workshop, &[&example(), "random"], "--games 2 --threads 1 --out default");
    for (run, limit) in [("tongiaki1", 60_000), ("default", 5000)] {
        let manifest = workshop.manifest(run);
        let parameters = &manifest["agents"][0]["parameters"];
        assert_eq!(parameters["bot_name"], "example");
        assert_eq!(parameters["move_ms"], limit);
        assert!(parameters["cmd"].as_str().unwrap().starts_with("python3 '/"));
    }
}

#[test]
fn several_copies_sit_at_a_table_and_processes_are_used_again() {
    let workshop = Workshop::new();
    let arguments = "--players 4 --games 8 --threads 1 --out run";
    let bot = faulty("none", "diary.txt") + ":isolate=none";
    play(&workshop, &[&bot, &bot], arguments);
    let diary = workshop.read("diary.txt");
    let messages: Vec<Value> =
        diary.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let count = |kind: &str| messages.iter().filter(|message| message["type"] == kind).count();
    // There are two participants with at most three seats each, and a process for each seat.
    assert!((4..=6).contains(&count("hello")), "{} processes", count("hello"));
    assert_eq!(count("quit"), count("hello"));
    assert_eq!((count("new_game"), count("game_over")), (8 * 4, 8 * 4));
    let all_of =
        |kind: &'static str| messages.iter().filter(move |message| message["type"] == kind);
    for message in all_of("new_game") {
        assert!(message["seed"].as_u64().unwrap() < 1 << 53);
        assert_eq!(message["players"], 4);
    }
    let decide = all_of("decide").next().unwrap();
    assert!(decide["moves"].as_array().unwrap().len() > 1);
    let over = all_of("game_over").next().unwrap();
    assert_eq!(over["events"].as_array().unwrap().last().unwrap()["event"], "end");
}

/// The events that a bot receives, decision by decision, equal the record of the game.
#[test]
fn bots_receive_the_events_of_the_record() {
    let workshop = Workshop::new();
    let bot = faulty("none", "diary.txt");
    play(&workshop, &[&bot, "random"], "--games 1 --threads 1 --records --out run");
    let told: Vec<Value> = workshop
        .read("diary.txt")
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter_map(|message| message["events"].as_array().cloned())
        .flatten()
        .collect();
    let record: Value = serde_json::from_str(&workshop.records("run")).unwrap();
    assert_eq!(&told, record["events"].as_array().unwrap());
}

#[test]
fn a_bot_that_fails_forfeits_and_the_run_goes_on() {
    let workshop = Workshop::new();
    let causes = [
        ("end", "the program ended: exit status: 7"),
        ("hang", "no answer within 15000 ms"),
        ("hang", "more than 15000 ms for the decisions of a game"),
        ("rubbish", "expected a JSON object, found \"I would rather / not\""),
        ("list", "expected a JSON object, found \"[\""),
        ("number", "expected a string `move`, found \"{\"move\": 4}\""),
        ("illegal", "illegal move \"sail nowhere>7\""),
        ("giant", "a line of more than 65536 bytes"),
        ("endless", "a line of more than 65536 bytes"),
        ("bytes", "a line that is not UTF-8 text"),
    ];
    for (fault, cause) in causes {
        // The bot that hangs answers twice before, for which it needs but a small part of the limit.
        let limits = match cause.split_once(" 15000 ms") {
            Some((_, "")) => "move_ms=15000",
            Some(_) => "move_ms=60000:game_ms=15000",
            None => PATIENCE,
        };
        let bot = format!("bot={}", faulty(fault, "").replace(PATIENCE, limits));
        let arguments = format!("--games 2 --threads 2 --records --force --out {fault}");
        let finished = play(&workshop, &[&bot, "random"], &arguments);
        let told = "forfeited games: 2; the first: game 0, seat 0: ";
        assert!(finished.errors.starts_with(told), "{}", finished.errors);
        let games = workshop.rows(&format!("{fault}/games.csv"));
        assert_eq!(games.len(), 2);
        for (game, bot_seat) in games.iter().zip([0, 1]) {
            let forfeits = &game["forfeits"];
            assert!(forfeits.contains(cause), "{fault}: {forfeits}");
            assert!(forfeits.starts_with(&format!("{bot_seat}: ")), "{forfeits}");
            assert!(forfeits.ends_with(" at decision 3"), "{forfeits}");
            assert_eq!(game["winners"], (1 - bot_seat).to_string());
        }
        for seat in workshop.rows(&format!("{fault}/seats.csv")) {
            let (rank, share) = if seat["agent"] == "bot" { ("2", "0.0") } else { ("1", "1.0") };
            assert_eq!((&seat["rank"][..], &seat["win_share"][..]), (rank, share));
        }
        workshop.output(&format!("replay {fault}/records.jsonl.zst"));
    }
}

/// A process that does not start in time has not lost a game: the run stops, and can be continued.
#[test]
fn a_bot_that_is_not_ready_in_time_stops_the_run() {
    let workshop = Workshop::new();
    let silent = faulty("silent", "") + ":start_ms=300";
    let mut command = workshop.tournament("--games 2 --quiet --out run --agents");
    let finished = Finished::new(command.arg(format!("{silent},random")).output().unwrap());
    assert_eq!(finished.code, 2);
    let sentence = ": the bot was not ready within 300 ms: choose a longer start_ms\n";
    assert!(finished.errors.ends_with(sentence), "{}", finished.errors);
    // It is late from its third process on.
    let late = faulty("late", "diary.txt") + ":isolate=game:start_ms=3s";
    let mut command = workshop.tournament("--games 8 --threads 1 --quiet --out run --agents");
    let finished = Finished::new(command.arg(format!("{late},random")).output().unwrap());
    assert_eq!(finished.code, 2, "{}", finished.errors);
    let sentence = " cannot be played: the bot was not ready within 3000 ms: choose a longer start_ms; to continue, run `";
    assert!(finished.errors.contains(sentence), "{}", finished.errors);
    assert!(workshop.rows("run/games.csv").iter().all(|game| game["forfeits"].is_empty()));
}

/// Time in which this program was suspended does not count against a bot that answered meanwhile.
#[cfg(unix)]
#[test]
fn a_program_that_was_suspended_does_not_blame_bots() {
    let workshop = Workshop::new();
    let bot = faulty("slow", "").replace(PATIENCE, "move_ms=4s:log=log.txt");
    let mut command = workshop.tournament("--game kuhn --games 12 --threads 2 --quiet --out run");
    let mut child = command.args(["--agents", &format!("{bot},{bot}")]).spawn().unwrap();
    while !fs::read_to_string(workshop.path("log.txt")).is_ok_and(|text| text.contains("decide")) {
        assert!(child.try_wait().unwrap().is_none(), "the program ended before a bot decided");
        thread::sleep(Duration::from_millis(10));
    }
    for signal in ["-STOP", "-CONT"] {
        let id = child.id().to_string();
        assert!(process::Command::new("kill").args([signal, &id]).status().unwrap().success());
        thread::sleep(Duration::from_secs(5));
    }
    assert!(child.wait().unwrap().success());
    let games = workshop.rows("run/games.csv");
    assert!(games.iter().all(|game| game["forfeits"].is_empty()), "{games:?}");
}

#[test]
fn a_bot_with_its_output_closed_fails_as_well() {
    let workshop = Workshop::new();
    // In the sandbox, another process also has the output open, so that only the time limit detects the failure.
    for (sandbox, cause) in
        [("off", "the program closed its standard output"), ("on", "no answer within 15000 ms")]
    {
        let bot = faulty("close", "").replace("sandbox=on", &format!("sandbox={sandbox}"));
        let bot = bot.replace(PATIENCE, "move_ms=15000");
        play(&workshop, &[&bot, "random"], "--games 2 --threads 2 --force --out run");
        for game in workshop.rows("run/games.csv") {
            let forfeits = &game["forfeits"];
            assert!(
                forfeits.contains(cause) || sandbox != "off" && forfeits.contains("closed"),
                "{forfeits}"
            );
        }
    }
}

/// An extra answer counts as the answer to the next question, whenever it arrives.
#[test]
fn answers_too_many_always_have_the_same_effect() {
    let workshop = Workshop::new();
    for number in 0..3 {
        let arguments =
            format!("--games 4 --threads {} --out run{number} {SECRET}", 1 + number % 2);
        play(&workshop, &[&format!("bot={}", faulty("twice", "")), "random"], &arguments);
        assert_eq!(
            workshop.read("run0/games.csv"),
            workshop.read(&format!("run{number}/games.csv"))
        );
    }
    let games = workshop.rows("run0/games.csv");
    assert!(games.iter().all(|game| game["forfeits"].contains("illegal move")), "{games:?}");
}

/// A process that has exited when the next game begins is replaced, and the results do not change.
#[test]
fn a_bot_may_end_after_every_game() {
    let workshop = Workshop::new();
    let (once, none) = (faulty("once", ""), faulty("none", ""));
    for (name, bot) in [("once", &once), ("none", &none)] {
        let bot = format!("bot={bot}:isolate=none");
        let arguments = format!("--games 6 --threads 2 --out {name} {SECRET}");
        play(&workshop, &[&bot, "random"], &arguments);
    }
    assert_eq!(workshop.read("once/games.csv"), workshop.read("none/games.csv"));
}

/// The order of the schedule decides, so threads and interruptions do not affect the results.
#[test]
fn a_bot_that_keeps_forfeiting_is_out() {
    let workshop = Workshop::new();
    let bot = format!("bot={}", faulty("end", ""));
    let play = |out: &str, games: u64, flags: &str| {
        let arguments = format!("--games {games} --out {out} {SECRET} {flags}");
        play(&workshop, &[&bot, "random"], &arguments).errors
    };
    let told = play("whole", 46, "--threads 1");
    let sentence = "bot is disqualified from game 20 on: it forfeited 20 games in a row; games forfeited without play after that: 26";
    assert_eq!(told.lines().nth(1), Some(sentence), "{told}");
    let games = workshop.rows("whole/games.csv");
    for (number, game) in games.iter().enumerate() {
        let cause = if number < 20 {
            "exit status: 7 at decision 3"
        } else {
            "out after 20 forfeits in a row"
        };
        assert!(game["forfeits"].ends_with(cause), "{game:?}");
    }
    play("parts", 14, "--threads 2");
    play("parts", 46, "--threads 2 --resume");
    same_but_for_timing(&workshop, "whole", "parts");
    workshop.output("verify whole");
}

/// The number of open files is checked before anything is written, so that the files of the run and the other bots
/// can be opened.
#[cfg(unix)]
#[test]
fn too_many_bots_for_the_system_are_refused_beforehand() {
    let workshop = Workshop::new();
    let mut shell = std::process::Command::new("sh");
    shell.current_dir(workshop.path(".")).args(["-c", "ulimit -n 200; exec \"$0\" \"$@\""]);
    shell.arg(env!("CARGO_BIN_EXE_tournament")).args(["--games", "2", "--out", "run", "--threads"]);
    let bot = format!("bot={}", faulty("none", ""));
    let finished =
        Finished::new(shell.args(["9", "--agents", &format!("{bot},random")]).output().unwrap());
    let sentence = "error: bots on 9 threads need 384 open files, but the system allows 200: choose fewer --threads, \
                    or raise the limit with `ulimit -n 384`\n";
    assert_eq!((finished.code, &finished.errors[..]), (2, sentence));
    assert!(!workshop.path("run").exists());
}

#[test]
fn two_bots_that_forfeit_share_the_last_ranks() {
    let workshop = Workshop::new();
    let bots = [faulty("end", ""), faulty("illegal", "")];
    play(&workshop, &[&bots[0], &bots[1], "random"], "--games 6 --threads 1 --out run");
    for game in workshop.rows("run/games.csv") {
        assert_eq!(game["forfeits"].split('|').count(), 2, "{game:?}");
    }
    let ranks: Vec<_> =
        workshop.rows("run/seats.csv").iter().map(|seat| seat["rank"].clone()).collect();
    for game in ranks.chunks(3) {
        assert_eq!(game.iter().filter(|&rank| rank == "2").count(), 2, "{ranks:?}");
    }
}

#[test]
fn matches_are_played_with_bots_too() {
    let workshop = Workshop::new();
    let mut command = workshop.tournament("match --quiet --games 40 --effect 0.3 --out run");
    command.args([&format!("bot={}", faulty("end", "")), "random"]);
    let finished = Finished::new(command.output().unwrap());
    assert_eq!(finished.code, 0, "{}", finished.errors);
    assert!(finished.output.contains("null accepted"), "{}", finished.output);
    assert!(finished.errors.starts_with("forfeited games: "), "{}", finished.errors);
}

#[test]
fn programs_that_are_not_bots_exit_with_code_2() {
    let workshop = Workshop::new();
    let version = faulty("version", "");
    workshop.write("text", "no program");
    for name in ["tool", "empty"] {
        fs::copy("/bin/sh", workshop.path(name)).unwrap();
    }
    // It can still be executed.
    workshop.write("empty", "");
    for (spec, sentence) in [
        (
            "external:cmd=no-such-program",
            "error: external: cannot play with 'no-such-program': cannot start no-such-program: No such file",
        ),
        (
            "external:cmd=./text",
            "error: external: cannot play with './text': cannot start ./text: Permission denied",
        ),
        (
            "external:cmd=tool",
            "error: external: cannot play with 'tool': cannot start tool: No such file",
        ),
        (
            "external:cmd=./empty",
            "error: external: cannot play with './empty': cannot start ./empty: it is neither a program nor a script",
        ),
        (
            "external:cmd=false",
            "error: external: cannot play with 'false': the program ended: exit status: 1",
        ),
        (
            "external:cmd=cat 'a",
            "error: external: cannot play with 'cat 'a': the quotes do not match",
        ),
        ("external:cmd=\" \"", "error: external: cannot play with ' ': it names no program\n"),
        (
            "external:cmd=\"\"",
            "error: 'cmd=\"\"': nothing is between the quotes: write a value, or leave the parameter out\n",
        ),
        // A shell takes the backslashes away, so the sentence names the word that is left.
        (
            "external:cmd=\"C:\\bots\\bot.exe\"",
            "error: external: cannot play with 'C:\\bots\\bot.exe': cannot start C:botsbot.exe: No such file",
        ),
        (
            "external:cmd=no-such-program:sandbox=off:log=left.txt",
            "error: external: cannot play with 'no-such-program': cannot start no-such-program: No such file",
        ),
        ("external", "error: external: cmd is required: write external:cmd=PROGRAM"),
        (
            "external:cmd=cat:move_ms=0",
            "error: external: move_ms=0: expected a time from 1 to 3600000 ms",
        ),
        (
            "external:cmd=cat:stderr=no/such",
            "error: external: cannot play with 'cat': cannot write",
        ),
        (&version, "error: external: cannot play with 'python3 "),
    ] {
        let mut command = workshop.tournament("--games 2 --out run --agents");
        let finished = Finished::new(command.arg(format!("{spec},random")).output().unwrap());
        assert_eq!(finished.code, 2, "{spec}");
        assert!(finished.errors.starts_with(sentence), "{}", finished.errors);
        assert_eq!(finished.errors.lines().count(), 1, "{}", finished.errors);
        assert!(!workshop.path("run").exists() && !workshop.path("left.txt").exists());
    }
}

#[test]
fn compliance_accepts_conforming_bots() {
    let workshop = Workshop::new();
    let finished = comply(
        &workshop,
        &format!("{}:{PATIENCE}", example()),
        "--game wongar --edition advanced --games 2",
    );
    assert_eq!(finished.code, 0, "{}", finished.output);
    insta::assert_snapshot!(finished.output);
}

#[test]
fn compliance_reports_protocol_violations() {
    let workshop = Workshop::new();
    for (fault, code, line) in [
        ("none", 0, "the bot complies with the protocol"),
        (
            "version",
            1,
            "BROKEN   answers hello with protocol, name and version: expected protocol 1, found 2",
        ),
        (
            "illegal",
            1,
            "BROKEN   decides legally and in time with 2 players: 2 of 2 games forfeited; \
             seat 0: illegal move \"sail nowhere>7\" at decision 3 of game 0",
        ),
        ("once", 1, "BROKEN   plays several games in one process: the bot had to be started "),
        ("strict", 1, "BROKEN   ignores unknown fields: 2 of 2 games forfeited; "),
        ("dice", 0, "warning  plays the same under the same seed: it does not, so runs"),
        ("chatty", 1, "BROKEN   "),
        ("stubborn", 1, "BROKEN   exits on the message quit: the bot does not exit"),
    ] {
        let finished = comply(&workshop, &faulty(fault, ""), "--players 2 --games 2");
        assert_eq!(finished.code, code, "{fault}: {}", finished.output);
        assert!(finished.output.contains(line), "{fault}: {}", finished.output);
    }
    for (bot, sentence) in [
        ("greedy", "error: 'greedy' is not a bot: expected external:cmd=PROGRAM\n"),
        (
            "external:cmd=no-such-program",
            "error: external: cannot play with 'no-such-program': cannot start no-such-program: No such file",
        ),
    ] {
        let finished = comply(&workshop, bot, "");
        assert_eq!(finished.code, 2);
        assert!(finished.errors.starts_with(sentence), "{}", finished.errors);
    }
}

#[test]
fn a_bot_cannot_join_games_in_the_middle() {
    let workshop = Workshop::new();
    workshop.output("--agents random --games 1 --records --quiet --out recorded");
    for (command, begin) in [
        (
            "study king-value --games 1 --out run --policy",
            "error: --policy cannot be an external bot: ",
        ),
        (
            "study disagreements --games 1 --out run greedy",
            "error: the agents cannot be external bots: ",
        ),
        ("train --players 2 --out run --against", "error: --against external:cmd="),
        ("analyse recorded/records.jsonl.zst --agent", "error: external:cmd="),
    ] {
        let mut command = workshop.tournament(command);
        let finished = Finished::new(command.arg(example()).output().unwrap());
        assert_eq!(finished.code, 2, "{}", finished.errors);
        assert!(finished.errors.starts_with(begin), "{}", finished.errors);
        assert!(!workshop.path("run").exists());
    }
}
