//! Tests of Tongiaki's rules, chapter by chapter. A test's name begins with the number of its rule.

mod analysis;
mod bearings;
mod emigration;
mod end;
mod endless;
mod endless_search;
mod fine_points;
mod geometry_and_setup;
mod landing;
mod perft;
mod resettling;
mod scene;
mod score;
mod telling;
mod turn;
mod voyage;
mod whole_games;

use crate::rules::assert_tested;

#[test]
fn every_rule_has_a_test() {
    assert_tested("tongiaki", 't', 37);
}
