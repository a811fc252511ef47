//! Tests of the games on the page.

use crate::Game;
use crate::catalogue::of_record;
use crate::refusal::Refusal;
use engine::Rules;
use serde_json::Value;

fn start(game: &str, players: usize, rules: &str, seed: u64) -> Game {
    Game::new(game, players, rules, seed).unwrap()
}

/// Reads an answer of the game.
fn read(answer: Result<String, Refusal>) -> Value {
    serde_json::from_str(&answer.unwrap()).unwrap()
}

/// A step and its picture for a viewer who sees everything.
fn shown(course: &Game, step: usize) -> [Value; 2] {
    [read(course.step(step, "all")), read(course.scene(step, Some("all".to_owned())))]
}

/// Plays a whole game, at decision n the legal move number 7n modulo their count.
fn play(course: &mut Game) {
    for number in 0.. {
        let moves = read(course.moves(course.last()));
        let Some(count) = moves.as_array().map(Vec::len).filter(|&count| count > 0) else {
            break;
        };
        course.play(moves[number * 7 % count]["move"].as_str().unwrap()).unwrap();
    }
}

/// Returns whether the record has the same steps: it gives several choices at once one by one.
fn check_record(mut course: Game) -> bool {
    assert_eq!(course.record("[]"), Err(Refusal::Unfinished));
    play(&mut course);
    let players = course.players();
    assert_eq!(course.record(r#"["one"]"#), Err(Refusal::Labels(players)));
    let labels: Vec<_> = (0..players).map(|seat| format!("seat {seat}")).collect();
    let line = course.record(&serde_json::to_string(&labels).unwrap()).unwrap();
    assert_eq!(of_record(&line).unwrap().check_record(&line, &Rules::new()), Ok(()));
    let again = Game::from_record(&line).unwrap();
    assert_eq!(read(Ok(again.table()))["seats"][1]["label"], "seat 1");
    let (end, end_again) = (course.last(), again.last());
    let ([step_again, scene_again], [step, scene]) =
        (shown(&again, end_again), shown(&course, end));
    assert_eq!(scene_again, scene);
    assert_eq!(step_again["ranks"], step["ranks"]);
    if end_again == end {
        for step in 0..=end {
            assert_eq!(shown(&again, step), shown(&course, step), "step {step}");
        }
    }
    end_again == end
}

#[test]
fn a_record_brings_the_same_game_again() {
    assert!(check_record(start("tongiaki", 3, "{}", 5)));
    assert!(check_record(start("wongar", 4, "{}", 5)));
    assert!(check_record(start("leduc", 2, "{}", 5)));
    assert!(!check_record(start("wongar", 3, r#"{"edition":"advanced"}"#, 6)));
}

#[test]
fn a_code_brings_an_unfinished_game_again() {
    let mut course = start("wongar", 4, r#"{"edition":"advanced"}"#, 5);
    for _ in 0..30 {
        let moves = read(course.moves(course.last()));
        course.play(moves[0]["move"].as_str().unwrap()).unwrap();
    }
    let code = course.code().unwrap();
    let of_code = |rules| Game::from_code("wongar", 4, rules, &code);
    let again = of_code(r#"{"edition":"advanced"}"#).unwrap();
    let last = course.last();
    assert_eq!(again.last(), last);
    assert_eq!(shown(&again, last)[1], shown(&course, last)[1]);
    assert!(of_code(r#"{"edition":"none"}"#).is_err());
    assert!(Game::from_code("wongar", 4, "{}", "1AAA").is_err());
}

#[test]
fn steps_can_be_taken_back_and_played_again() {
    let mut course = start("tongiaki", 2, "{}", 1);
    play(&mut course);
    let last = course.last();
    let steps: Vec<_> = (0..=last).map(|step| read(course.step(step, "all"))).collect();
    course.take_back(last / 2).unwrap();
    assert_eq!(course.last(), last / 2);
    assert_eq!(read(course.step(last / 2, "all")), steps[last / 2]);
    for step in &steps[last / 2 + 1..] {
        course.play(step["move"].as_str().unwrap()).unwrap();
    }
    assert_eq!(read(course.step(last, "all")), steps[last]);
    assert!(course.take_back(last + 1).is_err());
}

#[test]
fn what_is_not_legal_is_refused() {
    let mut course = start("tongiaki", 2, "{}", 1);
    for text in ["", "sail", "expand tonga", "<script>", &"x".repeat(1000)] {
        assert!(course.play(text).is_err(), "{text}");
        assert_eq!(course.last(), 0);
    }
    assert!(Game::from_record("{}").is_err());
    assert!(Game::from_record(r#"{"game":"tongiaki"}"#).is_err());
    assert!(Game::new("tongiaki", 7, "{}", 1).is_err());
}

#[test]
fn places_tell_moves_apart_as_far_as_they_have_some() {
    let mut course = start("tongiaki", 2, "{}", 3);
    assert_eq!(read(course.moves(0))[0]["places"].as_array().unwrap().len(), 1);
    play(&mut course);
    for step in 0..course.last() {
        for offer in read(course.moves(step)).as_array().unwrap() {
            let word = offer["move"].as_str().unwrap().split(' ').next().unwrap();
            let places = offer["places"].as_array().unwrap().len();
            assert_eq!(places > 0, !["resettle", "give-back"].contains(&word), "{offer}");
        }
    }
}

#[test]
fn steps_do_not_tell_what_a_viewer_cannot_see() {
    let mut course = start("wongar", 3, "{}", 8);
    play(&mut course);
    let drawn = |viewer| -> Vec<(u64, bool, bool)> {
        let steps = (0..=course.last()).map(|step| read(course.step(step, viewer)));
        let events = steps.flat_map(|step| step["events"].as_array().unwrap().clone());
        let drawn = events.filter(|one| one["event"]["event"] == "ritual");
        drawn
            .map(|one| {
                let card = one["event"].get("card").filter(|card| **card != "scorpion");
                let is_told = one["told"]["values"].get("card").is_some();
                (one["event"]["p"].as_u64().unwrap(), card.is_some(), is_told)
            })
            .collect()
    };
    let all = drawn("all");
    assert!(all.iter().any(|&(p, ..)| p == 0) && all.iter().any(|&(p, ..)| p == 1));
    for (viewer, own) in [("1", Some(1)), ("public", None)] {
        let seen = drawn(viewer);
        assert_eq!(seen.len(), all.len());
        for ((p, card, told), (_, is_card, is_told)) in seen.into_iter().zip(&all) {
            let is_open = Some(p) == own;
            assert_eq!(card, is_open && *is_card);
            assert!(told == *is_told || !is_open && *is_card);
        }
    }
}

#[test]
fn a_seat_believes_its_own_hand_and_no_more_than_it_may() {
    let course = start("wongar", 3, "{}", 8);
    let belief = read(course.belief(0, 1, 50, 1));
    let own = read(course.hand(0, 1));
    let sum = |seat: usize| -> f64 {
        let cards = belief[seat].as_object().unwrap().values();
        cards.map(|card| card["expected"].as_f64().unwrap()).sum()
    };
    for seat in 0..3 {
        let cards = read(course.hand(0, seat)).as_array().unwrap().len();
        assert!((sum(seat) - cards as f64).abs() < 1e-9);
    }
    for card in own.as_array().unwrap() {
        let believed = &belief[1][card.as_str().unwrap()];
        let held = own.as_array().unwrap().iter().filter(|other| *other == card).count();
        assert_eq!(believed["expected"], held as f64);
        assert_eq!(believed["likely"], 1.0);
    }
    // Cards that a seat lacks are in the others' hands, or in the deck.
    let likely = |place: usize, card: &str| belief[place][card]["likely"].as_f64().unwrap();
    assert!((0..3).filter(|&seat| seat != 1).all(|seat| likely(seat, "lens") < 1.0));
    assert_eq!(belief.as_array().unwrap().len(), 4);
    assert_eq!(belief[3]["lens"]["likely"], 1.0);
}

#[test]
fn agents_think_and_chances_sum_to_one() {
    let mut course = start("tongiaki", 2, "{}", 1);
    let thought = read(course.think(0, "mcts:iterations=8", 1));
    assert_eq!(thought, read(course.think(0, "mcts:iterations=8", 1)));
    assert!(!thought["table"].as_array().unwrap().is_empty());
    let sum = |chances: Value| -> f64 {
        chances.as_array().unwrap().iter().map(|one| one.as_f64().unwrap()).sum()
    };
    assert!((sum(read(course.chances(0))) - 1.0).abs() < 1e-9);
    for spec in
        ["", "nobody", "greedy,greedy", "external:cmd=ls", "greedy:nodes=0", "mcts:time=5ms"]
    {
        assert!(matches!(course.think(0, spec, 1), Err(Refusal::Agent(_))), "{spec}");
    }
}

/// Returns an agent's move and search table at each of the first steps.
fn thoughts(course: &mut Game, spec: &str, steps: usize) -> Value {
    let thoughts = (0..steps).map(|step| {
        let thought = read(course.think(step, spec, step as u64));
        course.play(thought["move"].as_str().unwrap()).unwrap();
        thought
    });
    thoughts.collect()
}

/// The page's tests compare the module with the same file.
#[test]
fn thoughts_are_those_of_the_module() {
    let known: Value = serde_json::from_str(include_str!("../../tests/thoughts.json")).unwrap();
    for game in known.as_array().unwrap() {
        let players = game["players"].as_u64().unwrap() as usize;
        let (name, spec) = (game["game"].as_str().unwrap(), game["spec"].as_str().unwrap());
        let mut course = start(name, players, "{}", 5);
        let steps = game["thoughts"].as_array().unwrap().len();
        assert_eq!(thoughts(&mut course, spec, steps), game["thoughts"], "{name}");
    }
}
