//! Tests of Wongar's rules, chapter by chapter. A test's name begins with the number of its rule.

mod advanced;
mod area_cards;
mod board;
mod ceremony;
mod end;
mod example;
mod knowledge;
mod material_and_setup;
mod round;
mod scene;
mod scorpion;
mod telling;
mod whole_games;

use crate::rules::assert_tested;

#[test]
fn every_rule_has_a_test() {
    assert_tested("wongar", 'w', 33);
}
