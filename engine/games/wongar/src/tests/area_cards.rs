//! Tests of area cards (W12 to W15).

use super::scene::Scene;
use engine::Seat;

const REGIONS: [&str; 10] = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J"];

fn places(letters: &[&str]) -> Vec<String> {
    letters.iter().map(|letter| format!("place {letter}")).collect()
}

#[test]
fn w12_one_stone_in_the_cards_region_and_two_anywhere() {
    let mut scene = Scene::new(3).open("D", "cube").turn();
    scene.play("take D");
    assert_eq!(scene.on("D", "cube"), [1, 0, 0]);
    let mut options = places(&REGIONS);
    options.push("draw".to_owned());
    assert_eq!(scene.options(), options);
    scene.play("place C");
    // The order of the two stones does not matter, so the second must not precede the first.
    options.drain(..2);
    assert_eq!(scene.options(), options);
    scene.play("place C").assert_turn_of(1);
    let place = |region| format!("place p:0 kind:cube region:{region}");
    let told = ["west", "north-east", "north-east"].map(place);
    assert_eq!(scene.told()[1..], told);
}

#[test]
fn w12_or_ritual_cards_instead_one_at_a_time() {
    let mut scene = Scene::new(3).open("D", "lens").turn();
    scene.play("take D").play("place B").play("draw").draw("cube");
    assert_eq!((scene.on("B", "lens"), scene.hand_of(0)), (vec![1, 0, 0], "cube".to_owned()));
    let mut scene = Scene::new(3).open("D", "lens").turn();
    scene.play("take D").play("draw").draw("double");
    assert_eq!(scene.options().len(), 11, "after a draw every region may follow");
    scene.play("place A").assert_turn_of(1);
    let mut scene = Scene::new(3).open("D", "lens").turn();
    scene.play("take D").play("draw").draw("lens").play("draw").draw("lens").assert_turn_of(1);
    assert_eq!(scene.hand_of(0), "lens lens");
}

#[test]
fn w12_without_such_a_stone_two_ritual_cards() {
    let mut scene = Scene::new(3).supply(0, "cylinder", 0, "J").open("D", "cylinder").turn();
    scene.play("take D").draw("lens lens").assert_turn_of(1);
    assert_eq!(scene.on("D", "cylinder"), [0, 0, 0]);
    assert_eq!(scene.hand_of(0), "lens lens");
}

#[test]
fn w12_when_the_supply_runs_out_the_rest_are_cards() {
    let mut scene = Scene::new(3).supply(0, "cube", 1, "J").open("D", "cube").turn();
    scene.play("take D").draw("lens lens").assert_turn_of(1);
    let mut scene = Scene::new(3).supply(0, "cube", 2, "J").open("D", "cube").turn();
    scene.play("take D").play("place A").draw("lens").assert_turn_of(1);
    let mut scene = Scene::new(3).supply(0, "cube", 2, "J").open("D", "cube").turn();
    scene.play("take D").play("draw").draw("lens").play("place A").assert_turn_of(1);
}

#[test]
fn w13_three_stones_of_a_kind_anywhere() {
    let mut scene = Scene::new(3).open("D", "triple").turn();
    scene.play("take D");
    assert_eq!(scene.options(), ["triple lens", "triple cube", "triple cylinder"]);
    scene.play("triple cube");
    assert_eq!(scene.options(), places(&REGIONS));
    scene.play("place I");
    assert_eq!(scene.options(), places(&["I", "J"]));
    // The second stone goes to J, so the third must go there as well.
    scene.play("place J").assert_turn_of(1);
    assert_eq!((scene.on("I", "cube"), scene.on("J", "cube")), (vec![1, 0, 0], vec![2, 0, 0]));
}

#[test]
fn w13_as_many_stones_as_there_are_of_a_kind_that_there_is() {
    let scene = Scene::new(3).open("D", "triple").supply(0, "lens", 2, "J");
    let mut one = scene.clone().supply(0, "cube", 0, "J").turn();
    one.play("take D");
    assert_eq!(one.options(), ["triple lens", "triple cylinder"]);
    one.play("triple lens").play("place A").play("place A").assert_turn_of(1);
    let mut only = scene.supply(0, "cube", 0, "J").supply(0, "cylinder", 0, "J").turn();
    only.play("take D");
    assert_eq!(only.options(), places(&REGIONS), "one kind is left: no choice");
    let mut none = only.clone();
    none.play("place A").play("place A").assert_turn_of(1);
}

#[test]
fn w13_without_any_stone_nothing_happens() {
    let mut scene = Scene::new(3).open("D", "triple").supply(0, "lens", 0, "J");
    scene = scene.supply(0, "cube", 0, "J").supply(0, "cylinder", 0, "J").turn();
    scene.play("take D").assert_turn_of(1);
    assert_eq!(scene.told(), ["take p:0 region:west card:triple"]);
}

#[test]
fn w14_four_ritual_cards() {
    let mut scene = Scene::new(3).open("D", "four-rituals").turn();
    scene.play("take D").draw("double lens cube double").assert_turn_of(1);
    assert_eq!(scene.hand_of(0), "lens cube double double");
    assert_eq!(scene.told()[4], "ritual p:0 card:double");
}

#[test]
fn w15_the_ancestor_moves_to_an_adjacent_region() {
    let mut scene = Scene::new(3).owners(2, 1).figures("C", "A").open("H", "ancestor").turn();
    scene.play("take H");
    assert_eq!(scene.owners_now(), [0, 1]);
    assert_eq!(scene.options(), ["travel B", "travel F", "travel G"]);
    scene.play("travel G").assert_turn_of(1);
    let told = [
        "take p:0 region:south-west card:ancestor",
        "move figure:ancestor region:east",
        "ceremony region:east cause:ancestor",
    ];
    assert_eq!(
        (scene.told(), scene.figures_now()),
        (told.map(str::to_owned).to_vec(), ["G", "A"].map(str::to_owned))
    );
}

#[test]
fn w15_the_elder_moves_one_or_two_steps_but_not_back() {
    let mut scene = Scene::new(3).owners(2, 1).figures("E", "C").open("H", "elder").turn();
    scene.play("take H");
    assert_eq!(scene.owners_now(), [2, 0]);
    let near = ["A", "B", "E", "F", "G", "I", "J"].map(|letter| format!("travel {letter}"));
    assert_eq!(scene.options(), near);
    scene.play("travel E").assert_turn_of(1);
    assert_eq!(scene.figures_now(), ["E", "E"]);
    assert_eq!(scene.told()[2], "ceremony region:hands cause:elder", "the moved figure counts");
}

#[test]
fn w15_both_go_to_the_cards_region() {
    let mut scene = Scene::new(3).owners(2, 1).figures("H", "A").open("H", "both").turn();
    scene.play("take H").assert_turn_of(1);
    assert_eq!((scene.owners_now(), scene.figures_now()), ([0, 0], ["H", "H"].map(str::to_owned)));
    let told = scene.told();
    assert_eq!(told[1], "move figure:ancestor region:south-west", "it may stand there already");
    assert_eq!(told[2], "move figure:elder region:south-west");
    assert_eq!(told[3], "ceremony region:south-west cause:both");
    assert_eq!(scene.state.active(), Seat::new(1));
}
