//! Tests of resettling (T10 to T12).

use super::scene::Scene;

fn exits(tile: &str, sides: &[u8]) -> Vec<String> {
    sides.iter().map(|side| format!("exit {tile}>{side}")).collect()
}

#[test]
fn t10_all_ships_but_those_on_king_islands_leave_the_board() {
    let mut scene = Scene::new(2)
        .lay("samoa", "tonga>0")
        .lay("oahu", "tonga>1")
        .king(0, "oahu")
        .ships("samoa", "00. 01.. 11...")
        .ships("tonga", "0.. 1.. ... ... ... ...")
        .turn();
    scene.play("resettle");
    assert_eq!(scene.on("samoa"), "... 1... 11...");
    assert_eq!(scene.on("tonga"), "... 1.. ... ... ... ...");
    assert_eq!(scene.on("oahu"), "king 0");
    assert_eq!(scene.supplies(), [14, 11]);
    assert_eq!(scene.told(), ["0 resettles"]);
    scene.assert_draws();
}

/// Muroroa has jetties on sides 1, 2, 4 and 5; no tile can be laid at its crest or at side 3.
#[test]
fn t10_a_tile_is_laid_at_any_exit_after_it_has_been_seen() {
    let mut scene = Scene::new(2).lay("muroroa", "tonga>0").ships("muroroa", "0. .. ...").turn();
    scene.play("resettle").draw("water-03");
    assert_eq!(scene.options(), ["attach muroroa", "attach tonga"]);
    let mut other = scene.clone();
    other.play("attach tonga");
    assert_eq!(other.options(), exits("tonga", &[1, 2, 3, 4, 5]));
    scene.play("attach muroroa");
    assert_eq!(scene.options(), exits("muroroa", &[1, 2, 4, 5]));
    scene.play("exit muroroa>1");
    assert_eq!(scene.told(), ["0 resettles", "draw water-03 at 1,0 crest 1"]);
    scene.assert_draws();
}

/// The cell east of Tonga is adjacent to an exit of both islands, so the crest may face either of them.
#[test]
fn t10_the_crest_faces_the_exit_that_was_chosen() {
    let mut scene = Scene::new(2).lay("muroroa", "tonga>0").ships("muroroa", "0. .. ...").turn();
    scene.play("resettle").draw("water-03");
    let mut other = scene.clone();
    scene.play("attach muroroa").play("exit muroroa>1");
    other.play("attach tonga").play("exit tonga>5");
    assert_eq!(scene.place_of("water-03"), Some((1, 0, 1)));
    assert_eq!(other.place_of("water-03"), Some((1, 0, 2)));
}

/// Every end of a current is an exit, except on sides with a neighbour.
#[test]
fn t10_currents_are_exits_and_so_are_a_king_islands_jetties() {
    let mut scene = Scene::new(2)
        .lay("muroroa", "tonga>0")
        .king(1, "muroroa")
        .lay("water-03", "muroroa>1") // east of Tonga, which it touches with its side 1
        .ships("tonga", "0.. ... ... ... ... ...")
        .turn();
    scene.play("resettle").draw("samoa");
    assert_eq!(scene.options(), ["attach muroroa", "attach tonga", "attach water-03"]);
    for (tile, sides) in
        [("muroroa", &[2_u8, 4, 5][..]), ("tonga", &[1, 2, 3, 4]), ("water-03", &[2, 3, 4, 5])]
    {
        let mut scene = scene.clone();
        scene.play(&format!("attach {tile}"));
        assert_eq!(scene.options(), exits(tile, sides));
    }
}

#[test]
fn t10_who_has_king_islands_alone_may_resettle() {
    let mut scene = Scene::new(2).lay("muroroa", "tonga>0").king(0, "muroroa").turn();
    scene.play("resettle").draw("tubuai").play("attach muroroa").play("exit muroroa>5");
    // Side 5 of Muroroa faces west-south-west: direction (3 + 5) mod 6 = 2.
    assert_eq!(scene.place_of("tubuai"), Some((-1, 1, 5)));
    assert_eq!(scene.options(), ["moor tubuai:0", "moor tubuai:1"]);
}

#[test]
fn t11_one_ship_settles_on_the_first_island() {
    let mut scene = Scene::new(2).ships("tonga", "00. 0.. 1.. ... ... ...").turn();
    // The first tile can be laid only at Tonga.
    scene.play("resettle").draw("water-13").play("exit tonga>3");
    scene.draw("water-07").play("attach water-13").play("exit water-13>3");
    scene.draw("samoa").play("attach tonga").play("exit tonga>0");
    assert_eq!(scene.options(), ["moor samoa:0", "moor samoa:1", "moor samoa:2"]);
    scene.play("moor samoa:2");
    assert_eq!(scene.on("samoa"), "... .... 0....");
    assert_eq!(scene.supplies(), [14, 14]);
    let told = [
        "0 resettles",
        "draw water-13 at 0,-1 crest 0",
        "draw water-07 at 0,-2 crest 0",
        "draw samoa at 0,1 crest 3",
        "0 settles samoa:2",
    ];
    assert_eq!(scene.told(), told);
    scene.assert_turn_of(1);
}

#[test]
fn t12_a_water_that_closes_the_deck_does_not_end_a_resettling() {
    let mut scene = Scene::new(2)
        .deck(&["water-16", "samoa", "nauru"])
        .ships("tonga", "0.. 1.. ... ... ... ...")
        .turn();
    scene.play("resettle").draw("water-16").play("exit tonga>2");
    scene.assert_draws();
    assert_eq!(scene.drawable(), ["nauru", "samoa"]);
    scene.draw("nauru").play("attach water-16").play("exit water-16>3").play("moor nauru:1");
    assert_eq!(scene.on("nauru"), ".. 0.. ..");
    assert_eq!(scene.told()[3..], ["0 settles nauru:1", "end deck"]);
    assert!(scene.is_over());
    assert!(scene.state.in_deck(super::scene::tile("samoa")), "nothing more is drawn");
}

#[test]
fn t12_the_last_island_ends_a_resettling_and_the_game() {
    let mut scene =
        Scene::new(2).deck(&["water-16", "samoa"]).ships("tonga", "0.. 1.. ... ... ... ...").turn();
    scene.play("resettle").draw("samoa").play("exit tonga>2");
    assert_eq!(scene.options(), ["moor samoa:0", "moor samoa:1", "moor samoa:2"]);
    scene.play("moor samoa:0");
    assert_eq!(scene.told()[2..], ["0 settles samoa:0", "end deck"]);
}
