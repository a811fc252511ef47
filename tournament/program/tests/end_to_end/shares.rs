//! Runs with `--repeats`: games repeated on the same deck.

use crate::support::{Workshop, same_but_for_timing};
use std::path::Path;

/// Matchups with blocks of different seat assignments; the last block is incomplete.
const RUN: &str = "--agents greedy:nodes=30,random --players 3 --games 119 --repeats 2 --records";

#[test]
fn repeats_have_the_deck_and_the_seats_of_the_first_games_and_other_random_numbers() {
    let workshop = Workshop::new();
    let run = "--agents random,greedy:nodes=30 --quiet";
    workshop.output(&format!("{run} --games 36 --repeats 3 --out repeated"));
    workshop.output(&format!("{run} --games 12 --out once"));
    let games = workshop.rows("repeated/games.csv");
    let seats = workshop.rows("repeated/seats.csv");
    let first = workshop.rows("once/games.csv");
    let mut differ = 0;
    for (number, game) in games.iter().enumerate() {
        let (block, place) = (number / 6, number % 6);
        let same = &first[2 * block + place % 2];
        assert_eq!((&game["block"], &game["deck_seed"]), (&same["block"], &same["deck_seed"]));
        let expected = if place % 2 == 0 { "random" } else { "greedy:nodes=30" };
        assert_eq!(seats[2 * number]["agent"], expected);
        // The first repeat equals the game of a run without repeats.
        let alike = ["turns", "decisions", "winners"].iter().all(|name| game[*name] == same[*name]);
        assert!(alike || place >= 2, "{number}");
        differ += usize::from(!alike);
    }
    assert!(differ > 12, "{differ}");
    let manifest = workshop.manifest("repeated");
    assert_eq!((&manifest["repeats"], &manifest["block_size"]), (&3.into(), &6.into()));
    assert!(manifest["design"].as_str().unwrap().ends_with(", each played 3 times"));
    assert!(manifest["command"].as_str().unwrap().contains(" --repeats 3"));
    assert!(workshop.manifest("once").get("repeats").is_none());
}

#[test]
fn results_do_not_depend_on_threads_resumes_and_shards() {
    let workshop = Workshop::new();
    let whole = workshop.output(&format!("{RUN} --threads 1 --out whole"));
    workshop.output(&format!("{RUN} --threads 3 --out again"));
    // A shorter run that ends with a complete block can be extended.
    workshop.output(&format!("{} --out grown", RUN.replace("119", "60")));
    workshop.output(&format!("{RUN} --out grown --resume"));
    for of in [2, 5] {
        let folders: Vec<_> = (1..=of).map(|number| format!("part{number}of{of}")).collect();
        for (number, folder) in (1..).zip(&folders) {
            workshop.output(&format!("{RUN} --shard {number}/{of} --out {folder}"));
        }
        let merged = workshop.output(&format!("merge {} --out merged{of}", folders.join(" ")));
        assert_eq!(merged, whole);
    }
    for other in ["again", "grown", "merged2", "merged5"] {
        same_but_for_timing(&workshop, "whole", other);
    }
    let told = workshop.output("verify whole");
    assert!(
        told.contains("119 give the same rows")
            && told.ends_with("whole is complete and consistent\n"),
        "{told}"
    );
    let another = workshop.run(&format!("{} --out whole --resume", RUN.replace("ts 2", "ts 3")));
    assert!(another.errors.starts_with("error: whole contains a different run: "), "{another:?}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_goes_on_to_the_same_bytes() {
    let workshop = Workshop::new();
    let run = RUN.replace("119", "600");
    workshop.output(&format!("{run} --out whole"));
    let command = workshop.tournament(&format!("{run} --out cut"));
    let cut = crate::support::interrupt(command, &workshop.path("cut/games.csv"), 4000);
    assert_eq!(cut.code, 130, "{}", cut.errors);
    workshop.output(&format!("{run} --out cut --resume"));
    same_but_for_timing(&workshop, "whole", "cut");
}

/// A bot that always plays the first move uses no random numbers, so all its repeats are the same game. This must not
/// trigger the warning about identical games.
#[test]
fn without_random_numbers_all_repeats_are_the_same_game() {
    let workshop = Workshop::new();
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/end_to_end/bots/faulty.py");
    let bot = format!("external:cmd=\"python3 '{}' none\":move_ms=60000", program.display());
    let mut command =
        workshop.tournament("--games 16 --repeats 2 --shared-decks --quiet --out run");
    let finished = command.args(["--agents", &bot]).output().unwrap();
    let told = String::from_utf8_lossy(&finished.stderr);
    assert!(finished.status.success() && !told.contains("alike"), "{told}");
    let seats = workshop.rows("run/seats.csv");
    let margins: Vec<_> = seats.iter().map(|seat| &seat["margin"]).collect();
    assert!(margins.chunks(4).all(|block| block[..2] == block[2..]), "{margins:?}");
}

#[test]
fn numbers_that_cannot_be_are_refused() {
    let workshop = Workshop::new();
    for number in ["0", "101", "x"] {
        workshop.refuses(
            &format!("--agents random,random --repeats {number}"),
            &format!(
                "invalid value '{number}' for '--repeats <N>': expected a whole number from 1 to 100"
            ),
        );
    }
    workshop.output("--agents random,random --repeats 2 --games 8 --quiet --out run");
    let mut manifest = workshop.manifest("run");
    for number in [0_u64, 4_000_000_000_000] {
        manifest["repeats"] = number.into();
        workshop.write_manifest("run", manifest.clone());
        assert_eq!(workshop.run("merge run --out out").code, 2, "{number}");
    }
}
