//! Tests of endless chains (T23) and of the draw after them (T24).

use super::scene::{Scene, tile};
use crate::state::border::Border;
use crate::state::hex::Side;

fn lagoon(first_water: &str) -> Scene {
    Scene::new(3).lagoon(first_water)
}

const ON_TONGA: &str = "0.. ... ... ... ... ...";

/// With five ships on six moorings, a landing on one beach always fills the other.
#[test]
fn t23_an_endless_chain_takes_the_island_out_of_the_game() {
    let mut scene = lagoon("water-13").ships("tubuai", "01. 11.").ships("tonga", ON_TONGA).turn();
    assert_eq!(scene.supplies(), [13, 12, 13]);
    let left = scene.state.tiles_left();
    scene.play("expand tubuai").play("spread tubuai:0");
    assert_eq!(scene.told(), ["0 expands tubuai:0", "endless tubuai back [2, 3, 0]"]);
    assert_eq!(scene.supplies(), [14, 15, 13]);
    assert_eq!(scene.on("tubuai"), "nowhere");
    assert!(!scene.state.in_deck(tile("tubuai")), "it leaves the game");
    assert_eq!(scene.state.tiles_left(), left, "and nothing is drawn for it");
    scene.assert_turn_of(1);
}

/// The cell is empty again, so the next fleet over Tonga's side 0 draws a tile for it.
#[test]
fn t23_the_cell_of_a_lost_island_is_empty_again() {
    let mut scene = lagoon("water-13")
        .ships("tubuai", "011 11.")
        .ships("tonga", "01. ... ... ... ... ...")
        .chain();
    scene.play("emigrate tubuai");
    assert_eq!(scene.state.sea.beyond(Border::new(tile("tonga"), Side::new(0))), None);
    scene.play("expand tonga").play("spread tonga:0").draw("nauru");
    assert_eq!(scene.place_of("nauru"), Some((0, 1, 3)));
}

#[test]
fn t23_six_ships_on_six_moorings_are_endless_too() {
    let mut scene = lagoon("water-13").ships("tubuai", "00. 00.").ships("tonga", ON_TONGA).turn();
    scene.play("expand tubuai");
    assert_eq!(scene.told(), ["0 expands tubuai:0+1", "endless tubuai back [6, 0, 0]"]);
}

/// Four ships can come to rest two by two, so the chain is not endless and the player has to sail in a circle.
#[test]
fn t23_a_chain_that_can_come_to_rest_is_not_endless() {
    let mut scene = lagoon("water-13").ships("tubuai", "011 1..").ships("tonga", ON_TONGA).chain();
    scene.play("emigrate tubuai");
    assert_eq!(scene.options(), ["sail tubuai>1", "sail tubuai>2"]);
    // The landing can instead fill the other beach, whose jetties lead to kings, and the chain continues.
    scene.play("sail tubuai>1").play("moor tubuai:1").play("moor tubuai:1");
    assert_eq!(scene.on("tubuai"), "1.. 011");
    assert_eq!(scene.options(), ["sail tubuai>4", "sail tubuai>5"]);
    scene.play("sail tubuai>4");
    let expected = ["01. 11.", "011 1..", "11. 01.", "111 0.."];
    assert!(scene.landings("tubuai").iter().eq(&expected));
    scene.play("moor tubuai:0").play("moor tubuai:1");
    assert_eq!(scene.on("tubuai"), "01. 11.");
    scene.assert_turn_of(1);
}

/// Five ships never come to rest, but three ships of one colour can gather on the beach whose current requires two colours; for
/// them that jetty is not returning.
#[test]
fn t23_colours_can_resolve_a_chain() {
    let mut scene = lagoon("water-14").ships("tubuai", "001 01.").ships("tonga", ON_TONGA).chain();
    scene.play("emigrate tubuai");
    assert_eq!(scene.options(), ["sail tubuai>1", "sail tubuai>2"]);
    scene.play("sail tubuai>1").play("moor tubuai:0"); // the second 0; the first had no choice
    assert_eq!(scene.on("tubuai"), "00. 011");
    scene.play("sail tubuai>5").play("moor tubuai:0");
    assert_eq!(scene.on("tubuai"), "000 11.");
    assert_eq!(scene.options(), ["sail tubuai>1", "sail tubuai>2"]);
    scene.play("sail tubuai>1");
    let told = scene.told();
    assert_eq!(told.last().map(String::as_str), Some("fails on water-14 [3, 0, 0]"));
    assert_eq!(scene.on("tubuai"), "... 11.");
    scene.assert_turn_of(1);
}

#[test]
fn t23_without_three_of_one_colour_the_same_chain_is_endless() {
    let mut scene = lagoon("water-14").ships("tubuai", "001 12.").ships("tonga", ON_TONGA).chain();
    scene.play("emigrate tubuai");
    assert_eq!(scene.told(), ["endless tubuai back [2, 2, 1]"]);
}

/// Three ships have the same colour, but all six moorings are taken, so every fleet comes back to the beach that it left.
#[test]
fn t23_without_a_free_mooring_colours_resolve_nothing() {
    let mut scene = lagoon("water-14").ships("tubuai", "001 011").ships("tonga", ON_TONGA).chain();
    scene.play("emigrate tubuai");
    assert_eq!(scene.told(), ["endless tubuai back [3, 3, 0]"]);
}

/// A beach that is not full now, but can become full and has a way out, resolves the chain.
#[test]
fn t23_a_way_out_in_reach_resolves_a_chain() {
    let mut scene = Scene::new(3)
        .lay("tubuai", "tonga>0")
        .bend(["water-13", "water-01"], "tubuai", [1, 2])
        .lay("samoa", "tubuai>4")
        .king(2, "samoa") // nothing lies beyond side 5
        .ships("tubuai", "001 11.")
        .chain();
    scene.play("emigrate tubuai");
    assert_eq!(scene.options(), ["sail tubuai>1", "sail tubuai>2"]);
    scene.play("sail tubuai>2").play("moor tubuai:0"); // the second 0; the first had no choice
    let told = [
        "0 sails tubuai:0>2 [2, 1, 0]",
        "lands on tubuai [2, 1, 0] back [0, 0, 0]: [[2, 0, 0], [0, 1, 0]]",
        "0 sails tubuai:1>5 [0, 3, 0]", // T22: not over side 4
    ];
    assert_eq!(scene.told(), told);
    scene.assert_draws();
}

#[test]
fn t23_the_island_leaves_when_it_is_picked_and_the_chain_goes_on_elsewhere() {
    let mut scene = lagoon("water-13")
        .lay("nauru", "tonga>3")
        .ships("nauru", ".. 111 ..")
        .ships("tubuai", "001 11.")
        .ships("tonga", ON_TONGA)
        .chain();
    assert_eq!(scene.options(), ["emigrate nauru", "emigrate tubuai"]);
    let mut later = scene.clone();
    scene.play("emigrate tubuai");
    assert_eq!(scene.told(), ["endless tubuai back [2, 3, 0]", "0 sails nauru:1>3 [0, 3, 0]"]);
    scene.draw("water-07");
    scene.assert_turn_of(1);

    later.play("emigrate nauru");
    assert_eq!(later.on("tubuai"), "001 11.");
    later.draw("water-07");
    let told = ["fails on water-07 [0, 3, 0]", "endless tubuai back [2, 3, 0]"];
    assert_eq!(later.told()[2..], told);
    later.assert_turn_of(1);
}

/// Sets up Tonga with eighteen ships on all moorings, enclosed by three bends.
fn locked_tonga() -> Scene {
    Scene::new(3)
        .bend(["water-13", "water-01"], "tonga", [0, 1])
        .bend(["water-15", "water-02"], "tonga", [2, 3])
        .bend(["water-16", "water-04"], "tonga", [4, 5])
        .ships("tonga", "012 012 012 012 012 012")
        .chain()
}

#[test]
fn t23_tonga_can_leave_the_game() {
    let mut scene = locked_tonga();
    scene.play("emigrate tonga");
    assert_eq!(scene.told(), ["endless tonga back [6, 6, 6]"]);
    assert_eq!((scene.on("tonga"), scene.supplies()), ("nowhere".into(), vec![15; 3]));
    scene.assert_draws(); // T24
}

#[test]
fn t24_without_an_island_on_the_board_tiles_are_drawn_until_one_is_placed() {
    let mut scene = locked_tonga();
    scene.play("emigrate tonga").draw("water-05");
    let waters = ["water-01", "water-02", "water-04", "water-13", "water-15", "water-16"];
    assert_eq!(scene.options(), waters.map(|water| format!("attach {water}")));
    scene.play("attach water-13"); // south of where Tonga lay, crest toward it
    // Its sides 5 and 1 touch the waters next to it.
    assert_eq!(scene.options(), [0, 2, 3, 4].map(|side| format!("exit water-13>{side}")));
    scene.play("exit water-13>0");
    assert_eq!(scene.place_of("water-05"), Some((0, 0, 0)));
    scene.draw("fidschi").play("attach water-13").play("exit water-13>3");
    assert_eq!(scene.on("fidschi"), "..... .... ....");
    assert_eq!(scene.supplies(), [15; 3]); // no ship is put on it
    scene.assert_turn_of(1);
    assert_eq!(scene.options(), ["enter fidschi"]);
    let told = [
        "endless tonga back [6, 6, 6]",
        "draw water-05 at 0,0 crest 0",
        "draw fidschi at 0,2 crest 3",
    ];
    assert_eq!(scene.told(), told);
}

/// The safety net (T25) may remove the last tile. The next tile is then laid where Tonga was at the start.
#[test]
fn t24_on_an_empty_table_the_first_tile_lies_in_the_middle() {
    let tonga = "010 ... ... ... ... ...";
    let mut scene = Scene::new(2).ships("tonga", tonga).emigrations(200).chain();
    scene.play("emigrate tonga").draw("water-05");
    assert_eq!(scene.place_of("water-05"), Some((0, 0, 0)));
    scene.draw("fidschi");
    assert_eq!(scene.options(), [0, 1, 2, 3, 4, 5].map(|side| format!("exit water-05>{side}")));
    scene.play("exit water-05>3");
    scene.assert_turn_of(1);
    assert_eq!(scene.options(), ["enter fidschi"]);
    let told = [
        "endless tonga back [2, 1] (safety net)",
        "draw water-05 at 0,0 crest 0",
        "draw fidschi at 0,-1 crest 0",
    ];
    assert_eq!(scene.told(), told);
}

#[test]
fn t24_a_player_without_a_ship_on_the_board_draws() {
    let mut scene = lagoon("water-13")
        .ships("tubuai", "001 11.")
        .ships("tonga", "1.. ... ... ... ... ...")
        .chain();
    scene.play("emigrate tubuai");
    scene.draw("nauru").play("attach tonga").play("exit tonga>0");
    assert_eq!(scene.place_of("nauru"), Some((0, 1, 3)));
    assert_eq!(scene.on("nauru"), ".. ... ..");
    assert_eq!(scene.supplies(), [15, 14, 13]);
    scene.assert_turn_of(1);
}

#[test]
fn t24_a_ship_on_a_king_island_spares_the_drawing() {
    let mut scene = lagoon("water-13").without("oahu");
    scene = scene.lay("tahiti", "tubuai>5").king(0, "tahiti").ships("tubuai", "001 11.").chain();
    scene.play("emigrate tubuai");
    assert_eq!(scene.told(), ["endless tubuai back [2, 3, 0]"]);
    scene.assert_turn_of(1);
}
