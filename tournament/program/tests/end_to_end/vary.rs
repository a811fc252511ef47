//! Runs of the same decks under several values of a rule.

use crate::support::{Finished, Workshop, same_but_for_timing};

const RUN: &str = "--agents greedy:nodes=20,random --games 8 --luck --forecasts --records --quiet";

#[test]
fn every_value_is_a_run_like_any_other_on_the_same_decks() {
    let workshop = Workshop::new();
    let printed = workshop.output(&format!("{RUN} --vary ships=9,15,21 --threads 3 --out lab"));
    let titles: Vec<_> = printed.lines().filter(|line| line.starts_with("ships ")).collect();
    assert_eq!(titles, ["ships 9", "ships 15", "ships 21"]);
    workshop.output(&format!("{RUN} --out plain --threads 1"));
    same_but_for_timing(&workshop, "plain", "lab/ships-15");
    assert_eq!(workshop.manifest("lab/ships-9")["ships"], 9);
    let decks = |folder: &str| {
        let rows = workshop.rows(&format!("lab/{folder}/games.csv"));
        rows.into_iter().map(|row| row["deck_seed"].clone()).collect::<Vec<_>>()
    };
    assert!(decks("ships-9") == decks("ships-15") && decks("ships-21") == decks("ships-15"));
    for value in ["ships-9", "ships-21"] {
        workshop.output(&format!("verify lab/{value}"));
        workshop.output(&format!("analyse lab/{value}/records.jsonl.zst --line 1 --quiet"));
    }
    let more = RUN.replace("--games 8", "--games 12");
    workshop.output(&format!("{more} --vary ships=9,15,21 --out lab --resume"));
    workshop.output(&format!("{more} --rule ships=21 --out whole"));
    same_but_for_timing(&workshop, "whole", "lab/ships-21");
}

#[test]
fn every_value_is_checked_before_the_first_is_played() {
    let workshop = Workshop::new();
    let line = "--agents random --players 2,3 --out lab --vary";
    workshop.refuses(
        &format!("{line} ships=11,50"),
        "ships must be a whole number from 6 to 21, not 50",
    );
    workshop.refuses(&format!("{line} boats=1,2"), "tongiaki has no rule 'boats': ");
    workshop
        .refuses(&format!("{line} ships=9,11 --rule ships=7"), "the rule 'ships' is given twice");
    assert!(!workshop.path("lab").exists());
}

#[test]
fn agents_play_each_value_with_a_network_that_learned_it() {
    let workshop = Workshop::new();
    let line = "--games 4 --players 2 --quiet --vary ships=9,15 --out lab --agents";
    let play = |more: &str, retrain: &str| {
        let mut command = workshop.tournament(&format!("{line} {more}"));
        Finished::new(command.arg(format!("--retrain{retrain}")).output().unwrap())
    };
    let agents = "greedy:nodes=20:evaluation=retrained,random";
    let refused = |more: &str, retrain: &str, said: &str| {
        let finished = play(more, retrain);
        assert!(finished.code == 2 && finished.errors.contains(said), "{}", finished.errors);
        assert!(!workshop.path("lab").exists());
    };
    refused("greedy", "", "no agent uses them: give one evaluation=retrained");
    refused(agents, "=--players 3", "--retrain: leave out --players, --rule and --out");
    refused(agents, "=--gmaes 3", "--retrain: error: unexpected argument '--gmaes' found");
    refused(agents, "=--hidden 5", "--hidden must be one of ");
    let small = "=--games 40 --generation 10 --warm-up 1 --nodes 5 --hidden 16 --test-every 2 --test-games 12";
    let finished = play(agents, small);
    assert_eq!(finished.code, 0, "{}", finished.errors);
    for (value, has_rule) in [("ships-9", true), ("ships-15", false)] {
        let manifest = workshop.manifest(&format!("lab/networks/{value}"));
        let command = manifest["command"].as_str().unwrap();
        assert_eq!(command.contains("--rule ships=9"), has_rule, "{command}");
        assert_eq!(workshop.rows(&format!("lab/{value}/games.csv")).len(), 4);
    }
    let again = play(&format!("{agents} --resume"), small);
    assert_eq!(again.code, 0, "{}", again.errors);
}
