//! Sampling of positions, one from each game of self-play.

use super::policy::{Decision, Node, Policy};
use engine::study::StudyPosition;
use engine::{GameRng, PlayableGame, Seat, Seed};
use rand::RngExt;

/// The child of a game's seed that plays the game.
const PLAY: u64 = 0;
/// The child of a game's seed that picks one of its decisions or chance events.
const PICK: u64 = 1;

/// A chance event of self-play.
#[derive(Clone, Debug)]
pub struct ChancePosition<G> {
    /// The state before the chance event.
    pub state: G,
    /// The seat that decided last.
    pub seat: Seat,
    /// Number of chance events of the game that could have been sampled, all equally likely.
    pub candidates: u64,
}

/// Plays a game and samples one of the decisions that `is_candidate` accepts. Returns `None` if there are no
/// candidates.
///
/// With one decision per game, positions are independent of each other.
pub fn sample<G: PlayableGame>(
    policy: &Policy<'_, G>,
    setup: &G::Setup,
    game: u64,
    seed: Seed,
    is_candidate: impl Fn(&Decision<'_, G>) -> bool,
) -> Option<StudyPosition<G>> {
    let mut picked: Option<StudyPosition<G>> = None;
    let mut reservoir = Reservoir::new(seed);
    policy.play_on(G::start(setup), seed.child(PLAY), |decision| {
        if is_candidate(decision) && reservoir.keeps_next() {
            let &Decision { state, seat, chosen, .. } = decision;
            picked =
                Some(StudyPosition { game, state: state.clone(), seat, chosen, candidates: 0 });
        }
    });
    picked.map(|position| StudyPosition { candidates: reservoir.candidates, ..position })
}

/// Plays a game and samples one of the chance events after the first decision that had several possible
/// outcomes. Returns `None` if there are none.
pub fn sample_chance<G: PlayableGame>(
    policy: &Policy<'_, G>,
    setup: &G::Setup,
    seed: Seed,
) -> Option<ChancePosition<G>> {
    let mut picked = None;
    let mut reservoir = Reservoir::new(seed);
    let mut events = Vec::new();
    policy.play_on_watched(G::start(setup), seed.child(PLAY), |node| {
        let &Node::Chance(state, Some(seat)) = node else { return };
        state.chances(&mut events);
        if events.len() > 1 && reservoir.keeps_next() {
            picked = Some((state.clone(), seat));
        }
    });
    picked.map(|(state, seat)| ChancePosition { state, seat, candidates: reservoir.candidates })
}

/// A reservoir sampler, which keeps each of the candidates with the same probability.
struct Reservoir {
    rng: GameRng,
    candidates: u64,
}

impl Reservoir {
    fn new(seed: Seed) -> Self {
        Self { rng: seed.child(PICK).rng(), candidates: 0 }
    }

    /// Counts the next candidate, and returns whether it replaces the previously kept one.
    fn keeps_next(&mut self) -> bool {
        self.candidates += 1;
        self.rng.random_range(0..self.candidates) == 0
    }
}
