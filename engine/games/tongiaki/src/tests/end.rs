//! Tests of the end: the deck closes (T26, T27), and the game ends (T28).

use super::scene::{Scene, edition, turn_limit};
use crate::{Cause, Edition, Setup};
use engine::Seat;

/// The editions that follow T26.
const MOST: [Edition; 3] = [Edition::Schmidt, Edition::Dutch, Edition::Brettspielwelt];

fn tonga(edition_: Edition, ships: &str, deck: &[&str]) -> Scene {
    Scene::of(edition(2, edition_)).ships("tonga", ships).deck(deck)
}

#[test]
fn t26_a_fleet_that_would_have_to_draw_stays_adrift() {
    for edition in MOST {
        let deck = ["water-09", "samoa", "nauru"];
        let mut scene = tonga(edition, "001 ... ... ... ... ...", &deck).chain();
        scene.play("emigrate tonga").draw("water-09");
        let told = [
            "0 sails tonga:0>0 [2, 1]",
            "draw water-09 at 0,1 crest 3",
            "adrift on water-09 [2, 1]",
            "end deck",
        ];
        assert_eq!(scene.told(), told);
        assert_eq!(scene.supplies(), [13, 14]);
        assert_eq!([0, 1].map(|seat| scene.state.adrift(Seat::new(seat))), [2, 1]);
        assert_eq!(scene.state.cause(), Some(Cause::Deck));
    }
}

#[test]
fn t26_a_fleet_that_the_closing_current_does_not_let_pass_fails() {
    for edition in MOST {
        let mut scene = tonga(edition, "001 ... ... ... ... ...", &["water-03", "samoa"]).chain();
        scene.play("emigrate tonga").draw("water-03");
        assert_eq!(scene.told()[2..], ["fails on water-03 [2, 1]", "end deck"]);
        assert_eq!(scene.supplies(), [15, 15]);
    }
}

#[test]
fn t26_a_landing_on_the_last_island_takes_place() {
    for edition in Edition::ALL {
        let mut scene = tonga(edition, "001 ... ... ... ... ...", &["water-03", "samoa"]).chain();
        scene.play("emigrate tonga").draw("samoa");
        assert_eq!(scene.options(), ["moor samoa:0", "moor samoa:1"]);
        scene.play("moor samoa:0").play("moor samoa:2");
        assert_eq!(scene.on("samoa"), "0.. 1... 0....");
        let lands = "lands on samoa [2, 1] back [0, 0]: [[1, 0], [0, 1], [1, 0]]";
        assert_eq!(scene.told()[2..], [lands, "end deck"]);
    }
}

/// Sets up a last turn: the fleet on beach 0 of Tonga closes the deck; beach 1 faces an empty cell, beach 2 faces Nauru.
fn last_turn(edition: Edition, deck: [&str; 2]) -> Scene {
    let scene = tonga(edition, "000 001 011 ... ... ...", &["nauru", deck[0], deck[1]]);
    let mut scene = scene.lay("nauru", "tonga>2").chain();
    scene.play("emigrate tonga");
    assert_eq!(scene.options(), ["sail tonga>0", "sail tonga>1", "sail tonga>2"]);
    scene.play("sail tonga>0");
    scene
}

#[test]
fn t26_the_turn_under_way_is_played_out_over_laid_tiles() {
    for edition in MOST {
        let mut scene = last_turn(edition, ["water-03", "samoa"]);
        scene.draw("water-03"); // and beach 2 sails by itself: nothing else can be chosen
        assert_eq!(scene.told()[2..], ["fails on water-03 [3, 0]", "0 sails tonga:2>2 [1, 2]"]);
        scene.play("moor nauru:1");
        assert_eq!(scene.on("nauru"), "1. 0.. 1.");
        assert_eq!(scene.on("tonga"), "... 001 ... ... ... ..."); // stays full
        let lands = "lands on nauru [1, 2] back [0, 0]: [[0, 1], [1, 0], [0, 1]]";
        assert_eq!(scene.told(), [lands, "end deck"]);
    }
}

#[test]
fn t26_an_island_closes_the_deck_likewise_in_every_edition() {
    for edition in Edition::ALL {
        let mut scene = last_turn(edition, ["samoa", "water-03"]);
        scene.draw("samoa"); // three ships of one colour: one on each beach
        assert_eq!(scene.on("samoa"), "0.. 0... 0....");
        assert_eq!(scene.told().last().map(String::as_str), Some("0 sails tonga:2>2 [1, 2]"));
        scene.play("moor nauru:0");
        assert_eq!(scene.told().last().map(String::as_str), Some("end deck"));
        assert_eq!(scene.on("tonga"), "... 001 ... ... ... ...");
    }
}

/// The jetty leads over a laid current into an empty cell. It can be chosen, and the fleet drifts.
#[test]
fn t26_fleets_drift_on_waters_laid_before_too() {
    let scene =
        tonga(Edition::Schmidt, "000 001 ... ... ... ...", &["water-13", "water-03", "samoa"]);
    let mut scene = scene.lay("water-13", "tonga>1").chain();
    scene.play("emigrate tonga").play("sail tonga>0").draw("water-03");
    let told =
        ["fails on water-03 [3, 0]", "0 sails tonga:1>1 [2, 1]", "adrift on water-13 [2, 1]"];
    assert_eq!(scene.told()[2..5], told);
    assert!(scene.is_over());
}

#[test]
fn t26_beyond_the_closing_water_a_fleet_lands_on_laid_islands() {
    for edition in MOST {
        let scene = tonga(edition, "000 ... ... ... ... ...", &["nauru", "water-16", "samoa"]);
        let mut scene = scene.lay("nauru", "tonga>1").chain();
        scene.play("emigrate tonga").draw("water-16");
        let lands = "lands on nauru [3, 0] back [0, 0]: [[1, 0], [1, 0], [1, 0]]";
        assert_eq!(scene.told()[2..], [lands, "end deck"]);
    }
}

/// Only fifteen islands are on the table when the sixteenth is drawn, because one has left the game.
#[test]
fn t26_islands_that_have_left_the_game_count_as_drawn() {
    let scene =
        tonga(Edition::Schmidt, "000 ... ... ... ... ...", &["tubuai", "samoa", "water-01"]);
    let mut scene = scene.lay("tubuai", "tonga>3").without("tubuai").chain();
    scene.play("emigrate tonga").draw("samoa");
    assert_eq!(scene.told().last().map(String::as_str), Some("end deck"));
}

/// Drawing the last but one tile of each kind does not close the deck.
#[test]
fn t26_the_deck_is_open_while_both_kinds_are_left() {
    let deck = ["water-03", "water-01", "samoa", "nauru"];
    let mut scene = tonga(Edition::Schmidt, "000 111 ... ... ... ...", &deck).chain();
    scene.play("emigrate tonga").play("sail tonga>0").draw("water-03");
    scene.draw("samoa");
    assert_eq!(scene.drawable(), Vec::<&str>::new());
    scene.assert_turn_of(1);
}

#[test]
fn t27_in_the_hungarian_edition_a_closing_water_ends_the_game_at_once() {
    let mut scene = last_turn(Edition::Hungarian, ["water-09", "samoa"]);
    scene.draw("water-09");
    let told = [
        "0 sails tonga:0>0 [3, 0]",
        "draw water-09 at 0,1 crest 3",
        "adrift on water-09 [3, 0]",
        "end deck",
    ];
    assert_eq!(scene.told(), told);
    assert_eq!(scene.on("tonga"), "... 001 011 ... ... ..."); // no further emigration
    assert_eq!(scene.state.adrift(Seat::new(0)), 3);
    assert_eq!(scene.state.cause(), Some(Cause::Deck));
}

#[test]
fn t27_the_other_editions_go_on_where_the_hungarian_ends() {
    for edition in MOST {
        let mut scene = last_turn(edition, ["water-09", "samoa"]);
        scene.draw("water-09");
        let told = ["adrift on water-09 [3, 0]", "0 sails tonga:2>2 [1, 2]"];
        assert_eq!(scene.told()[2..], told);
        assert!(!scene.is_over());
    }
}

#[test]
fn t27_only_the_closing_water_ends_a_hungarian_game() {
    let deck = ["water-09", "water-01", "samoa", "nauru"];
    let mut scene = tonga(Edition::Hungarian, "000 ... ... ... ... ...", &deck).chain();
    scene.play("emigrate tonga").draw("water-09").draw("samoa");
    assert_eq!(scene.on("samoa"), "0.. 0... 0....");
    scene.assert_turn_of(1);
}

fn two_each(setup: Setup) -> Scene {
    Scene::of(setup).ships("tonga", "0.. 1.. ... ... ... ...").turn()
}

#[test]
fn t28_the_game_ends_after_the_turn_limit() {
    let mut scene = two_each(turn_limit(2, 3));
    scene.play("expand tonga").play("spread tonga:2");
    scene.play("expand tonga").play("spread tonga:3");
    scene.assert_turn_of(0);
    scene.play("expand tonga").play("spread tonga:4+5");
    assert!(scene.is_over());
    assert_eq!(scene.state.cause(), Some(Cause::TurnLimit));
    assert_eq!(scene.told().last().map(String::as_str), Some("end turn_limit"));
    assert_eq!(scene.state.turns_played(), 3);
}

#[test]
fn t28_four_hundred_turns_unless_another_limit_is_asked_for() {
    let setup = Setup::new(4).expect("four may play");
    assert_eq!(setup.turn_limit(), 400);
    let mut scene = Scene::of(setup);
    for beach in [0, 0, 1, 1, 2, 2, 3, 3] {
        scene.play(&format!("moor tonga:{beach}"));
    }
    let mut scene = scene.turn_of(399);
    scene.assert_turn_of(399 % 4);
    assert_eq!(scene.state.turns_played(), 399);
    scene.play("expand tonga").play("spread tonga:4+5");
    assert_eq!(scene.told().last().map(String::as_str), Some("end turn_limit"));
}

#[test]
fn t28_the_result_names_the_deck_if_it_closed() {
    let mut scene = tonga(Edition::Schmidt, "00. ... ... ... ... ...", &["samoa", "water-01"]);
    scene = scene.turn();
    scene.play("expand tonga").play("spread tonga:0+1").draw("samoa");
    assert_eq!(scene.state.cause(), Some(Cause::Deck));
}

#[test]
fn a_house_rule_ends_a_game_after_rounds_without_a_tile() {
    let play = |setup| {
        let mut scene = two_each(setup);
        scene.play("expand tonga").play("spread tonga:2");
        scene.play("expand tonga").play("spread tonga:3");
        scene.play("expand tonga").play("spread tonga:4+5");
        assert!(!scene.is_over());
        scene.play("expand tonga").play("spread tonga:1+3");
        scene
    };
    let usual = Setup::new(2).expect("two may play");
    let scene = play(usual);
    assert_eq!((scene.is_over(), scene.state.quiet_turns()), (false, None));
    let mut scene = play(usual.with_quiet_rounds(2));
    assert_eq!((scene.state.cause(), scene.state.quiet_turns()), (Some(Cause::Stall), Some(4)));
    assert_eq!(scene.told().last().map(String::as_str), Some("end stall"));
    let scene = play(usual.with_quiet_rounds(3));
    assert_eq!((scene.is_over(), scene.state.quiet_turns()), (false, Some(4)));
    // The turn limit is reached first, so it is also the recorded cause.
    let short = usual.with_turn_limit(4).with_quiet_rounds(2);
    assert_eq!(play(short).state.cause(), Some(Cause::TurnLimit));
}
