//! Tests of a round (W8 to W11).

use super::scene::{Scene, region};
use crate::AreaCard;
use engine::Seat;

/// Creates a scene in which each player can take the four ritual cards of a region.
fn scene(players: usize) -> Scene {
    Scene::new(players).open_draws()
}

#[test]
fn w8_the_boomerang_goes_to_the_owner_of_the_ancestor() {
    let mut scene = scene(3).owners(2, 0).last_turn(1);
    scene.take_four("A");
    assert_eq!(scene.told().last().unwrap(), "round n:2 start:2");
    assert_eq!((scene.state.boomerang(), scene.owners_now()), (Seat::new(2), [2, 0]));
}

#[test]
fn w8_who_holds_both_passes_both_to_the_left() {
    let mut scene = scene(3).owners(2, 2).last_turn(2);
    scene.take_four("A");
    assert_eq!(scene.told().last().unwrap(), "round n:2 start:0");
    assert_eq!((scene.state.boomerang(), scene.owners_now()), (Seat::new(0), [0, 2]));
}

#[test]
fn w9_cards_are_turned_up_where_none_is_open_in_the_order_of_regions() {
    let mut scene = scene(3).owners(1, 0).turn();
    for letter in ["D", "B", "J"] {
        scene.take_four(letter);
    }
    assert_eq!(scene.told().last().unwrap(), "round n:2 start:1");
    scene.reveal("lens both cube");
    let told = ["reveal region:north card:lens", "reveal region:west card:both"];
    assert_eq!(scene.told(), [told[0], told[1], "reveal region:south-east card:cube"]);
    scene.assert_possible(&[
        "ritual lens",
        "ritual cube",
        "ritual cylinder",
        "ritual double",
        "ritual scorpion",
    ]);
}

#[test]
fn w9_a_scorpion_hits_the_owner_of_the_ancestor_and_the_next_card_is_turned_up() {
    let mut scene = scene(3).owners(1, 0).points(&[1, 5, 2]).last_turn(0);
    scene.take_four("C");
    scene.told();
    scene.reveal("scorpion scorpion lens");
    assert_eq!(
        scene.told(),
        [
            "reveal region:north-east card:scorpion",
            "scorpion p:1 space:2 penalty:2",
            "reveal region:north-east card:scorpion",
            "scorpion p:1 space:3 penalty:2",
            "reveal region:north-east card:lens",
        ]
    );
    assert_eq!(scene.scores(), [1, 1, 2]);
    assert_eq!(scene.state.taken(Seat::new(1), AreaCard::Scorpion), 2);
    assert_eq!(scene.state.open_card(region("C")), Some(AreaCard::Lens));
}

#[test]
fn w10_the_owner_of_the_elder_draws_a_card_every_round() {
    let mut scene = scene(3).owners(1, 2).last_turn(0);
    scene.take_four("A");
    scene.reveal("both").told();
    scene.draw("cylinder");
    assert_eq!(scene.told(), ["ritual p:2 card:cylinder"]);
    scene.assert_turn_of(1);
}

#[test]
fn w11_each_player_takes_an_open_card_clockwise_from_the_boomerang() {
    let mut scene = scene(3).owners(1, 0).last_turn(0);
    scene.take_four("J");
    scene.reveal("both").draw("lens");
    for (seat, letter) in [(1, "B"), (2, "A"), (0, "E")] {
        scene.assert_turn_of(seat);
        scene.take_four(letter);
        assert_eq!(scene.state.open_card(region(letter)), None, "none is turned up in its place");
        assert_eq!(
            scene.state.taken(Seat::new(seat), AreaCard::FourRituals),
            1 + u8::from(seat == 2)
        );
    }
    assert_eq!(scene.state.turns_played(), 4);
    assert!(!scene.state.is_between_turns(), "reveals belong to the next turn");
}

#[test]
fn w11_only_open_cards_may_be_taken() {
    let mut scene = scene(3).turn();
    assert_eq!(scene.options().len(), 10);
    assert_eq!(scene.options()[..2], ["take A", "take B"]);
    scene.take_four("B");
    assert_eq!(scene.options().len(), 9);
    assert!(!scene.options().contains(&"take B".to_owned()));
    assert_eq!(scene.told()[0], "take p:0 region:north card:four-rituals");
}
