//! Tests of scorpions, new decks, and draws that lapse (W16 to W18).

use super::scene::Scene;

#[test]
fn w16_the_player_goes_back_by_the_players_strictly_behind_him() {
    for (points, penalty) in [([5, 1, 2, 5], 2), ([5, 6, 5, 7], 0), ([5, 1, 2, 4], 3)] {
        let mut scene = Scene::new(4).points(&points).open("A", "four-rituals").turn();
        scene.play("take A").draw("scorpion");
        assert_eq!(scene.scores()[0], 5 - penalty);
        let told = format!("scorpion p:0 space:2 penalty:{penalty}");
        assert_eq!(scene.told()[1..], ["ritual p:0 card:scorpion".to_owned(), told]);
    }
}

/// The booklet's case of five players and two scorpions: after the first scorpion, the player no longer leads.
#[test]
fn w16_one_scorpion_after_the_other() {
    let mut scene = Scene::new(5).points(&[9, 8, 8, 8, 4]).open("A", "four-rituals").turn();
    scene.play("take A").draw("scorpion");
    assert_eq!(scene.scores()[0], 5);
    scene.draw("lens scorpion");
    assert_eq!(scene.scores()[0], 4);
    scene.draw("lens lens lens").assert_turn_of(1);
    assert_eq!((scene.hand_of(0).as_str(), scene.state.space()), ("lens lens lens lens", 3));
}

#[test]
fn w16_the_scorpion_stays_on_the_last_space() {
    let mut scene = Scene::new(3).space(11).open("A", "four-rituals").turn();
    scene.play("take A").draw("scorpion scorpion lens");
    assert_eq!(scene.state.space(), 12);
    let told = scene.told();
    assert_eq!(told[2], "scorpion p:0 space:12 penalty:0");
    assert_eq!(told[4], "scorpion p:0 space:12 penalty:0");
}

#[test]
fn w17_the_second_scorpion_makes_a_new_deck() {
    let mut scene = Scene::new(3).discard("cube", 5).open("A", "four-rituals").turn();
    scene.play("take A").draw("lens scorpion");
    assert_eq!((scene.state.discard, scene.state.deck_size()), ([0, 5, 0, 0, 1], 36));
    scene.draw("scorpion");
    assert_eq!((scene.state.discard, scene.state.deck_size()), ([0; 5], 42));
    assert_eq!(scene.state.deck, [13, 12, 10, 5, 2]);
    scene.draw("cube cube cube").assert_turn_of(1);
    let told = scene.told();
    let new_deck = ["scorpion p:0 space:3 penalty:0", "reshuffle", "ritual p:0 card:cube"];
    assert_eq!(told[5..8], new_deck);
}

/// A draw reveals several scorpions in a row, through several new decks.
#[test]
fn w17_a_new_deck_may_begin_with_scorpions() {
    let mut scene =
        Scene::new(3).deck("lens scorpion scorpion", 2).open("A", "four-rituals").turn();
    scene.play("take A").draw("scorpion scorpion scorpion scorpion lens").assert_turn_of(1);
    let told = scene.told();
    assert_eq!(told.iter().filter(|event| *event == "reshuffle").count(), 2);
}

#[test]
fn w18_a_draw_lapses_when_there_is_no_card_to_draw() {
    let mut scene =
        Scene::new(3).deck("lens lens scorpion scorpion", 2).open("A", "four-rituals").turn();
    scene.play("take A").draw("lens scorpion lens").assert_turn_of(1);
    assert_eq!(scene.told()[4..], ["ritual p:0 card:lens", "lapse p:0", "lapse p:0"]);
    assert_eq!((scene.state.deck, scene.state.discard), ([0, 0, 0, 0, 1], [0, 0, 0, 0, 1]));
}

/// The deck contains only a scorpion, but the discard pile contains a card, which the scorpion brings back.
#[test]
fn w18_a_draw_does_not_lapse_while_the_discard_pile_has_a_card() {
    let mut scene =
        Scene::new(3).discard("cube", 1).deck("scorpion", 2).open("A", "four-rituals").turn();
    scene.play("take A").draw("scorpion cube").assert_turn_of(1);
    let told = scene.told();
    assert_eq!(
        told[3..],
        ["reshuffle", "ritual p:0 card:cube", "lapse p:0", "lapse p:0", "lapse p:0"]
    );
}

#[test]
fn w18_the_elders_draw_may_lapse_too() {
    let mut scene =
        Scene::new(3).deck("scorpion", 2).open("A", "lens").open("B", "lens").last_turn(1);
    scene.play("take A").play("place A").play("place B").reveal(&["both"; 9].join(" "));
    assert_eq!(scene.told().last().unwrap(), "lapse p:1");
    scene.assert_turn_of(0);
}

#[test]
fn w18_an_empty_deck_is_renewed_from_the_discard_pile() {
    let mut scene =
        Scene::advanced(3).discard("cube", 3).deck("lens", 2).open("A", "four-rituals").turn();
    scene.play("take A").look();
    assert_eq!(scene.options(), ["choose lens"]);
    scene.play("choose lens");
    assert_eq!(scene.told()[1..], ["ritual p:0 card:lens", "reshuffle"]);
    scene.look();
    assert_eq!(scene.options(), ["choose cube+cube+cube"]);
    scene.play("choose cube+cube+cube").assert_turn_of(1);
    let mut scene =
        Scene::advanced(3).discard("cube", 1).deck("lens", 2).open("A", "four-rituals").turn();
    scene.play("take A").look().play("choose lens").look().play("choose cube").assert_turn_of(1);
    assert_eq!(scene.told()[3..], ["ritual p:0 card:cube", "lapse p:0", "lapse p:0"]);
}
