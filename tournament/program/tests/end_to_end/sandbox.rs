//! Isolation of bots: the sandbox prevents everything except playing.
#![cfg(target_os = "linux")]

use crate::support::{Finished, Workshop, same_but_for_timing};
use std::io::ErrorKind;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::time::{Duration, Instant};
use std::{fs, thread};

/// The budget that a hostile bot exceeds.
fn budget(kind: &str) -> Option<&'static str> {
    match kind {
        "crowd" => Some("more than 128 processes"),
        "threads" => Some("more than 1024 threads"),
        "hogs" | "headless" => Some("more memory than 4 GiB"),
        _ => None,
    }
}

/// Bots that never answer, so that the tests wait for their whole time limit.
const SILENT: [&str; 9] = [
    "stop-group",
    "hang",
    "busy",
    "trickle",
    "no-line-end",
    "closed-output",
    "shut-down",
    "death-signal",
    "exec-from-thread",
];

/// Plays a hostile bot against an honest one. Returns the hostile bot's standard error.
fn play(workshop: &Workshop, kind: &str, target: &str, out: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = folder.join("tests/end_to_end/bots/hostile.py").display().to_string();
    let honest = folder.join("tests/end_to_end/bots/faulty.py").display().to_string();
    let said = format!("said-{kind}");
    let budget = budget(kind);
    // All bots that do not wait for this limit on purpose have enough time, even on a busy machine.
    let limit = if SILENT.contains(&kind) { 10_000 } else { 60_000 };
    let agents = format!(
        "bad=external:cmd=\"python3 '{program}' {kind} {target}\":stderr={said}:move_ms={limit},\
         good=external:cmd=\"python3 '{honest}' none\":move_ms=60000"
    );
    let mut command = workshop.tournament(&format!("--games 2 --threads 2 --quiet --out {out}"));
    command.env("SECRET_OF_THE_USER", "known").args(["--agents", &agents]);
    let finished = Finished::new(command.output().unwrap());
    assert_eq!(finished.code, 0, "{kind}: {}", finished.errors);
    for game in workshop.rows(&format!("{out}/games.csv")) {
        let bad = workshop.rows(&format!("{out}/seats.csv"));
        let seat = bad.iter().find(|row| row["game"] == game["game"] && row["agent"] == "good");
        let honest = format!("{}: ", seat.unwrap()["seat"]);
        assert!(
            !game["forfeits"].split('|').any(|one| one.starts_with(&honest)),
            "{kind}: {game:?}"
        );
        if let Some(budget) = budget {
            let forfeit = game["forfeits"].split_once(": ").unwrap().1;
            assert_eq!(forfeit, format!("the bot used {budget} at decision 2"), "{kind}");
        }
    }
    fs::read_to_string(workshop.path(&said)).unwrap_or_default()
}

/// Returns an argument for the bots of a workshop, which their processes and those that they start have in their commands. No other
/// process of the machine has it, even if the tests run several times at once.
fn marker(workshop: &Workshop) -> String {
    let folder = workshop.path("").canonicalize().unwrap();
    format!("/nowhere/{}", folder.file_name().unwrap().to_str().unwrap())
}

/// Returns the commands of the running processes that have the marker.
fn left_behind(marker: &str) -> Vec<String> {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let commands = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    let commands = commands.map(|command| String::from_utf8_lossy(&command).replace('\0', " "));
    commands.filter(|command| command.contains(marker)).collect()
}

/// Waits until no process with the marker is left. A machine under load takes its time to end killed processes, but less than those take
/// that were not killed.
fn assert_that_none_is_left(marker: &str, kind: &str) {
    let begin = Instant::now();
    loop {
        let left = left_behind(marker);
        if left.is_empty() {
            return;
        }
        assert!(begin.elapsed() < Duration::from_secs(300), "{kind}: {left:?}");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
#[ignore = "it starts many programs; .ci/full runs it"]
fn a_bot_reads_and_writes_nothing_but_its_own() {
    let workshop = Workshop::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let folder = workshop.path(".").canonicalize().unwrap().display().to_string();
    workshop.write("secret", "a secret");
    fs::create_dir(workshop.path("named")).unwrap();
    let own = std::process::id().to_string();
    // A bot that reaches a listener outside could have it run commands.
    let outside = UnixListener::bind(workshop.path("named/socket")).unwrap();
    outside.set_nonblocking(true).unwrap();
    let file = format!("{folder}/secret");
    for (kind, target) in [
        ("parent-command", ""),
        ("parent-memory", ""),
        ("processes", ""),
        ("environment", ""),
        // Paths in the bot's command are readable, so these paths are given in pieces.
        ("manifest", file.strip_suffix("et").unwrap()),
        ("home", &*format!("{folder}/named/./")),
        ("write", &*format!("{folder}/named//.")),
        ("network", &port),
        ("signal-parent", &own),
        ("key", ""),
        ("attribute", ""),
        ("mode", ""),
        ("time", ""),
        ("flag", ""),
        ("kernel", ""),
        ("host-name", ""),
        ("mount", ""),
        ("unix-socket", &*format!("{folder}/named/./")),
        ("trace", ""),
        ("memory-of-the-first", ""),
        ("shadow", ""),
        ("shared-errors", ""),
        ("shared-memory", ""),
        ("watch", ""),
        ("counted", ""),
    ] {
        let said = play(&workshop, kind, target, kind);
        // Folders in the bot's command are readable.
        let is_named = kind == "home";
        assert!(is_named || !said.contains("SUCCEEDED"), "{kind}: {said}");
    }
    assert_eq!(outside.accept().unwrap_err().kind(), ErrorKind::WouldBlock);
    play(&workshop, "temporary", "", "temporary");
    assert!(!std::env::temp_dir().join("hidden-decks-hostile").exists());
    assert!(!workshop.path("stolen").exists() && !workshop.path("named/stolen").exists());
    assert!(play(&workshop, "own-folder", "", "own-folder").contains("mine"));
}

/// Otherwise the bot could read the secret.
#[test]
fn a_bot_that_may_read_the_folder_of_the_run_is_refused() {
    let workshop = Workshop::new();
    let bot = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/end_to_end/bots/hostile.py");
    let text = fs::read_to_string(bot).unwrap();
    workshop.write("bot.py", &text);
    // A program may read the libraries beside its folder.
    fs::create_dir_all(workshop.path("tools/share")).unwrap();
    for folder in ["tools/bin", "tools/shims"] {
        fs::create_dir_all(workshop.path(folder)).unwrap();
        let program = workshop.path(folder).join("bot");
        fs::write(&program, format!("#!/usr/bin/env python3\n{text}")).unwrap();
        fs::set_permissions(program, PermissionsExt::from_mode(0o755)).unwrap();
    }
    for (command, read) in [
        ("python3 bot.py none ./.", ""),
        ("python3 bot.py none", ":read=."),
        ("tools/bin/bot none", ""),
        ("tools/shims/bot none", ""),
    ] {
        let agents = format!("bot=external:cmd=\"{command}\"{read},random");
        let mut tournament =
            workshop.tournament("--games 2 --quiet --out tools/share/run --agents");
        let finished = Finished::new(tournament.arg(agents).output().unwrap());
        assert_eq!(finished.code, 2, "{}", finished.errors);
        assert!(finished.errors.starts_with("error: bot may read /"), "{}", finished.errors);
        assert!(
            finished.errors.ends_with(" in tools/share/run: choose a place outside that folder\n"),
            "{}",
            finished.errors
        );
        assert!(!workshop.path("tools/share/run").exists());
    }
    // Words that name folders are arguments, unless they contain a slash.
    let agents = "bot=external:cmd=\"python3 bot.py tools\",random";
    let mut tournament = workshop.tournament("--games 2 --quiet --out tools/share/run --agents");
    assert!(tournament.arg(agents).output().unwrap().status.success());
}

/// Otherwise its length would carry information to the next process.
#[test]
fn a_bot_that_may_read_its_standard_error_is_refused() {
    let workshop = Workshop::new();
    let bot = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/end_to_end/bots/faulty.py");
    let agents =
        format!("external:cmd=\"python3 '{}' none\":read=.:stderr=told,random", bot.display());
    let mut tournament = workshop.tournament("--games 2 --quiet --out run --agents");
    let finished = Finished::new(tournament.arg(agents).output().unwrap());
    assert_eq!(finished.code, 2);
    assert!(finished.errors.contains(": stderr=told is in /"), "{}", finished.errors);
    assert!(finished.errors.ends_with(", which the bot may read\n"), "{}", finished.errors);
    assert!(!workshop.path("told").exists());
}

/// Otherwise the bot could read the other's hand while they play.
#[test]
fn a_bot_that_may_read_the_messages_of_another_is_refused() {
    let workshop = Workshop::new();
    let bot = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/end_to_end/bots/faulty.py");
    fs::create_dir(workshop.path("logs")).unwrap();
    for file in ["log", "stderr"] {
        let cmd = format!("external:cmd=\"python3 '{}' none\"", bot.display());
        let agents = format!("spy={cmd}:read=logs,other={cmd}:{file}=logs/other");
        let mut tournament = workshop.tournament("--games 2 --quiet --out run --agents");
        let finished = Finished::new(tournament.arg(agents).output().unwrap());
        assert_eq!(finished.code, 2, "{}", finished.errors);
        let sentence =
            ", and so the messages of a bot in logs/other: choose a place outside that folder\n";
        assert!(finished.errors.starts_with("error: spy may read /"), "{}", finished.errors);
        assert!(finished.errors.ends_with(sentence), "{}", finished.errors);
        assert!(!workshop.path("run").exists());
    }
}

/// Otherwise one bot could use up what the system counts for the user, also outside the sandbox.
#[test]
fn a_bot_gets_nothing_that_is_counted_for_the_user() {
    let said = play(&Workshop::new(), "counted", "", "run");
    assert!(!said.contains("SUCCEEDED"), "{said}");
    let queued = said.lines().filter_map(|line| line.strip_prefix("queued ")?.parse::<u32>().ok());
    assert!(queued.max().is_some_and(|queued| (1..=1024).contains(&queued)), "{said}");
}

/// A bot runs in the complete sandbox, or outside it if the user chose so, but never in a part of it.
#[test]
fn without_bubblewrap_only_bots_outside_the_sandbox_run() {
    let workshop = Workshop::new();
    let shell = fs::canonicalize("/bin/sh").unwrap();
    let bot = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/end_to_end/bots/faulty.py");
    let play = |sandbox: &str| {
        let mut tournament = workshop.tournament("--games 2 --quiet --out run --agents");
        let path = std::env::var("PATH").unwrap();
        let words = format!("PATH='{path}' exec python3 '{}' none", bot.display());
        let bot =
            format!("bot=external:cmd=\"{} -c \\\"{words}\\\"\"{sandbox},random", shell.display());
        Finished::new(tournament.arg(bot).env("PATH", "/nowhere").output().unwrap())
    };
    let finished = play("");
    assert_eq!(finished.code, 2);
    let sentence = ": its sandbox needs bubblewrap, as in `apt install bubblewrap`: install it, or choose sandbox=off, \
                    which the manifest records\n";
    assert!(finished.errors.ends_with(sentence), "{}", finished.errors);
    assert!(!workshop.path("run").exists());
    assert_eq!(play(":sandbox=off").code, 0);
    assert_eq!(workshop.manifest("run")["agents"][0]["parameters"]["sandbox"], "off");
}

/// A bot that cannot be started has done nothing wrong, so nobody forfeits, and the run can be continued.
#[test]
fn a_run_stops_if_the_system_cannot_start_a_bot() {
    let workshop = Workshop::new();
    let bot = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/end_to_end/bots/faulty.py");
    let path = std::env::var("PATH").unwrap();
    let real = std::env::split_paths(&path).map(|folder| folder.join("bwrap"));
    let real = real.into_iter().find(|path| path.exists()).unwrap();
    // The start of the sixth process fails.
    let script = format!(
        "#!/bin/sh\necho >>{count}\n[ $(wc -l <{count}) != 6 ] || {{ echo 'bwrap: no space' >&2; exit 1; }}\n\
         exec {} \"$@\"\n",
        real.display(),
        count = workshop.path("count").display(),
    );
    fs::create_dir(workshop.path("tools")).unwrap();
    workshop.write("tools/bwrap", script);
    let tool = workshop.path("tools/bwrap");
    fs::set_permissions(&tool, PermissionsExt::from_mode(0o755)).unwrap();
    let play = |rest: &str, path: &str| {
        let agents = format!(
            "external:cmd=\"python3 '{}' none\":isolate=game:move_ms=60000,random",
            bot.display()
        );
        let secret = "--secret 00112233445566778899aabbccddeeff";
        let arguments = format!("--games 8 --threads 1 --quiet {secret} {rest}");
        let mut tournament = workshop.tournament(&arguments);
        Finished::new(tournament.env("PATH", path).args(["--agents", &agents]).output().unwrap())
    };
    let finished = play("--out run", &format!("{}:{path}", workshop.path("tools").display()));
    assert_eq!(finished.code, 2, "{}", finished.errors);
    let sentence = "error: game 5 cannot be played: cannot start the program: the sandbox is not available: bwrap: \
                    no space; to continue, run `tournament --agents ";
    assert!(finished.errors.starts_with(sentence), "{}", finished.errors);
    assert!(!workshop.read("run/games.csv").contains("sandbox"));
    assert_eq!(play("--out run --resume", &path).code, 0);
    assert_eq!(play("--out whole", &path).code, 0);
    same_but_for_timing(&workshop, "whole", "run");
}

#[test]
fn a_bot_remembers_nothing_from_game_to_game() {
    let workshop = Workshop::new();
    let said = play(&workshop, "remember", "", "run");
    assert!(said.contains("remembers False"), "{said}");
    assert!(!said.contains("remembers mine"), "{said}");
    let manifest = workshop.manifest("run");
    let name = manifest["agents"][0]["parameters"]["bot_name"].as_str().unwrap();
    assert!(name.starts_with("hostile[2Jxxx") && name.len() == 80, "{name}");
}

#[test]
fn all_processes_of_a_bot_have_one_budget() {
    let workshop = Workshop::new();
    play(&workshop, "crowd", "", "crowd");
    play(&workshop, "threads", "", "threads");
}

#[test]
fn daemons_of_bots_are_killed() {
    let workshop = Workshop::new();
    let marker = marker(&workshop);
    for kind in ["daemon", "daemon-in-a-session", "exec-from-thread"] {
        play(&workshop, kind, &marker, kind);
        assert_that_none_is_left(&marker, kind);
    }
}

#[test]
#[ignore = "it takes minutes; .ci/full runs it"]
fn hostile_bots_do_not_affect_runs_or_other_bots() {
    let workshop = Workshop::new();
    let marker = marker(&workshop);
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/end_to_end/bots/hostile.py");
    let text = fs::read_to_string(&program).unwrap();
    let kinds: Vec<_> = (text.lines().skip_while(|line| !line.starts_with("DEEDS")))
        .take_while(|line| *line != "}")
        .filter_map(|line| line.trim().strip_prefix('"')?.split('"').next())
        .collect();
    assert!(kinds.len() >= 40, "{}", kinds.len());
    for kind in kinds {
        play(&workshop, kind, &marker, kind);
        assert_that_none_is_left(&marker, kind);
    }
}
