//! `tournament play`: a game in the terminal.

use crate::support::{Finished, Workshop, files};
use std::io::Write as _;
use std::process::Stdio;

/// Plays a game in the terminal with this input.
fn play(workshop: &Workshop, arguments: &str, input: &str) -> Finished {
    let mut command = workshop.tournament(&format!("play {arguments}"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // The game may be over before all input was read.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    Finished::new(child.wait_with_output().unwrap())
}

#[test]
fn whole_games_are_played_and_recorded() {
    let workshop = Workshop::new();
    for game in ["tongiaki", "wongar --edition advanced", "kuhn", "leduc"] {
        let name = game.split(' ').next().unwrap();
        let arguments =
            format!("--game {game} --seats Ann=human,random --seed 1 --record {name}.jsonl");
        let finished = play(&workshop, &arguments, &"1\n".repeat(3_000));
        assert_eq!((finished.code, finished.errors.as_str()), (0, ""), "{game}");
        assert!(finished.output.contains("game over"), "{game}");
        assert_eq!(workshop.output(&format!("replay {name}.jsonl")), "1 records ok\n");
        assert!(workshop.read(&format!("{name}.jsonl")).contains("\"agents\":[\"Ann\",\"random\""));
    }
    // The same seed and the same answers give the same game.
    play(&workshop, "--seats Ann=human,random --seed 1 --record again.jsonl", &"1\n".repeat(3_000));
    assert_eq!(workshop.read("again.jsonl"), workshop.read("tongiaki.jsonl"));
}

#[test]
fn moves_are_taken_back_and_hints_change_nothing() {
    let workshop = Workshop::new();
    let arguments = "--seats human,greedy:samples=1 --adviser mcts:iterations=16:plans=4 --seed 3";
    let straight =
        play(&workshop, &format!("{arguments} --record straight.jsonl"), &"1\n".repeat(3_000));
    assert_eq!(straight.code, 0);
    let input =
        "hint\nmoor tonga:5\n3\nundo\nboard\nundo\nmoves\nnonsense\n99\n0\nhelp\n".to_owned();
    let finished = play(
        &workshop,
        &format!("{arguments} --record winding.jsonl"),
        &(input + &"1\n".repeat(3_000)),
    );
    assert_eq!(workshop.read("winding.jsonl"), workshop.read("straight.jsonl"));
    for sentence in [
        "mcts:iterations=16:plans=4 would play: Moor at beach ",
        "'nonsense' is not a legal move: type a number from 1 to 6, or ? for help.",
        "'99' is not a legal move",
        "'0' is not a legal move",
        "undo, u        go back",
    ] {
        assert!(finished.output.contains(sentence), "{sentence}");
    }
    let finished = play(&workshop, "", "undo\n");
    assert!(finished.output.contains("There is nothing to take back."));
    assert!(finished.output.ends_with("The game is left unfinished.\n") && finished.code == 0);
}

#[test]
fn the_start_is_over_once_a_turn_has_begun() {
    let workshop = Workshop::new();
    let finished = play(&workshop, "--seats human,human --seed 3", &"1\n".repeat(5));
    let headlines = |line: &&str| line.ends_with(" decides");
    let mut headlines: Vec<_> = finished.output.lines().filter(headlines).collect();
    headlines.dedup();
    let expected = ["at the start: A", "at the start: B", "at the start: A", "at the start: B"];
    let expected = expected.into_iter().chain(["before the first turn: A", "in turn 1: A"]);
    assert_eq!(headlines, expected.map(|start| format!("{start} decides")).collect::<Vec<_>>());
}

#[test]
fn the_end_of_the_input_leaves_the_game_and_shows_no_hand() {
    let workshop = Workshop::new();
    for (input, hands) in [("", 0), ("\n", 1), ("\n?\nq\n1\n\n", 1), ("\n1\n", 1), ("\n1\n\n", 2)] {
        let arguments = "--game kuhn --seats Ann=human,Ben=human --seed 5 --record game.jsonl";
        let finished = play(&workshop, arguments, input);
        assert_eq!((finished.code, finished.errors.as_str()), (0, ""), "{input:?}");
        assert!(
            finished.output.ends_with("\nThe game is left unfinished.\n") || input.contains('q')
        );
        assert_eq!(finished.output.matches("Your hand: ").count(), hands, "{input:?}");
        assert_eq!(files(&workshop.path(".")).len(), 0, "{input:?}");
    }
}

#[test]
fn without_a_seed_every_game_has_a_new_deck() {
    let workshop = Workshop::new();
    let seed = || {
        let shown = play(&workshop, "--seats human,random", "quit\n").output;
        let line = shown.lines().find(|line| line.starts_with("The seed is ")).unwrap().to_owned();
        assert!(line.ends_with(" deals this deck again."), "{line}");
        line
    };
    let first = seed();
    assert!((0..5).any(|_| seed() != first));
}

#[test]
fn a_landing_is_put_together_in_any_order() {
    let workshop = Workshop::new();
    let arguments = "--seats human,human,human,human --seed 1 --record landed.jsonl";
    let shown = play(&workshop, arguments, &"2\n1\n".repeat(3_000)).output;
    assert!(shown.contains("game over"));
    // The ship of the last owner may land first, and on each open beach.
    let list = "Still without a place: 2 of B, 1 of D.\n  1  One of B to beach 1 of Tokelau\n";
    let list = &shown[shown.find(list).expect(&shown)..];
    assert!(list.contains("\n  4  One of D to beach 1 of Tokelau\n"), "{list}");
    assert!(list.contains("\n  6  One of D to beach 3 of Tokelau\n"), "{list}");
    assert!(list.contains("Still without a place: 1 of B, 1 of D.\n"), "{list}");
    assert_eq!(workshop.output("replay landed.jsonl"), "1 records ok\n");
}

#[test]
fn hands_are_hidden_from_other_seats() {
    let workshop = Workshop::new();
    let arguments = "--game wongar --seats Ann=human,random --seed 5";
    let told = play(&workshop, arguments, &"1\n".repeat(40)).output;
    let drawn: Vec<_> = told.lines().filter(|line| line.contains(" gets a ritual card")).collect();
    assert!(drawn.iter().any(|line| line.starts_with("B gets a ritual card.")), "{told}");
    for line in drawn {
        let is_open =
            line.starts_with('A') || line.ends_with(": scorpion.") || line.ends_with("card.");
        assert!(is_open, "{line}");
    }
    // Each person sees only their own hand, after being called to the screen.
    let told =
        play(&workshop, "--game kuhn --seats Ann=human,Ben=human --seed 5", "\n1\n\n1\n").output;
    let calls = told.matches("Press Enter when nobody else is looking.").count();
    assert_eq!(calls, 2, "{told}");
    assert!(!told.contains("\"KJ\"") && !told.contains("\"outcome\":\"KJ\""), "{told}");
}

#[test]
fn invalid_seats_are_rejected() {
    let workshop = Workshop::new();
    workshop.write("there.jsonl", "mine");
    for (arguments, sentence) in [
        ("--seats human,nobody", "there is no agent 'nobody': choose "),
        ("--seats human,random,random --players 2", "--seats has 3 entries, but --players is 2"),
        ("--seats human,random --players 7", "tongiaki is for 2 to 6 players, not 7"),
        (
            "--seats human --adviser greedy,random",
            "--adviser: expected one agent, found 'greedy,random'",
        ),
        ("--seats human --record there.jsonl", "there.jsonl already exists: choose another name"),
    ] {
        workshop.refuses(&format!("play {arguments}"), sentence);
    }
    assert_eq!(workshop.read("there.jsonl"), "mine");
    assert_eq!(files(&workshop.path(".")), ["there.jsonl"]);
}
