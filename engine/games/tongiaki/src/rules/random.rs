//! Random play in a single loop, for the rollouts of searches.
//!
//! Moves are drawn uniformly, with the same distribution as [`State::random_move`]. The kinds of turns that make up most of a
//! random game are played here without stopping at each decision.

use super::border::Border;
use super::hex::Side;
use super::moves::{BeachSet, Move};
use super::phase::Phase;
use super::state::State;
use super::tiles::{Beach, Tile};
use super::turn;
use engine::bits::Select;
use rand::Rng;

/// Continues the game at random until `turns` turns have ended since its start, or the game is over.
pub(crate) fn play_out<R: Rng>(state: &mut State, turns: u32, rng: &mut R) {
    engine::by_processor!(|select| play_out_by(state, turns, select, rng));
}

#[inline(always)]
fn play_out_by<R: Rng>(state: &mut State, turns: u32, select: impl Select, rng: &mut R) {
    while state.turns_played() < turns {
        if matches!(state.phase, Phase::Turn) {
            state.play_random_turn(select, rng);
        } else if state.options != 0 {
            state.take_option(select.random_bit(state.options, rng) as usize, &mut ());
        } else if matches!(state.phase, Phase::Over { .. }) {
            return;
        } else {
            let drawn = select.random_bit(state.sea.deck().into(), rng);
            state.draw_tile(Tile::new(drawn as usize), &mut ());
        }
    }
}

/// Plays the current turn, or a whole turn, at random, but resettles less often than uniform play.
pub(crate) fn play_turn<R: Rng>(state: &mut State, choices: &mut R, luck: &mut R) {
    engine::by_processor!(|select| play_turn_by(state, select, choices, luck));
}

#[inline(always)]
fn play_turn_by<R: Rng>(state: &mut State, select: impl Select, choices: &mut R, luck: &mut R) {
    let turns = state.turns_played() + 1;
    while state.turns_played() < turns {
        if state.options != 0 {
            let mut options = state.options;
            if matches!(state.phase, Phase::Turn) {
                options = turn::without_resettling(options, choices.next_u64());
            }
            state.take_option(select.random_bit(options, choices) as usize, &mut ());
        } else if matches!(state.phase, Phase::Over { .. }) {
            return;
        } else {
            let drawn = select.random_bit(state.sea.deck().into(), luck);
            state.draw_tile(Tile::new(drawn as usize), &mut ());
        }
    }
}

impl State {
    /// Starts a turn, and completes it if there is a shortcut for it.
    #[inline(always)]
    fn play_random_turn<R: Rng>(&mut self, select: impl Select, rng: &mut R) {
        let mut random = rng.next_u64();
        let option = select.take_bit(self.options, &mut random) as usize;
        match turn::move_of(option) {
            Move::Resettle => self.resettle_at_random(select, rng),
            Move::Expand(island) if self.supply(self.active()) > 0 => {
                let sets = self.spread_options(island);
                let beaches = BeachSet::from_bits(select.take_bit(sets, &mut random) as u8);
                self.spread(island, None, beaches, &mut ());
            }
            _ => self.begin(option, &mut ()),
        }
    }

    /// Plays a whole resettling (T10-T12).
    #[inline(always)]
    fn resettle_at_random<R: Rng>(&mut self, select: impl Select, rng: &mut R) {
        self.withdraw(self.active());
        loop {
            let mut random = rng.next_u64();
            let drawn = Tile::new(select.take_bit(self.sea.deck().into(), &mut random) as usize);
            let at = Tile::new(select.take_bit(self.sea.open().into(), &mut random) as usize);
            let side = Side::new(select.take_bit(self.sea.exits(at).into(), &mut random) as usize);
            self.sea.draw(drawn);
            self.sea.lay_beyond(drawn, Border::new(at, side));
            if let Some(island) = drawn.island() {
                let beaches = self.options_of(Phase::Settle { island });
                let beach = Beach::new(select.take_bit(beaches, &mut random) as usize);
                return self.settle(beach, &mut ());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setup;
    use engine::Seed;
    use engine::bits::Bytewise;

    /// Checks that all processors play the same games, whatever their extensions.
    #[test]
    fn extensions_change_nothing() {
        for players in 2..=6 {
            let start = State::new(&Setup::new(players).expect("2 to 6 may play"));
            for seed in 0..50 {
                let (mut one, mut other) = (start, start);
                play_out(&mut one, u32::MAX, &mut Seed::new(seed).rng());
                play_out_by(&mut other, u32::MAX, Bytewise, &mut Seed::new(seed).rng());
                assert_eq!(one, other);

                let (mut one, mut other) = (start, start);
                let stream = |number| Seed::new(seed).child(number).rng();
                for turn in 0..20 {
                    play_turn(&mut one, &mut stream(turn), &mut stream(100 + turn));
                    let (choices, luck) = (&mut stream(turn), &mut stream(100 + turn));
                    play_turn_by(&mut other, Bytewise, choices, luck);
                    assert_eq!(one, other);
                }
            }
        }
    }
}
