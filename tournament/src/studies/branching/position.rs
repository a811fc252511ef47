//! The positions: one of each game of self-play.

use super::policy::{Decision, Policy};
use engine::{Dealable, Game, Seat, Seed};
use rand::RngExt;

/// Below the seed of a game: the child that it is played with.
const PLAY: u64 = 0;
/// Below the seed of a game: the child that picks one of its decisions.
const PICK: u64 = 1;

/// A decision of self-play.
#[derive(Clone, Debug)]
pub struct Position<G: Game> {
    /// The number of the game.
    pub game: u64,
    /// The state before the decision.
    pub state: G,
    /// Who decides.
    pub seat: Seat,
    /// What the policy chose in the game.
    pub chosen: G::Move,
    /// How many decisions of the game could have been picked; each was as likely to be.
    pub candidates: u64,
}

impl<G: Game> Position<G> {
    /// Plays a game and picks one of those of its decisions that `is_candidate` accepts; nothing if it had
    /// none.
    ///
    /// One decision a game: positions are then independent of each other.
    pub fn sample(
        policy: &Policy<'_, G>,
        setup: &G::Setup,
        game: u64,
        seed: Seed,
        is_candidate: impl Fn(&Decision<'_, G>) -> bool,
    ) -> Option<Self>
    where
        G: Dealable,
    {
        let mut picked: Option<Self> = None;
        let mut candidates = 0;
        let mut pick = seed.child(PICK).rng();
        policy.play_on(G::start(setup), seed.child(PLAY), |decision| {
            if !is_candidate(decision) {
                return;
            }
            candidates += 1;
            // Of so many decisions each is kept with the same probability (reservoir sampling).
            if pick.random_range(0..candidates) == 0 {
                let &Decision { state, seat, chosen, .. } = decision;
                picked = Some(Self { game, state: state.clone(), seat, chosen, candidates });
            }
        });
        picked.map(|position| Self { candidates, ..position })
    }
}
