//! End-to-end tests of tuning.

use crate::support::{Workshop, files, killed_and_done, same_but_for_timing};

const SPSA: &str = "tune greedy:samples=1:nodes=60 --pool greedy:samples=1:nodes=60,random --only points,ships \
                    --games 96 --blocks 2 --confirm 40 --quiet";
#[test]
fn the_same_files_come_out_whatever_the_threads_and_wherever_the_search_was_killed() {
    let workshop = Workshop::new();
    workshop.output(&format!("{SPSA} --threads 1 --out whole"));
    killed_and_done(&workshop, SPSA, "killed", [1, 20]);
    same_but_for_timing(&workshop, "whole", "killed");
}

#[test]
fn a_finished_search_has_nothing_to_do() {
    let workshop = Workshop::new();
    workshop.output(&format!("{SPSA} --out run"));
    let before = files(&workshop.path("run"));
    let again = workshop.run(&format!("{SPSA} --out run --resume"));
    assert_eq!((again.code, again.errors.as_str()), (0, "run is finished: nothing to do\n"));
    assert_eq!(files(&workshop.path("run")), before);
}

#[test]
fn tuned_agents_can_play() {
    let workshop = Workshop::new();
    let output = workshop.output(&format!("{SPSA} --out run"));
    assert_eq!(
        files(&workshop.path("run")),
        [
            "confirmation.csv",
            "manifest.json",
            "parameters.csv",
            "trace.csv",
            "tuned.txt",
            "weights.toml"
        ]
    );
    assert!(output.contains("tuned against start "), "{output}");
    assert!(output.contains("tuned against random "), "{output}");
    let parameters = workshop.rows("run/parameters.csv");
    let tuned: Vec<_> = parameters.iter().map(|row| row["parameter"].as_str()).collect();
    assert_eq!(tuned, ["weights.points", "weights.ships"]);

    // The file of weights and the spec describe the same agent.
    let spec = workshop.read("run/tuned.txt");
    let spec = spec.trim();
    workshop.output(&format!(
        "--agents file=greedy:samples=1:nodes=60:weights=run/weights.toml,spec={spec} --games 2 --out both"
    ));
    let manifest = workshop.manifest("both");
    let weights = |agent: usize| {
        let parameters = manifest["agents"][agent]["parameters"].as_object().unwrap();
        let weights = parameters.iter().filter(|(name, _)| name.starts_with("weights."));
        weights.map(|(name, value)| (name.clone(), value.clone())).collect::<Vec<_>>()
    };
    assert_eq!(weights(0), weights(1));
    assert!(weights(0).iter().any(|(name, value)| {
        name == "weights.points" && value.as_f64() == parameters[0]["tuned"].parse().ok()
    }));
}

/// The trace contains every trial, with one candidate on each side of the current point.
#[test]
fn the_trace_has_every_candidate_with_its_values() {
    let workshop = Workshop::new();
    workshop.output(&format!("{SPSA} --out run"));
    let trace = workshop.rows("run/trace.csv");
    assert_eq!(trace.len(), 2 * 96 / 8);
    for (number, pair) in trace.chunks(2).enumerate() {
        let column = |name: &str| [&pair[0], &pair[1]].map(|row| row[name].clone());
        assert_eq!(column("candidate"), ["plus", "minus"]);
        assert_eq!(column("iteration"), [number, number].map(|number| number.to_string()));
        assert_eq!(column("games"), [8 * (number + 1); 2].map(|games| games.to_string()));
        for name in ["weights.points", "weights.ships"] {
            let [plus, minus] = column(name);
            assert_ne!(plus, minus);
        }
        let payoffs = column("payoff").map(|payoff| payoff.parse::<f64>().unwrap());
        assert!(payoffs.iter().all(|payoff| (0.0..=1.0).contains(payoff)), "{payoffs:?}");
    }
}

#[test]
fn wongar_is_tuned_too() {
    let workshop = Workshop::new();
    let output = workshop.output(
        "tune greedy:samples=1:nodes=20:replies=0 --game wongar --games 6 --blocks 1 --confirm 0 --out run",
    );
    assert!(output.contains("weights.rituals"), "{output}");
    assert!(output.ends_with("\nno match confirmed it (--confirm 0)\n"), "{output}");
}

#[cfg(unix)]
#[test]
fn resume_rejects_a_different_tuning() {
    let workshop = Workshop::new();
    workshop.output(&format!("{SPSA} --out whole"));
    let there = "whole already exists: ";
    workshop.refuses(&format!("{SPSA} --out whole"), there);
    let finished = workshop.run(&format!("{SPSA} --out whole --resume"));
    assert_eq!(finished.errors, "whole is finished: nothing to do\n");
    workshop
        .refuses(&format!("{SPSA} --out part --shard 1/2"), "unexpected argument '--shard' found");
    let seed = "whole contains a different run: seed is 1, not 2\n";
    workshop.refuses(&format!("{SPSA} --out whole --resume --seed 2"), seed);
    let gain = "whole contains a different run: command is \"";
    workshop.refuses(&format!("{SPSA} --out whole --resume --gain 3"), gain);

    workshop.write("whole/manifest.json", "{");
    let damaged = "whole/manifest.json: not a manifest: ";
    workshop.refuses(&format!("{SPSA} --out whole --resume"), damaged);
}
