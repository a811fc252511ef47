//! A hash key of positions for evaluations that cache their results.

use super::State;
use super::tiles::BEACHES;
use engine::MAX_SEATS;

/// Odd multipliers without a pattern.
const FACTORS: [u64; 2] = [0x2437_74f3_d2c9_5a5b, 0x9e6c_63d0_876a_68ef];

/// Hashes everything that features and inputs depend on: the ships on beaches and in supplies, kings, laid tiles, the deck, and
/// the progress of the turn.
pub(crate) fn key(state: &State) -> u64 {
    let State { berths, kings, supply, setup, active, kingless, turns_played, .. } = state;
    let under_way = state.under_way().map_or(0, |(_, fleet)| fleet.bits());
    let turn = u32::from(*turns_played)
        | u32::from(*kingless) << 16
        | u32::from(state.is_between_turns()) << 22
        | (active.index() as u32) << 23
        | (setup.players() as u32) << 26
        | (setup.edition() as u32) << 29;
    // Mix `turn` and `under_way` first: if XORed unmixed, their bits could cancel the bits of ships on beaches.
    let turn = fold(join(turn, under_way), FACTORS[1]);
    let deck = fold(join(state.sea.deck(), setup.house.king_islands()), FACTORS[0]);
    // Four independent chains, which the processor computes at once: within a chain, each product needs the one before.
    let mut words = [turn, state.sea.layout(), deck, FACTORS[0]];
    let (groups, _) = berths.as_chunks::<8>();
    debug_assert!(8 * groups.len() >= BEACHES);
    for group in groups {
        let (pairs, _) = group.as_chunks::<2>();
        for (number, (word, [one, two])) in words.iter_mut().zip(pairs).enumerate() {
            *word = fold(*word ^ join(one.bits(), two.bits()), FACTORS[number % 2]);
        }
    }
    let [mut first, mut second, third, fourth] = words;
    const { assert!(MAX_SEATS == 6) };
    let of_two = |seat: usize| u32::from(kings[seat]) | u32::from(kings[seat + 1]) << 16;
    first = fold(first ^ join(of_two(0), of_two(2)), FACTORS[0]);
    second = fold(second ^ join(of_two(4), supply.bits()), FACTORS[1]);
    fold(fold(first ^ third, FACTORS[0]) ^ fourth, second | 1)
}

fn join(low: u32, high: u32) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

/// Multiplies, and combines both halves of the product by exclusive or.
fn fold(word: u64, factor: u64) -> u64 {
    let product = u128::from(word) * u128::from(factor);
    product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Edition, Setup};
    use engine::testing::inputs_of;
    use engine::{Game, Seed, Turn};
    use std::collections::{HashMap, HashSet};

    /// Checks that positions with the same key have the same inputs. Turns of random games are played out from each decision in
    /// several ways, which often reach the same position by different paths.
    #[test]
    fn positions_with_one_key_look_the_same() {
        let mut known = HashMap::new();
        let (mut positions, mut rng) = (0, Seed::new(8).rng());
        for players in 2..=6 {
            for edition in [Edition::Schmidt, Edition::Hungarian] {
                let setup = Setup::new(players).unwrap().with_edition(edition);
                let mut game = State::new(&setup);
                while game.turn() != Turn::Over {
                    for attempt in 0..4 {
                        let mut after = game;
                        if attempt == 0 {
                            after = after.without_kings(after.active());
                        }
                        let end = game.turns_played() + 1;
                        while after.turn() != Turn::Over && after.turns_played() < end {
                            match after.turn() {
                                Turn::Chance => after.happen(after.random_chance(&mut rng)),
                                _ => after.play(after.random_move(&mut rng)),
                            }
                            positions += 1;
                            let seen = inputs_of(&after);
                            let first = known.entry(key(&after)).or_insert_with(|| seen.clone());
                            assert_eq!(*first, seen);
                        }
                    }
                    match game.turn() {
                        Turn::Chance => game.happen(game.random_chance(&mut rng)),
                        _ => game.play(game.random_move(&mut rng)),
                    }
                }
            }
        }
        assert!(8 * positions > 9 * known.len(), "{positions} positions, {} keys", known.len());
        let looks: HashSet<_> = known.values().collect();
        assert!(3 * looks.len() > known.len(), "{} keys, {} looks", known.len(), looks.len());
    }
}
