//! Bad input is reported in one sentence, and nothing is written.

use crate::support::{Workshop, files};

/// Refused commands, each with the beginning of the error message.
const REFUSED: &[(&str, &str)] = &[
    ("--agents minimax,random", "there is no agent 'minimax': choose "),
    ("--agents mcts,,random", "expected an agent, found nothing: "),
    (
        "--agents mcts:depth=3",
        "mcts is an alias of halving in this game: halving has no parameter 'depth': ",
    ),
    ("--agents mcts:iterations=0", "halving: iterations=0: expected a whole number from 1 to "),
    ("--agents mcts:iterations", "'mcts:iterations': expected key=value, found 'iterations'"),
    ("--agents greedy:weights=no.toml", "cannot read the weights in no.toml: "),
    ("--agents greedy:weights=luck.toml", "luck.toml: unknown feature 'luck'; known features: "),
    ("--agents random --players 1", "tongiaki is for 2 to 6 players, not 1"),
    ("--agents random --players 7", "tongiaki is for 2 to 6 players, not 7"),
    ("--agents random --players 0", "tongiaki is for 2 to 6 players, not 0"),
    (
        "--agents random,random,random,random,random,random,random",
        "tongiaki is for 2 to 6 players, not 7; set with --players how many of the agents play",
    ),
    ("--agents all=random", "label 'all' is reserved: "),
    ("--agents random --games -1", "invalid value '-1' for '--games <N>': "),
    ("--agents random --seed -1", "invalid value '-1' for '--seed <S>': "),
    ("perft --deck deck.json --players 2 --turns -1", "invalid value '-1' for '--turns <N>': "),
    (
        "--agent random",
        "unexpected argument '--agent' found; a similar argument exists: '--agents'",
    ),
    (
        "machh random random",
        "unrecognized subcommand 'machh'; a similar subcommand exists: 'match'",
    ),
    ("nonsense", "unrecognized subcommand 'nonsense'; `tournament help` lists them"),
    ("--agents random --game chess", "there is no game 'chess': choose tongiaki, "),
    ("--agents random --game wongr", "there is no game 'wongr': did you mean 'wongar'?"),
    ("agents mtcs", "there is no agent 'mtcs': did you mean 'mcts'?"),
    ("--agents table,random", "table: file is required: write table:file=POLICY"),
    ("--game kuhn --agents table:file=none,random", "table: cannot read none: "),
    ("agents chess", "there is no agent 'chess': choose random, "),
    (
        "--agents random --games 10x",
        "invalid value '10x' for '--games <N>': expected a whole number ",
    ),
    (
        "--agents random --games 1.5",
        "invalid value '1.5' for '--games <N>': expected a whole number ",
    ),
    ("--agents random --shard 3/2", "invalid value '3/2' for '--shard <I/N>': expected I/N with "),
    ("--agents random --shard x", "invalid value 'x' for '--shard <I/N>': expected I/N with "),
    ("--agents random --threads -1", "invalid value '-1' for '--threads <T>': "),
    ("--agents random --players 2,x", "invalid value 'x' for '--players <K>': "),
    ("--agents random --players 2,3,2", "--players: 2 occurs twice"),
    (
        "--agents random --out x --vary ships",
        "invalid value 'ships' for '--vary <KEY=VALUE,…>': expected ",
    ),
    (
        "--agents random --out x --vary ships=9,9",
        "invalid value 'ships=9,9' for '--vary <KEY=VALUE,…>': 9 occurs ",
    ),
    (
        "--agents random --vary ships=9,11",
        "the following required arguments were not provided: --out ",
    ),
    ("play --record nowhere/game.jsonl", "cannot write nowhere/game.jsonl: "),
    ("--agents random --resume --force", "the argument '--resume' cannot be used with '--force'"),
    ("completions fsh", "invalid value 'fsh' for '<SHELL>' [possible values: bash, elvish, "),
    ("show --html page.html", "--html needs a recorded game: give a file written by a run with "),
    ("show records.jsonl --record records.jsonl", "the argument '[FILE]' cannot be used with "),
    (
        "study king-valu",
        "unrecognized subcommand 'king-valu'; a similar subcommand exists: 'king-value'",
    ),
    ("study king-value greedy", "unexpected argument 'greedy' found"),
    ("--games 5", "the following required arguments were not provided: --agents <LIST>"),
    ("--agents random --games 0", "--games must be at least 1"),
    ("--agents random --threads 0", "--threads must be between 1 and 1024, not 0"),
    ("--agents random --threads 5000", "--threads must be between 1 and 1024, not 5000"),
    ("--agents random --edition german", "there is no edition 'german' of tongiaki: "),
    ("--agents random --turn-limit 0", "turn-limit must be a whole number from 1 to 65535, not 0"),
    ("match random", "the following required arguments were not provided: <B>"),
    ("match random,random random", "expected two agents, each without a comma"),
    ("match minimax random", "there is no agent 'minimax': choose "),
    ("match random random --players 7", "tongiaki is for 2 to 6 players, not 7"),
    ("match random random --games 1", "--games must be at least 2, the games of a block"),
    (
        "match random random --players 3 --games 5",
        "--games must be at least 6, the games of a block",
    ),
    ("match random random --null 0.1 --effect 0.1", "--null must be less than --effect, and "),
    ("match random random --effect NaN", "--null must be less than --effect, and both between "),
    ("match random random --alpha 0", "--alpha and --beta must be more than 0 and less than 0.5"),
    ("match --simulate 0", "--simulate must be at least 1"),
    ("match --simulate 5 --players 1", "tongiaki is for 2 to 6 players, not 1"),
    ("study king-value --game wongar", "--game: king-value is a study of tongiaki, not of wongar"),
    ("study king-value --policy minimax", "there is no agent 'minimax': choose "),
    ("study king-value --policy random,random", "--policy: expected one agent, without a comma"),
    ("study king-value --games 0", "--games must be at least 1"),
    ("study king-value --decks 0", "--decks must be at least 1"),
    ("study king-value --decks -1", "invalid value '-1' for '--decks <K>': "),
    ("study king-value --players 7", "tongiaki is for 2 to 6 players, not 7"),
    ("study king-value --turn-limit 0", "turn-limit must be a whole number from 1 to 65535, not 0"),
    ("study king-value --threads 0", "--threads must be between 1 and 1024, not 0"),
    ("replay no.jsonl", "cannot read no.jsonl: "),
    ("replay .", "cannot read .: "),
    ("perft --deck no.json --players 2 --turns 1", "cannot read no.json: "),
    ("perft --deck deck.json --players 2 --turns 1", "deck.json: a deck has 31 tiles, not 1"),
    ("perft --deck broken.json --players 2 --turns 1", "broken.json: "),
    ("perft --deck deck.json --players 9 --turns 1", "tongiaki is for 2 to 6 players, not 9"),
    ("perft --record no.jsonl --line 1 --after-turn 0 --turns 1", "cannot read no.jsonl: "),
    (
        "perft --record records.jsonl --line 2 --after-turn 0 --turns 1",
        "records.jsonl:2: the file has no such line",
    ),
    (
        "perft --record records.jsonl --line 1 --after-turn 0 --turns 1",
        "records.jsonl:1: not a record of a game, as --records writes them: missing field ",
    ),
    ("luck broken.json", "broken.json:1: not a record of a game, as --records writes them: "),
    ("bench --seconds -1", "--seconds must be between 0.001 and 3600, not -1"),
    ("bench --players 1", "tongiaki is for 2 to 6 players, not 1"),
    ("bench --seconds 0", "--seconds must be between 0.001 and 3600, not 0"),
    ("bench --seconds NaN", "--seconds must be between 0.001 and 3600, not NaN"),
];

#[test]
fn bad_input_is_one_sentence_and_exit_code_2() {
    let workshop = Workshop::new();
    workshop.write("luck.toml", "[weights]\nluck = 1.0\n");
    workshop.write("deck.json", "[\"samoa\"]");
    workshop.write("broken.json", "[\"samoa\"");
    workshop.write("records.jsonl", "{}\n");
    let before = files(&workshop.path("."));
    for (arguments, sentence) in REFUSED {
        workshop.refuses(arguments, sentence);
    }
    assert_eq!(files(&workshop.path(".")), before);
}

#[test]
fn invalid_study_arguments_exit_with_code_2() {
    let workshop = Workshop::new();
    for (arguments, sentence) in [
        (
            "study disagreements greedy",
            "2 values required for '<AGENT> <AGENT>' but 1 was provided",
        ),
        ("study disagreements greedy,random random", "expected two agents, each without a comma"),
        ("study disagreements greedy greedy:sampels=2", "greedy has no parameter 'sampels'"),
        ("study disagreements greedy minimax", "there is no agent 'minimax': choose "),
        ("study disagreements greedy random --policy a,b", "there is no agent 'a': choose "),
        (
            "study disagreements greedy random --policy greedy,random",
            "--policy: expected one agent, ",
        ),
        ("study disagreements greedy random --games 0", "--games must be at least 1"),
        ("study moves greedy", "unexpected argument 'greedy' found"),
        ("study draws --opening", "unexpected argument '--opening' found"),
        ("study draw", "unrecognized subcommand 'draw'; a similar subcommand exists: 'draws'"),
        ("study disagreements greedy random --decks 0", "--decks must be at least 1"),
        (
            "study disagreements greedy random --game wongar --players 2",
            "wongar is for 3 to 5 players, not 2",
        ),
    ] {
        workshop.refuses(arguments, sentence);
    }
    assert!(!workshop.path("results").exists());
}

#[test]
fn invalid_tune_arguments_exit_with_code_2() {
    let workshop = Workshop::new();
    for (arguments, sentence) in [
        ("tune", "the following required arguments were not provided: <AGENT>"),
        ("tune minimax", "there is no agent 'minimax': choose "),
        ("tune greedy,random", "expected one agent to tune, without a comma; "),
        ("tune random", "random has no weights: choose parameters to tune with --only"),
        (
            "tune greedy --only luck",
            "--only: 'luck' is not a numeric parameter of greedy: expected samples, ",
        ),
        (
            "tune mcts --only reward",
            "--only: 'reward' is not a numeric parameter of mcts: expected iterations, ",
        ),
        ("tune greedy --only points,points", "--only: 'points' is given twice"),
        ("tune greedy --pool minimax", "there is no agent 'minimax': choose "),
        ("tune greedy --pool start=random", "--pool: the label 'start' is reserved "),
        ("tune greedy --games 15", "--games must be at least 16, the games of an iteration"),
        ("tune greedy --blocks 0", "--blocks must be between 1 and 10000, not 0"),
        ("tune greedy --margin 0", "--margin must be more than 0, not 0"),
        ("tune greedy --gain NaN", "--perturbation and --gain must be more than 0"),
        ("tune greedy --effect 0.5", "--effect must be more than 0 and less than 0.5"),
        ("tune greedy --players 7", "tongiaki is for 2 to 6 players, not 7"),
        ("tune greedy --threads 0", "--threads must be between 1 and 1024, not 0"),
    ] {
        workshop.refuses(arguments, sentence);
    }
    assert_eq!(files(&workshop.path(".")), Vec::<String>::new());
}

#[test]
fn wrong_usage_has_exit_code_2() {
    let workshop = Workshop::new();
    for arguments in [
        "",
        "--agents",
        "--agents random agents",
        "replay",
        "perft --turns 3",
        "perft --deck a.json --turns 3",
        "perft --record a.jsonl --line 1 --turns 3",
        "perft --deck a.json --players 2 --record a.jsonl --line 1 --after-turn 0 --turns 3",
    ] {
        let finished = workshop.run(arguments);
        assert_eq!(finished.code, 2, "{arguments}: {}", finished.errors);
        assert_ne!(finished.errors, "", "{arguments}");
    }
    assert_eq!(files(&workshop.path(".")), Vec::<String>::new());
}

/// The program reads at most a limited part of such a file, and reports the error in one sentence.
#[cfg(unix)]
#[test]
fn endless_files_are_rejected() {
    let workshop = Workshop::new();
    let bomb = zstd::encode_all(std::io::Read::take(std::io::repeat(0), 1 << 28), 3).unwrap();
    workshop.write("bomb.jsonl.zst", &bomb);
    let zero = "/dev/zero: larger than 1 MiB";
    let device = "cannot read /dev/urandom: it is a device";
    for (arguments, sentence) in [
        ("--agents greedy:weights=/dev/zero", "cannot read the weights in /dev/zero: larger than"),
        (
            "--agents greedy:evaluation=/dev/zero",
            "cannot read the network in /dev/zero: larger than",
        ),
        ("--game wongar --agents random --board /dev/zero", zero),
        ("perft --deck /dev/zero --players 2 --turns 1", "cannot read /dev/zero: larger than"),
        ("replay /dev/urandom", device),
        ("analyse /dev/urandom", device),
        ("show --record /dev/urandom", device),
        ("show bomb.jsonl.zst", "bomb.jsonl.zst:1: longer than 16 MiB"),
        ("analyse bomb.jsonl.zst", "bomb.jsonl.zst:1: longer than 16 MiB"),
    ] {
        workshop.refuses(arguments, sentence);
    }
    let replayed = workshop.run("replay bomb.jsonl.zst");
    assert_eq!(replayed.output, "bomb.jsonl.zst:1: longer than 16 MiB\n");
    assert_eq!(replayed.code, 1);
    workshop.write("lines.jsonl", "\n".repeat(5000));
    let replayed = workshop.run("replay lines.jsonl");
    assert_eq!((replayed.code, replayed.output.lines().count()), (1, 1001));
    assert!(replayed.output.ends_with("stopped after 1000 invalid records\n"));
}

#[test]
fn foreign_text_does_not_control_the_terminal() {
    let workshop = Workshop::new();
    workshop.write("evil.jsonl", "{\"game\":\"\\u001b[31m\\u202echess\"}");
    let told = workshop.run("replay evil.jsonl").output;
    assert!(told.contains("'?[31m?chess'"), "{told}");
    assert!(!told.contains('\u{1b}') && !told.contains('\u{202e}'));
}

#[cfg(unix)]
#[test]
fn broken_links_and_other_folders_are_rejected() {
    let workshop = Workshop::new();
    std::os::unix::fs::symlink("nowhere", workshop.path("link")).unwrap();
    std::fs::create_dir(workshop.path("notes")).unwrap();
    workshop.write("notes/today.txt", "mine");
    let run = "--agents random,random --games 2";
    workshop.output(&format!("{run} --shard 1/1 --out part"));
    let link = "link is a broken link: create its target, or choose another --out";
    workshop.refuses(&format!("{run} --out link"), link);
    workshop.refuses(&format!("{run} --out link --resume"), link);
    workshop.refuses("match random random --games 2 --out link --force", link);
    workshop.refuses("merge part --out link", link);
    for folder in ["notes", "notes/today.txt"] {
        let sentence = format!("{folder} already exists and is not a run folder: ");
        workshop.refuses(&format!("{run} --out {folder} --resume"), &sentence);
    }
    assert_eq!(files(&workshop.path("notes")), ["today.txt"]);
}

/// A job that follows a link would overwrite a file elsewhere, and one that follows a link to `/dev/zero` would read it.
#[cfg(unix)]
#[test]
fn resume_follows_no_link_in_a_run_folder() {
    let workshop = Workshop::new();
    let run = "--agents random,random --games 4 --quiet --out run";
    for (name, target) in [("games.csv", "../mine"), ("checkpoints.csv", "/dev/zero")] {
        workshop.output(&format!("{run} --force"));
        workshop.write("mine", "mine");
        std::fs::remove_file(workshop.path("run").join(name)).unwrap_or_default();
        std::os::unix::fs::symlink(target, workshop.path("run").join(name)).unwrap();
        let more = run.replace("--games 4", "--games 8");
        let sentence =
            format!("run/{name} is not a regular file, as all files of a run are: remove it");
        workshop.refuses(&format!("{more} --resume"), &sentence);
        assert_eq!(workshop.read("mine"), "mine");
    }
}

#[test]
fn a_key_that_occurs_twice_is_refused_with_its_place() {
    let workshop = Workshop::new();
    workshop.output("--game kuhn --agents random --games 1 --records --out run");
    let record = workshop.records("run");
    for (piece, doubled, sentence) in [
        ("\"event\":\"chance\"", "\"event\":\"bid\"", "event #0: duplicate field `event`"),
        ("\"ranks\":", "\"ranks\":[],", "result: duplicate field `ranks`"),
        ("\"players\":2", "\"players\":3", "duplicate field `players`"),
        ("\"schema\":1", "\"schema\":2", "duplicate field `schema`"),
    ] {
        let doubled = format!("{},{piece}", doubled.trim_end_matches(','));
        workshop.write("twice.jsonl", record.replacen(piece, &doubled, 1));
        let told = workshop.run("replay twice.jsonl");
        assert_eq!((told.code, told.output), (1, format!("twice.jsonl:1: {sentence}\n")));
    }
}
