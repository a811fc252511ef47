//! Tests of the agents with Tongiaki: they follow the rules, repeat their play under a seed, and rank as expected.

use agents::{Agent, AgentError, Participant, Range, Registry};
use engine::{Game, PlayableGame, Seat, Seed, Turn};
use tongiaki::{Move, Setup, State};

fn participants(list: &str) -> Result<Vec<Participant<State>>, AgentError> {
    Registry::built_in().participants(list)
}

/// Plays a game and returns it with the moves made.
fn play(table: &[&Participant<State>], seed: u64) -> (State, Vec<Move>) {
    let seed = Seed::new(seed);
    let setup = Setup::new(table.len()).unwrap();
    let deck = State::deal(&setup, &mut seed.child(0).rng());
    let mut rng = seed.child(1).rng();
    let mut agents: Vec<Box<dyn Agent<State>>> =
        table.iter().map(|participant| participant.make()).collect();
    let mut game = State::start(&setup);
    let mut moves = Vec::new();
    loop {
        match game.turn() {
            Turn::Decide(seat) => {
                let mv = agents[seat.index()].choose(&game.view(seat), &mut rng);
                assert!(game.is_legal(mv), "{mv}");
                moves.push(mv);
                game.play(mv);
            }
            Turn::Chance => game.happen(game.dealt(&deck)),
            Turn::Over => return (game, moves),
        }
    }
}

/// Returns the mean win share of the first of two participants over this number of pairs of games, each pair on one
/// deck.
fn share_of_first(list: &str, pairs: u64) -> f64 {
    let participants = participants(list).unwrap();
    let [first, second] = &participants[..] else { panic!("two play") };
    let share = |seed| {
        let ahead = play(&[first, second], seed).0.outcome().win_share(Seat::new(0));
        let behind = play(&[second, first], seed).0.outcome().win_share(Seat::new(1));
        f64::midpoint(ahead, behind)
    };
    (0..pairs).map(share).sum::<f64>() / pairs as f64
}

#[test]
fn all_agents_play_by_the_rules_at_tables_of_2_to_6() {
    let participants = participants(
        "mcts:iterations=8,greedy:nodes=100,random,ismcts:iterations=8:rollout_policy=greedy:rollout_budget=9,mcts:iterations=40:rollout=2:opponent_policy=greedy",
    )
    .unwrap();
    for players in 2..=6 {
        let table: Vec<_> = participants.iter().cycle().take(players).collect();
        let (game, moves) = play(&table, players as u64);
        assert_eq!(game.turn(), Turn::Over);
        assert!(moves.len() > 2 * players);
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let list =
        "mcts:iterations=20,greedy:nodes=200,random,ismcts:iterations=9:rollout=full:reward=value";
    let participants = participants(list).unwrap();
    let table: Vec<_> = participants.iter().collect();
    assert_eq!(play(&table, 3), play(&table, 3));
}

/// Threads with separate trees give the same result, regardless of the order in which they finish.
#[test]
fn many_threads_choose_alike_however_busy_the_machine_is() {
    let participants = participants("ismcts:iterations=30:threads=3,greedy:nodes=50").unwrap();
    let table = [&participants[0], &participants[1]];
    let expected = play(&table, 5);
    std::thread::scope(|scope| {
        let games: Vec<_> = (0..6).map(|_| scope.spawn(|| play(&table, 5))).collect();
        for game in games {
            assert!(game.join().unwrap() == expected);
        }
    });
}

#[test]
fn threads_share_the_iterations() {
    let view = State::start(&Setup::new(2).unwrap()).view(Seat::new(0));
    for (spec, playouts) in [
        ("ismcts:iterations=100", 100),
        ("ismcts:iterations=100:threads=1", 100),
        ("ismcts:iterations=100:threads=3", 100),
        ("ismcts:iterations=2:threads=9", 2),
    ] {
        let participants = participants(&format!("{spec}:prior_visits=0")).unwrap();
        let mut agent = participants[0].make();
        agent.choose(&view, &mut Seed::new(1).rng());
        assert_eq!(agent.playouts(), playouts, "{spec}");
    }
}

/// A change of this value means that `mcts` chooses differently, which belongs in the changelog.
#[test]
fn value_stability_of_threads() {
    let list = "ismcts:iterations=60:threads=2:rollout=cycle:rollout_policy=12:\
        opponent_policy=12:prior_visits=20,mcts:iterations=60";
    let participants = participants(list).unwrap();
    let (game, moves) = play(&[&participants[0], &participants[1]], 11);
    assert_eq!((moves.len(), game.outcome().points()), (124, &[27, 35][..]));
}

/// Several threads compare plans with the same result as a single thread.
#[test]
fn plans_do_not_depend_on_threads() {
    for settings in [
        "iterations=60",
        "iterations=40:rollout_policy=greedy:opponent_policy=greedy:rollout_budget=30",
    ] {
        let game = |threads| {
            let list = format!("halving:{settings}:threads={threads},greedy:nodes=50");
            let participants = participants(&list).unwrap();
            play(&[&participants[0], &participants[1]], 11)
        };
        let expected = game(1);
        assert!([2, 3, 7].into_iter().all(|threads| game(threads) == expected), "{settings}");
    }
}

#[test]
fn a_search_of_many_threads_ends_in_time() {
    let view = State::start(&Setup::new(2).unwrap()).view(Seat::new(0));
    let participants = participants("mcts:time=5ms:threads=2").unwrap();
    let mut agent = participants[0].make();
    agent.choose(&view, &mut Seed::new(1).rng());
    assert!(agent.playouts() > 0);
}

/// The test has 40 games. With a true win share of 0.94, fewer than 32 wins would occur with about one in a
/// thousand seeds.
#[test]
fn greedy_beats_random() {
    let share = share_of_first("greedy:nodes=500,random", 20);
    assert!(share >= 0.8, "{share}");
}

#[test]
fn searches_beat_random() {
    for search in ["halving:iterations=50", "ismcts:iterations=50", "expectimax:nodes=100"] {
        let share = share_of_first(&format!("{search},random"), 20);
        assert!(share >= 0.8, "{search}: {share}");
    }
}

#[test]
fn a_full_tree_still_chooses() {
    let share = share_of_first("ismcts:iterations=50:nodes=1,ismcts:iterations=50:nodes=40", 1);
    assert!((0.0..=1.0).contains(&share));
}

#[test]
fn every_agent_can_be_made_from_its_name_and_reports_its_parameters() {
    let registry = Registry::<State>::built_in();
    // These need a command or a file, so they have no default to test.
    let needs_value = |name| ["external", "table"].contains(&name);
    let all = registry.factories().iter().map(|factory| &factory.facts);
    for facts in all.filter(|facts| !needs_value(facts.name)) {
        let participant = registry.participant(&facts.name.parse().unwrap()).unwrap();
        assert!(!facts.summary.is_empty());
        assert_eq!(participant.agent(), facts.agent);
        for parameter in &facts.parameters {
            let reported = participant.parameters().iter().find(|(name, _)| name == parameter.name);
            match reported {
                Some((_, value)) => assert_eq!(*value, parameter.default),
                // Only one budget is in force, so `time` has no value.
                None => assert_eq!(parameter.name, "time"),
            }
        }
    }
}

/// The recommended search is one of the other searches, and is reported under the actual name of that search.
#[test]
fn mcts_is_halving_here_and_effort_is_a_word_for_three_parameters() {
    let parameters = |spec: &str| participants(spec).unwrap()[0].parameters().to_vec();
    let participant = participants("MCTS:iterations=1k").unwrap().remove(0);
    assert_eq!((participant.label(), participant.agent()), ("MCTS:iterations=1k", "halving"));
    assert_eq!(parameters("mcts"), parameters("halving"));
    let value = |spec: &str, key: &str| {
        let parameters = parameters(spec);
        parameters.iter().find(|(name, _)| name == key).unwrap().1.to_string()
    };
    for (key, brief, thorough) in [
        ("rollout", "cycle", "long"),
        ("rollout_policy", "12", "greedy"),
        ("opponent_policy", "12", "greedy"),
    ] {
        assert_eq!(value("mcts", key), brief);
        assert_eq!(value("mcts:effort=thorough", key), thorough);
        assert_eq!(value(&format!("mcts:effort=thorough:{key}={brief}"), key), brief);
    }
}

#[test]
fn greedy_reports_the_weights_in_force() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("weights.toml");
    std::fs::write(&file, "[weights]\npoints = 2.5\n").unwrap();
    let list = format!("greedy:weights={}", file.display());
    let participants = participants(&list).unwrap();
    let parameters = participants[0].parameters();
    let points = parameters.iter().find(|(name, _)| name == "weights.points");
    assert_eq!(points.map(|(_, value)| value.to_string()).as_deref(), Some("2.5"));
    let features = <State as engine::Evaluated>::FEATURES;
    for feature in features.iter().filter(|feature| feature.name != "points") {
        let mut names = parameters.iter().map(|(name, _)| name);
        let is_reported = names.any(|name| name.ends_with(&format!(".{}", feature.name)));
        assert!(is_reported, "{}", feature.name);
    }
}

#[test]
fn time_takes_the_place_of_iterations() {
    let participants = participants("mcts:time=5").unwrap();
    let names: Vec<_> =
        participants[0].parameters().iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names[0], "time");
    assert!(!names.contains(&"iterations"));
}

#[test]
fn invalid_specs_are_rejected() {
    let error = |list: &str| participants(list).err().unwrap().to_string();
    let agents = "choose random, greedy, expectimax, halving, ismcts, mcts, table or external";
    assert_eq!(error("alpha"), format!("there is no agent 'alpha': {agents}"));
    assert_eq!(error("mctss"), "there is no agent 'mctss': did you mean 'mcts'?");
    assert_eq!(error("random:x=1"), "random has no parameter 'x': it has no parameters");
    let greedy =
        "it has samples, replies, nodes, determinizations, temperature, evaluation, weights";
    assert_eq!(error("greedy:depth=1"), format!("greedy has no parameter 'depth': {greedy}"));
    assert_eq!(
        error("greedy:sample=1"),
        "greedy has no parameter 'sample': did you mean 'samples'?"
    );
    let of_alias =
        "mcts is an alias of halving in this game: halving has no parameter 'exploration': ";
    assert!(error("mcts:exploration=1").starts_with(of_alias));
    assert!(error("ismcts:effort=brief").starts_with("ismcts has no parameter 'effort': "));
    assert_eq!(
        error("mcts:iterations=0"),
        "halving: iterations=0: expected a whole number from 1 to 1000000000"
    );
    assert_eq!(
        error("mcts:rollout=-1"),
        "halving: rollout=-1: expected a whole number from 0 to 1000000, or one of round, cycle, long, full"
    );
    assert_eq!(
        error("ismcts:exploration=NaN"),
        "ismcts: exploration=NaN: expected a number from 0 to 100"
    );
    assert_eq!(
        error("mcts:time=1h"),
        "halving: time=1h: expected a time from 1 to 3600000 ms, such as 200ms or 1.5s"
    );
    assert_eq!(error("mcts:reward=all"), "halving: reward=all: expected one of chance, value");
    assert_eq!(
        error("mcts:time=5:iterations=5"),
        "halving: expected iterations or time, found both"
    );
    assert!(error("greedy:weights=no/such").starts_with("cannot read the weights in no/such: "));
    assert_eq!(
        error("mcts,"),
        "expected an agent, found nothing: write for example mcts,greedy:samples=4"
    );
    let unknown = participants("x").err().unwrap();
    assert!(matches!(unknown, AgentError::Agent { name, .. } if name == "x"));
    assert_eq!(Range::File.to_string(), "a file path");
}
