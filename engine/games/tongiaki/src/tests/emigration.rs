//! Emigration: full beaches set sail (T14), by which jetty (T21, T22), and the safety net (T25).

use super::scene::Scene;

/// Samoa's beaches of 3 and 4 moorings fill at the same time; their jetties are 1 and 2, and 3 and 4.
#[test]
fn t14_any_full_beach_and_any_of_its_jetties_before_a_tile_is_drawn() {
    let mut scene = Scene::new(2).lay("samoa", "tonga>0").ships("samoa", "00. 000. .....").turn();
    scene.play("expand samoa");
    let jetties = [1, 2, 3, 4].map(|jetty| format!("sail samoa>{jetty}"));
    assert_eq!(scene.options(), jetties);
    assert_eq!(scene.state.tiles_left(), 30);
    scene.play("sail samoa>3");
    assert_eq!(scene.on("samoa"), "000 .... 0....");
    assert_eq!(scene.told(), ["0 expands samoa:0+1+2", "0 sails samoa:1>3 [4, 0]"]);
    scene.assert_draws();
}

#[test]
fn t14_the_chain_goes_on_until_no_beach_is_full() {
    let mut scene = Scene::new(2).lay("samoa", "tonga>0").ships("samoa", "00. 000. .....").turn();
    scene.play("expand samoa").play("sail samoa>3").draw("water-03");
    assert_eq!(scene.supplies(), [11, 15]); // the first fleet failed
    assert_eq!(scene.options(), ["sail samoa>1", "sail samoa>2"]);
    scene.play("sail samoa>2").draw("nauru"); // three ships, three beaches of 2, 3 and 2
    assert_eq!(
        (scene.on("samoa"), scene.on("nauru")),
        ("... .... 0....".into(), "0. 0.. 0.".into())
    );
    assert_eq!(scene.supplies(), [11, 15]);
    scene.assert_turn_of(1);
}

/// A landing fills a beach, which then also has to sail.
#[test]
fn t14_a_landing_lengthens_the_chain() {
    let mut scene = Scene::new(2)
        .lay("nauru", "tonga>3")
        .ships("nauru", "1. ... 1.")
        .ships("tonga", "... ... ... 01. ... ...")
        .turn();
    scene.play("expand tonga").play("spread tonga:3"); // 0, 0 and 1 sail to Nauru
    assert_eq!(scene.options(), ["moor nauru:0", "moor nauru:1"]);
    scene.play("moor nauru:0").play("moor nauru:1"); // 1 has to go to the last beach
    assert_eq!(scene.on("nauru"), "01 0.. 11");
    let jetties = [1, 2, 4, 5].map(|jetty| format!("sail nauru>{jetty}"));
    assert_eq!(scene.options(), jetties);
    scene.play("sail nauru>4");
    assert_eq!(scene.told().last().map(String::as_str), Some("0 sails nauru:2>4 [0, 2]"));
}

#[test]
fn t14_the_active_player_picks_the_island_whoever_owns_the_ships() {
    let mut scene = Scene::new(3)
        .lay("samoa", "tonga>0")
        .lay("nauru", "tonga>3")
        .ships("samoa", "112 .... 0....")
        .ships("nauru", ".. 222 ..")
        .chain();
    assert_eq!(scene.options(), ["emigrate nauru", "emigrate samoa"]);
    let mut other = scene.clone();
    other.play("emigrate nauru"); // one beach with one jetty
    assert_eq!(other.told(), ["0 sails nauru:1>3 [0, 0, 3]"]);
    scene.play("emigrate samoa");
    assert_eq!(scene.options(), ["sail samoa>1", "sail samoa>2"]);
    scene.play("sail samoa>1");
    assert_eq!(scene.told(), ["0 sails samoa:0>1 [0, 2, 1]"]);
    assert_eq!(scene.on("samoa"), "... .... 0....");
}

/// Creates Tubuai with two beaches of three moorings. The currents beyond its sides 1 and 2 connect these beaches: a fleet that
/// leaves over one of the sides comes back over the other if it has the colours that the first water requires.
fn tubuai(first_water: &str) -> Scene {
    Scene::new(3).lay("tubuai", "tonga>0").bend([first_water, "water-01"], "tubuai", [1, 2])
}

#[test]
fn t21_a_jetty_is_returning_for_the_fleet_that_stands_there() {
    // Water-14 requires two colours on the way, so a fleet with one colour fails and does not return. Fleets that sail over sides
    // 4 and 5 are turned back by kings.
    let lagoon = || Scene::new(3).lagoon("water-14").ships("tonga", "0.. ... ... ... ... ...");
    let mut one_colour = lagoon().ships("tubuai", "000 111").chain();
    one_colour.play("emigrate tubuai");
    assert_eq!(one_colour.options(), ["sail tubuai>1", "sail tubuai>2"]);
    let mut two_colours = lagoon().ships("tubuai", "001 111").chain();
    two_colours.play("emigrate tubuai"); // all return, and no mooring is free
    assert_eq!(two_colours.told(), ["endless tubuai back [2, 4, 0]"]);
}

#[test]
fn t21_the_way_out_to_another_island_or_an_empty_cell_is_not_returning() {
    let mut scene = tubuai("water-13").lay("samoa", "tubuai>4").ships("tubuai", "000 111").chain();
    scene.play("emigrate tubuai");
    assert_eq!(scene.options(), ["sail tubuai>4", "sail tubuai>5"]);
}

#[test]
fn t22_returning_jetties_wait_while_another_full_beach_has_a_way_out() {
    let mut scene = tubuai("water-13").ships("tubuai", "000 111").chain();
    scene.play("emigrate tubuai");
    assert_eq!(scene.options(), ["sail tubuai>4", "sail tubuai>5"]);
    scene.play("sail tubuai>5").draw("water-07"); // fails; now only the returning ones are left
    assert_eq!(scene.options(), ["sail tubuai>1", "sail tubuai>2"]);
}

/// A beach that is not full imposes no restriction.
#[test]
fn t22_only_full_beaches_count() {
    let mut scene = tubuai("water-13").ships("tubuai", "000 11.").chain();
    scene.play("emigrate tubuai");
    assert_eq!(scene.options(), ["sail tubuai>1", "sail tubuai>2"]);
}

/// Of two jetties of the same beach, one leads back and the other leads away.
#[test]
fn t22_holds_among_the_jetties_of_one_beach() {
    let mut scene = Scene::new(3)
        .lay("tubuai", "tonga>0")
        .lay("samoa", "tubuai>1")
        .king(2, "samoa")
        .ships("tubuai", "000 ...")
        .chain();
    scene.play("emigrate tubuai");
    assert_eq!(scene.told(), ["0 sails tubuai:0>2 [3, 0, 0]"]);
}

#[test]
fn t22_other_islands_do_not_matter() {
    let mut scene = tubuai("water-13")
        .lay("nauru", "tonga>3")
        .ships("tubuai", "000 1..")
        .ships("nauru", "11 ... ..")
        .chain();
    assert_eq!(scene.options(), ["emigrate nauru", "emigrate tubuai"]);
    scene.play("emigrate tubuai");
    assert_eq!(scene.options(), ["sail tubuai>1", "sail tubuai>2"]);
}

#[test]
fn t25_after_200_emigrations_the_island_picked_leaves_the_game() {
    let scene = |sails| {
        let tonga = "0.. ... ... ... ... ...";
        let scene = Scene::new(2).lay("nauru", "tonga>3").ships("nauru", "01 ... 11");
        scene.ships("tonga", tonga).emigrations(sails).chain()
    };
    let mut scene_199 = scene(199);
    scene_199.play("emigrate nauru");
    assert_eq!(scene_199.options(), [1, 2, 4, 5].map(|jetty| format!("sail nauru>{jetty}")));
    scene_199.play("sail nauru>1").draw("water-06"); // the 200th fails; Nauru is still full
    let told = scene_199.told();
    assert_eq!(told[2..], ["fails on water-06 [1, 1]", "endless nauru back [0, 2] (safety net)"]);
    scene_199.assert_turn_of(1);

    let mut scene_200 = scene(200);
    scene_200.play("emigrate nauru");
    assert_eq!(scene_200.told(), ["endless nauru back [1, 3] (safety net)"]);
    assert_eq!((scene_200.on("nauru"), scene_200.supplies()), ("nowhere".into(), vec![14, 15]));
    scene_200.assert_turn_of(1);
}
