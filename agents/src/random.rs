//! `random`: the yardstick that every other agent has to beat.

use crate::{Agent, Arguments, EntrantError, Settings};
use engine::{Game, Stream, View};
use rand::RngExt;

/// Chooses uniformly among the legal moves.
#[derive(Copy, Clone, Debug)]
pub struct Random;

impl<G: Game> Agent<G> for Random {
    fn choose(&mut self, view: &G::View, rng: &mut Stream) -> G::Move {
        let mut moves = Vec::new();
        view.moves(&mut moves);
        moves[rng.random_range(0..moves.len())]
    }
}

impl<G: Game> Settings<G> for Random {
    const NAME: &'static str = "random";
    const SUMMARY: &'static str = "chooses uniformly among the legal micro-decisions";

    fn read(_: &mut Arguments) -> Result<Self, EntrantError> {
        Ok(Self)
    }

    fn agent(&self) -> Box<dyn Agent<G>> {
        Box::new(Self)
    }
}
