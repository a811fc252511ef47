//! What a network made of positions that looked the same.
//!
//! The lines of a turn meet again and again: at two players four of five positions that `greedy` asks
//! about look like one before. To recognise one costs a third of a pass of the network.

use super::{Network, chances};
use engine::{Game, Seat};
use foldhash::fast::FixedState;
use std::hash::{BuildHasher, Hasher};

/// Entries; a new one takes the place of the old one with the same last bits.
const SIZE: usize = 4096;

/// Remembers the chances that one network gave to seats.
#[derive(Clone, Default, Debug)]
pub(crate) struct Memo {
    /// What was seen and for whom, hashed, and the chance; a hash of 0 is none. Hashes of different positions
    /// agree once in 10^19.
    entries: Vec<(u64, f64)>,
    /// What is seen of the position at hand.
    inputs: Vec<f32>,
}

impl Memo {
    /// Returns the chance of a seat to win: as remembered, or computed.
    pub(crate) fn chance<G: Game>(
        &mut self,
        network: &Network<G>,
        position: &G,
        seat: Seat,
    ) -> f64 {
        if self.entries.is_empty() {
            self.entries.resize(SIZE, (0, 0.0));
        }
        network.look(position, &mut self.inputs);
        let mut hasher = FixedState::default().build_hasher();
        let (pairs, rest) = self.inputs.as_chunks::<2>();
        for [first, second] in pairs {
            hasher.write_u64(u64::from(first.to_bits()) | u64::from(second.to_bits()) << 32);
        }
        hasher.write_u32(rest.first().map_or(0, |last| last.to_bits()));
        hasher.write_usize(seat.index());
        let key = hasher.finish().max(1);
        let (known, chance) = &mut self.entries[key as usize % SIZE];
        if *known != key {
            let players = position.players();
            let values = network.values_of(players, &self.inputs);
            (*known, *chance) = (key, chances(&values, players, 1.0)[seat.index()]);
        }
        *chance
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Shape;
    use crate::learning::starting_network;
    use engine::tongiaki::{Setup, State};
    use engine::{Game, Seed, Turn};

    /// Along a game, forwards and then again, chances are those of the network.
    #[test]
    fn what_is_remembered_is_what_was_computed() {
        let shape = Shape::of::<State>(16);
        let scale = vec![0.1; shape.seat + shape.table];
        let mut network = starting_network::<State>(16, scale, None, Seed::new(1));
        let mut rng = Seed::new(2).rng();
        network.parameters_mut().fill_with(|| rand::RngExt::random_range(&mut rng, -0.3..0.3));
        let mut memo = Memo::default();
        for _ in 0..2 {
            let mut rng = Seed::new(3).rng();
            let mut game = State::new(&Setup::new(3).unwrap());
            while game.turn() != Turn::Over {
                let expected = chances(&network.values(&game), 3, 1.0);
                for seat in Seat::all(3) {
                    let found = memo.chance(&network, &game, seat);
                    assert_eq!(found.to_bits(), expected[seat.index()].to_bits());
                }
                match game.turn() {
                    Turn::Chance => game.happen(game.random_chance(&mut rng)),
                    _ => game.play(game.random_move(&mut rng)),
                }
            }
        }
    }
}
