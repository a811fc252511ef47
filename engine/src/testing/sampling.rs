//! Checks that random draws agree with the lists of moves and chance events.

use super::random_game;
use crate::{PlayableGame, Seed, Turn};
use rand::{Rng, RngExt};
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Checks that the fast samplers draw each move and each chance event with its listed probability: no count may deviate from its
/// expectation by more than six standard deviations.
pub(super) fn check_samples<G: PlayableGame>(setup: &G::Setup, seed: u64) {
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

/// Checks that [`Game::play_out`](crate::Game::play_out) reaches each position as often as play step by step from the lists.
/// Positions are assigned to boxes by a hash, and the chi-square distance between the two sets of counts may exceed its
/// expectation by at most six standard deviations.
///
/// # Panics
/// If the distance exceeds this limit.
pub fn check_play_out<G: PlayableGame>(setup: &G::Setup, seed: u64) {
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
