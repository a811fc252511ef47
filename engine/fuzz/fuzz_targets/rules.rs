//! Fuzz target: any rules, as typed by a user, set up a table of each game or are rejected in a one-line message, without a
//! panic.
#![no_main]

use engine::{PlayableGame, Rules, is_printable};
use poker::{kuhn, leduc};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut lines = text.lines();
    let players = lines.next().and_then(|players| players.parse().ok()).unwrap_or(3);
    let mut rules = Rules::new();
    for line in lines {
        let (key, value) = line.split_once('=').unwrap_or((line, ""));
        rules = rules.with(key, value);
    }
    lay::<tongiaki::State>(players, &rules);
    lay::<wongar::State>(players, &rules);
    lay::<kuhn::Kuhn>(players, &rules);
    lay::<leduc::Leduc>(players, &rules);
});

fn lay<G: PlayableGame>(players: usize, rules: &Rules) {
    match G::setup(players, rules) {
        Ok(setup) => drop(G::rules_in_force(&setup)),
        Err(error) => assert!(error.to_string().chars().all(is_printable), "{error:?}"),
    }
}
