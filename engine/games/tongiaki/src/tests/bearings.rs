//! Tests of the ends of voyages over laid tiles, and of the tiles that the deck may bring.

use super::scene::{Scene, island};
use crate::{BeachSet, Bearing, Landfall};
use engine::Seat;

fn bearings(scene: &Scene, id: &str, beach: usize) -> Vec<Bearing> {
    scene.state.bearings(island(id).beach(beach).unwrap()).collect()
}

fn landfalls(scene: &Scene, id: &str, beach: usize) -> Vec<Landfall> {
    bearings(scene, id, beach).into_iter().map(|bearing| bearing.landfall).collect()
}

#[test]
fn t15_an_empty_cell_is_the_open_sea_until_the_deck_closes() {
    let scene = Scene::new(2);
    assert_eq!(landfalls(&scene, "tonga", 0), [Landfall::OpenSea]);
    let closed = scene.deck(&["samoa"]);
    assert_eq!(landfalls(&closed, "tonga", 0), [Landfall::Nowhere]);
}

#[test]
fn t16_colours_decide_whether_a_current_is_passed() {
    let scene = Scene::new(3).lay("water-10", "tonga>0").lay("samoa", "water-10>4");
    let landfall = Landfall::Island(island("samoa"));
    assert_eq!(bearings(&scene, "tonga", 0), [Bearing { colours: 2, landfall }]);
    assert_eq!(bearings(&scene, "tonga", 1)[0].colours, 0);
}

#[test]
fn t14_a_beach_with_one_free_mooring_is_ready() {
    let scene = Scene::new(2).lay("muroroa", "tonga>0").ships("muroroa", "0. 11 01.");
    let muroroa = island("muroroa");
    assert_eq!(scene.state.ready_beaches(muroroa), BeachSet::from_bits(0b111));
    assert_eq!(scene.state.ready_beaches(island("tonga")), BeachSet::EMPTY);
    let beaches = [0, 1].map(|seat| scene.state.beaches_of(Seat::new(seat), muroroa).bits());
    assert_eq!(beaches, [0b101, 0b110]);
}

#[test]
fn t17_t18_a_king_island_turns_fleets_back() {
    let scene = Scene::new(2).lay("samoa", "tonga>0");
    assert_eq!(landfalls(&scene, "tonga", 0), [Landfall::Island(island("samoa"))]);
    assert_eq!(landfalls(&scene.king(1, "samoa"), "tonga", 0), [Landfall::King]);
}

#[test]
fn t17_a_fleet_may_come_back_over_currents() {
    let scene = Scene::new(2).bend(["water-13", "water-01"], "tonga", [0, 1]);
    assert_eq!(landfalls(&scene, "tonga", 0), [Landfall::Island(island("tonga"))]);
}

/// Each jetty of a beach has a separate landfall.
#[test]
fn a_beach_has_a_landfall_for_each_jetty() {
    let scene = Scene::new(2).lay("rarotonga", "tonga>0");
    assert_eq!(landfalls(&scene, "rarotonga", 1).len(), 3);
}

#[test]
fn t26_the_deck_is_known_by_its_content() {
    let all = Scene::new(2).state;
    let passable = |colours| all.passable_waters_left(colours);
    assert_eq!([0, 1, 2, 3, 4, 6].map(passable), [5, 5, 8, 13, 16, 16]);
    assert_eq!(all.points_left(), 53);
    let some = Scene::new(2).deck(&["samoa", "nauru", "water-02", "water-07"]).state;
    assert_eq!((some.points_left(), some.passable_waters_left(2)), (7, 1));
}

#[test]
fn t29_kings_hold_their_islands() {
    let scene = Scene::new(2)
        .lay("samoa", "tonga>0")
        .king(1, "samoa")
        .ships("tonga", "0.. ... ... ... ... ...");
    let [first, second] = [0, 1].map(Seat::new);
    assert!(
        scene.state.holds(first, island("tonga")) && scene.state.holds(second, island("samoa"))
    );
    assert!(!scene.state.holds(first, island("samoa")));
    assert_eq!(scene.state.inhabited_islands().collect::<Vec<_>>(), [island("tonga")]);
}
