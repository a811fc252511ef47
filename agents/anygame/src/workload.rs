//! Work on positions of a game, in batches, so that its speed can be measured from outside.

use crate::{AnyParticipant, AnySetup, TableError};
use engine::{Game, GameRng, PlayableGame, Seat, Turn, View};
use std::hint::black_box;

/// Work that begins at the start of a game.
pub trait Workload: Send + Sync {
    /// Returns the size of a state in bytes.
    fn state_bytes(&self) -> usize;

    /// Clones the state this often.
    fn clone_states(&self, times: u64);

    /// Plays random games to their ends, as the rollouts of searches do.
    fn playouts(&self, times: u64, rng: &mut GameRng);

    /// Plays random games and returns the number of their decisions.
    fn decisions(&self, times: u64, rng: &mut GameRng) -> u64;

    /// Determinizes the first decision and plays each result to its end: the upper limit for a search.
    fn guesses(&self, times: u64, rng: &mut GameRng);

    /// Searches the first decision with a new agent and returns the number of rollouts.
    ///
    /// # Errors
    /// If the participant belongs to another game.
    fn search(&self, participant: &AnyParticipant, rng: &mut GameRng) -> Result<u64, TableError>;
}

/// The work of a game with its type.
pub struct TypedWorkload<G> {
    start: G,
}

impl<G: PlayableGame> TypedWorkload<G> {
    /// Returns the work at a table.
    ///
    /// # Errors
    /// If the setup belongs to another game.
    pub fn new(setup: &AnySetup) -> Result<Self, TableError> {
        let setup = setup.typed::<G>().ok_or(TableError::OtherGame(G::NAME))?;
        Ok(Self { start: G::start(setup) })
    }

    fn first_decision(&self, rng: &mut GameRng) -> (G, Seat) {
        let mut game = self.start.clone();
        loop {
            match game.turn() {
                Turn::Decide(seat) => return (game, seat),
                Turn::Chance => game.happen(game.random_chance(rng)),
                Turn::Over => unreachable!("games have decisions"),
            }
        }
    }
}

fn play_out<G: Game>(mut game: G, rng: &mut GameRng) {
    game.play_out(u32::MAX, rng);
    black_box(game);
}

impl<G: PlayableGame> Workload for TypedWorkload<G> {
    fn state_bytes(&self) -> usize {
        size_of::<G>()
    }

    fn clone_states(&self, times: u64) {
        for _ in 0..times {
            black_box(black_box(&self.start).clone());
        }
    }

    fn playouts(&self, times: u64, rng: &mut GameRng) {
        for _ in 0..times {
            play_out(self.start.clone(), rng);
        }
    }

    fn decisions(&self, times: u64, rng: &mut GameRng) -> u64 {
        let mut decisions = 0;
        for _ in 0..times {
            let mut game = self.start.clone();
            loop {
                match game.turn() {
                    Turn::Decide(_) => {
                        game.play_random(rng);
                        decisions += 1;
                    }
                    Turn::Chance => game.happen(game.random_chance(rng)),
                    Turn::Over => break,
                }
            }
        }
        decisions
    }

    fn guesses(&self, times: u64, rng: &mut GameRng) {
        let (game, _) = self.first_decision(rng);
        let view = game.view(Seat::new(0));
        for _ in 0..times {
            play_out(view.determinize(rng), rng);
        }
    }

    fn search(&self, participant: &AnyParticipant, rng: &mut GameRng) -> Result<u64, TableError> {
        let participant = participant.typed::<G>().ok_or(TableError::OtherGame(G::NAME))?;
        let (game, seat) = self.first_decision(rng);
        let mut agent = participant.make();
        agent.choose(&game.view(seat), rng);
        Ok(agent.playouts())
    }
}
