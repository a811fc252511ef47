//! Complete trees of small games, without the types of the games.

use crate::{AnyParticipant, AnySetup};
use engine::{
    CfrPlus, GameTree, GameTreeError, InformationState, NashConv, PlayableGame, Seat, Seed,
    TabularPolicy,
};

/// All histories of a small game under one setup, and their information states.
///
/// States and moves are identified by their indexes in [`AnyTree::states`] and [`StateFacts::moves`].
pub trait AnyTree: Send + Sync {
    /// Returns the number of histories.
    fn histories(&self) -> usize;

    /// Returns the information states of all seats.
    fn states(&self) -> &[StateFacts];

    /// Asks a participant repeatedly for its move at an information state, each time with a new agent and
    /// random numbers from a different child of the seed.
    ///
    /// # Errors
    /// Fails if an agent fails or chooses an illegal move.
    ///
    /// # Panics
    /// If there is no state with this index.
    fn sample(
        &self,
        participant: &AnyParticipant,
        state: usize,
        samples: u32,
        seed: Seed,
    ) -> Result<SampledPolicy, SampleError>;

    /// Returns the expected points of each seat if all seats play by the policy.
    ///
    /// # Panics
    /// If the policy lacks a state or a move.
    fn values(&self, policy: &TabularPolicy) -> Vec<f64>;

    /// Returns a seat's best response to the policy of the others: the policy with the seat's moves replaced by
    /// deterministic ones.
    ///
    /// # Panics
    /// If the policy lacks a state or a move.
    fn best_response(&self, seat: Seat, policy: &TabularPolicy) -> TabularPolicy;

    /// Returns a policy's [`NashConv`], its distance from a Nash equilibrium.
    ///
    /// # Panics
    /// If the policy lacks a state or a move.
    fn nash_conv(&self, policy: &TabularPolicy) -> NashConv;

    /// Returns a function that runs a number of further iterations of [`CfrPlus`] and returns the average policy.
    fn solver(&self) -> Box<dyn FnMut(u32) -> TabularPolicy + '_>;
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

/// A participant's policy at an information state.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SampledPolicy {
    /// The number of times that each move was chosen.
    pub counts: Vec<u32>,
    /// The probability of each move, if it is known without sampling.
    pub probabilities: Option<Vec<f64>>,
}

/// An error while sampling a participant's policy.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("{label}: {what}")]
pub struct SampleError {
    /// The label of the participant.
    pub label: String,
    /// The failure of the participant's agent.
    pub what: String,
}

/// An error while building the tree of a setup.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum TreeError {
    /// The setup was made by another game.
    #[error("the setup must belong to {0}")]
    OtherGame(&'static str),
    /// The game is too large, or a seat does not have perfect recall.
    #[error(transparent)]
    Tree(#[from] GameTreeError),
}

/// A tree that knows the type of its game.
struct TypedTree<G: PlayableGame> {
    tree: GameTree<G>,
    states: Vec<StateFacts>,
}

/// Returns the tree of a setup, if it has at most this many histories.
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
    ) -> Result<SampledPolicy, SampleError> {
        let failed = |what| SampleError { label: participant.label().to_owned(), what };
        let typed = participant.typed::<G>();
        let typed = typed.ok_or_else(|| failed(format!("not an agent of {}", G::NAME)))?;
        let state = &self.tree.states()[state];
        let mut counts = vec![0; state.moves.len()];
        if let [only] = &mut counts[..] {
            *only = samples;
            return Ok(SampledPolicy { counts, probabilities: Some(vec![1.0]) });
        }
        let probabilities = typed.make().probabilities(&state.view);
        let probabilities = probabilities.map_err(|fault| failed(fault.to_string()))?;
        for number in 0..samples {
            let mut rng = seed.child(number.into()).rng();
            let chosen = typed.make().try_choose(&state.view, &mut rng);
            let mv = chosen.map_err(|fault| failed(fault.to_string()))?;
            let position = state.moves.binary_search(&mv);
            counts[position.map_err(|_| failed(format!("illegal move \"{mv}\"")))?] += 1;
        }
        Ok(SampledPolicy { counts, probabilities })
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

    fn solver(&self) -> Box<dyn FnMut(u32) -> TabularPolicy + '_> {
        let mut solver = CfrPlus::new(&self.tree);
        Box::new(move |iterations| {
            solver.run(iterations);
            solver.average_policy()
        })
    }
}
