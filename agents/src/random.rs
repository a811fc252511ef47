//! `random`: a uniformly random agent, the baseline for all others.

use crate::Agent;
use crate::spec::{AgentError, AgentSpec, ParameterValues};
use engine::{Game, GameRng, View};
use rand::RngExt;

/// The spec of `random`, which has no parameters.
#[derive(Copy, Clone, Debug)]
pub struct Random;

/// The `random` agent, which chooses uniformly among the legal moves.
struct Dice<G: Game> {
    moves: Vec<G::Move>,
}

impl<G: Game> Agent<G> for Dice<G> {
    fn choose(&mut self, view: &G::View, rng: &mut GameRng) -> G::Move {
        view.moves(&mut self.moves);
        self.moves[rng.random_range(0..self.moves.len())]
    }
}

impl<G: Game> AgentSpec<G> for Random {
    const NAME: &'static str = "random";
    const SUMMARY: &'static str = "plays a uniformly random legal move";

    fn read(_: &mut ParameterValues) -> Result<Self, AgentError> {
        Ok(Self)
    }

    fn agent(&self) -> Box<dyn Agent<G>> {
        Box::new(Dice { moves: Vec::new() })
    }
}
