//! Tests of the voyage: drawn tiles (T15), waters (T16), islands (T17) and king islands (T18).

use super::scene::{Scene, tile};
use crate::state::tiles::Tile;

/// Creates a scene in which Tonga's beach 0 is full and about to sail over side 0.
fn south_bound(players: usize, fleet: &str) -> Scene {
    Scene::new(players).ships("tonga", &format!("{fleet} ... ... ... ... ..."))
}

#[test]
fn t15_a_tile_is_drawn_with_its_crest_toward_the_fleet() {
    let mut scene = south_bound(2, "000").chain();
    scene.play("emigrate tonga").draw("water-09"); // its current 0-4 lets any fleet pass
    scene.assert_draws();
    scene.draw("samoa");
    let told = [
        "0 sails tonga:0>0 [3, 0]",
        "draw water-09 at 0,1 crest 3",
        "draw samoa at -1,2 crest 4",
        "lands on samoa [3, 0] back [0, 0]: [[1, 0], [1, 0], [1, 0]]",
    ];
    assert_eq!(scene.told(), told);
    assert_eq!(scene.state.tiles_left(), 29);
    scene.assert_turn_of(1);
}

#[test]
fn t15_nothing_is_drawn_where_tiles_lie() {
    let mut scene =
        south_bound(2, "000").lay("water-09", "tonga>0").lay("samoa", "water-09>4").chain();
    scene.play("emigrate tonga");
    let told =
        ["0 sails tonga:0>0 [3, 0]", "lands on samoa [3, 0] back [0, 0]: [[1, 0], [1, 0], [1, 0]]"];
    assert_eq!(scene.told(), told);
    assert_eq!(scene.state.tiles_left(), 29);
}

/// The number of required colours, and a water whose current from the crest requires it.
const CURRENTS: [(usize, &str); 4] =
    [(0, "water-13"), (2, "water-14"), (3, "water-12"), (4, "water-11")];

#[test]
fn t16_a_fleet_passes_with_at_least_as_many_colours() {
    for (colours, fleet) in [(1, "0000"), (2, "0001"), (3, "0012"), (4, "0123")] {
        for (needed, water) in CURRENTS {
            let mut scene = Scene::new(4)
                .lay("samoa", "tonga>0")
                .ships("samoa", &format!("... {fleet} ....."))
                .chain();
            scene.play("emigrate samoa").play("sail samoa>3").draw(water);
            let fails = scene.told().iter().any(|told| told.starts_with("fails on"));
            assert_eq!(fails, colours < needed, "{fleet} on {water}");
            if fails {
                assert_eq!(scene.supplies(), [15; 4]);
                scene.assert_turn_of(1);
            } else {
                scene.assert_draws();
            }
        }
    }
}

#[test]
fn t16_a_failed_fleet_goes_back_to_its_owners() {
    let mut scene = south_bound(3, "012").chain();
    assert_eq!(scene.supplies(), [14; 3]);
    scene.play("emigrate tonga").draw("water-07");
    let told = [
        "0 sails tonga:0>0 [1, 1, 1]",
        "draw water-07 at 0,1 crest 3",
        "fails on water-07 [1, 1, 1]",
    ];
    assert_eq!(scene.told(), told);
    assert_eq!(scene.supplies(), [15; 3]);
    assert_eq!(scene.place_of("water-07"), Some((0, 1, 3))); // the tile stays
    scene.assert_turn_of(1);
}

/// Tests every printed current in both directions: the water is south of Tonga, with any side facing it.
#[test]
fn t16_a_fleet_follows_the_current_from_the_side_where_it_enters() {
    let steps = [(0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0)];
    for water in Tile::all().skip(16) {
        let currents = water.water().expect("waters follow the islands").currents;
        let both_ways = currents.iter().flat_map(|&(a, b, n)| [(a, b, n), (b, a, n)]);
        for (from, to, needed) in both_ways {
            let (from, to) = (usize::from(from), usize::from(to));
            let mut scene = south_bound(3, "012").lay_turned(water.id(), from, "tonga>0").chain();
            scene.play("emigrate tonga");
            if needed > 3 {
                let fails = format!("fails on {water} [1, 1, 1]");
                assert_eq!(scene.told()[1..], [fails]);
                continue;
            }
            // Side `from` faces north, direction 3.
            let leaving = (3 + 6 - from + to) % 6;
            let (q, r) = steps[leaving];
            scene.draw("samoa");
            assert_eq!(scene.place_of("samoa"), Some((q, r + 1, (leaving + 3) % 6)), "{water}");
        }
    }
}

/// Of two currents in a row, the second requires more colours than the first.
#[test]
fn t16_every_current_on_the_way_has_to_be_passed() {
    let way = |fleet| {
        south_bound(3, fleet).lay("water-09", "tonga>0").lay("water-10", "water-09>4").chain()
    };
    let mut scene = way("000");
    scene.play("emigrate tonga");
    assert_eq!(scene.told()[1..], ["fails on water-10 [3, 0, 0]"]);
    let mut scene = way("001");
    scene.play("emigrate tonga").assert_draws();
}

/// Lands at a jetty (sides 1, 2, 4, 5 of Muroroa), at a side without one (side 3) and at the crest (side 0).
#[test]
fn t17_a_fleet_lands_on_any_side_of_an_island() {
    for side in 0..6 {
        let mut scene = south_bound(2, "001").lay_turned("muroroa", side, "tonga>0").chain();
        scene.play("emigrate tonga");
        let landings = scene.landings("muroroa");
        let expected = ["0. 0. 1..", "0. 1. 0..", "1. 0. 0.."];
        assert!(landings.iter().eq(&expected), "side {side}: {landings:?}");
    }
}

#[test]
fn t18_a_king_island_turns_a_fleet_back_to_where_it_came_from() {
    let mut scene = south_bound(3, "011").lay("samoa", "tonga>0").king(2, "samoa").chain();
    scene.play("emigrate tonga");
    assert_eq!(scene.told(), ["0 sails tonga:0>0 [1, 2, 0]", "turned back by samoa [1, 2, 0]"]);
    scene.play("moor tonga:3").play("moor tonga:0").play("moor tonga:5");
    assert_eq!(scene.on("tonga"), "1.. ... ... 0.. ... 1..");
    let lands = "lands on tonga [1, 2, 0] back [0, 0, 0]: \
                 [[0, 1, 0], [0, 0, 0], [0, 0, 0], [1, 0, 0], [0, 0, 0], [0, 1, 0]]";
    assert_eq!(scene.told(), [lands]);
    assert_eq!(scene.on("samoa"), "king 2");
    scene.assert_turn_of(1);
}

#[test]
fn t18_king_island_turns_its_own_king_back() {
    let mut scene = south_bound(2, "000").lay("samoa", "tonga>0").king(0, "samoa").chain();
    scene.play("emigrate tonga");
    assert_eq!(scene.told(), ["0 sails tonga:0>0 [3, 0]", "turned back by samoa [3, 0]"]);
    assert_eq!(scene.options(), [0, 1, 2, 3].map(|beach| format!("moor tonga:{beach}")));
}

/// The fleet returns over the currents that it passed on the way out.
#[test]
fn t18_a_fleet_is_turned_back_over_currents_too() {
    let way = |fleet, water| {
        let scene = south_bound(3, fleet).lay(water, "tonga>0");
        let scene = scene.lay("samoa", &format!("{water}>4")).king(2, "samoa").chain();
        let mut scene = scene;
        scene.play("emigrate tonga");
        scene.told()[1..].to_vec()
    };
    assert_eq!(way("001", "water-10"), ["turned back by samoa [2, 1, 0]"]);
    assert_eq!(way("001", "water-12"), ["fails on water-12 [2, 1, 0]"]);
    assert_eq!(way("000", "water-10"), ["fails on water-10 [3, 0, 0]"]);
}

/// A fleet cannot pass through a king island to the tiles beyond it (T9).
#[test]
fn t9_a_king_island_is_not_crossed() {
    let mut scene = south_bound(2, "001")
        .lay("samoa", "tonga>0")
        .king(1, "samoa")
        .lay("nauru", "samoa>3")
        .chain();
    scene.play("emigrate tonga").play("moor tonga:0").play("moor tonga:1").play("moor tonga:2");
    assert_eq!((scene.on("samoa"), scene.on("nauru")), ("king 1".into(), ".. ... ..".into()));
    assert!(!scene.state.in_deck(tile("nauru")));
    assert_eq!(scene.on("tonga"), "0.. 0.. 1.. ... ... ...");
}
