//! Tests of the end and the result (W24 to W26).

use super::scene::Scene;
use crate::Ending;
use engine::Seat;

#[test]
fn w24_the_scorpion_on_its_last_space_ends_the_game_after_the_round() {
    let mut scene = Scene::new(3).space(11).open_draws().turn();
    scene.play("take A").draw("scorpion lens lens lens lens");
    assert_eq!(scene.state.called(), Some(Ending::Scorpion));
    scene.take_four("B");
    assert!(!scene.is_over());
    scene.play("take C").draw("cube cube cube cube");
    assert!(scene.is_over() && scene.state.is_between_turns());
    assert_eq!(scene.told().last().unwrap(), "end cause:scorpion");
    assert_eq!(scene.state.turns_played(), 3);
}

#[test]
fn w24_so_does_a_stack_without_cards() {
    let mut scene = Scene::new(3).open_all("four-rituals both both").stack("A", "", 0).turn();
    scene.play("take A");
    assert_eq!(scene.state.called(), Some(Ending::Stack));
    scene.draw("lens lens lens lens").play("take B").play("take C");
    assert_eq!(scene.told().last().unwrap(), "end cause:stack");
}

#[test]
fn w24_cards_tucked_under_are_cards() {
    let mut scene = Scene::new(3).open_all("four-rituals both both").stack("A", "", 1).turn();
    scene.take_four("A");
    assert_eq!(scene.state.called(), None);
    scene.play("take B").play("take C").reveal("scorpion lens lens");
    assert_eq!(scene.state.called(), Some(Ending::Stack), "the scorpion was the last card");
}

/// If the end is called during a reveal, that round is played to its end, with nine open cards.
#[test]
fn w24_an_end_called_during_a_reveal_lets_the_round_be_played() {
    let scene = Scene::new(3).owners(1, 0).open_draws();
    let mut scene = scene.stack("A", "scorpion", 0).last_turn(0);
    scene.take_four("A");
    scene.reveal("scorpion");
    assert_eq!(scene.state.called(), Some(Ending::Stack));
    scene.draw("lens");
    assert_eq!(scene.options().len(), 9);
    scene.take_four("B");
    scene.play("take C").draw("cube cube cube cube").play("take D").draw("lens lens lens lens");
    assert!(scene.is_over());
}

/// The scorpion advances before its card is set aside, so it is the cause that counts.
#[test]
fn w24_the_first_cause_counts() {
    let scene = Scene::new(3).owners(1, 0).open_draws().space(11);
    let mut last_card = scene.clone().stack("A", "scorpion", 0).last_turn(0);
    last_card.take_four("A");
    last_card.reveal("scorpion");
    assert_eq!(last_card.state.called(), Some(Ending::Scorpion));
    let mut taken = scene.stack("A", "", 0).last_turn(0);
    taken.play("take A").draw("scorpion lens lens lens lens");
    assert!(taken.is_over());
    assert_eq!(taken.told().last().unwrap(), "end cause:stack");
}

#[test]
fn w25_eight_points_for_the_most_area_cards_of_a_kind() {
    let scene = Scene::new(4).taken(0, "lens", "A B C").taken(1, "lens", "D E");
    let scene = scene.taken(1, "cube", "A").taken(3, "cube", "B").taken(2, "triple", "A");
    let mut scene = scene.open("J", "both").last_turn(0);
    scene.state.called = Some(Ending::Scorpion);
    scene.state.audit();
    assert_eq!(scene.state.outcome().points(), [8, 8, 0, 8], "as if the game ended now");
    assert_eq!(scene.scores(), [0; 4]);
    scene.play("take J");
    let bonus = ["bonus kind:lens seats:[0]", "bonus kind:cube seats:[1 3]", "end cause:scorpion"];
    assert_eq!(scene.told()[4..], bonus, "nobody has taken a cylinder");
    assert_eq!((scene.scores(), scene.state.bonus(Seat::new(0))), (vec![8, 8, 0, 8], 0));
}

#[test]
fn w26_most_points_win_and_tied_players_share_the_win() {
    let mut scene = Scene::new(4).points(&[3, 9, -2, 9]).open("J", "both").last_turn(0);
    scene.state.called = Some(Ending::Scorpion);
    scene.play("take J");
    let outcome = scene.state.outcome();
    assert_eq!((outcome.points(), outcome.ranks()), (&[3, 9, -2, 9][..], &[3, 1, 4, 1][..]));
    assert!(outcome.winners().eq([Seat::new(1), Seat::new(3)]));
}
