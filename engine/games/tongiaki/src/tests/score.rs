//! Tests of points (T29) and ranks (T30).

use super::scene::Scene;
use engine::Seat;

fn points(scene: &Scene) -> Vec<i16> {
    scene.state.outcome().points().to_vec()
}

fn ranks(scene: &Scene) -> Vec<u8> {
    scene.state.outcome().ranks().to_vec()
}

fn around_tonga(players: usize, islands: &[&str]) -> Scene {
    let sides = (0..).map(|side| format!("tonga>{side}"));
    islands.iter().zip(sides).fold(Scene::new(players), |scene, (id, at)| scene.lay(id, &at))
}

#[test]
fn t29_the_values_of_all_islands_with_an_own_ship() {
    let scene = around_tonga(3, &["samoa", "tahiti", "tokelau", "nauru"])
        .king(0, "tahiti") // 4
        .ships("samoa", "01. 00.. 1....") // 5, once for each of 0 and 1
        .ships("tokelau", "1... 1.. ..") // 3
        .ships("nauru", "2. ... ..") // 2
        .ships("tonga", "222 01. ... ... ... ...") // 0
        .turn();
    assert_eq!(points(&scene), [9, 8, 2]);
    assert_eq!(ranks(&scene), [1, 2, 3]);
    let islands = scene.state.islands_of(Seat::new(0)).map(|island| island.card().id);
    assert_eq!(islands.collect::<Vec<_>>(), ["tonga", "tahiti", "samoa"]);
}

/// Creates a scene in which seat 0 has one ship on Samoa and three adrift; seats 1 and 2 have two ships each on Samoa.
fn adrift() -> Scene {
    let mut scene = around_tonga(3, &[])
        .lay("samoa", "tonga>3")
        .ships("samoa", "0.. 12.. 12...")
        .ships("tonga", "000 ... ... ... ... ...")
        .deck(&["water-09", "muroroa"])
        .chain();
    scene.play("emigrate tonga").draw("water-09");
    assert!(scene.is_over());
    scene
}

#[test]
fn t29_ships_adrift_score_nothing() {
    assert_eq!(points(&adrift()), [5, 5, 5]);
    let none = Scene::new(2).ships("tonga", "000 ... ... ... ... ...");
    let mut none = none.deck(&["water-09", "muroroa"]).chain();
    none.play("emigrate tonga").draw("water-09");
    assert_eq!((points(&none), none.state.islands_of(Seat::new(0)).count()), (vec![0, 0], 0));
}

#[test]
fn t30_ties_go_to_more_islands() {
    let scene = around_tonga(2, &["samoa", "nauru", "tokelau"])
        .ships("samoa", "0.. .... .....") // 5
        .ships("nauru", "1. ... ..") // 2 and 3
        .ships("tokelau", "1... 11. ..")
        .turn();
    assert_eq!((points(&scene), ranks(&scene)), (vec![5, 5], vec![2, 1]));
}

#[test]
fn t30_tonga_and_king_islands_are_islands_too() {
    let scene = around_tonga(2, &["samoa"]).ships("samoa", "01. .... .....");
    let with_tonga = scene.ships("tonga", "0.. ... ... ... ... ...").turn();
    assert_eq!((points(&with_tonga), ranks(&with_tonga)), (vec![5, 5], vec![1, 2]));

    let scene = around_tonga(2, &["samoa", "nauru", "tokelau"]);
    let king = scene.king(0, "nauru").ships("tokelau", "0... ... ..");
    let king = king.ships("samoa", "1.. .... .....").turn();
    assert_eq!((points(&king), ranks(&king)), (vec![5, 5], vec![1, 2]));
}

#[test]
fn t30_then_to_fewer_ships_on_the_board() {
    let scene = around_tonga(2, &["samoa"]).ships("samoa", "01. 0... .....").turn();
    assert_eq!((points(&scene), ranks(&scene)), (vec![5, 5], vec![2, 1]));
    // More islands take precedence over fewer ships.
    let scene = around_tonga(2, &["samoa", "nauru", "tokelau"])
        .ships("samoa", "0.. .... .....")
        .ships("nauru", "1. 11. 1.")
        .ships("tokelau", "111. 11. 1.")
        .turn();
    assert_eq!((points(&scene), ranks(&scene)), (vec![5, 5], vec![2, 1]));
}

#[test]
fn t30_a_king_island_counts_one_ship() {
    let scene = around_tonga(2, &["tahiti", "oahu"]).king(0, "tahiti");
    let two = scene.clone().ships("oahu", "11. ..... ...").turn();
    assert_eq!((points(&two), ranks(&two)), (vec![4, 4], vec![1, 2]));
    let one = scene.ships("oahu", "1.. ..... ...").turn();
    assert_eq!((points(&one), ranks(&one)), (vec![4, 4], vec![1, 1]));
}

#[test]
fn t30_ships_adrift_count_and_the_tied_share_rank_and_win() {
    let scene = adrift();
    assert_eq!(scene.supplies(), [11, 13, 13]);
    assert_eq!(ranks(&scene), [3, 1, 1]);
    let outcome = scene.state.outcome();
    assert_eq!(outcome.winners().collect::<Vec<_>>(), [1, 2].map(Seat::new));
    let shares = [0, 1, 2].map(|seat| outcome.win_share(Seat::new(seat)));
    assert!(shares.iter().zip([0.0, 0.5, 0.5]).all(|(share, due)| (share - due).abs() < 1e-12));
}

#[test]
fn t30_the_tied_share_the_lower_rank() {
    let scene = around_tonga(4, &["samoa", "nauru"])
        .ships("samoa", "01. .... .....")
        .ships("nauru", "23 ... ..")
        .state;
    assert_eq!(scene.outcome().ranks(), [1, 1, 3, 3]);
}
