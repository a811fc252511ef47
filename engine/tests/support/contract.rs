//! The contract of [`Game`], checked on random games.

use super::random_game;
use engine::{Dealable, Game, Observable, Seat, Seed, Turn, View};
use rand::{Rng, RngExt};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::str::FromStr;

/// Checks everything that the contract promises in every state of some games.
pub fn holds<G: Observable>(setup: &G::Setup, seeds: std::ops::Range<u64>)
where
    G::Move: FromStr<Err: Debug>,
{
    let mut seen = BTreeSet::new();
    for seed in seeds {
        let mut turns = 0;
        let end = random_game::<G>(setup, seed, |game| {
            assert!(game.turns_played() >= turns, "turns are not taken back");
            turns = game.turns_played();
            check_turn(game, &mut seen);
            check_views(game, seed);
            check_sight(game, seed);
        });
        assert!(end.is_between_turns());
        check_standing(&end);
        assert_eq!(end, random_game(setup, seed, |_| ()), "a seed decides a game");
    }
}

fn check_turn<G: Game>(game: &G, seen: &mut BTreeSet<G::Move>)
where
    G::Move: FromStr<Err: Debug>,
{
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

fn check_views<G: Observable>(game: &G, seed: u64) {
    let mut rng = Seed::new(seed).child(1).rng();
    let (mut moves, mut offered) = (Vec::new(), Vec::new());
    for seat in Seat::all(game.players()) {
        let view = game.view(seat);
        assert_eq!(view.seat(), seat);
        let guess = view.determinize(&mut rng);
        assert_eq!(guess.view(seat), view, "a guess looks the same to its observer");
        assert_eq!(told(&G::describe_view(&guess.view(seat))), told(&G::describe_view(&view)));
        assert_eq!(guess.turn(), game.turn());
        assert!(!G::IS_OPEN || guess == *game, "where nothing is hidden, nothing is guessed");
        view.moves(&mut offered);
        if game.turn() == Turn::Decide(seat) {
            game.moves(&mut moves);
            assert_eq!(offered, moves);
        } else {
            assert!(offered.is_empty());
        }
    }
}

/// Two states that look the same to a seat still do after events that look the same to it, and it is told
/// the same of them; and of its own moves it sees everything.
fn check_sight<G: Observable>(game: &G, seed: u64) {
    let mut rng = Seed::new(seed).child(3).rng();
    for seat in Seat::all(game.players()) {
        let other = game.view(seat).determinize(&mut rng);
        let after = match game.turn() {
            Turn::Decide(decider) => {
                let mv = game.random_move(&mut rng);
                let sight = game.observe_move(mv, seat);
                assert!(decider != seat || sight == mv, "{seat} sees its own {mv} as {sight}");
                let mut moves = Vec::new();
                other.moves(&mut moves);
                let same = moves.into_iter().find(|&mv| other.observe_move(mv, seat) == sight);
                same.map(|same| (played(game, mv), played(&other, same)))
            }
            Turn::Chance => {
                let chance = game.random_chance(&mut rng);
                let sight = game.observe_chance(chance, seat);
                let mut chances = Vec::new();
                other.chances(&mut chances);
                let looks = |&(chance, _): &_| other.observe_chance(chance, seat) == sight;
                let same = chances.into_iter().find(looks);
                same.map(|(same, _)| (happened(game, chance), happened(&other, same)))
            }
            Turn::Over => None,
        };
        if let Some(((one, events), (other, other_events))) = after {
            assert_eq!(one.view(seat), other.view(seat), "what looked the same to {seat} did not");
            let told_of = |events: &[G::Event]| {
                let tell = |event| told(&G::observe_event(event, seat));
                events.iter().map(tell).collect::<Vec<_>>()
            };
            assert_eq!(told_of(&events), told_of(&other_events), "told to {seat}");
        }
    }
}

fn told(what: &impl Serialize) -> String {
    serde_json::to_string(what).expect("what is told has a JSON form")
}

fn played<G: Dealable>(game: &G, mv: G::Move) -> (G, Vec<G::Event>) {
    let (mut game, mut events) = (game.clone(), Vec::new());
    game.play_recorded(mv, &mut events);
    (game, events)
}

fn happened<G: Dealable>(game: &G, chance: G::Chance) -> (G, Vec<G::Event>) {
    let (mut game, mut events) = (game.clone(), Vec::new());
    game.happen_recorded(chance, &mut events);
    (game, events)
}

fn check_standing<G: Game>(game: &G) {
    let outcome = game.outcome();
    let shares: f64 = Seat::all(game.players()).map(|seat| outcome.win_share(seat)).sum();
    assert!((shares - 1.0).abs() < 1e-9);
    assert_eq!(outcome.points().len(), game.players());
}

/// Checks that the fast doors draw each move and each chance event as often as the lists say: no
/// count further from its expectation than six standard deviations.
pub fn samples_fairly<G: Observable>(setup: &G::Setup, seed: u64) {
    const DRAWS: u32 = 4000;
    let mut rng = Seed::new(seed).child(2).rng();
    let mut number = 0;
    random_game::<G>(setup, seed, |game| {
        number += 1;
        if number % 7 != 0 {
            return;
        }
        let (mut moves, mut chances) = (Vec::new(), Vec::new());
        match game.turn() {
            Turn::Decide(_) => {
                game.moves(&mut moves);
                let weights = moves.iter().map(|&mv| (mv, 1)).collect();
                let draws = (0..DRAWS).map(|_| game.random_move(&mut rng));
                check_counts(&weights, draws, DRAWS);
            }
            Turn::Chance => {
                game.chances(&mut chances);
                let draws = (0..DRAWS).map(|_| game.random_chance(&mut rng));
                check_counts(&chances.iter().copied().collect(), draws, DRAWS);
            }
            Turn::Over => {}
        }
    });
}

/// Checks that [`Game::play_out`] leads to the same positions as often as playing step by step from the
/// lists. Positions are put into boxes by a hash, and the chi-square distance of both counts must not
/// be further above its expectation than six standard deviations.
pub fn plays_out_fairly<G: Observable>(setup: &G::Setup, seed: u64) {
    const DRAWS: u32 = 20_000;
    const BOXES: u64 = 1024;
    let mut rng = Seed::new(seed).child(3).rng();
    let (mut moves, mut chances) = (Vec::new(), Vec::new());
    let mut number = 0;
    random_game::<G>(setup, seed, |start| {
        number += 1;
        if number % 37 != 0 || start.turn() == Turn::Over {
            return;
        }
        let turns = start.turns_played() + 1 + number % 3;
        let mut counts = [(0_i32, 0_i32); BOXES as usize];
        for _ in 0..DRAWS {
            let mut fast = start.clone();
            fast.play_out(turns, &mut rng);
            assert!(fast.turns_played() >= turns || fast.turn() == Turn::Over);
            counts[box_of(&fast, BOXES)].0 += 1;

            let mut slow = start.clone();
            while slow.turns_played() < turns && slow.turn() != Turn::Over {
                if slow.turn() == Turn::Chance {
                    slow.chances(&mut chances);
                    slow.happen(draw(&chances, &mut rng));
                } else {
                    slow.moves(&mut moves);
                    slow.play(moves[rng.random_range(0..moves.len())]);
                }
            }
            counts[box_of(&slow, BOXES)].1 += 1;
        }
        let used = counts.iter().filter(|&&(fast, slow)| fast + slow > 0);
        let distance =
            |&(fast, slow)| f64::from((fast - slow) * (fast - slow)) / f64::from(fast + slow);
        let distance: f64 = used.clone().map(distance).sum();
        let expected = used.count() as f64;
        assert!(distance <= expected + 6.0 * (2.0 * expected).sqrt(), "{distance} for {expected}");
    });
}

/// Checks that [`Game::play_turn`] ends the turn under way and no other, wherever in a game it begins,
/// that both streams decide what comes of it, and that different choices occur.
pub fn plays_turns_whole<G: Dealable>(setup: &G::Setup, seed: u64) {
    let seed = Seed::new(seed);
    let mut number = 0;
    let mut differ = 0;
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
        // Chance may come first in the turn that follows.
        assert!(end.is_between_turns() || end.turn() == Turn::Chance);
        assert!(end.turns_played() == turns + 1 || end.turn() == Turn::Over);
        assert_eq!(end, after(1), "streams decide a turn");
        differ += u32::from(end != after(2));
    });
    assert!(differ > 0);
}

fn box_of(game: &impl Hash, boxes: u64) -> usize {
    let mut hasher = DefaultHasher::new();
    game.hash(&mut hasher);
    (hasher.finish() % boxes) as usize
}

fn draw<T: Copy>(chances: &[(T, u32)], rng: &mut impl Rng) -> T {
    let tickets = chances.iter().flat_map(|&(chance, weight)| (0..weight).map(move |_| chance));
    let number = rng.random_range(0..tickets.clone().count());
    tickets.into_iter().nth(number).expect("a ticket below their number")
}

fn check_counts<T: Ord + Copy + Debug>(
    weights: &BTreeMap<T, u32>,
    draws: impl Iterator<Item = T>,
    of: u32,
) {
    let mut counts: BTreeMap<T, u32> = BTreeMap::new();
    for draw in draws {
        *counts.entry(draw).or_default() += 1;
    }
    let mass: u32 = weights.values().sum();
    for (item, &weight) in weights {
        let share = f64::from(weight) / f64::from(mass);
        let expected = share * f64::from(of);
        let deviation = (expected * (1.0 - share)).sqrt();
        let count = f64::from(counts.remove(item).unwrap_or(0));
        assert!((count - expected).abs() <= 6.0 * deviation, "{item:?}: {count} of {expected}");
    }
    assert!(counts.is_empty(), "drawn but not listed: {counts:?}");
}
