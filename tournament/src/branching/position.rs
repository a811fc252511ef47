//! The positions: one of each game of self-play.

use super::Question;
use super::policy::Policy;
use engine::{Dealt, Game, Seat, Seed, Turn};
use rand::RngExt;

/// Below the seed of a game: the child that it is played with.
const PLAY: u64 = 0;
/// Below the seed of a game: the child that picks one of its decisions.
const PICK: u64 = 1;

/// A decision of self-play at which the act could have been chosen, and something else as well.
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
    /// How many such decisions the game had; each was as likely to be picked.
    pub candidates: u64,
}

impl<G: Game> Position<G> {
    /// Plays a game and picks one of its decisions; nothing if it had none.
    ///
    /// One decision a game: positions are then independent of each other.
    pub fn sample<Q: Question<Game = G>>(
        policy: &Policy<'_, G>,
        setup: &G::Setup,
        game: u64,
        seed: Seed,
    ) -> Option<Self>
    where
        G: Dealt,
    {
        let mut picked: Option<Self> = None;
        let mut candidates = 0;
        let mut pick = seed.child(PICK).stream();
        let mut moves = Vec::new();
        policy.play_on(G::start(setup), seed.child(PLAY), |state, chosen| {
            let Turn::Decide(seat) = state.turn() else { return };
            state.moves(&mut moves);
            let acts = moves.iter().filter(|&&mv| Q::is_act(mv)).count();
            if acts == 0 || acts == moves.len() {
                return;
            }
            candidates += 1;
            // Of so many decisions each is kept with the same probability (reservoir sampling).
            if pick.random_range(0..candidates) == 0 {
                picked = Some(Self { game, state: state.clone(), seat, chosen, candidates });
            }
        });
        picked.map(|position| Self { candidates, ..position })
    }
}
