//! The anchors of ladders.

use anygame::{Anchors, find};
use serde_json::Value;

#[test]
fn all_levels_are_anchors() {
    let file: Value = serde_json::from_str(include_str!("../../src/levels.json")).unwrap();
    let games = games::built_in();
    for (name, levels) in file["levels"].as_object().unwrap() {
        let specs = Anchors::of(find(&games, name).unwrap()).specs;
        let levels = levels.as_array().unwrap().iter().map(|level| level.as_str().unwrap());
        for expected in levels.chain(["random", "mcts"]) {
            assert!(specs.iter().any(|spec| spec == expected), "{specs:?}");
        }
    }
}
