//! Batches of work on a game's positions, for speed measurements from outside.

use crate::agent::AnyParticipant;
use engine::{GameRng, PlayableGame, Seat, TableError, View};
use std::hint::black_box;

/// A kind of work that can be repeated.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Work {
    /// A clone of the initial state.
    Clone,
    /// A copy of 256 bytes, which is the same work on every machine and for every game.
    Copy,
    /// A random game to its end, as in the rollouts of searches.
    Playout,
    /// A determinization of the first decision with a rollout: the upper bound on the speed of a search.
    Guess,
}

/// Work that begins at the start of a game.
pub trait Workload: Send + Sync {
    /// Returns the size of a state in bytes.
    fn state_bytes(&self) -> usize;

    /// Repeats the work this number of times.
    fn repeat(&self, work: Work, times: u64, rng: &mut GameRng);

    /// Plays random games and returns the number of their decisions.
    fn decisions(&self, games: u64, rng: &mut GameRng) -> u64;

    /// Searches the first decision with a new agent and returns the number of rollouts.
    ///
    /// # Errors
    /// If the participant belongs to another game.
    fn search(&self, participant: &AnyParticipant, rng: &mut GameRng) -> Result<u64, TableError>;
}

/// Work that knows the type of its game: the only implementation of [`Workload`].
pub struct TypedWorkload<G> {
    pub start: G,
}

impl<G: PlayableGame> TypedWorkload<G> {
    fn first_decision(&self, rng: &mut GameRng) -> (G, Seat) {
        let mut game = self.start.clone();
        let seat = game.next_decision(|game| game.happen(game.random_chance(rng)));
        (game, seat.expect("games have decisions"))
    }
}

impl<G: PlayableGame> Workload for TypedWorkload<G> {
    fn state_bytes(&self) -> usize {
        size_of::<G>()
    }

    fn repeat(&self, work: Work, times: u64, rng: &mut GameRng) {
        if work == Work::Clone {
            return (0..times).for_each(|_| drop(black_box(black_box(&self.start).clone())));
        }
        if work == Work::Copy {
            let source = [1_u64; 32];
            for _ in 0..times {
                black_box(*black_box(&source));
            }
            return;
        }
        let view = (work == Work::Guess).then(|| self.first_decision(rng).0.view(Seat::new(0)));
        for _ in 0..times {
            let first = view.as_ref().map(|view| view.determinize(rng));
            let mut game = first.unwrap_or_else(|| self.start.clone());
            game.play_out(u32::MAX, rng);
            black_box(game);
        }
    }

    fn decisions(&self, games: u64, rng: &mut GameRng) -> u64 {
        let mut decisions = 0;
        for _ in 0..games {
            let mut game = self.start.clone();
            while game.next_decision(|game| game.happen(game.random_chance(rng))).is_some() {
                game.play_random(rng);
                decisions += 1;
            }
        }
        decisions
    }

    fn search(&self, participant: &AnyParticipant, rng: &mut GameRng) -> Result<u64, TableError> {
        let participant = participant.typed::<G>().ok_or(TableError::OtherGame(G::NAME))?;
        let (game, seat) = self.first_decision(rng);
        let mut agent = participant.make();
        agent.choose(&game.view(seat), rng);
        Ok(agent.playouts())
    }
}
