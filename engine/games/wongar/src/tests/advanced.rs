//! Tests of the advanced game (W27 to W32).

use super::scene::{Scene, table};
use crate::state::chance::Chance;
use crate::{AreaCard, Edition, Figure, Region, RitualCard, State};
use engine::{Game, Seat};

/// Creates an advanced game in which hands have been dealt; the Ancestor belongs to seat 1, the Elder to seat 2.
fn dealt() -> Scene {
    let mut scene = Scene::fresh(&table(3, Edition::Advanced));
    scene.reveal("lens cube cylinder triple four-rituals ancestor elder both scorpion lens cube");
    scene.draw("lens cube lens cube cylinder cylinder");
    scene.happen(Chance::Owner(Seat::new(1))).happen(Chance::Owner(Seat::new(2)));
    scene
}

#[test]
fn w27_an_ancestor_and_an_elder_leave_each_stack() {
    let state = State::new(&table(5, Edition::Advanced));
    for region in Region::all() {
        let counts = AreaCard::ALL.map(|card| state.face_down(region, card));
        assert_eq!(counts, [3, 2, 1, 1, 2, 1, 1, 1, 1]);
        assert_eq!(state.stack_size(region), 13);
    }
    for seat in Seat::all(5) {
        assert!(Figure::ALL.into_iter().all(|figure| state.has_own_card(seat, figure)));
    }
    let base = State::new(&table(5, Edition::Base));
    assert!(!base.has_own_card(Seat::new(0), Figure::Elder));
}

#[test]
fn w28_no_scorpions_no_doubles_but_one_in_each_hand() {
    let mut scene = Scene::fresh(&table(3, Edition::Advanced));
    assert_eq!(scene.state.deck, [14, 12, 10, 0, 0]);
    scene.reveal("lens cube cylinder triple four-rituals ancestor elder both lens cube");
    scene.assert_possible(&["ritual lens", "ritual cube", "ritual cylinder"]);
    scene.draw("lens cube lens lens cylinder cylinder");
    assert_eq!(scene.hand_sizes(), [3, 3, 3]);
    assert_eq!(scene.hand_of(1), "lens lens double");
}

#[test]
fn w28_a_double_that_is_played_leaves_the_game() {
    let scene = Scene::advanced(3).stones("B", "lens", &[0, 1]).open("J", "ancestor");
    let mut scene = scene.turn();
    scene.play("take J").play("travel B").play("play-double lens remove");
    assert_eq!((scene.state.discard, scene.hand_of(0).as_str()), ([0; 5], ""));
}

#[test]
fn w29_each_player_places_four_stones_of_each_kind_in_turn() {
    let mut scene = dealt();
    assert!(Region::all().all(|region| !scene.state.is_present(Seat::new(0), region)));
    scene.told();
    for turn in 0..36 {
        scene.assert_decides((1 + turn) % 3);
        let kind = ["lens", "cube", "cylinder"][turn / 12];
        assert!(!scene.state.is_between_turns());
        scene.play(&format!("settle {kind} {}", if turn % 2 == 0 { "A" } else { "J" }));
    }
    assert_eq!((scene.on("A", "lens"), scene.on("J", "lens")), (vec![2, 2, 2], vec![2, 2, 2]));
    let told = scene.told();
    assert_eq!(told[0], "place p:1 kind:lens region:kangaroo");
    assert_eq!(told[36], "round n:1 start:1");
    assert!((0..3).all(|seat| scene.supply_of(seat) == [14, 11, 8]));
}

#[test]
fn w29_not_more_than_four_of_a_kind() {
    let mut scene = dealt();
    assert_eq!(scene.options().len(), 30);
    for turn in 0..12 {
        scene.play(&format!("settle cube {}", ["B", "C", "D"][turn % 3]));
    }
    assert_eq!(scene.options().len(), 20);
    assert!(scene.options().iter().all(|option| !option.contains("cube")));
}

#[test]
fn w30_an_own_card_instead_of_an_open_one_once() {
    let scene = Scene::advanced(3).open_all("lens lens both").figures("E", "F");
    let mut scene = scene.deck("cube cube cube", 2).turn();
    assert_eq!(scene.options(), ["take A", "take B", "take C", "own ancestor", "own elder"]);
    scene.play("own elder").play("travel A").assert_turn_of(1);
    let told = [
        "own_card p:0 card:elder",
        "move figure:elder region:kangaroo",
        "ceremony region:kangaroo cause:elder",
    ];
    assert_eq!((scene.told(), scene.owners_now()), (told.map(str::to_owned).to_vec(), [0, 0]));
    scene.play("own ancestor").play("travel H").play("take C");
    assert_eq!(scene.told()[0], "own_card p:1 card:ancestor");
    assert!(!scene.state.has_own_card(Seat::new(0), Figure::Elder), "out of play");
    assert_eq!(scene.state.taken(Seat::new(0), AreaCard::Elder), 0);
}

#[test]
fn w31_cards_are_chosen_from_the_pile() {
    let mut scene = Scene::advanced(3).deck("lens lens cylinder cylinder cylinder", 2);
    scene = scene.open_all("four-rituals cube").turn();
    scene.play("take A");
    scene.assert_possible(&["pile 2+0+3"]);
    scene.look();
    let options = ["choose lens+cylinder+cylinder+cylinder", "choose lens+lens+cylinder+cylinder"];
    assert_eq!(scene.options(), options, "a set of cards is one choice");
    scene.play(options[1]).assert_turn_of(1);
    assert_eq!(scene.hand_of(0), "lens lens cylinder cylinder double");
    let cards = ["lens", "lens", "cylinder", "cylinder"];
    let told = cards.map(|card| format!("ritual p:0 card:{card}"));
    assert_eq!(scene.told()[1..], told);
    scene.play("take B").play("draw").look();
    assert_eq!(scene.options(), ["choose cylinder"]);
}

#[test]
fn w31_others_see_how_many_cards_are_taken() {
    let mut scene = Scene::advanced(3).open_all("four-rituals").turn();
    scene.play("take A");
    let (looker, other) = (Seat::new(0), Seat::new(1));
    let pile = scene.state.pile();
    assert_eq!(scene.state.observe_chance(pile, looker), pile);
    assert_eq!(scene.state.observe_chance(pile, other), Chance::Pile(None));
    scene.look();
    let mv = "choose lens+lens+cube+cylinder".parse().unwrap();
    assert_eq!(scene.state.observe_move(mv, looker), mv);
    assert_eq!(scene.state.observe_move(mv, other).to_string(), "choose-unseen 4");
    let mut another = scene.clone();
    scene.play("choose lens+lens+cube+cylinder");
    another.play("choose cube+cube+cube+cube");
    assert_eq!(scene.state.view(other), another.state.view(other));
    assert_ne!(scene.state.view(looker), another.state.view(looker));
}

#[test]
fn w32_scorpions_cost_nothing_but_move_on() {
    let scene =
        Scene::advanced(3).owners(1, 0).points(&[1, 9, 2]).open_all("four-rituals lens lens");
    let mut scene = scene.last_turn(0);
    scene.play("take A").look().play("choose lens+lens+lens+lens").told();
    scene.reveal("scorpion lens");
    assert_eq!(scene.told()[1], "scorpion p:1 space:2 penalty:0");
    assert_eq!((scene.scores(), scene.state.space()), (vec![1, 9, 2], 2));
    assert_eq!(scene.state.discarded(RitualCard::Scorpion), 0);
}
