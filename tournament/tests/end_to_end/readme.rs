//! Every command of the README, and of the guide to bots, does what it says.

use crate::support::{Finished, Workshop};
use std::fs;
use std::path::Path;

const README: &str = include_str!("../../../README.md");
const BOTS: &str = include_str!("../../../docs/external.md");
const MOST_GAMES: &str = "24";

/// The arguments of all commands that run the program, with fewer games where they are many.
fn commands() -> Vec<Vec<String>> {
    let lines = README.lines().chain(BOTS.lines());
    let commands = lines.filter_map(|line| line.strip_prefix("cargo run --release -- "));
    let shortened = commands.map(|command| {
        let words = shlex::split(command).expect("quotes match").into_iter();
        let shortened = words.map(|word| match word.parse::<u64>() {
            Ok(number) if number > 1000 => MOST_GAMES.to_owned(),
            _ => word,
        });
        let mut command: Vec<_> = shortened.collect();
        // Many games are the default here.
        if command.first().is_some_and(|job| job == "tune") {
            command.extend(["--confirm", "4"].map(str::to_owned));
        }
        command
    });
    shortened.collect()
}

#[test]
fn every_command_runs() {
    let workshop = Workshop::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let given = [
        "engine/src/games/tongiaki/data/example-deck.json",
        "agents/examples/bot.py",
        "agents/weights/points.toml",
        "docs/pictures/game.jsonl",
    ];
    for name in given {
        fs::create_dir_all(workshop.path(name).parent().unwrap()).unwrap();
        workshop.write(name, fs::read(root.join(name)).unwrap());
    }
    workshop.output("--agents random --games 2 --records --quiet --out results/some");

    let commands = commands();
    assert!(commands.len() >= 6, "{commands:?}");
    for command in commands {
        // There is no shell to resolve the pattern.
        let words = command.iter().map(|word| word.replace("results/*/", "results/some/"));
        let finished = Finished::new(workshop.tournament("").args(words).output().unwrap());
        assert_eq!(finished.code, 0, "{command:?}: {}", finished.errors);
    }
}
