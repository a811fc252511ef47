//! Runs every command in the README and in the guide.

use crate::support::{Finished, Server, Workshop, repository};
use std::path::{Path, PathBuf};
use std::{fs, thread};

/// Maximum number of decks per position.
const MOST_DECKS: &str = "2";
/// Maximum number of games per command. A search for weights needs at least the games of one iteration.
const MOST_GAMES: &str = "4";
const MOST_GAMES_OF_TUNING: &str = "16";

/// Returns the arguments of all commands that run the program, with the numbers of games and decks reduced.
fn commands(text: &str) -> Vec<Vec<String>> {
    let commands = text.lines().filter_map(|line| line.strip_prefix("cargo run --release -- "));
    let shortened = commands.map(|command| {
        let tunes = command.starts_with("tune ");
        let most = if tunes { MOST_GAMES_OF_TUNING } else { MOST_GAMES };
        let words = shlex::split(command).expect("quotes match").into_iter();
        let shortened = words.map(|word| match word.replace('k', "000").parse::<u64>() {
            Ok(number) if number > 50 => most.to_owned(),
            _ => word,
        });
        let mut command: Vec<_> = shortened.collect();
        if let Some(option) = command.iter().position(|word| word == "--decks") {
            MOST_DECKS.clone_into(&mut command[option + 1]);
        }
        // The default numbers of games are large.
        let has_games = command.iter().any(|word| word == "--games" || word == "-n");
        if command[0] == "--agents" && !has_games {
            command.extend(["--games", MOST_GAMES].map(str::to_owned));
        }
        if command.starts_with(&["ladder", "add"].map(str::to_owned)) {
            command.extend(["--max-games", "10"].map(str::to_owned));
        }
        if command.first().is_some_and(|job| job == "tune") {
            command.extend(["--confirm", "4"].map(str::to_owned));
        }
        if command.first().is_some_and(|job| job == "train") {
            let brief = [("--generation", "2"), ("--test-games", "2"), ("--hidden", "16")];
            // Distilling searches no positions.
            let searches = command.iter().all(|word| word != "--distil");
            for (flag, value) in brief.into_iter().chain(searches.then_some(("--nodes", "20"))) {
                if let Some(place) = command.iter().position(|word| word == flag) {
                    command.drain(place..place + 2);
                }
                command.extend([flag, value].map(str::to_owned));
            }
        }
        command
    });
    shortened.collect()
}

/// The address at which the guide serves the example bot.
const BRIDGE: &str = "127.0.0.1:7777";

/// Repository files that the commands refer to.
const GIVEN: [&str; 7] = [
    "engine/games/tongiaki/data/example-deck.json",
    "engine/games/tongiaki/weights/points.toml",
    "engine/games/wongar/data/board.toml",
    "docs/pictures/wongar.jsonl",
    "agents/examples/bot.py",
    "docs/pictures/game.jsonl",
    "agents/examples/bridge.py",
];

/// Runs all commands of a page in a temporary folder and returns their number.
fn run_page(root: &Path, page: &Path) -> usize {
    let workshop = Workshop::new();
    for name in GIVEN {
        fs::create_dir_all(workshop.path(name).parent().unwrap()).unwrap();
        workshop.write(name, fs::read(root.join(name)).unwrap());
    }
    // A stand-in for the page that `web/build.sh` builds.
    fs::create_dir_all(workshop.path("web/build")).unwrap();
    workshop.write("web/build/page.html", "<body><!--record--></body>");
    workshop.output("--agents random --games 2 --records --quiet --out results/some");
    let text = fs::read_to_string(page).unwrap();
    let commands = commands(&text);
    let bot = root.join(GIVEN[4]).display().to_string();
    let server = text.contains(BRIDGE).then(|| Server::start(&["python3", &bot]));
    let address = server.as_ref().map_or(BRIDGE, |server| &server.address);
    for command in &commands {
        // No shell expands the pattern.
        let word =
            |word: &String| word.replace("results/*/", "results/some/").replace(BRIDGE, address);
        let words: Vec<_> = command.iter().map(word).collect();
        let finished = Finished::new(workshop.tournament("").args(words).output().unwrap());
        assert_eq!(finished.code, 0, "{}: {command:?}: {}", page.display(), finished.errors);
    }
    commands.len()
}

#[test]
fn every_command_of_the_readme_and_the_guide_runs() {
    let root = repository();
    let guide = fs::read_dir(root.join("docs/guide")).unwrap().map(|page| page.unwrap().path());
    let is_page = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "md");
    let pages: Vec<_> = guide.filter(is_page).chain([root.join("README.md")]).collect();
    let run = |page: &PathBuf| {
        let (root, page) = (root.clone(), page.clone());
        thread::spawn(move || run_page(&root, &page))
    };
    let runs: Vec<_> = pages.iter().map(run).collect();
    let commands: usize = runs.into_iter().map(|run| run.join().unwrap()).sum();
    assert!(commands >= 40, "{commands} commands in {} pages", pages.len());
}

/// Returns the fenced code blocks of a page: the language tag and the text of each.
fn blocks(page: &str) -> Vec<(&str, &str)> {
    let parts: Vec<_> = page.split("```").collect();
    let inside = parts.iter().skip(1).step_by(2);
    inside.filter_map(|block| block.split_once('\n')).collect()
}

/// Where the tutorial shows the output of a one-line command, the command must print exactly that output.
#[test]
fn the_tutorial_shows_what_its_commands_print() {
    let root = repository();
    let tutorial = fs::read_to_string(root.join("docs/guide/tutorial.md")).unwrap();
    let workshop = Workshop::new();
    let mut compared = 0;
    for pair in blocks(&tutorial).windows(2) {
        let [("sh", command), ("text", shown)] = pair else { continue };
        let arguments = command.trim_end().strip_prefix("cargo run --release -- ").unwrap();
        assert_eq!(workshop.output(arguments).trim_end(), shown.trim_end(), "{arguments}");
        compared += 1;
    }
    assert!(compared >= 4, "{compared} commands with output");
}
