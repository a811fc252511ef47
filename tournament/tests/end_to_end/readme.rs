//! Every command of the README does what it says.

use crate::support::Workshop;
use std::fs;
use std::path::Path;

const README: &str = include_str!("../../../README.md");
const MOST_GAMES: &str = "12";

/// The arguments of all commands that run the program, with fewer games where they are many.
fn commands() -> Vec<String> {
    let commands = README.lines().filter_map(|line| line.strip_prefix("cargo run --release -- "));
    let shortened = commands.map(|command| {
        let command = command.split('#').next().unwrap_or_default();
        let words = command.split_whitespace().map(|word| match word.parse::<u64>() {
            Ok(number) if number > 1000 => MOST_GAMES,
            _ => word,
        });
        words.collect::<Vec<_>>().join(" ")
    });
    shortened.collect()
}

#[test]
fn every_command_runs() {
    let workshop = Workshop::new();
    let deck = "engine/data/example-deck.json";
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    fs::create_dir_all(workshop.path("engine/data")).unwrap();
    workshop.write(deck, fs::read(root.join(deck)).unwrap());
    workshop.output("--agents random --games 2 --records --quiet --out results/some");

    let commands = commands();
    assert!(commands.len() >= 6, "{commands:?}");
    for command in commands {
        // There is no shell to resolve the pattern.
        workshop.output(&command.replace("results/*/", "results/some/"));
    }
}
