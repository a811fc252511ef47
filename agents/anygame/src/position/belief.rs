//! A seat's belief about the places of cards, estimated from determinizations.

use engine::{PlayableGame, Seat, Seed, View};
use serde::Serialize;
use std::collections::BTreeMap;

/// The cards that may be in one place (a hand or the deck), by card id.
pub type Belief = BTreeMap<&'static str, BelievedCard>;

/// The estimated number of cards of a kind in a place.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct BelievedCard {
    /// The expected number of cards.
    pub expected: f64,
    /// The probability of at least one card.
    pub likely: f64,
}

/// Returns the belief about every hand, by seat, then about the deck.
pub fn belief<G: PlayableGame>(
    view: &G::View,
    players: usize,
    samples: u32,
    seed: u64,
) -> Vec<Belief> {
    let mut rng = Seed::new(seed).rng();
    let samples = samples.max(1);
    // For each card: the sum over all determinizations, and the number of determinizations with at least one.
    let mut places = vec![BTreeMap::<_, (u32, u32)>::new(); players + 1];
    for _ in 0..samples {
        let world = view.determinize(&mut rng);
        let hands = Seat::all(players).map(|other| G::renderer().hand(&world, other));
        let there = hands.chain([G::renderer().deck(&world)]);
        for (cards, seen) in there.zip(&mut places) {
            let mut counts = BTreeMap::<_, u32>::new();
            for card in cards {
                *counts.entry(card).or_default() += 1;
            }
            for (card, count) in counts {
                let (sum, worlds) = seen.entry(card).or_default();
                *sum += count;
                *worlds += 1;
            }
        }
    }
    let mean = |count: u32| f64::from(count) / f64::from(samples);
    let believed =
        |(card, (sum, worlds))| (card, BelievedCard { expected: mean(sum), likely: mean(worlds) });
    places.into_iter().map(|seen| seen.into_iter().map(believed).collect()).collect()
}
