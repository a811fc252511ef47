//! Corrupted run files: the program continues, or fails with a one-line error, and never panics.

#[path = "../../../../agents/tests/agents/hostile/mutation.rs"]
mod mutation;

use crate::support::{Finished, Workshop, files};
use engine::{Seed, is_printable};
use mutation::mutated;
use std::path::Path;
use std::{env, fs};
use tournament::testing;

/// The number of changes to each file: a tenth of the number in cheaper tests.
fn cases() -> u64 {
    let cases = env::var("FUZZ_CASES").ok().and_then(|cases| cases.parse().ok());
    cases.unwrap_or(300_u64).div_ceil(10)
}

fn copy(from: &Path, to: &Path) {
    let _ = fs::remove_dir_all(to);
    fs::create_dir(to).unwrap();
    for name in files(from) {
        fs::copy(from.join(&name), to.join(&name)).unwrap();
    }
}

/// Runs the program after each of many changes to a file of a run. Returns the number of runs that ended with an error.
fn attack(workshop: &Workshop, run: &str, file: &str, arguments: &str) -> u64 {
    let (run, changed) = (workshop.path(run), workshop.path("changed"));
    let valid = fs::read(run.join(file)).unwrap();
    let mut refused = 0;
    for case in 0..cases() {
        copy(&run, &changed);
        let _ = fs::remove_dir_all(workshop.path("out"));
        let mut rng = Seed::new(case).rng();
        fs::write(changed.join(file), mutated(&valid, &valid, &mut rng)).unwrap();
        let Finished { code, errors, .. } = workshop.run(arguments);
        let place = format!("{file}, case {case}: {arguments}: {code}: {errors:?}");
        assert!([0, 1, 2].contains(&code), "{place}");
        assert!(!errors.contains("panicked"), "{place}");
        if code == 2 {
            refused += 1;
            assert!(errors.starts_with("error: ") && errors.lines().count() == 1, "{place}");
            assert!(!errors.trim_end().contains(|one: char| one.is_control()), "{place}");
        }
    }
    refused
}

#[test]
fn changed_manifests_are_merged_or_refused() {
    let workshop = Workshop::new();
    for job in [
        "--agents a=random,b=random --records",
        "match random random",
        "study disagreements greedy random --policy random --decks 1",
    ] {
        let game = if job.starts_with("study") { "tongiaki" } else { "kuhn" };
        let part = "--quiet --shard 1/1 --out part --force";
        assert_ne!(workshop.run(&format!("{job} --game {game} --games 4 {part}")).code, 2, "{job}");
        assert!(attack(&workshop, "part", "manifest.json", "merge changed --out out") > 0, "{job}");
        fs::remove_dir_all(workshop.path("part")).unwrap();
    }
}

#[test]
fn changed_manifests_are_resumed_or_refused() {
    let workshop = Workshop::new();
    let run = "--game kuhn --agents a=random,b=random --records --games 4 --quiet --out";
    workshop.output(&format!("{run} run"));
    assert!(attack(&workshop, "run", "manifest.json", &format!("{run} changed --resume")) > 0);
}

/// The same attack on parsers in memory, without files and processes, which allows many more changes.
#[test]
fn changed_manifests_and_rows_are_read_or_refused() {
    let workshop = Workshop::new();
    workshop.output("--agents a=random,b=random --games 2 --threads 1 --quiet --out run");
    let mut manifest = workshop.manifest("run");
    let entries = manifest.as_object_mut().unwrap();
    entries.retain(|name, _| !["files", "checksum"].contains(&name.as_str()));
    let manifest = manifest.to_string().into_bytes();
    let first = |table: &&str| {
        let text = workshop.read(&format!("run/{table}.csv"));
        text.split_inclusive('\n').filter(|row| row.starts_with("0,")).collect()
    };
    let rows: Vec<String> = ["games", "seats", "kings", "islands"].iter().map(first).collect();
    let rows = rows.join("\n").into_bytes();
    let as_text = |bytes: &[u8]| testing::manifest(&String::from_utf8_lossy(bytes));
    let games = games::built_in();
    let as_rows = |bytes: &[u8]| testing::rows(&*games[0], bytes);
    assert_eq!((as_text(&manifest), as_rows(&rows)), (Ok(()), Ok(())));
    let (mut refused, mut changes) = (0, 0);
    for case in 0..10 * cases() {
        let rng = &mut Seed::new(case).rng();
        for verdict in
            [as_text(&mutated(&manifest, &rows, rng)), as_rows(&mutated(&rows, &manifest, rng))]
        {
            changes += 1;
            if let Err(sentence) = verdict {
                refused += 1;
                assert!(sentence.chars().all(is_printable), "case {case}: {sentence:?}");
            }
        }
        testing::checkpoints(&mutated(b"2,10,ab,7,cd\n4,20,ef,9,01\n", &rows, rng));
    }
    assert!(changes / 2 < refused, "{refused} of {changes}");
    assert_eq!(testing::checkpoints(b"2,10,ab,7,cd\n4,20,ef,9,01"), 2);
}

/// Without a limit, these values would exhaust the memory or make the program run forever.
#[test]
fn huge_numbers_in_a_manifest_are_refused_at_once() {
    let workshop = Workshop::new();
    for job in ["--agents a=random,b=random --records", "match random random"] {
        let part = "--quiet --shard 1/1 --out part --force";
        assert_ne!(workshop.run(&format!("{job} --game kuhn --games 4 {part}")).code, 2, "{job}");
        let manifest = workshop.read("part/manifest.json");
        let crowded = manifest.replace("\"players\": 2", "\"players\": 36");
        assert!(testing::manifest(&crowded).is_err(), "{job}");
        for (entry, huge) in [
            ("\"players\": 2", "\"players\": 4000000000000"),
            ("\"players\": 2", "\"players\": 0"),
            ("\"games\": 4", "\"games\": 18446744073709551615"),
            ("\"block_size\": 2", "\"block_size\": 0"),
        ] {
            workshop.write("part/manifest.json", manifest.replace(entry, huge));
            let merged = workshop.run("merge part --out out");
            let _ = fs::remove_dir_all(workshop.path("out"));
            assert!(!merged.errors.contains("panicked"), "{job}: {huge}: {}", merged.errors);
            if !huge.starts_with("\"block_size") {
                assert_eq!(merged.code, 2, "{job}: {huge}: {}", merged.errors);
                assert_eq!(merged.errors.lines().count(), 1, "{job}: {huge}: {}", merged.errors);
            }
        }
        fs::remove_dir_all(workshop.path("part")).unwrap();
    }
}
