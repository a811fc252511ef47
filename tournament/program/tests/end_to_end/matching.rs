//! End-to-end tests of matches.

use crate::support::{Workshop, files, same_but_for_timing};
use serde_json::Value;

#[test]
fn the_better_agent_is_found_whatever_the_threads() {
    let workshop = Workshop::new();
    let run = "match greedy random --players 3 --effect 0.1 --alpha 0.1 --seed 4";
    let one = workshop.output(&format!("{run} --threads 1 --out one"));
    let four = workshop.output(&format!("{run} --threads 4 --out four --quiet"));
    assert_eq!(one, four);
    assert!(
        one.contains("\neffect accepted: an advantage of +10.0% explains greedy's games better "),
        "{one}"
    );
    assert_eq!(files(&workshop.path("one")), ["manifest.json", "match.csv"]);
    for name in ["manifest.json", "match.csv"] {
        let content = |folder: &str| workshop.read(&format!("{folder}/{name}"));
        assert_eq!(content("one"), content("four"), "{name}");
    }
    let manifest = workshop.manifest("one");
    assert_eq!((&manifest["accepted"], &manifest["finished"]), (&"effect".into(), &true.into()));
    assert_eq!(manifest["agents"][1]["label"], "random");
    // The command in the manifest reproduces the trace.
    let command = manifest["command"].as_str().unwrap().strip_prefix("tournament ").unwrap();
    workshop.output(&format!("{command} --out again"));
    assert_eq!(workshop.read("one/match.csv"), workshop.read("again/match.csv"));
}

/// The columns of the trace are consistent, and only the last block decides.
#[test]
fn the_trace_leads_to_the_verdict() {
    let workshop = Workshop::new();
    workshop.output("match greedy greedy:samples=1 --out run --effect 0.1");
    let trace = workshop.read("run/match.csv");
    let mut lines = trace.lines();
    assert_eq!(lines.next(), Some("block,games,share,advantage,llr,llr_low,llr_high"));
    let mut sum = 0.0;
    let mut ratios = Vec::new();
    for (line, number) in lines.zip(0u32..) {
        let values: Vec<f64> = line.split(',').map(|value| value.parse().unwrap()).collect();
        let [block, games, share, advantage, ratio, low, high] = values[..] else {
            panic!("{line}")
        };
        assert_eq!((block, games), (f64::from(number), f64::from(2 * number + 2)));
        assert!((-0.5..=0.5).contains(&share), "{line}");
        sum += share;
        assert!((advantage - sum / f64::from(number + 1)).abs() < 1e-12, "{line}");
        // Wald's bounds, moved inwards by the possible overshoot of a block, and outwards by at most a tenth for few blocks.
        let bound = 1.1 * 19.0_f64.ln();
        assert!(bound / 2.2 <= high && high <= bound && -bound <= low && low <= -bound / 2.2);
        assert!(high - low < 2.0 * bound, "{line}");
        ratios.push((ratio, low, high));
    }
    let (last, _, bound) = ratios.pop().unwrap();
    assert!(last >= bound && ratios.iter().all(|&(ratio, low, high)| low < ratio && ratio < high));
    let manifest = workshop.manifest("run");
    let elo = ["normalised_elo_low", "normalised_elo", "normalised_elo_high"];
    let [low, elo, high] = elo.map(|name| manifest[name].as_f64().unwrap());
    assert!(low < elo && elo < high && elo > 0.0, "{low} to {high} around {elo}");
}

/// Equal agents play equal games: all blocks are alike, and the test still decides eventually.
#[test]
fn equal_agents_are_found_equal() {
    let workshop = Workshop::new();
    let output = workshop.output("match random same=random --effect 0.2 --quiet");
    assert!(
        output.contains("\nnull accepted: an advantage of +0.0% explains random's games better "),
        "{output}"
    );
    let folder = "results/match-tongiaki-random-same-p2-s1";
    assert_eq!(workshop.manifest(folder)["advantage"], 0.0);
}

#[test]
fn a_match_that_ends_without_an_answer_has_exit_code_1() {
    let workshop = Workshop::new();
    let finished = workshop.run("match random same=random --games 5 --out run");
    assert_eq!(finished.code, 1, "{}", finished.errors);
    assert!(finished.output.contains("\nundecided between "), "{}", finished.output);
    let manifest = workshop.manifest("run");
    assert_eq!((&manifest["games"], &manifest["games_played"]), (&4.into(), &4.into()));
    assert_eq!((&manifest["accepted"], &manifest["finished"]), (&Value::Null, &true.into()));
}

/// The parts do not depend on the test; the merge drops the blocks after its decision.
#[test]
fn parts_make_the_same_match() {
    let workshop = Workshop::new();
    for (run, dropped) in [
        ("match greedy random --effect 0.1 --games 400", true),
        ("match random same=random --games 41 --players 3", false),
    ] {
        let whole = workshop.run(&format!("{run} --out whole"));
        for number in 1..=3 {
            workshop.output(&format!("{run} --shard {number}/3 --out part{number}"));
            assert_eq!(workshop.manifest(&format!("part{number}"))["accepted"], Value::Null);
        }
        let merged = workshop.run("merge part3 part1 part2 --out merged");
        assert_eq!((merged.code, &merged.output), (whole.code, &whole.output), "{}", merged.errors);
        assert_eq!(merged.errors.contains("blocks dropped: "), dropped, "{}", merged.errors);
        same_but_for_timing(&workshop, "whole", "merged");
        for folder in ["whole", "part1", "part2", "part3", "merged"] {
            std::fs::remove_dir_all(workshop.path(folder)).unwrap();
        }
    }
}

#[test]
fn force_replaces_a_match_and_nothing_else() {
    let workshop = Workshop::new();
    let run = "match random random --games 8 --quiet --out run";
    workshop.run(&format!("{run} --seed 2"));
    workshop.write("run/notes.txt", "mine");
    let refused = workshop.run(&format!("{run} --force"));
    let sentence = "error: --force would delete run/notes.txt, which is not a file of a run: \
                    move it, or choose another --out\n";
    assert_eq!((refused.code, refused.errors.as_str()), (2, sentence));
    assert_eq!(workshop.manifest("run")["seed"], 2);
    std::fs::remove_file(workshop.path("run/notes.txt")).unwrap();
    workshop.run(&format!("{run} --force"));
    assert_eq!(workshop.manifest("run")["seed"], 1);
    workshop.run("match random random --games 8 --quiet --out fresh");
    same_but_for_timing(&workshop, "run", "fresh");
    std::fs::create_dir(workshop.path("mine")).unwrap();
    workshop.write("mine/games.csv", "mine");
    let refused = workshop.run(&format!("{run} --force").replace("--out run", "--out mine"));
    assert!(
        refused.errors.starts_with("error: --force would delete mine/games.csv, "),
        "{}",
        refused.errors
    );
}

#[test]
fn simulated_matches_are_the_same_whatever_the_threads() {
    let workshop = Workshop::new();
    let run = "match --simulate 50 --effect 0.1 --players 3";
    let one = workshop.output(&format!("{run} --threads 1"));
    assert_eq!(one, workshop.output(&format!("{run} --threads 3")));
    assert_eq!(one.lines().count(), 6, "{one}");
    assert_eq!(files(&workshop.path(".")), Vec::<String>::new());
}
