//! Tests of the turn: expand (T6, T7), found a king island (T8, T9), enter (T13).

use super::scene::Scene;
use engine::Seat;

/// Lays Samoa (beaches of 3, 4 and 5 moorings), Tuvalu (2, 4 and 3) and Nauru (2, 3 and 2) around Tonga.
fn three_islands(players: usize) -> Scene {
    Scene::new(players).lay("samoa", "tonga>0").lay("tuvalu", "tonga>1").lay("nauru", "tonga>2")
}

#[test]
fn t6_as_many_new_ships_as_one_has_there() {
    let mut scene = three_islands(3).ships("samoa", "0.. .... 011..").turn();
    assert_eq!(scene.options(), ["expand samoa", "resettle"]);
    scene.play("expand samoa");
    assert_eq!(scene.options(), ["spread samoa:0+1", "spread samoa:0+2", "spread samoa:1+2"]);
    scene.play("spread samoa:0+2");
    assert_eq!(scene.on("samoa"), "00. .... 0011.");
    assert_eq!(scene.told(), ["0 expands samoa:0+2"]);
    assert_eq!(scene.supplies(), [11, 13, 15]);
    scene.assert_turn_of(1);
}

#[test]
fn t6_at_most_one_new_ship_per_beach() {
    let mut scene = three_islands(2).ships("samoa", "0.. 00.. 000..").turn();
    scene.play("expand samoa"); // six ships there, three beaches: no choice
    assert_eq!(scene.on("samoa"), "00. 000. 0000.");
    assert_eq!(scene.told(), ["0 expands samoa:0+1+2"]);
}

#[test]
fn t6_tonga_has_six_beaches() {
    let mut scene = Scene::new(2).ships("tonga", "00. 0.. 0.. 0.. 0.. 11.").turn();
    scene.play("expand tonga"); // six ships there, six beaches: no choice
    assert_eq!(scene.told()[0], "0 expands tonga:0+1+2+3+4+5");
    assert_eq!(scene.options(), ["sail tonga>0", "sail tonga>5"]);
    let mut scene = Scene::new(2).ships("tonga", "00. 0.. 0.. 0.. ... 11.").turn();
    scene.play("expand tonga");
    assert_eq!(scene.options().len(), 6); // all but one of the beaches
}

#[test]
fn t6_no_more_new_ships_than_in_the_supply() {
    let other = "0. 000. 00."; // six
    let mut scene = three_islands(2).ships("tuvalu", other).ships("samoa", "00. 00.. 000..").turn();
    assert_eq!(scene.supplies(), [2, 15]);
    scene.play("expand samoa");
    assert_eq!(scene.options(), ["spread samoa:0+1", "spread samoa:0+2", "spread samoa:1+2"]);

    let mut scene = three_islands(2).ships("tuvalu", other).ships("samoa", "00. 00.. 0000.").turn();
    assert_eq!(scene.supplies(), [1, 15]);
    scene.play("expand samoa");
    assert_eq!(scene.options(), ["spread samoa:0", "spread samoa:1", "spread samoa:2"]);
    scene.play("spread samoa:1");
    assert_eq!(scene.on("samoa"), "00. 000. 0000.");
    assert_eq!(scene.supplies(), [0, 15]);
}

#[test]
fn t6_only_on_islands_with_an_own_ship_that_are_no_king_islands() {
    let scene = three_islands(2)
        .lay("oahu", "tonga>3")
        .king(0, "oahu")
        .ships("samoa", "... 0... .....")
        .ships("tuvalu", "0. 1... ...")
        .ships("nauru", ".. 11. ..")
        .ships("tonga", "0.. ... ... ... ... ...")
        .turn();
    let options = ["expand samoa", "expand tonga", "expand tuvalu", "found samoa", "resettle"];
    assert_eq!(scene.options(), options);
}

/// The beaches that the expansion has filled have to emigrate.
#[test]
fn t6_new_ships_may_fill_beaches() {
    let mut scene = three_islands(2).ships("samoa", "11. .... 00...").turn();
    scene.play("expand samoa").play("spread samoa:0+2");
    assert_eq!(scene.on("samoa"), "011 .... 000..");
    assert_eq!(scene.options(), ["sail samoa>1", "sail samoa>2"]);
}

/// Puts eight ships on Samoa, six on Tuvalu and one on Nauru, so that all fifteen are on the board.
fn all_on_board() -> Scene {
    three_islands(2)
        .ships("samoa", "00. 000. 000..")
        .ships("tuvalu", "0. 000. 00.")
        .ships("nauru", ".. 0.. ..")
        .turn()
}

#[test]
fn t7_with_all_ships_on_the_board_one_is_taken_and_placed() {
    let mut scene = all_on_board();
    assert_eq!(scene.supplies(), [0, 15]);
    scene.play("expand samoa");
    let beaches = ["nauru:1", "samoa:0", "samoa:1", "samoa:2", "tuvalu:0", "tuvalu:1", "tuvalu:2"];
    assert_eq!(scene.options(), beaches.map(|beach| format!("take {beach}")));
    scene.play("take tuvalu:0");
    assert_eq!(scene.options(), ["spread samoa:0", "spread samoa:1", "spread samoa:2"]);
    scene.play("spread samoa:2");
    assert_eq!(scene.on("samoa"), "00. 000. 0000.");
    assert_eq!(scene.on("tuvalu"), ".. 000. 00.");
    assert_eq!(scene.told(), ["0 expands samoa:2 from tuvalu:0"]);
    assert_eq!(scene.supplies(), [0, 15]);
    scene.assert_turn_of(1);
}

#[test]
fn t7_the_island_keeps_another_ship() {
    let mut scene = all_on_board();
    scene.play("expand nauru");
    let beaches = ["samoa:0", "samoa:1", "samoa:2", "tuvalu:0", "tuvalu:1", "tuvalu:2"];
    assert_eq!(scene.options(), beaches.map(|beach| format!("take {beach}")));
    scene.play("take samoa:1").play("spread nauru:1");
    assert_eq!(scene.on("nauru"), ".. 00. ..");
    assert_eq!(scene.on("samoa"), "00. 00.. 000..");
}

/// Another player's ships on the island do not count.
#[test]
fn t7_only_own_ships_are_taken_and_only_own_ships_count() {
    let mut scene = three_islands(2)
        .ships("samoa", "00. 000. 0000.")
        .ships("tuvalu", "0. 00.. 00.")
        .ships("nauru", "1. 0.. 1.")
        .turn();
    scene.play("expand nauru");
    let beaches = ["samoa:0", "samoa:1", "samoa:2", "tuvalu:0", "tuvalu:1", "tuvalu:2"];
    assert_eq!(scene.options(), beaches.map(|beach| format!("take {beach}")));
}

#[test]
fn t7_ships_on_king_islands_count_but_stay() {
    let mut scene = three_islands(2)
        .lay("oahu", "tonga>3")
        .lay("tahiti", "tonga>4")
        .king(0, "oahu")
        .king(0, "tahiti")
        .ships("samoa", "00. 000. 000..")
        .ships("tuvalu", ".. 000. 00.")
        .turn();
    assert_eq!(scene.supplies(), [0, 15]);
    assert_eq!(scene.options(), ["expand samoa", "expand tuvalu", "resettle"]);
    scene.play("expand tuvalu");
    let beaches = ["samoa:0", "samoa:1", "samoa:2", "tuvalu:1", "tuvalu:2"];
    assert_eq!(scene.options(), beaches.map(|beach| format!("take {beach}")));
}

#[test]
fn t7_with_a_ship_in_the_supply_none_is_taken() {
    let mut scene = three_islands(2)
        .ships("samoa", "00. 000. 000..")
        .ships("tuvalu", ".. 000. 00.")
        .ships("nauru", ".. 0.. ..")
        .turn();
    scene.play("expand nauru");
    assert_eq!(scene.options(), ["spread nauru:0", "spread nauru:1", "spread nauru:2"]);
}

#[test]
fn t8_one_ship_becomes_the_king_and_the_others_go_home() {
    let mut scene = three_islands(3)
        .ships("samoa", "00. 0... .....")
        .ships("tuvalu", "0. 1... ...")
        .ships("tonga", "0.. ... ... ... ... ...")
        .turn();
    assert_eq!(scene.supplies(), [10, 14, 15]);
    let options = ["expand samoa", "expand tonga", "expand tuvalu", "found samoa", "resettle"];
    assert_eq!(scene.options(), options);
    scene.play("found samoa");
    assert_eq!(scene.on("samoa"), "king 0");
    assert_eq!(scene.supplies(), [12, 14, 15]);
    assert_eq!(scene.state.kings_founded(Seat::new(0)), 1);
    assert_eq!(scene.told(), ["0 king samoa"]);
    assert_eq!(scene.state.turns_played(), 1);
    scene.assert_turn_of(1); // the whole turn
}

#[test]
fn t8_one_ship_is_enough_and_tonga_is_no_kingdom() {
    let mut scene = three_islands(2)
        .ships("nauru", ".. 0.. ..")
        .ships("tonga", "00. 0.. ... ... ... ...")
        .turn();
    assert_eq!(scene.options(), ["expand nauru", "expand tonga", "found nauru", "resettle"]);
    scene.play("found nauru");
    assert_eq!((scene.on("nauru"), scene.supplies()), ("king 0".to_owned(), vec![11, 15]));
}

#[test]
fn t8_nobody_founds_a_third() {
    let two_kings = |seat| {
        three_islands(2).king(seat, "tuvalu").king(seat, "nauru").ships("samoa", "0.. .... .....")
    };
    assert_eq!(two_kings(0).turn().options(), ["expand samoa", "resettle"]);
    assert_eq!(two_kings(1).turn().options(), ["expand samoa", "found samoa", "resettle"]);
    let one = three_islands(2).king(0, "tuvalu").ships("samoa", "0.. .... .....").turn();
    assert_eq!(one.options(), ["expand samoa", "found samoa", "resettle"]);
}

#[test]
fn t9_a_king_island_is_not_expanded_on_and_its_ship_never_moves() {
    let mut scene = three_islands(2)
        .king(0, "samoa")
        .king(1, "tuvalu")
        .ships("tonga", "0.. ... ... ... ... ...")
        .turn();
    assert_eq!(scene.options(), ["expand tonga", "resettle"]);
    scene.play("resettle");
    assert_eq!(scene.on("samoa"), "king 0");
    assert_eq!(scene.on("tonga"), "... ... ... ... ... ...");
    assert_eq!(scene.supplies(), [14, 14]);
}

#[test]
fn t9_a_king_island_is_not_entered_and_scores_for_its_king_alone() {
    let scene = three_islands(2).king(1, "samoa").turn();
    assert_eq!(scene.options(), ["enter nauru", "enter tonga", "enter tuvalu"]);
    assert_eq!([0, 1].map(|seat| scene.state.points(Seat::new(seat))), [0, 5]);
}

#[test]
fn t13_two_ships_enter_tonga_on_any_beaches() {
    let mut scene = three_islands(3).ships("tonga", "1.. ... 2.. ... ... 11.").turn();
    assert_eq!(scene.options(), ["enter nauru", "enter samoa", "enter tonga", "enter tuvalu"]);
    scene.play("enter tonga");
    // Pairs are listed in ascending order of beaches; the last beach alone has no room for two ships.
    assert_eq!(scene.options(), [0, 1, 2, 3, 4].map(|beach| format!("moor tonga:{beach}")));
    scene.play("moor tonga:2");
    assert_eq!(scene.options(), [2, 3, 4, 5].map(|beach| format!("moor tonga:{beach}")));
    scene.play("moor tonga:4");
    assert_eq!(scene.on("tonga"), "1.. ... 02. ... 0.. 11.");
    assert_eq!(scene.told(), ["0 enters tonga:2+4"]);
    assert_eq!(scene.supplies(), [13, 12, 14]);
    scene.assert_turn_of(1);
}

#[test]
fn t13_both_ships_may_enter_tonga_on_one_beach() {
    let mut scene = three_islands(3).ships("tonga", "1.. ... ... ... ... 11.").turn();
    scene.play("enter tonga").play("moor tonga:0").play("moor tonga:0");
    assert_eq!(scene.told(), ["0 enters tonga:0+0", "0 sails tonga:0>0 [2, 1, 0]"]);
    // Samoa is beyond that side: the fleet has landed and is about to be distributed.
    assert_eq!(scene.options(), ["moor samoa:0", "moor samoa:1"]);
}

#[test]
fn t13_one_ship_enters_another_island_and_emigration_follows() {
    let mut scene = three_islands(2).ships("samoa", "11. .... .....").turn();
    scene.play("enter samoa");
    assert_eq!(scene.options(), ["moor samoa:0", "moor samoa:1", "moor samoa:2"]);
    let mut calm = scene.clone();
    calm.play("moor samoa:1");
    assert_eq!(calm.on("samoa"), "11. 0... .....");
    assert_eq!(calm.told(), ["0 enters samoa:1"]);
    calm.assert_turn_of(1);
    scene.play("moor samoa:0");
    assert_eq!(scene.told(), ["0 enters samoa:0"]);
    assert_eq!(scene.options(), ["sail samoa>1", "sail samoa>2"]);
}

#[test]
fn t13_with_king_islands_alone_one_enters_or_resettles() {
    let scene = three_islands(2).king(0, "samoa").king(1, "nauru").turn();
    assert_eq!(scene.options(), ["enter tonga", "enter tuvalu", "resettle"]);
    let none = three_islands(2).king(1, "samoa").king(1, "nauru").turn();
    assert_eq!(none.options(), ["enter tonga", "enter tuvalu"]);
}

#[test]
fn t13_without_tonga_only_other_islands_are_entered() {
    let mut scene = three_islands(2).without("tonga").turn();
    assert_eq!(scene.options(), ["enter nauru", "enter samoa", "enter tuvalu"]);
    scene.play("enter samoa").play("moor samoa:2");
    assert_eq!(scene.on("samoa"), "... .... 0....");
    assert_eq!(scene.told(), ["0 enters samoa:2"]);
}

#[test]
fn t13_who_has_a_ship_on_a_beach_does_not_enter() {
    let scene = three_islands(2).king(0, "samoa").ships("nauru", ".. 1.. 0.").turn();
    assert_eq!(scene.options(), ["expand nauru", "resettle"]);
}
