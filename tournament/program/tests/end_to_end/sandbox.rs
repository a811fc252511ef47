//! Isolation of bots: the sandbox prevents everything except playing.
#![cfg(target_os = "linux")]

use crate::support::{Finished, Workshop, same_but_for_timing};
use std::io::ErrorKind;
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use std::{fs, thread};

/// The budget that a hostile bot exceeds.
fn budget(kind: &str) -> Option<&'static str> {
    match kind {
        "crowd" => Some("more than 128 processes"),
        "threads" => Some("more than 1024 threads"),
        "files" => Some("more than 65536 files"),
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
    // All bots that do not wait for this limit on purpose have enough time, even if other programs use all cores.
    let limit = if SILENT.contains(&kind) { 10_000 } else { 60_000 };
    // By default, one process may serve both games.
    let isolate = if kind == "remember" { ":isolate=game" } else { "" };
    let agents = format!(
        "bad=external:cmd=\"python3 '{program}' {kind} {target}\":stderr={said}:move_ms={limit}{isolate},\
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

/// Otherwise the bot could read another's hand, or its own seat's messages in another game, while they play.
#[test]
fn a_bot_that_may_read_the_messages_of_any_bot_is_refused() {
    let workshop = Workshop::new();
    let bot = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/end_to_end/bots/faulty.py");
    fs::create_dir(workshop.path("logs")).unwrap();
    for file in ["log", "stderr"] {
        let cmd = format!("external:cmd=\"python3 '{}' none\"", bot.display());
        for agents in [
            format!("spy={cmd}:read=logs,other={cmd}:{file}=logs/other"),
            format!("spy={cmd}:read=logs:{file}=logs/other,random"),
        ] {
            let mut tournament = workshop.tournament("--games 2 --quiet --out run --agents");
            let finished = Finished::new(tournament.arg(agents).output().unwrap());
            assert_eq!(finished.code, 2, "{}", finished.errors);
            let sentence = ", and so the messages of a bot in logs/other: choose a place outside that folder\n";
            assert!(finished.errors.starts_with("error: spy may read /"), "{}", finished.errors);
            assert!(finished.errors.ends_with(sentence), "{}", finished.errors);
            assert!(!workshop.path("run").exists());
        }
    }
}

/// A bot with another name of the folder of the run, by a bind mount, could read the secret there.
#[test]
fn a_bot_that_may_read_the_folder_of_the_run_by_another_name_is_refused() {
    let workshop = Workshop::new();
    let bot = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/end_to_end/bots/faulty.py");
    fs::create_dir(workshop.path("one")).unwrap();
    fs::create_dir(workshop.path("other")).unwrap();
    let agents = format!("bot=external:cmd=\"python3 '{}' none\":read=one,random", bot.display());
    let script = "mount --bind one other || exit 77; exec \"$0\" --games 2 --quiet --out other/run --agents \"$1\"";
    let mut shell = Command::new("unshare");
    shell.current_dir(workshop.path(".")).args(["--mount", "sh", "-c", script]);
    shell.args([env!("CARGO_BIN_EXE_tournament"), &agents]);
    let Ok(output) = shell.output() else { return eprintln!("left out: there is no `unshare`") };
    let finished = Finished::new(output);
    if ![0, 2].contains(&finished.code) {
        return eprintln!("left out: mounts are not allowed: {}", finished.errors);
    }
    assert_eq!(finished.code, 2, "{}", finished.errors);
    assert!(finished.errors.starts_with("error: bot may read /"), "{}", finished.errors);
    let sentence = " in other/run: choose a place outside that folder\n";
    assert!(finished.errors.ends_with(sentence), "{}", finished.errors);
    assert!(!workshop.path("one/run").exists());
}

/// Returns whether root runs the tests. A test that needs root prints why it is left out.
fn is_root() -> bool {
    let is_root = fs::metadata("/proc/self").unwrap().uid() == 0;
    if !is_root {
        eprintln!("left out: only root can start programs as another user");
    }
    is_root
}

/// The system does not limit processes of root, and root owns the programs that all can read.
#[test]
fn bots_of_root_run_as_nobody() {
    if !is_root() {
        return;
    }
    let workshop = Workshop::new();
    fs::create_dir(workshop.path("private")).unwrap();
    let private = fs::Permissions::from_mode(0o700);
    fs::set_permissions(workshop.path("private"), private).unwrap();
    let said = play(&workshop, "user", "", "run");
    let user = "user 65534, group 65534, groups [], limit 1024";
    assert!(said.lines().count() == 2 && said.lines().all(|line| line == user), "{said}");
    // The folders above a file count as little as for other users' bots, but the file itself must be readable.
    let text = fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/end_to_end/bots/faulty.py"),
    );
    workshop.write("private/bot.py", text.unwrap());
    let play = |read: &str, out: &str| {
        let agents = format!("bot=external:cmd=\"python3 private/bot.py none\"{read},random");
        let mut tournament = workshop.tournament(&format!("--games 2 --quiet --out {out}"));
        Finished::new(tournament.args(["--agents", &agents]).output().unwrap())
    };
    assert_eq!(play("", "readable").code, 0);
    for (read, path) in [(":read=private", "private"), ("", "private/bot.py")] {
        let refused = play(read, "refused");
        let path = workshop.path(path).canonicalize().unwrap().display().to_string();
        let named = if read.is_empty() { path.as_str() } else { "private" };
        let sentence = format!(
            ": root's bots run as nobody, who may not read {named}: allow it with `chmod o+rX {named}`, or start the \
             program as another user\n"
        );
        assert_eq!(refused.code, 2, "{}", refused.errors);
        assert!(refused.errors.ends_with(&sentence), "{}", refused.errors);
        assert!(!workshop.path("refused").exists());
        fs::set_permissions(workshop.path("private/bot.py"), fs::Permissions::from_mode(0o600))
            .unwrap();
    }
}

/// The processes of a bot that was killed still count for the user until they have ended, and may keep the next bot from starting.
#[test]
fn a_fork_bomb_does_not_keep_other_bots_from_starting() {
    if !is_root() {
        return;
    }
    let workshop = Workshop::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/end_to_end/bots");
    for bot in ["hostile.py", "faulty.py"] {
        fs::copy(folder.join(bot), workshop.path(bot)).unwrap();
    }
    fs::set_permissions(workshop.path(""), fs::Permissions::from_mode(0o777)).unwrap();
    let agents = "bad=external:cmd=\"/usr/bin/python3 hostile.py bomb\":move_ms=60000,\
                  good=external:cmd=\"/usr/bin/python3 faulty.py none\":move_ms=60000";
    let mut shell = Command::new("setpriv");
    // No other process has this user.
    shell.args(["--reuid", "47283", "--regid", "47283", "--clear-groups", "sh", "-c"]);
    shell.args(["ulimit -u 400; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_tournament")]);
    shell.args("--games 8 --threads 2 --quiet --out run --agents".split(' ')).arg(agents);
    shell.current_dir(workshop.path("")).env("PATH", "/usr/bin:/bin");
    let finished = Finished::new(shell.output().unwrap());
    assert_eq!(finished.code, 0, "{}", finished.errors);
    for game in workshop.rows("run/games.csv") {
        assert_eq!(game["forfeits"].split('|').count(), 1, "{game:?}");
        assert!(game["forfeits"].contains("128 processes"), "{game:?}");
    }
}

/// Otherwise the bot would miss its own files, and the user would read about it in the words of bubblewrap.
#[test]
fn a_bot_may_not_read_folders_of_which_the_sandbox_has_others() {
    let workshop = Workshop::new();
    for folder in ["/", "/proc", "/dev"] {
        let spec = format!("external:cmd=cat:read={folder}");
        let sentence = format!(
            "external: cannot play with 'cat': read={folder} contains files of the sandbox: choose smaller folders\n"
        );
        workshop.refuses(&format!("--agents {spec},random --games 2 --out run"), &sentence);
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
    fs::create_dir(workshop.path("tools")).unwrap();
    let tool = workshop.path("tools/bwrap");
    // From the sixth process on, this number of starts fail.
    let fail = |starts: u32| {
        let script = format!(
            "#!/bin/sh\necho >>{count}\nnumber=$(wc -l <{count})\n[ $number -lt 6 ] || [ $number -ge {} ] || \
             {{ echo 'bwrap: no space' >&2; exit 1; }}\nexec {} \"$@\"\n",
            6 + starts,
            real.display(),
            count = workshop.path("count").display(),
        );
        workshop.write("count", "");
        workshop.write("tools/bwrap", script);
        fs::set_permissions(&tool, PermissionsExt::from_mode(0o755)).unwrap();
    };
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
    let with_tool = format!("{}:{path}", workshop.path("tools").display());
    fail(2);
    assert_eq!(play("--out again", &with_tool).code, 0);
    fail(99);
    let finished = play("--out run", &with_tool);
    assert_eq!(finished.code, 2, "{}", finished.errors);
    let sentence = "error: game 5 cannot be played: the sandbox is not available: bwrap: no space; to continue, run \
                    `tournament --agents ";
    assert!(finished.errors.starts_with(sentence), "{}", finished.errors);
    assert!(!workshop.read("run/games.csv").contains("sandbox"));
    assert_eq!(play("--out run --resume", &path).code, 0);
    assert_eq!(play("--out whole", &path).code, 0);
    same_but_for_timing(&workshop, "whole", "run");
    same_but_for_timing(&workshop, "whole", "again");
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
    play(&workshop, "files", "", "files");
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

/// Outside the sandbox, a bot that thinks for hours does not notice that its input has ended.
#[test]
fn bots_outside_the_sandbox_end_with_a_program_that_ends_at_once() {
    let workshop = Workshop::new();
    let marker = marker(&workshop);
    let bot = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/end_to_end/bots/hostile.py");
    let python = format!("python3 '{}' hang {marker}", bot.display());
    // The second Ctrl-C also reaches the program that a bot starts.
    let shell = format!("sh -c \\\"{python}; true\\\"");
    for (command, signals) in [(&python, &["-KILL"][..]), (&shell, &["-INT", "-INT"])] {
        let agents = format!(
            "external:cmd=\"{command}\":sandbox=off:move_ms=600s:log={}.txt,random",
            signals.len()
        );
        let mut tournament = workshop.tournament("--games 2 --threads 1 --quiet --force --out run");
        let mut child = tournament.args(["--agents", &agents]).spawn().unwrap();
        let log = workshop.path(&format!("{}.txt", signals.len()));
        while !fs::read_to_string(&log).is_ok_and(|text| text.contains("\"decision\":2")) {
            assert!(child.try_wait().unwrap().is_none(), "the bot thinks for ten minutes");
            thread::sleep(Duration::from_millis(20));
        }
        assert!(!left_behind(&marker).is_empty());
        for signal in signals {
            Command::new("kill").args([*signal, &child.id().to_string()]).status().unwrap();
            thread::sleep(Duration::from_millis(500));
        }
        child.wait().unwrap();
        assert_that_none_is_left(&marker, signals[0]);
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
