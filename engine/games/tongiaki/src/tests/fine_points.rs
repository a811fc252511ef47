//! Tests of the fine points (T31 to T37).

use super::scene::{Scene, edition, turn_limit};
use crate::{Cause, Edition};
use engine::Seat;

#[test]
fn t31_the_ship_taken_may_go_back_to_its_beach() {
    let mut scene = Scene::new(2)
        .lay("samoa", "tonga>0")
        .lay("tuvalu", "tonga>1")
        .ships("samoa", "00. 000. 000..")
        .ships("tuvalu", "0. 000. 00.")
        .ships("tonga", "0.. ... ... ... ... ...")
        .turn();
    let before = [scene.on("samoa"), scene.on("tuvalu")];
    scene.play("expand samoa").play("take samoa:0").play("spread samoa:0");
    assert_eq!([scene.on("samoa"), scene.on("tuvalu")], before);
    assert_eq!(scene.told(), ["0 expands samoa:0 from samoa:0"]);
    scene.assert_turn_of(1);
}

/// Tonga has left the game, and all remaining islands have kings.
#[test]
fn t32_who_can_enter_nowhere_resettles() {
    let mut scene = Scene::new(2)
        .lay("samoa", "tonga>0")
        .lay("oahu", "samoa>2")
        .king(1, "samoa")
        .king(1, "oahu")
        .without("tonga")
        .turn();
    assert_eq!(scene.options(), ["resettle"]);
    scene
        .play("resettle")
        .draw("nauru")
        .play("attach oahu")
        .play("exit oahu>3")
        .play("moor nauru:1");
    assert_eq!(scene.on("nauru"), ".. 0.. ..");
    assert_eq!(scene.supplies(), [14, 13]);
    scene.assert_turn_of(1);
}

/// Creates Tubuai, in the last turn of a game whose deck is closed if `closed`. The currents beyond sides 1 and 2 connect its
/// beaches. Beyond side 5 there is a king if `king`, and there is no tile beyond side 4.
fn tubuai(king: bool, closed: bool, ships: &str) -> Scene {
    let mut scene = Scene::new(3)
        .lay("tubuai", "tonga>0")
        .bend(["water-13", "water-01"], "tubuai", [1, 2])
        .ships("tonga", "0.. ... ... ... ... ...")
        .ships("tubuai", ships);
    if king {
        scene = scene.lay("oahu", "tubuai>5").king(2, "oahu");
    }
    if closed {
        scene = scene.deck(&["samoa", "nauru"]);
    }
    let mut scene = scene.chain();
    scene.play("emigrate tubuai");
    scene
}

#[test]
fn t33_a_forbidden_jetty_is_no_way_out() {
    // Beach 1 has jetties to an empty cell and to a king.
    let open = tubuai(true, false, "1.. 001");
    assert_eq!(open.state.tiles_left(), 27);
    assert_eq!(open.clone().told(), ["0 sails tubuai:1>4 [2, 1, 0]"]); // T22
    let closed = tubuai(true, true, "1.. 001");
    let told = ["0 sails tubuai:1>5 [2, 1, 0]", "turned back by oahu [2, 1, 0]"];
    assert_eq!(closed.clone().told(), told);
}

/// While the deck is open, filling beach 1 opens a way out over side 4.
#[test]
fn t33_a_closed_deck_can_make_a_chain_endless() {
    let open = tubuai(true, false, "001 11.");
    assert_eq!(open.options(), ["sail tubuai>1", "sail tubuai>2"]);
    let mut closed = tubuai(true, true, "001 11.");
    assert_eq!(closed.told(), ["endless tubuai back [2, 3, 0]", "end deck"]);
}

/// With the same five ships but no available jetty on beach 1, filling beach 1 ends the chain.
#[test]
fn t33_a_closed_deck_can_resolve_a_chain() {
    let mut scene = tubuai(false, true, "001 11.");
    assert_eq!(scene.options(), ["sail tubuai>1", "sail tubuai>2"]);
    scene.play("sail tubuai>2").play("moor tubuai:1"); // the second 0; the first had no choice
    assert_eq!(scene.on("tubuai"), "01. 011"); // stays full and obliges nobody
    let lands = "lands on tubuai [2, 1, 0] back [0, 0, 0]: [[1, 1, 0], [1, 0, 0]]";
    assert_eq!(scene.told()[1..], [lands, "end deck"]);
}

/// Beach 1 is full and blocked. The fleet of beach 0 sails in a circle and always comes back to the same beach.
#[test]
fn t33_a_blocked_full_beach_does_not_resolve_what_circles_beside_it() {
    let mut scene = tubuai(false, true, "001 111");
    assert_eq!(scene.told(), ["endless tubuai back [2, 4, 0]", "end deck"]);
}

/// Creates Tubuai with an endless chain, and Nauru, with a full beach and a way out, north of Tonga.
fn two_islands(tubuai: &str, nauru: &str) -> Scene {
    Scene::new(3)
        .lagoon("water-13")
        .lay("nauru", "tonga>3")
        .ships("tubuai", tubuai)
        .ships("nauru", nauru)
}

#[test]
fn t34_the_tiles_are_drawn_when_the_chain_has_been_played_to_its_end() {
    let mut scene = two_islands("001 11.", ".. 111 ..").chain();
    scene.play("emigrate tubuai").draw("fidschi"); // Nauru's fleet comes first
    let told = [
        "endless tubuai back [2, 3, 0]",
        "0 sails nauru:1>3 [0, 3, 0]",
        "draw fidschi at 0,-2 crest 0",
        "lands on fidschi [0, 3, 0] back [0, 0, 0]: [[0, 1, 0], [0, 1, 0], [0, 1, 0]]",
    ];
    assert_eq!(scene.told(), told);
    scene.assert_draws(); // the island of the voyage was not the one
    scene.draw("hawaii").play("attach tonga").play("exit tonga>0");
    assert_eq!(scene.on("hawaii"), "... ..... ..");
    scene.assert_turn_of(1);
}

/// Seat 0 loses its last ships only after the island has left the game, so no tile is drawn.
#[test]
fn t34_whether_tiles_are_drawn_is_decided_when_the_island_leaves() {
    let mut scene = two_islands("001 11.", ".. 000 ..").chain();
    let mut other_order = scene.clone();
    scene.play("emigrate tubuai").draw("water-07");
    assert_eq!(scene.told().last().map(String::as_str), Some("fails on water-07 [3, 0, 0]"));
    assert_eq!(scene.supplies(), [15, 15, 13]);
    scene.assert_turn_of(1);

    other_order.play("emigrate nauru").draw("water-07");
    let told = other_order.told();
    assert_eq!(told[2..], ["fails on water-07 [3, 0, 0]", "endless tubuai back [2, 3, 0]"]);
    other_order.assert_draws();
}

#[test]
fn t34_nothing_is_drawn_if_the_deck_has_closed_by_then() {
    let mut scene = two_islands("001 11.", ".. 111 ..").deck(&["water-07", "hawaii"]).chain();
    scene.play("emigrate tubuai").draw("water-07");
    assert_eq!(scene.told()[3..], ["fails on water-07 [0, 3, 0]", "end deck"]);
    assert!(scene.state.in_deck(super::scene::tile("hawaii")));
}

#[test]
fn t34_a_water_of_this_drawing_that_closes_the_deck_does_not_end_it() {
    for edition_ in Edition::ALL {
        let mut scene = Scene::of(edition(3, edition_))
            .lagoon("water-13")
            .ships("tubuai", "001 11.")
            .deck(&["water-07", "hawaii", "nauru"])
            .chain();
        scene.play("emigrate tubuai").draw("water-07").play("attach tonga").play("exit tonga>3");
        scene.assert_draws();
        assert_eq!(scene.drawable(), ["hawaii", "nauru"]);
        scene.draw("hawaii").play("attach tonga").play("exit tonga>2");
        assert_eq!(scene.on("hawaii"), "... ..... ..");
        assert_eq!(scene.told()[3..], ["end deck"]);
    }
}

/// Every departure of a fleet counts, whatever happens to the fleet. An island that leaves the game does not count, and every
/// turn begins at zero.
#[test]
fn t35_the_sail_events_of_the_turn_count() {
    let mut scene = two_islands("001 11.", ".. 111 ..").ships("tonga", "000 00. ... ... ... ...");
    scene = scene.emigrations(198).chain();
    scene.play("emigrate tubuai");
    assert_eq!(scene.state.sails, 198);
    scene.play("emigrate tonga");
    assert_eq!(scene.state.sails, 199);
    scene.draw("water-07"); // the 199th fails, and Nauru's fleet sails
    assert_eq!(scene.state.sails, 200);
    scene.draw("water-06");
    assert_eq!(scene.state.sails, 0);
    scene.assert_turn_of(1);
    let told = scene.told();
    assert_eq!(told.iter().filter(|told| told.starts_with("0 sails")).count(), 2);
    assert!(!told.iter().any(|told| told.contains("safety net")));
}

#[test]
fn t35_from_the_200th_on_every_island_picked_leaves_the_game() {
    let mut scene = two_islands("... ...", "11 111 ..")
        .lay("tuvalu", "tonga>4")
        .ships("tuvalu", "11 .... ...")
        .ships("tonga", "000 00. ... ... ... ...")
        .emigrations(200)
        .chain();
    assert_eq!(scene.options(), ["emigrate nauru", "emigrate tonga", "emigrate tuvalu"]);
    scene.play("emigrate tuvalu").play("emigrate tonga");
    let told = [
        "endless tuvalu back [0, 2, 0] (safety net)",
        "endless tonga back [5, 0, 0] (safety net)",
        "endless nauru back [0, 5, 0] (safety net)",
    ];
    assert_eq!(scene.told(), told);
    scene.assert_draws(); // T24: seat 0 has no ship left
}

/// Creates a Hungarian table whose deck contains one water and two more islands. The fleet on Tonga's first beach is about to
/// sail; the third beach faces Nauru.
fn hungarian(water: &str, fleet: &str) -> Scene {
    let mut scene = Scene::of(edition(2, Edition::Hungarian))
        .lay("nauru", "tonga>1")
        .ships("tonga", &format!("{fleet} 111 ... ... ... ..."))
        .deck(&[water, "samoa", "hawaii"])
        .chain();
    scene.play("emigrate tonga").play("sail tonga>0").draw(water);
    scene
}

#[test]
fn t36_a_hungarian_game_ends_at_once_also_when_the_crossing_fails() {
    let mut scene = hungarian("water-03", "001");
    assert_eq!(scene.told()[2..], ["fails on water-03 [2, 1]", "end deck"]);
    assert_eq!(scene.supplies(), [15, 12]);
    assert_eq!(scene.on("tonga"), "... 111 ... ... ... ...");
}

/// Water-16 leads from its crest to side 5, beyond which is Nauru.
#[test]
fn t36_a_hungarian_fleet_stays_adrift_whatever_lies_beyond() {
    let mut scene = hungarian("water-16", "001");
    assert_eq!(scene.told()[2..], ["adrift on water-16 [2, 1]", "end deck"]);
    assert_eq!(scene.on("nauru"), ".. ... ..");
    assert_eq!([0, 1].map(|seat| scene.state.adrift(Seat::new(seat))), [2, 1]);
    assert_eq!(scene.on("tonga"), "... 111 ... ... ... ...");
}

#[test]
fn t36_a_water_that_closes_the_deck_in_a_hungarian_resettling_does_not_end_it() {
    let mut scene = Scene::of(edition(2, Edition::Hungarian))
        .ships("tonga", "0.. 1.. ... ... ... ...")
        .deck(&["water-16", "samoa", "hawaii"])
        .turn();
    scene.play("resettle").draw("water-16").play("exit tonga>2");
    scene.assert_draws();
    scene.draw("samoa").play("attach tonga").play("exit tonga>4").play("moor samoa:0");
    assert_eq!(scene.on("samoa"), "0.. .... .....");
    assert_eq!(scene.told()[3..], ["0 settles samoa:0", "end deck"]);
}

#[test]
fn t37_a_deck_that_closes_in_the_last_turn_is_the_cause() {
    let last_turn = |drawn| {
        let mut scene = Scene::of(turn_limit(2, 1))
            .ships("tonga", "00. ... ... ... ... ...")
            .deck(&["water-07", "samoa", "hawaii"])
            .turn();
        scene.play("expand tonga").play("spread tonga:0+1").draw(drawn);
        assert!(scene.is_over());
        assert_eq!(scene.state.turns_played(), 1);
        (scene.state.cause(), scene.told().pop().unwrap_or_default())
    };
    assert_eq!(last_turn("water-07"), (Some(Cause::Deck), "end deck".to_owned()));
    assert_eq!(last_turn("samoa"), (Some(Cause::TurnLimit), "end turn_limit".to_owned()));
}
