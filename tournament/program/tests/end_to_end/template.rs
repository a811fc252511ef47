//! The crates to copy for custom agents and games: they must match the guide and compile unchanged.

use crate::support::{Finished, Workshop, repository};
use std::env::consts::EXE_EXTENSION;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folders of the crates.
const AGENT: &str = "agents/examples/template";
const GAME: &str = "engine/examples/liars_dice";

/// The path of the repository in the crates, and in the guide.
const FROM_CRATE: &str = "../../../";
const FROM_GUIDE: &str = "../hidden-decks/";

fn read(folder: &str, name: &str) -> String {
    fs::read_to_string(repository().join(folder).join(name)).unwrap()
}

/// Removes indentation, so that a code fragment is found at any depth.
fn trimmed(text: &str) -> String {
    text.lines().map(str::trim).fold(String::new(), |all, line| all + line + "\n")
}

/// Returns the code blocks on a page in a language.
fn pieces(page: &str, language: &str) -> Vec<String> {
    let begin = format!("```{language}\n");
    let piece = |rest: &str| trimmed(rest.split("```").next().unwrap_or_default());
    page.split(&begin).skip(1).map(piece).collect()
}

#[test]
fn all_code_of_the_guide_is_that_of_the_template() {
    let page = fs::read_to_string(repository().join("docs/guide/write-an-agent.md")).unwrap();
    let manifest = trimmed(&read(AGENT, "Cargo.toml").replace(FROM_CRATE, FROM_GUIDE));
    let program = trimmed(&read(AGENT, "src/main.rs"));
    for (language, text, count) in [("toml", manifest, 1), ("rust,ignore", program, 5)] {
        let pieces = pieces(&page, language);
        assert_eq!(pieces.len(), count, "{language}");
        for piece in pieces {
            assert!(text.contains(&piece), "the template has no such lines:\n{piece}");
        }
    }
}

/// Writes a file, unless it already has this content: cargo does not recompile unchanged files.
fn write(path: &Path, text: &str) {
    if !fs::read_to_string(path).is_ok_and(|there| there == text) {
        fs::write(path, text).unwrap();
    }
}

/// Copies a crate with these sources to a folder outside the repository, and makes its paths point to the repository.
fn copy(source: &str, name: &str, files: &[&str]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(folder.join("src")).unwrap();
    let root = repository().canonicalize().unwrap().to_string_lossy().replace('\\', "/") + "/";
    write(&folder.join("Cargo.toml"), &read(source, "Cargo.toml").replace(FROM_CRATE, &root));
    for file in files {
        write(&folder.join("src").join(file), &read(source, &format!("src/{file}")));
    }
    // The dependency versions with which this repository was built are available without a network.
    fs::copy(root + "Cargo.lock", folder.join("Cargo.lock")).unwrap();
    folder
}

/// Runs cargo in the copy, with the profile and the target folder with which this test was built, so that few external crates are
/// compiled again.
fn cargo(folder: &Path, command: &str, arguments: &str) -> String {
    let built = Path::new(env!("CARGO_BIN_EXE_tournament")).parent().unwrap();
    let profile = match built.file_name().unwrap().to_str().unwrap() {
        "debug" => "dev",
        name => name,
    };
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let name = folder.file_name().unwrap().to_str().unwrap();
    let output = Command::new(env!("CARGO"))
        .current_dir(folder)
        .args([command, "--offline", "--quiet", "--profile", profile, "--config"])
        .arg(repository().join("Cargo.toml"))
        .args(["--config", &format!("profile.{profile}.package.{name}.opt-level=0")])
        .arg("--target-dir")
        .arg(target)
        .arg("--")
        .args(arguments.split_whitespace())
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo {command}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_template_plays_with_its_agent() {
    let built = Path::new(env!("CARGO_BIN_EXE_tournament")).parent().unwrap();
    let example = built.join("examples/template").with_extension(EXE_EXTENSION);
    let workshop = Workshop::new();
    let run = |arguments: &str| {
        let mut program = Command::new(&example);
        program.current_dir(workshop.path(".")).args(arguments.split_whitespace());
        let output = program.output().expect("`cargo test` without `--test` builds the example");
        let finished = Finished::new(output);
        assert_eq!(finished.code, 0, "{arguments}: {}", finished.errors);
        finished.output
    };
    let told = run("agents royalist");
    assert!(
        told.starts_with("royalist: founds a king island whenever it may\n  others=random\n"),
        "{told}"
    );
    let table = run("--agents royalist,royalist:others=first,greedy --games 12 --quiet --out run");
    assert!(table.contains("royalist:others=first"), "{table}");
    run("--game wongar --agents greedy,random --games 2 --quiet --out other");
}

/// Cargo recompiles almost everything, because the copy is a separate workspace.
#[test]
#[ignore = "takes a minute; .ci/full runs it"]
fn a_copy_of_the_template_is_a_whole_crate() {
    let folder = copy(AGENT, "my-agents", &["main.rs"]);
    let tested = cargo(&folder, "test", "");
    assert!(tested.contains("test result: ok. 2 passed"), "{tested}");
    let told = cargo(&folder, "run", "agents royalist");
    assert!(told.starts_with("royalist: "), "{told}");
}

/// Liar's dice is tested, and played with all commands of the program.
#[test]
#[ignore = "takes minutes; .ci/full runs it"]
fn a_copy_of_the_game_is_a_whole_crate() {
    let folder = copy(GAME, "liars-dice", &["main.rs", "state.rs", "contract.rs"]);
    let tested = cargo(&folder, "test", "");
    assert!(tested.contains("test result: ok. 2 passed"), "{tested}");
    let rules = cargo(&folder, "run", "rules --game liars_dice");
    assert!(rules.contains("sides"), "{rules}");
    let workshop = Workshop::new();
    let out = workshop.path("run").display().to_string();
    let run = "--game liars_dice --agents mcts,random --games 60 --records --quiet --out";
    let table = cargo(&folder, "run", &format!("{run} {out}"));
    assert!(table.contains("mcts"), "{table}");
    cargo(&folder, "run", &format!("replay {out}/records.jsonl.zst"));
}
