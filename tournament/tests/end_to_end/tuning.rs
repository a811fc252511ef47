//! Tuning, end to end.

use crate::support::{Workshop, files};
use std::fs;

const SPSA: &str = "tune greedy:samples=1:nodes=60 --pool greedy:samples=1:nodes=60,random --only points,ships \
                    --games 96 --blocks 2 --confirm 40 --quiet";
const NTBEA: &str = "tune ismcts:iterations=4 --try exploration=0.1,0.4,1.6 --try rollout=0,round --pool random \
                     --players 3 --games 72 --blocks 2 --payoff win --confirm 12 --quiet";

/// Every file of a search, by name.
fn content(workshop: &Workshop, folder: &str) -> Vec<(String, String)> {
    let read = |name: String| (name.clone(), workshop.read(&format!("{folder}/{name}")));
    files(&workshop.path(folder)).into_iter().map(read).collect()
}

/// A copy of a folder as if the search had been killed when a file had so many bytes.
fn killed(workshop: &Workshop, file: &str, bytes: usize) {
    fs::create_dir(workshop.path("killed")).unwrap();
    let manifest = workshop.read("whole/manifest.json");
    let manifest = manifest.replace("\"finished\": true", "\"finished\": false");
    workshop.write("killed/manifest.json", manifest);
    for name in ["trace.csv", "confirmation.csv"] {
        let text = workshop.read(&format!("whole/{name}"));
        let end = if name == file { bytes.min(text.len()) } else { text.len() };
        workshop.write(&format!("killed/{name}"), &text[..end]);
        if name == file {
            break;
        }
    }
}

#[test]
fn the_same_files_come_out_whatever_the_threads_and_wherever_the_search_was_killed() {
    for (command, file, bytes) in [
        (SPSA, "trace.csv", 10),
        (SPSA, "trace.csv", 200),
        (SPSA, "confirmation.csv", 150),
        (NTBEA, "trace.csv", 100),
    ] {
        let workshop = Workshop::new();
        let one = workshop.output(&format!("{command} --threads 1 --out whole"));
        killed(&workshop, file, bytes);
        let other = workshop.output(&format!("{command} --threads 3 --out killed --resume"));
        assert_eq!(one, other.replace("killed/", "whole/"));
        assert_eq!(content(&workshop, "whole"), content(&workshop, "killed"), "{command}");
    }
}

#[test]
fn what_was_found_can_be_played() {
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

    // The file of weights and the spec are the same agent.
    let spec = workshop.read("run/tuned.txt");
    let spec = spec.trim();
    workshop.output(&format!(
        "--agents file=greedy:samples=1:nodes=60:weights=run/weights.toml,spec={spec} --games 2 --out both"
    ));
    let manifest: serde_json::Value =
        serde_json::from_str(&workshop.read("both/manifest.json")).unwrap();
    let weights = |agent: usize| {
        let parameters = manifest["agents"][agent]["parameters"].as_object().unwrap();
        let weights = parameters.iter().filter(|(name, _)| name.starts_with("weights."));
        weights.map(|(name, value)| (name.clone(), value.clone())).collect::<Vec<_>>()
    };
    assert_eq!(weights(0), weights(1));
    assert!(weights(0).iter().any(|(name, value)| {
        name == "weights.points" && value.as_f64() == parameters[0]["tuned"].parse().ok()
    }));

    let output = workshop.output(&format!("{NTBEA} --out settings"));
    let spec = workshop.read("settings/tuned.txt");
    assert!(output.contains(&format!("the agent is {spec}")), "{output}");
    workshop.output(&format!("--agents {},random --games 2 --out played", spec.trim()));
}

/// Every trial is in the trace, candidates on both sides of where the search stands.
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
    assert!(output.contains("undecided between "), "{output}");
}

#[test]
fn a_search_goes_on_only_if_it_is_the_same() {
    let workshop = Workshop::new();
    workshop.output(&format!("{SPSA} --out whole"));
    let refused = |arguments: &str, begin: &str| {
        let finished = workshop.run(arguments);
        assert_eq!(finished.code, 2, "{arguments}: {}", finished.errors);
        assert!(finished.errors.starts_with(begin), "{}", finished.errors);
        assert_eq!(finished.errors.lines().count(), 1, "{}", finished.errors);
    };
    let there = "error: whole is there already: ";
    refused(&format!("{SPSA} --out whole"), there);
    let finished = "error: whole holds a finished search: ";
    refused(&format!("{SPSA} --out whole --resume"), finished);
    let seed = "error: whole holds another run: its seed is 1, not 2\n";
    refused(&format!("{SPSA} --out whole --resume --seed 2"), seed);
    let gain = "error: whole holds another run: its command is \"";
    refused(&format!("{SPSA} --out whole --resume --gain 3"), gain);

    killed(&workshop, "trace.csv", 400);
    let trace = workshop.read("killed/trace.csv").replacen("plus,0.", "plus,0.x", 1);
    workshop.write("killed/trace.csv", trace);
    let line = "error: killed/trace.csv: line 2: this is not what the run writes there";
    refused(&format!("{SPSA} --out killed --resume"), line);

    workshop.write("whole/manifest.json", "{");
    let damaged = "error: whole/manifest.json: it is no manifest: ";
    refused(&format!("{SPSA} --out whole --resume"), damaged);
}
