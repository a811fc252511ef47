//! Random play in a single loop, for the rollouts of searches.
//!
//! Moves and chance events have the same distribution as [`Game::random_move`](engine::Game::random_move) and
//! [`Game::random_chance`](engine::Game::random_chance).

use super::phase::Phase;
use super::state::State;
use engine::bits::Select;
use rand::Rng;

/// Continues the game at random until `turns` turns have ended since its start, or the game is over.
pub(crate) fn play_out<R: Rng>(state: &mut State, turns: u32, rng: &mut R) {
    engine::by_processor!(|select| play_out_by(state, turns, select, rng));
}

#[inline(always)]
fn play_out_by<R: Rng>(state: &mut State, turns: u32, select: impl Select, rng: &mut R) {
    while state.turns_played() < turns {
        if state.options != 0 {
            state.choose(select.random_bit(state.options, rng), &mut ());
        } else if state.phase == Phase::Over {
            return;
        } else {
            state.let_anything_happen(rng);
        }
    }
}

impl State {
    /// Draws and applies a chance event: [`State::draw_chance`] and [`State::let_happen`] in one step.
    #[inline(always)]
    fn let_anything_happen<R: Rng>(&mut self, rng: &mut R) {
        match self.phase {
            Phase::Bag { placed } => {
                let (seat, kind) = self.draw_stone(rng);
                self.unpack(placed, seat, kind);
            }
            Phase::Open { region } => {
                let card = self.draw_area_card(region, rng);
                self.turn_up_first(region, card);
            }
            Phase::Reveal { region } => {
                let card = self.draw_area_card(region, rng);
                self.reveal(region, card, &mut ());
            }
            Phase::Draw { left, then } => {
                let card = self.draw_ritual_card(rng);
                self.drawn(card, left, then, &mut ());
            }
            _ => self.let_happen(self.draw_chance(rng), &mut ()),
        }
    }
}
