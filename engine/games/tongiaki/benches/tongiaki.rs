//! Benchmarks of Tongiaki's operations: `cargo bench -p hidden-decks-engine`.

use divan::{Bencher, black_box};
use engine::{Game, GameRng, PlayableGame, Seat, Seed, Turn, View};
use tongiaki::{Setup, State};

const PLAYERS: [usize; 3] = [2, 4, 6];

fn main() {
    divan::main();
}

fn start(players: usize) -> State {
    State::start(&Setup::new(players).expect("2 to 6 may play"))
}

fn rng() -> GameRng {
    Seed::new(1).rng()
}

/// Returns the decisions of a random game, each with the move that was played.
fn decisions(players: usize) -> Vec<(State, <State as Game>::Move)> {
    let (mut state, mut rng) = (start(players), rng());
    let mut decisions = Vec::new();
    loop {
        match state.turn() {
            Turn::Decide(_) => {
                let mv = state.random_move(&mut rng);
                decisions.push((state, mv));
                state.play(mv);
            }
            Turn::Chance => state.happen(state.random_chance(&mut rng)),
            Turn::Over => return decisions,
        }
    }
}

/// Plays a whole random game in the same way as rollouts.
#[divan::bench(args = PLAYERS)]
fn playout(bencher: Bencher, players: usize) {
    let (start, mut rng) = (start(players), rng());
    bencher.bench_local(|| {
        let mut state = start;
        state.play_out(u32::MAX, &mut rng);
        state
    });
}

/// Plays a whole random game, stopping at every decision and every drawn tile.
#[divan::bench(args = PLAYERS)]
fn playout_step_by_step(bencher: Bencher, players: usize) {
    let (start, mut rng) = (start(players), rng());
    bencher.bench_local(|| {
        let mut state = start;
        loop {
            match state.turn() {
                Turn::Decide(_) => state.play_random(&mut rng),
                Turn::Chance => state.happen(state.random_chance(&mut rng)),
                Turn::Over => return state,
            }
        }
    });
}

/// Lists the legal moves at all decisions of a game.
#[divan::bench(args = PLAYERS)]
fn moves_of_a_game(bencher: Bencher, players: usize) {
    let decisions = decisions(players);
    let mut moves = Vec::new();
    bencher.bench_local(|| {
        for (state, _) in &decisions {
            state.moves(&mut moves);
            black_box(&moves);
        }
    });
}

/// Copies the state at all decisions of a game and plays the chosen move on the copy.
#[divan::bench(args = PLAYERS)]
fn plays_of_a_game(bencher: Bencher, players: usize) {
    let decisions = decisions(players);
    bencher.bench_local(|| {
        for (state, mv) in &decisions {
            let mut after = *black_box(state);
            after.play(*mv);
            black_box(&after);
        }
    });
}

#[divan::bench]
fn clone(bencher: Bencher) {
    let start = start(4);
    #[allow(clippy::clone_on_copy, reason = "search clones what it knows as a game")]
    bencher.bench_local(|| black_box(&start).clone());
}

#[divan::bench]
fn view_and_guess(bencher: Bencher) {
    let (start, mut rng) = (start(4), rng());
    bencher.bench_local(|| black_box(&start).view(Seat::new(0)).determinize(&mut rng));
}
