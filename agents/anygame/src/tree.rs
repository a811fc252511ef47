//! The whole tree of a small game, without the type of the game.

use crate::{AnyParticipant, AnySetup};
use engine::{
    GameTree, GameTreeError, InformationState, NashConv, PlayableGame, Seat, Seed, TabularPolicy,
};

/// All histories of a small game by the rules of one setup, with the information states in them.
///
/// States and moves are referred to by their places in [`AnyTree::states`] and [`StateFacts::moves`].
pub trait AnyTree: Send + Sync {
    /// Returns the number of histories.
    fn histories(&self) -> usize;

    /// Returns the information states of all seats.
    fn states(&self) -> &[StateFacts];

    /// Asks a participant for its move at an information state, each time a new agent with random numbers of a
    /// different child of the seed. Returns how often it chose each move.
    ///
    /// # Errors
    /// If an agent fails or chooses an illegal move.
    ///
    /// # Panics
    /// If there is no such state.
    fn sample(
        &self,
        participant: &AnyParticipant,
        state: usize,
        samples: u32,
        seed: Seed,
    ) -> Result<Vec<u32>, SampleError>;

    /// Returns the points that each seat wins on average if all play by the policy.
    ///
    /// # Panics
    /// If the policy lacks a state or a move.
    fn values(&self, policy: &TabularPolicy) -> Vec<f64>;

    /// Returns a best response of a seat to the policy of the others: the policy, with the seat's moves replaced by
    /// pure ones.
    ///
    /// # Panics
    /// If the policy lacks a state or a move.
    fn best_response(&self, seat: Seat, policy: &TabularPolicy) -> TabularPolicy;

    /// Returns how far a policy is from a Nash equilibrium.
    ///
    /// # Panics
    /// If the policy lacks a state or a move.
    fn nash_conv(&self, policy: &TabularPolicy) -> NashConv;
}

/// An information state as plain data.
#[derive(Clone, Debug)]
pub struct StateFacts {
    /// The deciding seat.
    pub seat: Seat,
    /// The seat's view of the game, as JSON.
    pub view: String,
    /// The legal moves.
    pub moves: Vec<String>,
}

/// Why a participant's policy cannot be sampled.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("{label}: {what}")]
pub struct SampleError {
    /// The label of the participant.
    pub label: String,
    /// The failure of its agent.
    pub what: String,
}

/// Why a setup has no tree.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum TreeError {
    /// The setup was made by another game.
    #[error("the setup must belong to {0}")]
    OtherGame(&'static str),
    /// The game is too large, or a seat has no perfect recall.
    #[error(transparent)]
    Tree(#[from] GameTreeError),
}

/// A tree with the type of its game.
struct TypedTree<G: PlayableGame> {
    tree: GameTree<G>,
    states: Vec<StateFacts>,
}

/// Returns the tree of a setup with at most this many histories.
pub fn tree<G: PlayableGame>(
    setup: &AnySetup,
    most_histories: usize,
) -> Result<Box<dyn AnyTree>, TreeError> {
    let setup = setup.typed::<G>().ok_or(TreeError::OtherGame(G::NAME))?;
    let tree = GameTree::new(G::start(setup), most_histories)?;
    let facts = |state: &InformationState<G>| StateFacts {
        seat: state.seat,
        view: serde_json::json!(G::describe_view(&state.view)).to_string(),
        moves: state.moves.iter().map(ToString::to_string).collect(),
    };
    let states = tree.states().iter().map(facts).collect();
    Ok(Box::new(TypedTree { tree, states }))
}

impl<G: PlayableGame> AnyTree for TypedTree<G> {
    fn histories(&self) -> usize {
        self.tree.histories()
    }

    fn states(&self) -> &[StateFacts] {
        &self.states
    }

    fn sample(
        &self,
        participant: &AnyParticipant,
        state: usize,
        samples: u32,
        seed: Seed,
    ) -> Result<Vec<u32>, SampleError> {
        let failed = |what| SampleError { label: participant.label().to_owned(), what };
        let typed = participant.typed::<G>();
        let typed = typed.ok_or_else(|| failed(format!("not an agent of {}", G::NAME)))?;
        let state = &self.tree.states()[state];
        let mut counts = vec![0; state.moves.len()];
        if let [only] = &mut counts[..] {
            *only = samples;
            return Ok(counts);
        }
        for number in 0..samples {
            let mut rng = seed.child(number.into()).rng();
            let chosen = typed.make().try_choose(&state.view, &mut rng);
            let mv = chosen.map_err(|fault| failed(fault.to_string()))?;
            let position = state.moves.binary_search(&mv);
            counts[position.map_err(|_| failed(format!("illegal move \"{mv}\"")))?] += 1;
        }
        Ok(counts)
    }

    fn values(&self, policy: &TabularPolicy) -> Vec<f64> {
        self.tree.values(policy)
    }

    fn best_response(&self, seat: Seat, policy: &TabularPolicy) -> TabularPolicy {
        self.tree.best_response(seat, policy)
    }

    fn nash_conv(&self, policy: &TabularPolicy) -> NashConv {
        self.tree.nash_conv(policy)
    }
}
