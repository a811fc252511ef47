//! Complete trees of small games, without the types of the games.

use crate::{AnyParticipant, AnySetup};
use agents::Participant;
use engine::{
    CfrPlus, GameTree, GameTreeError, InformationState, NashConv, PlayableGame, Seat, Seed,
    TabularPolicy,
};
use std::fmt::Display;

/// All histories of a small game under one setup, and their information states.
///
/// States and moves are identified by their indexes in [`AnyTree::states`] and [`StateFacts::moves`].
pub trait AnyTree: Send + Sync {
    /// Returns the number of histories.
    fn histories(&self) -> usize;

    /// Returns the information states of all seats.
    fn states(&self) -> &[StateFacts];

    /// Returns a participant's probability of each move at an information state, if they are known without sampling.
    ///
    /// # Errors
    /// Fails if the agent fails.
    ///
    /// # Panics
    /// If there is no state with this index.
    fn probabilities(
        &self,
        participant: &AnyParticipant,
        state: usize,
    ) -> Result<Option<Vec<f64>>, SampleError>;

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

fn typed<G: PlayableGame>(participant: &AnyParticipant) -> Result<&Participant<G>, SampleError> {
    let not_of_game = || failed(participant, &format_args!("not an agent of {}", G::NAME));
    participant.typed::<G>().ok_or_else(not_of_game)
}

fn failed(participant: &AnyParticipant, what: &dyn Display) -> SampleError {
    SampleError { label: participant.label().to_owned(), what: what.to_string() }
}

impl<G: PlayableGame> AnyTree for TypedTree<G> {
    fn histories(&self) -> usize {
        self.tree.histories()
    }

    fn states(&self) -> &[StateFacts] {
        &self.states
    }

    fn probabilities(
        &self,
        participant: &AnyParticipant,
        state: usize,
    ) -> Result<Option<Vec<f64>>, SampleError> {
        let state = &self.tree.states()[state];
        let typed = typed::<G>(participant)?;
        if state.moves.len() == 1 {
            return Ok(Some(vec![1.0]));
        }
        typed.make().probabilities(&state.view).map_err(|fault| failed(participant, &fault))
    }

    fn sample(
        &self,
        participant: &AnyParticipant,
        state: usize,
        samples: u32,
        seed: Seed,
    ) -> Result<SampledPolicy, SampleError> {
        let probabilities = self.probabilities(participant, state)?;
        let typed = typed::<G>(participant)?;
        let state = &self.tree.states()[state];
        let mut counts = vec![0; state.moves.len()];
        if let [only] = &mut counts[..] {
            *only = samples;
            return Ok(SampledPolicy { counts, probabilities });
        }
        for number in 0..samples {
            let mut rng = seed.child(number.into()).rng();
            let chosen = typed.make().try_choose(&state.view, &mut rng);
            let mv = chosen.map_err(|fault| failed(participant, &fault))?;
            let position = state.moves.binary_search(&mv);
            let illegal = |_| failed(participant, &format_args!("illegal move \"{mv}\""));
            counts[position.map_err(illegal)?] += 1;
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

#[cfg(test)]
mod tests {
    use crate::{built_in, find};
    use engine::Rules;

    /// The values of seat 0 are -1/18 (Kuhn 1950) and about -0.0856 (`OpenSpiel`) with two players.
    #[test]
    fn built_in_policies_are_equilibria() {
        let games = built_in();
        for (name, players, value) in
            [("kuhn", 2, Some(-1.0 / 18.0)), ("kuhn", 3, None), ("leduc", 2, Some(-0.0856))]
        {
            let game = find(&games, name).unwrap();
            let tree = game.tree(&game.setup(players, &Rules::new()).unwrap(), 10_000).unwrap();
            let solver = &game.participants("table").unwrap()[0];
            let states = 0..tree.states().len();
            let policy = states.map(|state| tree.probabilities(solver, state).unwrap().unwrap());
            let worth = tree.nash_conv(&policy.collect());
            assert!(worth.total() < 2e-5, "{name}: {worth:?}");
            assert!(value.is_none_or(|value| (worth.values[0] - value).abs() < 2e-5), "{worth:?}");
        }
        assert!(find(&games, "tongiaki").unwrap().participants("table").is_err());
    }
}
