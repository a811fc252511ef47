//! Tests of the agents in Wongar: their moves are legal, they repeat their choices with the same seed, use no
//! hidden information, and differ in strength as expected.

use agents::{Agent, AgentError, Participant, Registry};
use engine::{Game, GameRng, PlayableGame, Seat, Seed, Turn, View};
use std::thread;
use wongar::{Edition, Move, Setup, State};

fn participants(list: &str) -> Result<Vec<Participant<State>>, AgentError> {
    Registry::built_in().participants(list)
}

/// Returns the setups of both editions, with 3 to 5 players.
fn tables() -> impl Iterator<Item = Setup> {
    let editions = Edition::ALL.into_iter();
    editions.flat_map(|edition| (3..=5).map(move |n| Setup::new(n).unwrap().with_edition(edition)))
}

/// Plays a game in which `choose` selects each move from the state. Returns the final state and the moves.
fn run(
    setup: &Setup,
    seed: u64,
    mut choose: impl FnMut(&State, Seat, &mut GameRng) -> Move,
) -> (State, Vec<Move>) {
    let seed = Seed::new(seed);
    let deal = State::deal(setup, &mut seed.child(0).rng());
    let mut rng = seed.child(1).rng();
    let mut game = State::start(setup);
    let mut moves = Vec::new();
    loop {
        match game.turn() {
            Turn::Decide(seat) => {
                let mv = choose(&game, seat, &mut rng);
                assert!(game.is_legal(mv), "{mv}");
                moves.push(mv);
                game.play(mv);
            }
            Turn::Chance => game.happen(game.dealt(&deal)),
            Turn::Over => return (game, moves),
        }
    }
}

/// Plays a game in which the participants take seats one after another, starting from a given seat.
fn play(
    setup: &Setup,
    participants: &[Participant<State>],
    first: usize,
    seed: u64,
) -> (State, Vec<Move>) {
    let seated =
        (0..setup.players()).map(|seat| (seat + setup.players() - first) % setup.players());
    let mut agents: Vec<Box<dyn Agent<State>>> =
        seated.map(|place| participants[place.min(participants.len() - 1)].make()).collect();
    run(setup, seed, |game, seat, rng| agents[seat.index()].choose(&game.view(seat), rng))
}

/// Returns the first participant's mean win share against copies of the second. For each deal, the first
/// participant plays once in every seat.
fn share_of_first(setup: &Setup, list: &str, deals: u64) -> f64 {
    let participants = participants(list).unwrap();
    let games = (0..deals).flat_map(|deal| (0..setup.players()).map(move |seat| (deal, seat)));
    let share = |(deal, seat)| {
        play(setup, &participants, seat, deal).0.outcome().win_share(Seat::new(seat))
    };
    games.map(share).sum::<f64>() / (deals as usize * setup.players()) as f64
}

const EVERYBODY: &str = "mcts:iterations=6,greedy:nodes=60,random,\
    ismcts:iterations=4:prior_visits=0:threads=2:rollout=full,\
    ismcts:iterations=4:prior_visits=0:rollout_policy=greedy:opponent_policy=greedy:rollout_budget=9,\
    halving:iterations=4:plans=2:nodes=12:rollout=1:rollout_policy=1:opponent_policy=1,\
    expectimax:nodes=40:determinizations=2";

#[test]
fn all_agents_play_by_the_rules_at_all_tables() {
    let participants = participants(EVERYBODY).unwrap();
    for setup in tables() {
        for first in 0..2 {
            let (game, moves) = play(&setup, &participants, first, setup.players() as u64);
            assert_eq!(game.turn(), Turn::Over);
            assert!(moves.len() > 10 * setup.players());
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let participants = participants(EVERYBODY).unwrap();
    for setup in tables() {
        assert_eq!(play(&setup, &participants, 0, 3), play(&setup, &participants, 0, 3));
    }
}

/// Throughout a game, each agent is asked twice: about the actual state, and about a state with other hands and
/// decks that gives the same view.
#[test]
fn hidden_cards_do_not_change_choices() {
    let participants = participants(EVERYBODY).unwrap();
    thread::scope(|scope| {
        for participant in &participants {
            scope.spawn(|| is_blind_to_the_hidden(participant));
        }
    });
}

fn is_blind_to_the_hidden(participant: &Participant<State>) {
    for setup in tables().filter(|setup| setup.players() != 4) {
        let agents = || Seat::all(setup.players()).map(|_| participant.make()).collect::<Vec<_>>();
        let (mut knowing, mut blind) = (agents(), agents());
        let mut hidden = Seed::new(9).rng();
        let mut different = 0;
        run(&setup, 5, |game, seat, rng| {
            let other = game.view(seat).determinize(&mut hidden);
            different += u32::from(other != *game);
            let mut same_luck = rng.clone();
            let mv = knowing[seat.index()].choose(&game.view(seat), rng);
            let other = blind[seat.index()].choose(&other.view(seat), &mut same_luck);
            assert_eq!(mv, other, "{}", participant.label());
            mv
        });
        assert!(different > 20, "{different}");
    }
}

/// A changed value means that an agent chooses differently, which must be noted in the changelog.
#[test]
fn value_stability() {
    let participants = participants("mcts:iterations=40,greedy,ismcts:iterations=40").unwrap();
    let games = Edition::ALL.map(|edition| {
        let setup = Setup::new(3).unwrap().with_edition(edition);
        let (game, moves) = play(&setup, &participants, 0, 11);
        (moves.len(), game.outcome().points().to_vec())
    });
    assert_eq!(games, [(215, vec![84, 53, 86]), (336, vec![66, 41, 43])]);
}

/// The first agent's win share over 24 games for each edition, in which greedy wins about 9 of 10.
#[test]
fn greedy_beats_random() {
    for setup in tables().filter(|setup| setup.players() == 3) {
        let share = share_of_first(&setup, "greedy:nodes=500,random", 8);
        assert!(share >= 0.75, "{share}");
    }
}

#[test]
fn mcts_beats_random() {
    for setup in tables().filter(|setup| setup.players() == 3) {
        let share = share_of_first(&setup, "mcts:iterations=8,random", 4);
        assert!(share >= 0.75, "{share}");
    }
}
