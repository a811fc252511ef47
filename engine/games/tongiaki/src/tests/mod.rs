//! Tests of Tongiaki's rules, chapter by chapter. A test's name begins with the number of its rule.

mod actions;
mod analysis;
mod audit;
mod bearings;
mod emigration;
mod end;
mod endless;
mod endless_search;
mod fine_points;
mod frames;
mod geometry_and_setup;
mod house;
mod landing;
mod perft;
mod resettling;
mod scene;
mod score;
mod telling;
mod turn;
mod voyage;
mod whole_games;

use engine::testing::check_rule_numbers;
use std::path::Path;

#[test]
fn every_rule_has_a_test() {
    check_rule_numbers(Path::new(env!("CARGO_MANIFEST_DIR")), 't', 37);
}
