//! End-to-end tests of training.

use crate::support::{Workshop, files, killed_and_done, repository, same_but_for_timing};

const SMALL: &str = "train --players 2,3 --games 50 --generation 10 --warm-up 2 --nodes 5 --hidden 16 \
                     --test-every 2 --test-games 12 --quiet";

#[test]
fn the_same_network_comes_out_whatever_the_threads_and_wherever_the_training_was_killed() {
    let workshop = Workshop::new();
    workshop.output(&format!("{SMALL} --threads 1 --out whole"));
    killed_and_done(&workshop, SMALL, "killed", [1, 8]);
    same_but_for_timing(&workshop, "whole", "killed");
    let expected = ["curve.csv", "latest.safetensors", "manifest.json", "tests.csv"];
    let found = files(&workshop.path("whole"));
    assert_eq!(
        found.iter().filter(|name| *name != "network.safetensors").collect::<Vec<_>>(),
        expected
    );
    let curve = workshop.rows("whole/curve.csv");
    let games: Vec<_> = curve.iter().map(|row| row["games"].as_str()).collect();
    assert_eq!(games, ["10", "20", "30", "40", "50"]);
    let loss = |row: usize| curve[row]["loss"].parse::<f64>().unwrap();
    assert!(loss(4) < loss(0));
    let tests = workshop.rows("whole/tests.csv");
    assert_eq!((tests[0]["generation"].as_str(), tests[0]["rival"].as_str()), ("1", "0"));
}

/// A network can be linear, and can be trained without some inputs.
#[test]
fn networks_learn_without_hidden_units_and_without_inputs() {
    let workshop = Workshop::new();
    let output = workshop.output(
        "train --start nothing --players 2 --games 100 --generation 50 --nodes 5 --hidden 0 --test-every 1 \
         --without king_points,lead --test-games 100 --effect 0.2 --quiet --out run",
    );
    assert!(output.starts_with("networks accepted: "), "{output}");
    workshop.output(
        "--agents net=greedy:nodes=20:evaluation=run/network.safetensors,random --games 2 --out play",
    );
}

/// If training starts from nothing, the first network is soon better than the start.
#[test]
fn a_network_that_passes_its_tests_can_be_played() {
    let workshop = Workshop::new();
    let output = workshop.output(
        "train --start nothing --players 2 --games 100 --generation 50 --nodes 5 --hidden 16 --test-every 1 \
         --test-games 100 --effect 0.2 --quiet --out run",
    );
    assert!(output.starts_with("networks accepted: "), "{output}");
    assert_eq!(workshop.rows("run/curve.csv")[1]["accepted"], "1");
    let spec = "evaluation=run/network.safetensors";
    workshop.output(&format!(
        "--agents net=greedy:nodes=20:{spec},mcts:iterations=4:{spec},ismcts:iterations=4:{spec} --games 6 --out play"
    ));
    let parameters = &workshop.manifest("play")["agents"][0]["parameters"];
    assert_eq!(parameters["network"].as_str().unwrap().len(), 16);
    assert!(parameters.get("weights.points").is_none());
    // Training can continue from the network.
    workshop.output(
        "train --start run/network.safetensors --players 2 --games 10 --generation 10 --nodes 20 --hidden 16 \
         --test-games 20 --quiet --out more",
    );
    workshop.refuses(
        "train --start run/network.safetensors --games 1000",
        "--start: run/network.safetensors has 16 hidden units: add --hidden 16",
    );
    workshop.refuses(
        "--game wongar --agents greedy:evaluation=run/network.safetensors,random",
        "run/network.safetensors: expected a network with inputs of a seat ",
    );
    for (arguments, sentence) in [
        ("weights=untuned", "greedy: weights= applies only to evaluation=linear"),
        ("temperature=3", "greedy: temperature= applies only to evaluation=linear"),
    ] {
        workshop.refuses(&format!("--agents greedy:{spec}:{arguments},random"), sentence);
    }
    let sentence = "halving: scale= applies only to evaluation=linear";
    workshop.refuses(&format!("--agents mcts:{spec}:scale=3,random"), sentence);
    // A network that is the default also counts as given.
    workshop.refuses("--agents mcts:evaluation=duel:scale=3,random", sentence);
}

#[test]
fn every_game_with_features_can_be_learned() {
    let workshop = Workshop::new();
    workshop.output(
        "train --game wongar --games 6 --generation 6 --nodes 20 --hidden 16 --test-games 10 --quiet --out run",
    );
    workshop.output("--game wongar --agents greedy:nodes=20:evaluation=run/latest.safetensors --games 1 --out play");
    // If seats explore in all turns, there are no targets to learn from.
    workshop.output(
        "train --players 2 --explore 1 --games 2 --generation 2 --nodes 5 --hidden 16 --test-games 2 --quiet --out idle",
    );
    assert_eq!(workshop.rows("idle/curve.csv")[0]["loss"], "");
    workshop.refuses("train --game kuhn", "cannot train on kuhn: the game defines no features");
}

/// A network with sparse inputs starts with the values of another evaluation, and can play.
#[test]
fn networks_with_sparse_inputs_learn_from_a_teacher() {
    let workshop = Workshop::new();
    let train = "train --sparse --players 2,3 --games 6 --generation 3 --nodes 20 --samples 2 --hidden 128 --start nothing \
        --teacher net --warm-up 1 --without ready_voyages,lead --last-rate 0.0001 --test-games 8 --quiet";
    workshop.output(&format!("{train} --threads 1 --out run"));
    workshop.output(&format!("{train} --threads 2 --out again"));
    let latest = |run: &str| workshop.read_bytes(&format!("{run}/latest.safetensors"));
    assert_eq!(latest("run"), latest("again"));
    workshop.output("--agents mcts:iterations=8:evaluation=run/latest.safetensors,greedy:nodes=20 --games 2 --out play");
    workshop.output(
        "train --sparse --players 2 --games 2 --generation 2 --nodes 20 --hidden 128 --start run/latest.safetensors --test-games 2 --quiet --out on",
    );
    workshop.output("train --sparse --game wongar --players 3 --games 2 --generation 2 --nodes 20 --test-games 6 --quiet --out wongar");
}

/// A network without dense inputs that learns the values of another evaluation soon comes closer to them; the files are the same
/// for any number of threads, and the options of self-play are refused.
#[test]
fn a_network_is_distilled() {
    let workshop = Workshop::new();
    for game in ["--game tongiaki --players 2,3", "--game wongar --players 3"] {
        let train = format!(
            "train {game} --sparse --without dense --distil net --games 40 --generation 10 --hidden 16 --start nothing \
             --test-every 4 --test-games 12 --quiet --force"
        );
        workshop.output(&format!("{train} --threads 1 --out run"));
        workshop.output(&format!("{train} --threads 2 --out again"));
        same_but_for_timing(&workshop, "run", "again");
        let curve = workshop.rows("run/curve.csv");
        let loss = |row: usize| curve[row]["loss"].parse::<f64>().unwrap();
        assert!(loss(3) < 0.9 * loss(0), "{} to {}", loss(0), loss(3));
        assert_eq!(curve[0]["turns"], "0.0");
    }
    let spec = "mcts:iterations=8:evaluation=run/latest.safetensors";
    workshop.output(&format!("--game wongar --agents {spec},greedy:nodes=20 --games 2 --out play"));
    // A network that starts from a file also loses its dense inputs.
    let more = "train --game wongar --players 3 --start run/latest.safetensors --without dense --hidden 16 --games 4 \
                --generation 4 --nodes 20 --test-games 6 --quiet";
    killed_and_done(&workshop, more, "more", [1, 2]);
    workshop.refuses(
        "train --distil no/such --out no",
        "--distil: cannot read the network in no/such: ",
    );
    workshop.refuses(
        "train --distil net --lambda 0.5 --out no",
        "the argument '--distil <EVALUATION>' cannot be used with '--lambda <LAMBDA>'",
    );
}

#[test]
fn invalid_train_arguments_are_rejected() {
    let workshop = Workshop::new();
    for (arguments, sentence) in [
        ("--games 5", "--games must be at least 1000, the games of a generation"),
        ("--hidden 20", "--hidden must be one of [0, 16, 32, 48, 64, 128], not 20"),
        ("--lambda 1.5", "--lambda must be between 0 and 1, not 1.5"),
        ("--explore -1", "--explore must be between 0 and 1, not -1"),
        ("--within 2", "--within must be between 0 and 1, not 2"),
        ("--rate 0", "--rate must be more than 0 and at most 1, not 0"),
        ("--last-rate 0", "--last-rate must be more than 0 and at most 1, not 0"),
        ("--nodes 0", "--nodes, --samples and --test-every must be at least 1"),
        ("--teacher no/such", "--teacher: cannot read the network in no/such: "),
        ("--start no/such", "--start: cannot read the network in no/such: "),
        ("--shard 1/2", "unexpected argument '--shard' found"),
        (
            "--without tempo",
            "--without: networks of tongiaki have no input 'tempo': choose from dense, points, late_points, ",
        ),
    ] {
        workshop.refuses(&format!("train {arguments} --out run"), sentence);
    }
    let network = repository().join("engine/games/tongiaki/data/network.safetensors");
    let network = network.display();
    workshop.refuses(
        &format!("train --sparse --hidden 64 --start {network} --out run"),
        &format!("--sparse: {network} has no sparse inputs"),
    );
}

/// A response to a weak agent soon beats it.
#[test]
fn a_response_to_an_agent_is_learned_from_games_against_it() {
    let workshop = Workshop::new();
    let against = "--against random --players 3 --games 100 --generation 50 --nodes 20 --hidden 16 --test-every 1 \
                   --test-games 60 --effect 0.2 --quiet";
    let output = workshop.output(&format!("train {against} --out run"));
    assert!(output.starts_with("networks accepted: 2"), "{output}");
    let tests = workshop.rows("run/tests.csv");
    assert!(tests.len() == 2 && tests.iter().all(|test| test["rival"] == "0"), "{tests:?}");
    workshop.output(&format!("train {against} --threads 1 --out again"));
    same_but_for_timing(&workshop, "run", "again");
    let command = &workshop.manifest("run")["command"];
    assert!(command.as_str().unwrap().contains(" --against random "), "{command}");
    workshop.refuses(
        "train --players 2,6 --test-games 10",
        "--test-games must be at least 12, the games of a block",
    );
    workshop.refuses(
        "train --against random,greedy",
        "--against: expected one agent, found 'random,greedy'",
    );
}
