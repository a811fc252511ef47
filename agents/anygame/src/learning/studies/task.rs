//! The task of sampling a position from one game.

use super::policy::Policy;
use crate::agent::AnyParticipant;
use crate::table::AnyTable;
use agents::Participant;
use engine::{PlayableGame, Seed};

/// A game to sample a position from, with everything that the resulting cases depend on.
pub struct Task<'a, G: PlayableGame> {
    /// The policy in all seats.
    pub policy: Policy<'a, G>,
    /// The other agents to ask, if the study asks any.
    pub asked: Vec<&'a Participant<G>>,
    /// The game's setup.
    pub setup: &'a G::Setup,
    /// Number of decks on which a position is played to the end.
    pub decks: u32,
    /// The number of the game.
    pub game: u64,
    /// The game's seed.
    pub seed: Seed,
}

impl<'a, G: PlayableGame> Task<'a, G> {
    /// Returns the task of a game at a table.
    pub fn new(table: &'a dyn AnyTable, game: u64, decks: u32) -> Self {
        let asked = table.participants().iter().map(AnyParticipant::typed);
        let mut asked: Vec<_> = asked.collect::<Option<_>>().expect("all play this game");
        Task {
            policy: Policy(asked.pop().expect("the last participant is the policy")),
            asked,
            setup: table.setup().typed::<G>().expect("the setup is one of this game"),
            decks,
            game,
            seed: table.terms().seed.child(game),
        }
    }
}
