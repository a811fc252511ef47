//! A cache of evaluations.
//!
//! Searches reach the same positions along several lines. With `mcts` in Tongiaki, half of the lookups hit by the
//! position's key, which costs a tenth of computing the inputs; a third of the rest hit by a hash of the inputs.

use super::{Evaluation, Look, LookBuffer, chances};
use engine::{Evaluated, MAX_SEATS};
use foldhash::fast::FixedState;
use std::hash::{BuildHasher, Hasher};

/// Number of entries in each table. A new entry replaces an old one whose key has the same low bits.
const SIZE: usize = 1 << 12;

/// A cache of the numbers that an evaluation gives to the seats: win probabilities by a network, or values by weighted features.
/// Each evaluation needs a separate cache.
#[derive(Clone, Default, Debug)]
pub(crate) struct Memo {
    /// Entries by the keys of positions, in games that have such keys.
    positions: Known,
    /// Entries by hashes of a network's inputs.
    looks: Known,
    /// The network's inputs for the current position.
    buffer: LookBuffer,
}

impl Memo {
    /// Returns the numbers of all seats, from the cache or newly computed; 0 for empty seats. `key` is the position's key, if it
    /// is known.
    pub(crate) fn numbers<G: Evaluated>(
        &mut self,
        evaluation: &Evaluation<G>,
        position: &G,
        key: Option<u64>,
    ) -> [f64; MAX_SEATS] {
        let Self { positions, looks, buffer } = self;
        let players = position.players();
        let key = key.or_else(|| position.inputs_key());
        let mut compute = |into: &mut [f64]| match evaluation {
            Evaluation::Linear(weights) => {
                into.copy_from_slice(&weights.values(position)[..players]);
            }
            Evaluation::Network(network) => {
                let network = network.at(players);
                let look = network.look(position, buffer);
                let evaluate = |into: &mut [f64]| {
                    let values = network.values_of(look);
                    into.copy_from_slice(&chances(&values, players, 1.0)[..players]);
                };
                // Positions with different keys seldom have equal sparse inputs.
                if key.is_none() || network.shape().sparse == 0 {
                    into.copy_from_slice(looks.get(hash(look), players, evaluate));
                } else {
                    evaluate(into);
                }
            }
        };
        let mut into = [0.0; MAX_SEATS];
        match key {
            Some(key) => into[..players].copy_from_slice(positions.get(key, players, compute)),
            None => compute(&mut into[..players]),
        }
        into
    }
}

/// The numbers of all seats, by key. Two positions share a key with a probability of about 2^-63.
#[derive(Clone, Default, Debug)]
struct Known {
    /// The key of each entry; 0 marks an empty entry.
    keys: Vec<u64>,
    /// The numbers of each entry, one for every player.
    numbers: Vec<f64>,
}

impl Known {
    /// Returns the entry of this key, and computes it if it is missing.
    #[inline]
    fn get(&mut self, key: u64, players: usize, compute: impl FnOnce(&mut [f64])) -> &[f64] {
        if self.numbers.len() != SIZE * players {
            self.keys.clear();
            self.keys.resize(SIZE, 0);
            self.numbers.resize(SIZE * players, 0.0);
        }
        let key = key.max(1);
        let place = key as usize % SIZE;
        let known = &mut self.numbers[place * players..][..players];
        if self.keys[place] != key {
            compute(known);
            self.keys[place] = key;
        }
        known
    }
}

/// Returns a hash of a network's inputs.
fn hash(look: Look<'_>) -> u64 {
    let mut hasher = FixedState::default().build_hasher();
    hash_words::<2, _>(look.inputs, |input| input.to_bits().into(), &mut hasher);
    if !look.on.is_empty() {
        hash_words::<4, _>(look.counts, u64::from, &mut hasher);
        hash_words::<4, _>(look.on, u64::from, &mut hasher);
    }
    hasher.finish()
}

/// Adds words to a hash, of which `N` have 64 bits.
fn hash_words<const N: usize, W: Copy>(
    words: &[W],
    bits: impl Fn(W) -> u64,
    hasher: &mut impl Hasher,
) {
    let join = |some: &[W]| some.iter().rev().fold(0, |all, &word| all << (64 / N) | bits(word));
    let (whole, rest) = words.as_chunks::<N>();
    let (pairs, last) = whole.as_chunks::<2>();
    for [one, two] in pairs {
        hasher.write_u128(u128::from(join(two)) << 64 | u128::from(join(one)));
    }
    for some in last.iter().map(|last| &last[..]).chain([rest]) {
        hasher.write_u64(join(some));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{Network, Shape};
    use engine::{PlayableGame, Rules, Seed, Turn};
    use rand::RngExt;

    /// Cached win probabilities equal computed ones during a game and its repetition, with and without keys of
    /// positions.
    #[test]
    fn cached_values_equal_computed_ones() {
        check::<tongiaki::State>(true);
        check::<wongar::State>(false);
    }

    fn check<G: PlayableGame>(has_keys: bool) {
        let shape = Shape::of::<G>(16).with_sparse_inputs::<G>();
        let mut rng = Seed::new(1).rng();
        let parameters = (0..shape.parameters()).map(|_| rng.random_range(-0.3..0.3)).collect();
        let network = Network::<G>::new(shape, parameters, vec![0.1; shape.scales()]);
        let evaluations = [Evaluation::Network(network), Evaluation::default()];
        let mut memos = [Memo::default(), Memo::default()];
        for _ in 0..2 {
            let mut rng = Seed::new(3).rng();
            let mut game = G::start(&G::setup(3, &Rules::new()).unwrap());
            assert_eq!(game.inputs_key().is_some(), has_keys);
            while game.turn() != Turn::Over {
                for (evaluation, memo) in evaluations.iter().zip(&mut memos) {
                    let values = evaluation.values(&game);
                    let expected =
                        if evaluation.is_linear() { values } else { chances(&values, 3, 1.0) };
                    let found = memo.numbers(evaluation, &game, None);
                    assert_eq!(found.map(f64::to_bits), expected.map(f64::to_bits));
                }
                match game.turn() {
                    Turn::Chance => game.happen(game.random_chance(&mut rng)),
                    _ => game.play(game.random_move(&mut rng)),
                }
            }
        }
    }
}
