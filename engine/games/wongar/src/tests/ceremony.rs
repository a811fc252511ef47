//! Tests of ceremonies and scores (W19 to W23).

use super::scene::Scene;

/// Creates a scene in which seat 0 may take an Ancestor card to move the Ancestor from E; a ceremony in B needs `travel B`. The
/// regions next to B are A, C, E and F.
fn scene(players: usize) -> Scene {
    Scene::new(players).open("J", "ancestor")
}

fn begin(scene: Scene) -> Scene {
    let mut scene = scene.turn();
    scene.play("take J").play("travel B").told();
    scene
}

#[test]
fn w19_the_owner_of_the_ancestor_begins() {
    let scene = scene(3).stones("B", "lens", &[0, 1, 2]);
    let mut scene = begin(scene.hand(0, "lens").hand(1, "lens").hand(2, "lens"));
    for seat in 0..3 {
        scene.assert_decides(seat);
        scene.play("pass");
    }
    assert_eq!(scene.told()[..3], ["pass p:0", "pass p:1", "pass p:2"]);
    scene.assert_turn_of(1);
}

/// An Elder card causes the ceremony, and the owner of the Ancestor is another player with no stone in the region, so the next
/// player clockwise begins.
#[test]
fn w19_or_else_the_next_participant() {
    let scene = Scene::new(4).open("J", "elder").owners(1, 3).stones("B", "lens", &[0, 3, 2]);
    let mut scene = scene.hand(0, "lens").hand(1, "lens").hand(2, "lens").hand(3, "lens").turn();
    scene.play("take J").play("travel B");
    for seat in [2, 3, 0] {
        scene.assert_decides(seat);
        scene.play("pass");
    }
    scene.assert_turn_of(1);
}

#[test]
fn w19_who_passes_is_out_and_the_others_go_on() {
    let scene = scene(3).stones("B", "lens", &[0, 0, 1, 1, 2]);
    let mut scene = begin(scene.hand(0, "lens lens").hand(1, "lens lens").hand(2, "lens"));
    scene.play("play lens remove").play("from 2");
    scene.assert_decides(1);
    scene.play("pass");
    // Seat 2 has no stone left and seat 1 has passed, so only seat 0 may continue.
    scene.assert_decides(0);
    scene.play("play lens remove");
    assert_eq!(scene.on("B", "lens"), [2, 1, 0]);
    scene.assert_turn_of(1);
}

#[test]
fn w19_without_cards_or_stones_nobody_is_asked() {
    let scene = scene(3).stones("B", "lens", &[0, 1]);
    let mut scene = begin(scene.hand(1, "cube").hand(2, "lens"));
    scene.assert_decides(1);
    assert_eq!(scene.options(), ["pass"], "who has a card may say so himself");
    scene.play("pass").assert_turn_of(1);
    assert_eq!(scene.told(), ["pass p:1", "score kind:lens p:0 points:4"]);
}

/// A player who has moved their last stone out of the region stays out, even with a stone in a neighbouring region.
#[test]
fn w19_who_has_no_stone_left_is_out() {
    let scene = scene(3).stones("B", "lens", &[0]).stones("A", "lens", &[0]);
    let mut scene = begin(scene.hand(0, "lens lens"));
    scene.play("play lens out").play("via C").assert_turn_of(1);
    assert_eq!(scene.hand_of(0), "lens");
}

#[test]
fn w19_cards_are_laid_on_the_discard_pile() {
    let mut scene = begin(scene(3).stones("B", "lens", &[0, 1]).hand(0, "lens double"));
    scene.play("play lens remove");
    assert_eq!((scene.state.discard, scene.hand_of(0).as_str()), ([1, 0, 0, 0, 0], "double"));
    scene.play("play-double lens out").play("via A");
    assert_eq!(scene.state.discard, [1, 0, 0, 1, 0]);
}

#[test]
fn w20_a_stone_of_another_player_goes_back_to_its_owner() {
    let scene = scene(4).stones("B", "cube", &[0, 1, 3, 3]).stones("B", "lens", &[2]);
    let mut scene = begin(scene.hand(0, "cube"));
    scene.play("play cube remove");
    assert_eq!(scene.options(), ["from 1", "from 3"]);
    scene.play("from 3");
    assert_eq!((scene.on("B", "cube"), scene.supply_of(3)), (vec![1, 1, 0, 1], [18, 14, 12]));
    assert_eq!(scene.told()[0], "play p:0 card:cube kind:cube use:remove stones:[[3 north]]");
}

#[test]
fn w20_an_own_stone_moves_to_an_adjacent_region() {
    let mut scene = begin(scene(3).stones("B", "cube", &[0, 0, 1]).hand(0, "cube"));
    scene.play("play cube out");
    assert_eq!(scene.options(), ["via A", "via C", "via E", "via F"]);
    scene.play("via F");
    assert_eq!((scene.on("B", "cube"), scene.on("F", "cube")), (vec![1, 1, 0], vec![1, 0, 0]));
    assert_eq!(scene.told()[0], "play p:0 card:cube kind:cube use:out stones:[[0 foot]]");
}

#[test]
fn w20_an_own_stone_moves_in_from_an_adjacent_region() {
    let scene = scene(3).stones("B", "lens", &[0]).stones("C", "cube", &[0]);
    let scene =
        scene.stones("E", "cube", &[0, 0]).stones("A", "cube", &[1]).stones("D", "cube", &[0]);
    let mut scene = begin(scene.hand(0, "cube"));
    scene.play("play cube in");
    assert_eq!(scene.options(), ["via C", "via E"]);
    scene.play("via E");
    assert_eq!((scene.on("B", "cube"), scene.on("E", "cube")), (vec![1, 0, 0], vec![1, 0, 0]));
    assert_eq!(scene.told()[0], "play p:0 card:cube kind:cube use:in stones:[[0 hands]]");
}

#[test]
fn w21_a_double_removes_two_stones_of_one_or_two_players() {
    let scene = scene(4).stones("B", "cube", &[0, 1, 2, 2]).hand(0, "double");
    let mut both = begin(scene.clone());
    both.play("play-double cube remove");
    assert_eq!(both.options(), ["from 1", "from 2"]);
    both.play("from 1");
    // The order of the two stones does not matter: seat 1 comes first, and it has no second stone.
    assert_eq!(both.on("B", "cube"), [1, 0, 1, 0]);
    let stones = "play p:0 card:double kind:cube use:remove stones:[[1 north] [2 north]]";
    assert_eq!(both.told()[0], stones);
    let mut one = begin(scene);
    one.play("play-double cube remove").play("from 2");
    assert_eq!(one.on("B", "cube"), [1, 1, 0, 0]);
}

#[test]
fn w21_just_one_if_only_one_is_there() {
    let mut scene = begin(scene(3).stones("B", "cube", &[0, 1]).hand(0, "double"));
    scene.play("play-double cube remove");
    assert_eq!(scene.told()[0], "play p:0 card:double kind:cube use:remove stones:[[1 north]]");
    assert_eq!(scene.on("B", "cube"), [1, 0, 0]);
}

#[test]
fn w21_a_double_moves_two_stones_out() {
    let scene = scene(3).stones("B", "cube", &[0, 0, 0]).hand(0, "double");
    let mut apart = begin(scene.clone());
    apart.play("play-double cube out").play("via C");
    assert_eq!(apart.options(), ["via C", "via E", "via F"]);
    apart.play("via E");
    assert_eq!((apart.on("C", "cube"), apart.on("E", "cube")), (vec![1, 0, 0], vec![1, 0, 0]));
    let mut together = begin(scene);
    together.play("play-double cube out").play("via F");
    assert_eq!(
        (together.on("B", "cube"), together.on("F", "cube")),
        (vec![1, 0, 0], vec![2, 0, 0])
    );
    let mut one = begin(self::scene(3).stones("B", "cube", &[0]).hand(0, "double"));
    one.play("play-double cube out").play("via A");
    assert_eq!(one.told()[0], "play p:0 card:double kind:cube use:out stones:[[0 kangaroo]]");
}

#[test]
fn w21_a_double_moves_two_stones_in() {
    let scene = scene(3).stones("B", "lens", &[0]).hand(0, "double");
    let mut two = begin(scene.clone().stones("A", "cube", &[0, 0]).stones("C", "cube", &[0]));
    // The first stone must come from A, because there is no second stone after C.
    two.play("play-double cube in").play("via C");
    assert_eq!((two.on("A", "cube"), two.on("C", "cube")), (vec![1, 0, 0], vec![0, 0, 0]));
    let two = begin(scene.clone().stones("A", "cube", &[0]).stones("C", "cube", &[0, 0]));
    let mut two = two;
    two.play("play-double cube in");
    assert_eq!(two.options(), ["via A", "via C"]);
    two.play("via C");
    assert_eq!((two.on("B", "cube"), two.on("C", "cube")), (vec![2, 0, 0], vec![0, 0, 0]));
    let mut one = begin(scene.stones("F", "cube", &[0]));
    one.play("play-double cube in");
    assert_eq!(one.told()[0], "play p:0 card:double kind:cube use:in stones:[[0 foot]]");
}

#[test]
fn w22_only_uses_that_can_be_carried_out() {
    let scene = scene(3).stones("B", "cylinder", &[0]).stones("B", "lens", &[1]);
    let scene = scene.stones("A", "cube", &[0]).stones("D", "lens", &[0]);
    let scene = begin(scene.hand(0, "lens cube cylinder double"));
    assert_eq!(
        scene.options(),
        [
            "pass",
            "play lens remove",
            "play cube in",
            "play cylinder out",
            "play-double lens remove",
            "play-double cube in",
            "play-double cylinder out",
        ]
    );
}

#[test]
fn w23_the_majority_of_each_kind_scores() {
    let scene = scene(3).stones("B", "lens", &[0, 1, 1]).stones("B", "cylinder", &[2]);
    let mut scene = begin(scene);
    let told = ["score kind:lens p:1 points:4", "score kind:cylinder p:2 points:4"];
    assert_eq!((scene.told(), scene.scores()), (Vec::new(), vec![0, 4, 4]));
    let again = self::scene(3).stones("B", "lens", &[0, 1, 1]).stones("B", "cylinder", &[2]);
    let mut again = again.turn();
    assert_eq!(again.play("take J").play("travel B").told()[3..], told);
}

#[test]
fn w23_points_depend_on_cause_and_phase() {
    for (card, points) in [("both", [2, 3, 5]), ("elder", [3, 4, 6]), ("ancestor", [4, 5, 7])] {
        for (space, points) in [1, 4, 5, 8, 9, 11].into_iter().zip(points.map(|p| [p, p]).concat())
        {
            let scene = Scene::new(3).space(space).stones("J", "lens", &[2]).figures("F", "F");
            let mut scene = scene.open("J", card).turn();
            scene.play("take J");
            if card != "both" {
                scene.play("travel J");
            }
            assert_eq!(scene.scores(), [0, 0, points], "{card} on space {space}");
        }
    }
}

#[test]
fn w23_ties_go_to_the_owner_of_the_ancestor_or_the_next_clockwise() {
    for (owner, stones, winner) in [
        (1, &[0, 1, 3][..], 1),
        (2, &[0, 1, 3][..], 3),
        (2, &[0, 1][..], 0),
        (3, &[1, 2, 0, 2, 1][..], 1),
    ] {
        let scene = Scene::new(4).open("J", "elder").owners(owner, 3).stones("B", "cube", stones);
        let mut scene = scene.turn();
        scene.play("take J").play("travel B");
        assert_eq!(scene.told()[3], format!("score kind:cube p:{winner} points:3"));
    }
}
