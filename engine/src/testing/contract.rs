//! Checks of the contract of [`Game`] and [`View`] in every state.

use super::{moves_in_words, random_game};
use crate::{Evaluated, Game, GameRng, PlayableGame, Seat, Seed, Turn, View};
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

/// Checks the guarantees of the contract in every state of random games, one game per seed.
pub(super) fn check_states<G: PlayableGame>(setup: &G::Setup, seeds: Range<u64>) {
    let (mut seen, mut inputs_by_key) = (BTreeSet::new(), HashMap::new());
    for seed in seeds {
        let mut turns = 0;
        let end = random_game::<G>(setup, seed, |game| {
            assert!(G::PLAYERS.contains(&game.players()));
            assert!(game.turns_played() >= turns, "turns are not taken back");
            turns = game.turns_played();
            check_turn(game, &mut seen);
            check_views(game, seed);
            check_sight(game, seed);
            moves_in_words(game, setup);
            if let Some(key) = game.inputs_key() {
                let inputs = inputs_of(game);
                let known = inputs_by_key.entry(key).or_insert_with(|| inputs.clone());
                assert_eq!(*known, inputs, "positions with one key have the same inputs");
            }
        });
        assert!(end.is_between_turns());
        check_outcome(&end);
        assert_eq!(end, random_game(setup, seed, |_| ()), "a seed decides a game");
    }
}

/// Returns all network inputs of a state, as the bits of the numbers.
///
/// # Panics
/// If a sparse input is beyond the last group.
pub fn inputs_of<G: Evaluated>(game: &G) -> Vec<u64> {
    let (mut seats, mut table) = (Vec::new(), Vec::new());
    let bits = |inputs: &[f64]| inputs.iter().map(|input| input.to_bits()).collect::<Vec<_>>();
    game.inputs(|_, inputs| seats.extend(bits(inputs)), |inputs| table = bits(inputs));
    seats.extend(table);
    let mut on = Vec::new();
    seats.extend(game.sparse_inputs(&mut on).map(u64::from));
    let inputs: usize = G::SPARSE_INPUTS.iter().map(|group| group.size).sum();
    assert!(on.iter().all(|&input| usize::from(input) < inputs));
    seats.extend(on.into_iter().map(u64::from));
    seats
}

fn check_turn<G: PlayableGame>(game: &G, seen: &mut BTreeSet<G::Move>) {
    let (mut moves, mut chances) = (Vec::new(), Vec::new());
    match game.turn() {
        Turn::Decide(seat) => {
            assert!(seat.index() < game.players());
            game.moves(&mut moves);
            assert!(!moves.is_empty());
            assert!(moves.is_sorted_by(|one, other| one < other), "ascending and distinct");
            seen.extend(moves.iter().copied());
            for mv in seen.iter() {
                assert_eq!(game.is_legal(*mv), moves.binary_search(mv).is_ok(), "{mv}");
            }
            for &mv in &moves {
                assert_eq!(mv.to_string().parse::<G::Move>().expect("moves parse back"), mv);
            }
            let (mut one, mut other) = (game.clone(), game.clone());
            one.play(moves[0]);
            other.play(moves[0]);
            assert_eq!(one, other, "a move has one outcome");
        }
        Turn::Chance => {
            game.chances(&mut chances);
            assert!(!chances.is_empty());
            assert!(chances.is_sorted_by(|one, other| one.0 < other.0), "ascending and distinct");
            assert!(chances.iter().all(|&(_, weight)| weight > 0));
        }
        Turn::Over => {}
    }
}

fn check_views<G: PlayableGame>(game: &G, seed: u64) {
    let mut rng = Seed::new(seed).child(1).rng();
    let (mut moves, mut offered) = (Vec::new(), Vec::new());
    for seat in Seat::all(game.players()) {
        let view = game.view(seat);
        assert_eq!(view.seat(), seat);
        let guess = view.determinize(&mut rng);
        assert_eq!(guess.view(seat), view, "a determinization looks the same to its observer");
        assert_eq!(guess.turn(), game.turn());
        assert!(
            !G::IS_OPEN || guess == *game,
            "where nothing is hidden there is nothing to choose"
        );
        view.moves(&mut offered);
        if game.turn() == Turn::Decide(seat) {
            game.moves(&mut moves);
            assert_eq!(offered, moves);
        } else {
            assert!(offered.is_empty());
        }
    }
}

/// Checks that two states that a seat cannot distinguish stay indistinguishable after steps that it cannot distinguish, and that
/// the seat sees all the moves that it makes.
fn check_sight<G: PlayableGame>(game: &G, seed: u64) {
    let mut rng = Seed::new(seed).child(3).rng();
    for seat in Seat::all(game.players()) {
        let other = game.view(seat).determinize(&mut rng);
        if let Some([step, same]) = alike_steps(game, &other, seat, &mut rng) {
            let (one, other) = (step.after(game).0, same.after(&other).0);
            assert_eq!(
                one.view(seat),
                other.view(seat),
                "positions that looked the same to {seat} differ"
            );
        }
    }
}

/// A step of a game: a move or a chance event.
pub(super) enum Step<G: Game> {
    Move(G::Move),
    Chance(G::Chance),
}

impl<G: PlayableGame> Step<G> {
    /// Returns the state after the step, and the events of the step.
    pub(super) fn after(&self, game: &G) -> (G, Vec<G::Event>) {
        let (mut game, mut events) = (game.clone(), Vec::new());
        match *self {
            Self::Move(mv) => game.play_recorded(mv, &mut events),
            Self::Chance(chance) => game.happen_recorded(chance, &mut events),
        }
        (game, events)
    }
}

/// Returns a possible step in the first state and a step in the second state that looks the same to the seat, if there are such
/// steps.
pub(super) fn alike_steps<G: PlayableGame>(
    game: &G,
    other: &G,
    seat: Seat,
    rng: &mut GameRng,
) -> Option<[Step<G>; 2]> {
    match game.turn() {
        Turn::Decide(decider) => {
            let mv = game.random_move(rng);
            let sight = game.observe_move(mv, seat);
            assert!(decider != seat || sight == mv, "{seat} sees its own {mv} as {sight}");
            let mut moves = Vec::new();
            other.moves(&mut moves);
            let same = moves.into_iter().find(|&mv| other.observe_move(mv, seat) == sight)?;
            Some([Step::Move(mv), Step::Move(same)])
        }
        Turn::Chance => {
            let chance = game.random_chance(rng);
            let sight = game.observe_chance(chance, seat);
            let mut chances = Vec::new();
            other.chances(&mut chances);
            let looks = |&(chance, _): &_| other.observe_chance(chance, seat) == sight;
            let (same, _) = chances.into_iter().find(looks)?;
            Some([Step::Chance(chance), Step::Chance(same)])
        }
        Turn::Over => None,
    }
}

fn check_outcome<G: Game>(game: &G) {
    let outcome = game.outcome();
    let shares: f64 = Seat::all(game.players()).map(|seat| outcome.win_share(seat)).sum();
    assert!((shares - 1.0).abs() < 1e-9);
    assert_eq!(outcome.points().len(), game.players());
}

/// Checks that [`Game::play_turn`], wherever it starts, ends exactly the turn in progress, that both generators affect the
/// result, and that different choices occur.
pub(super) fn check_whole_turns<G: PlayableGame>(setup: &G::Setup, seeds: Range<u64>) {
    let mut differ = 0;
    for seed in seeds.map(Seed::new) {
        let mut number = 0;
        random_game::<G>(setup, seed.value(), |start| {
            number += 1;
            if start.turn() == Turn::Over {
                return;
            }
            let after = |choices: u64| {
                let mut game = start.clone();
                game.play_turn(&mut seed.child(choices).rng(), &mut seed.child(number).rng());
                game
            };
            let end = after(1);
            let turns = start.turns_played();
            // The next turn may start with a chance event.
            assert!(end.is_between_turns() || end.turn() == Turn::Chance);
            assert!(end.turns_played() == turns + 1 || end.turn() == Turn::Over);
            assert_eq!(end, after(1), "streams decide a turn");
            differ += u32::from(end != after(2));
        });
    }
    assert!(differ > 0, "turns are played in one way only");
}
