//! Runs of the same decks under several values of a rule.

use crate::support::{Workshop, same_but_for_timing};

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
