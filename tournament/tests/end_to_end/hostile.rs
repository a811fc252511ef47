//! Files of runs that somebody has changed: the program goes on or says in a line why not, and never panics.

#[path = "../../../agents/tests/hostile/mutation.rs"]
mod mutation;

use crate::support::{Finished, Workshop, files};
use engine::Seed;
use mutation::mutated;
use std::path::Path;
use std::{env, fs};

/// How often each file is changed: one part in ten of what cheaper tests do.
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

/// Changes a file of a run and then runs the program. How often it refused.
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
fn changed_manifests_are_exported_and_resumed_or_refused() {
    let workshop = Workshop::new();
    let run = "--game kuhn --agents a=random,b=random --records --games 4 --quiet --out";
    workshop.output(&format!("{run} run"));
    assert!(attack(&workshop, "run", "manifest.json", "export changed --out out") > 0);
    assert!(attack(&workshop, "run", "manifest.json", &format!("{run} changed --resume")) > 0);
}

/// Otherwise this would take all memory, or never end.
#[test]
fn huge_numbers_in_a_manifest_are_refused_at_once() {
    let workshop = Workshop::new();
    for job in ["--agents a=random,b=random --records", "match random random"] {
        let part = "--quiet --shard 1/1 --out part --force";
        assert_ne!(workshop.run(&format!("{job} --game kuhn --games 4 {part}")).code, 2, "{job}");
        let manifest = workshop.read("part/manifest.json");
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
