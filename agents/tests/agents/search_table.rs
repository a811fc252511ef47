//! Tests of the results that searches report for the moves they tried.

use agents::{Agent, Registry, SearchedMove};
use engine::{Game, Seat, Seed, Turn, View};
use tongiaki::{Setup, State};

/// Returns a position of a random game in which a seat chooses among several moves.
fn decision() -> State {
    let mut rng = Seed::new(7).rng();
    let mut game = State::new(&Setup::new(3).unwrap());
    let mut moves = Vec::new();
    loop {
        game.moves(&mut moves);
        if game.turns_played() > 12 && game.turn() == Turn::Decide(Seat::new(0)) && moves.len() > 2
        {
            return game;
        }
        match game.turn() {
            Turn::Chance => game.happen(game.random_chance(&mut rng)),
            _ => game.play_random(&mut rng),
        }
    }
}

fn agent(spec: &str) -> Box<dyn Agent<State>> {
    Registry::<State>::built_in().participants(spec).unwrap()[0].make()
}

#[test]
fn search_tables_contain_tried_moves_and_the_choice() {
    let view = decision().view(Seat::new(0));
    let mut legal = Vec::new();
    view.moves(&mut legal);
    for spec in ["halving:iterations=300", "ismcts:iterations=300", "expectimax:nodes=300"] {
        let mut agent = agent(spec);
        assert_eq!(agent.search_table(), [], "{spec}");
        let chosen = agent.choose(&view, &mut Seed::new(1).rng());
        let table = agent.search_table();
        assert!(table.is_sorted_by(|one, other| one.mv < other.mv), "{spec}");
        assert!(table.iter().all(|row| legal.contains(&row.mv) && row.visits > 0), "{spec}");
        assert!(table.iter().all(|row| row.value.is_finite()), "{spec}");
        let visits: u64 = table.iter().map(|row| row.visits).sum();
        // In a tree, visits include prior visits; its first iteration may end at its root.
        assert!(visits + 1 >= agent.playouts(), "{spec}: {visits}");
        assert!(visits == agent.playouts() || !spec.starts_with("halving"), "{spec}: {visits}");
        assert!(table.iter().any(|row| row.mv == chosen), "{spec}");
    }
}

/// After a second look, at most four plans have rollouts, and there are fewer in all. The table has the first moves of all plans compared.
#[test]
fn a_second_look_leaves_few_rollouts() {
    let view = decision().view(Seat::new(0));
    let search = |spec: &str| {
        let mut agent = agent(spec);
        let chosen = agent.choose(&view, &mut Seed::new(1).rng());
        (agent.playouts(), agent.search_table(), chosen)
    };
    let (all, many, _) = search("halving:iterations=320:evaluation=linear");
    let (some, table, chosen) = search("halving:iterations=320:evaluation=linear:second_look=200");
    let moves = |rows: &[SearchedMove<_>]| rows.iter().map(|row| row.mv).collect::<Vec<_>>();
    assert_eq!(moves(&table), moves(&many));
    let few = table.iter().filter(|row| row.visits > 0).count();
    assert!((2..=4).contains(&few) && many.len() > 4, "{few} of {} moves", many.len());
    assert!(0 < some && some < all, "{some} of {all} rollouts");
    let value = table.iter().find(|row| row.mv == chosen).unwrap().value;
    for row in table.iter().filter(|row| row.visits == 0) {
        assert!((0.0..=value).contains(&row.value), "{row:?} beside {value}");
    }
}

/// With 2 players, `mcts` looks twice, unless the spec gives a budget, weights or the number of positions of the second look.
#[test]
fn two_players_have_a_second_look_by_default() {
    let mut rng = Seed::new(9).rng();
    let mut game = State::new(&Setup::new(2).unwrap());
    let mut looks = 0;
    while game.turn() != Turn::Over {
        let Turn::Decide(seat) = game.turn() else {
            game.happen(game.random_chance(&mut rng));
            continue;
        };
        let search = |parameters: &str| {
            let mut agent = agent(&format!("mcts{parameters}"));
            agent.choose(&game.view(seat), &mut Seed::new(1).rng());
            (agent.playouts(), agent.search_table())
        };
        let (auto, none) = (search(""), search(":second_look=0"));
        assert_eq!(auto, search(":second_look=600:nodes=300"));
        assert_eq!(none, search(":iterations=48"));
        for parameters in [":scale=5", ":evaluation=sparse"] {
            assert_eq!(search(parameters), search(&format!("{parameters}:second_look=0")));
        }
        looks += usize::from(auto.0 < none.0);
        game.play(game.random_move(&mut rng));
    }
    assert!(looks > 10, "{looks}");
}

#[test]
fn agents_without_search_have_no_search_table() {
    let view = decision().view(Seat::new(0));
    let mut agent = agent("random");
    agent.choose(&view, &mut Seed::new(1).rng());
    assert_eq!(agent.search_table(), []);
}
