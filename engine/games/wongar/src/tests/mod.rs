//! Tests of Wongar's rules, chapter by chapter. A test's name begins with the number of its rule.

mod actions;
mod advanced;
mod area_cards;
mod audit;
mod board;
mod ceremony;
mod end;
mod example;
mod house;
mod knowledge;
mod material_and_setup;
mod round;
mod scene;
mod scorpion;
mod telling;
mod whole_games;

use engine::testing::check_rule_numbers;
use std::path::Path;

#[test]
fn every_rule_has_a_test() {
    check_rule_numbers(Path::new(env!("CARGO_MANIFEST_DIR")), 'w', 33);
}
