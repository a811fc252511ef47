//! Tests of material and setup (W1 to W7).

use super::scene::{Scene, kind, region, ritual, table};
use crate::state::chance::Chance;
use crate::{AreaCard, Edition, Figure, Kind, Region, RitualCard, Setup, State};
use engine::Seat;

const CARDS: &str = "lens cube cylinder triple four-rituals ancestor elder both lens lens";

/// Creates a game in which the stones of the bag are placed, the first cards are turned up and all players have been dealt
/// lenses.
fn dealt(players: usize) -> Scene {
    let mut scene = Scene::fresh(&table(players, Edition::Base));
    fill(&mut scene, players);
    scene.reveal(CARDS);
    for _ in 0..2 * players {
        scene.draw("lens");
    }
    scene
}

/// Draws the stones from the bag in a fixed order: for each seat, four of each kind.
fn fill(scene: &mut Scene, players: usize) {
    for seat in Seat::all(players) {
        for kind in Kind::ALL {
            for _ in 0..4 {
                scene.happen(Chance::Stone(seat, kind));
            }
        }
    }
}

#[test]
fn w1_three_to_five_players_with_stones_and_no_points() {
    for players in 3..=5 {
        let scene = Scene::new(players);
        assert_eq!(scene.scores(), vec![0; players]);
        assert!((0..players).all(|seat| scene.supply_of(seat) == [18, 15, 12]));
    }
    for players in [0, 2, 6] {
        let error = Setup::new(players).unwrap_err().to_string();
        assert_eq!(error, format!("wongar is for 3 to 5 players, not {players}"));
    }
}

#[test]
fn w1_the_score_may_go_below_zero() {
    let mut scene = Scene::new(3).points(&[0, -1, -2]).open("A", "four-rituals").turn();
    scene.play("take A").draw("scorpion");
    assert_eq!(scene.scores(), [-2, -1, -2]);
}

#[test]
fn w2_ten_stacks_of_fifteen_cards() {
    let state = State::new(&table(4, Edition::Base));
    for region in Region::all() {
        let counts = AreaCard::ALL.map(|card| state.face_down(region, card));
        assert_eq!(counts, [3, 2, 1, 1, 2, 1, 2, 2, 1]);
        assert_eq!(state.stack_size(region), 15);
    }
}

#[test]
fn w3_forty_three_ritual_cards() {
    let state = State::new(&table(4, Edition::Base));
    assert_eq!(state.deck, [14, 12, 10, 5, 2]);
    assert_eq!(state.deck_size(), 43);
}

#[test]
fn w4_the_bag_holds_four_stones_of_each_kind_and_player() {
    let mut scene = Scene::fresh(&table(3, Edition::Base));
    assert_eq!(scene.possible().len(), 9);
    for left in [4, 3, 2, 1] {
        let mut chances = Vec::new();
        scene.state.list_chances(&mut chances);
        assert_eq!(chances[0], (Chance::Stone(Seat::new(0), Kind::Lens), left));
        scene.happen(Chance::Stone(Seat::new(0), Kind::Lens));
    }
    assert_eq!(scene.possible().len(), 8);
    assert_eq!(scene.supply_of(0), [14, 15, 12]);
}

#[test]
fn w4_as_many_stones_as_players_for_each_region_and_again_for_the_centres() {
    for players in 3..=5 {
        let mut scene = Scene::fresh(&table(players, Edition::Base));
        fill(&mut scene, players);
        for region in Region::all().map(|region| region.to_string()) {
            let stones = Kind::ALL.map(|kind| scene.on(&region, kind.id()).iter().sum::<u8>());
            let due = if ["E", "F"].contains(&region.as_str()) { 2 } else { 1 };
            assert_eq!(usize::from(stones.iter().sum::<u8>()), due * players, "{region}");
        }
        assert!((0..players).all(|seat| scene.supply_of(seat) == [14, 11, 8]));
    }
}

/// The regions are filled in the order of the board, then Hands and Foot once more.
#[test]
fn w4_the_regions_are_filled_one_after_the_other() {
    let mut scene = Scene::fresh(&table(3, Edition::Base));
    fill(&mut scene, 3);
    assert_eq!(scene.on("A", "lens"), [3, 0, 0]);
    assert_eq!((scene.on("B", "lens"), scene.on("B", "cube")), (vec![1, 0, 0], vec![2, 0, 0]));
    assert_eq!(scene.on("J", "cube"), [0, 0, 2]);
    assert_eq!((scene.on("E", "lens"), scene.on("E", "cube")), (vec![0, 3, 0], vec![0, 0, 2]));
    assert_eq!(scene.on("F", "cylinder"), [0, 0, 3], "the last three come last");
}

#[test]
fn w5_a_scorpion_turned_up_first_goes_under_the_stack() {
    let mut scene = Scene::fresh(&table(3, Edition::Base));
    fill(&mut scene, 3);
    scene.reveal("scorpion");
    assert_eq!(scene.state.tucked(region("A")), 1);
    assert_eq!((scene.state.open_card(region("A")), scene.state.space()), (None, 1));
    scene.reveal("scorpion");
    let no_scorpion = AreaCard::ALL.into_iter().filter(|&card| card != AreaCard::Scorpion);
    let no_scorpion: Vec<_> = no_scorpion.map(|card| format!("reveal {card}")).collect();
    assert_eq!(scene.possible(), no_scorpion);
    scene.reveal("both scorpion");
    assert_eq!(scene.state.open_card(region("A")), Some(AreaCard::Both));
    assert_eq!(scene.state.face_down(region("A"), AreaCard::Scorpion), 2);
    assert_eq!((scene.state.tucked(region("A")), scene.state.tucked(region("B"))), (2, 1));
    assert!(scene.told().is_empty(), "the deal tells of the setup, no event does");
}

/// Tucked scorpions come only when all other cards of the stack have been turned up.
#[test]
fn w5_scorpions_tucked_under_come_last() {
    let mut scene =
        Scene::new(3).open_all("both lens lens lens").stack("A", "lens", 1).last_turn(1);
    scene.state.stacks[0].open = Some(AreaCard::FourRituals);
    scene.state.taken[2][AreaCard::FourRituals.index()] -= 1;
    scene.state.taken[2][AreaCard::Both.index()] += 1;
    scene.play("take A").draw("lens lens lens lens");
    scene.assert_possible(&["reveal lens"]);
    let mut scene = Scene::new(3).open_all("lens").stack("A", "", 2).last_turn(1);
    scene.play("take A").play("draw").draw("lens").play("draw").draw("lens");
    scene.assert_possible(&["reveal scorpion"]);
}

#[test]
fn w6_two_ritual_cards_each_and_no_scorpions() {
    let mut scene = Scene::fresh(&table(3, Edition::Base));
    fill(&mut scene, 3);
    scene.reveal(CARDS);
    for _ in 0..6 {
        scene.assert_possible(&["ritual lens", "ritual cube", "ritual cylinder", "ritual double"]);
        scene.draw("cube");
    }
    assert_eq!(scene.hand_sizes(), [2, 2, 2]);
    assert_eq!(scene.state.deck, [14, 6, 10, 5, 2]);
}

#[test]
fn w7_the_first_drawn_gets_ancestor_and_boomerang_the_second_the_elder() {
    let mut scene = dealt(4);
    assert_eq!(scene.state.owner(Figure::Ancestor), None);
    scene.assert_possible(&["owner 0", "owner 1", "owner 2", "owner 3"]);
    scene.happen(Chance::Owner(Seat::new(2)));
    assert_eq!(scene.state.owner(Figure::Ancestor), Some(Seat::new(2)));
    assert_eq!(scene.state.owner(Figure::Elder), None);
    scene.assert_possible(&["owner 0", "owner 1", "owner 3"]);
    scene.happen(Chance::Owner(Seat::new(1)));
    assert_eq!(scene.owners_now(), [2, 1]);
    assert_eq!(scene.state.boomerang(), Seat::new(2));
    assert_eq!(scene.figures_now(), ["E", "F"]);
    assert_eq!((scene.state.space(), scene.state.scorpion_phase()), (1, 1));
    assert_eq!(scene.told(), ["round n:1 start:2"]);
    assert_eq!(kind("lens").ritual(), ritual("lens"));
    assert_eq!(RitualCard::ALL.len(), 5);
}

#[test]
fn w10_the_first_round_begins_with_the_elders_card_too() {
    let mut scene = dealt(3);
    scene.happen(Chance::Owner(Seat::new(1))).happen(Chance::Owner(Seat::new(0)));
    scene.draw("double").assert_turn_of(1);
    assert_eq!(scene.told(), ["round n:1 start:1", "ritual p:0 card:double"]);
}
