//! The complete tree of a small game: values of policies, best responses, and equilibria.

mod cfr_plus;

pub use cfr_plus::CfrPlus;

use crate::{Game, MAX_SEATS, Seat, Turn};
use std::cmp::Reverse;
use std::collections::{HashMap, VecDeque};
use std::ops::Range;

/// All histories of a small game, from a start to every end, and its information states.
///
/// An *information state* is a [view](Game::view) at which a seat decides. Payoffs are
/// [points](crate::Outcome::points).
///
/// # Examples
/// ```
/// use engine::kuhn::Kuhn;
/// use engine::{GameTree, PlayableGame, Rules};
///
/// let setup = Kuhn::setup(2, &Rules::new()).unwrap();
/// let tree = GameTree::new(Kuhn::start(&setup), 1000).unwrap();
/// assert_eq!((tree.histories(), tree.states().len()), (55, 12));
/// let uniform = tree.nash_conv(&tree.uniform_policy());
/// assert!((uniform.total() - 11.0 / 12.0).abs() < 1e-12);
/// ```
#[derive(Clone, Debug)]
pub struct GameTree<G: Game> {
    players: usize,
    /// The nodes in order of depth, so that children come after their parents.
    nodes: Vec<Node>,
    states: Vec<InformationState<G>>,
}

/// A view at which a seat decides.
#[derive(Clone, Debug)]
pub struct InformationState<G: Game> {
    /// The view that the seat observes.
    pub view: G::View,
    /// The seat that decides.
    pub seat: Seat,
    /// The legal moves, in ascending order.
    pub moves: Vec<G::Move>,
    /// The indices of the nodes that look the same to the seat.
    nodes: Vec<usize>,
    /// The seat's previous decision: the index of the information state, and the index of the move.
    last: Option<(usize, usize)>,
}

/// The probability of each move at each information state, in the order of [`GameTree::states`] and of
/// [`InformationState::moves`].
pub type TabularPolicy = Vec<Vec<f64>>;

/// The distance of a policy profile from a Nash equilibrium, in points.
#[derive(Clone, PartialEq, Debug)]
pub struct NashConv {
    /// The expected points of each seat.
    pub values: Vec<f64>,
    /// The expected points of each seat if it alone switches to its best response.
    pub best_responses: Vec<f64>,
}

/// The reason why a [`GameTree`] cannot be built.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum GameTreeError {
    /// There are more histories than allowed.
    #[error("the game has more than {0} histories")]
    TooLarge(usize),
    /// Two histories look the same to a seat although it has observed or done different things earlier.
    #[error("seat {0} does not have perfect recall")]
    ImperfectRecall(Seat),
}

#[derive(Clone, Debug)]
struct Node {
    kind: NodeKind,
    children: Range<usize>,
    /// The probability with which chance leads here from the parent; 1 after a decision.
    chance: f64,
}

#[derive(Clone, Debug)]
enum NodeKind {
    Chance,
    Decision(usize),
    End([f64; MAX_SEATS]),
}

/// The last decision of each seat.
type Lasts = [Option<(usize, usize)>; MAX_SEATS];

impl<G: Game> GameTree<G> {
    /// Builds the tree of all histories that may follow `start`, including `start` itself.
    ///
    /// # Errors
    /// Fails if there are more than `most` histories, or if a seat does not have perfect recall, because
    /// best responses cannot be computed by backward induction then.
    pub fn new(start: G, most: usize) -> Result<Self, GameTreeError> {
        let players = start.players();
        let mut tree = Self { players, nodes: Vec::new(), states: Vec::new() };
        let mut numbers = HashMap::new();
        let mut waiting = VecDeque::from([(start, 1.0, Lasts::default())]);
        let (mut moves, mut chances) = (Vec::new(), Vec::new());
        while let Some((game, chance, lasts)) = waiting.pop_front() {
            let first = tree.nodes.len() + 1 + waiting.len();
            let kind = match game.turn() {
                Turn::Over => NodeKind::End(points(&game)),
                Turn::Chance => {
                    game.chances(&mut chances);
                    let total: f64 = chances.iter().map(|&(_, weight)| f64::from(weight)).sum();
                    waiting.extend(chances.iter().map(|&(chance, weight)| {
                        let mut after = game.clone();
                        after.happen(chance);
                        (after, f64::from(weight) / total, lasts)
                    }));
                    NodeKind::Chance
                }
                Turn::Decide(seat) => {
                    let (view, last) = (game.view(seat), lasts[seat.index()]);
                    game.moves(&mut moves);
                    let number = *numbers.entry((seat, view.clone())).or_insert_with(|| {
                        let (moves, nodes) = (moves.clone(), Vec::new());
                        tree.states.push(InformationState { view, seat, moves, nodes, last });
                        tree.states.len() - 1
                    });
                    let state = &mut tree.states[number];
                    // If the last decisions are equal everywhere, the whole pasts are equal as well.
                    if state.last != last {
                        return Err(GameTreeError::ImperfectRecall(seat));
                    }
                    state.nodes.push(tree.nodes.len());
                    waiting.extend(moves.iter().enumerate().map(|(position, &mv)| {
                        let (mut after, mut lasts) = (game.clone(), lasts);
                        after.play(mv);
                        lasts[seat.index()] = Some((number, position));
                        (after, 1.0, lasts)
                    }));
                    NodeKind::Decision(number)
                }
            };
            let end = tree.nodes.len() + 1 + waiting.len();
            if end > most {
                return Err(GameTreeError::TooLarge(most));
            }
            tree.nodes.push(Node { kind, children: first..end, chance });
        }
        Ok(tree)
    }

    /// Returns the number of histories.
    pub const fn histories(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the information states of all seats.
    pub fn states(&self) -> &[InformationState<G>] {
        &self.states
    }

    /// Returns the policy that chooses uniformly among the legal moves.
    pub fn uniform_policy(&self) -> TabularPolicy {
        let of_state = |state: &InformationState<G>| {
            let count = state.moves.len();
            vec![1.0 / count as f64; count]
        };
        self.states.iter().map(of_state).collect()
    }

    /// Returns the expected points of each seat if all seats play the policy.
    ///
    /// # Panics
    /// Panics if the policy lacks a state or a move.
    pub fn values(&self, policy: &TabularPolicy) -> Vec<f64> {
        let seat = |seat: Seat| self.value(seat, policy);
        Seat::all(self.players).map(seat).collect()
    }

    fn value(&self, seat: Seat, policy: &TabularPolicy) -> f64 {
        let mut values = vec![0.0; self.nodes.len()];
        for number in (0..self.nodes.len()).rev() {
            values[number] = self.mean(number, seat, policy, &values);
        }
        values[0]
    }

    /// Returns a best response of a seat to the policies of the other seats: a copy of `policy` in which the seat
    /// plays pure moves. Among equally good moves, it chooses the first.
    ///
    /// # Panics
    /// Panics if the policy lacks a state or a move.
    pub fn best_response(&self, seat: Seat, policy: &TabularPolicy) -> TabularPolicy {
        let mut response = policy.clone();
        let (reach, depths) = self.reach(seat, policy);
        // All nodes below the seat's deepest decisions are evaluated before these decisions are made.
        let mut order: Vec<_> = (0..self.nodes.len()).collect();
        order.sort_unstable_by_key(|&number| Reverse((depths[number], number)));
        let mut values = vec![0.0; self.nodes.len()];
        let mut is_chosen = vec![false; self.states.len()];
        for number in order {
            if let NodeKind::Decision(state) = self.nodes[number].kind
                && self.states[state].seat == seat
                && !is_chosen[state]
            {
                is_chosen[state] = true;
                let nodes = &self.states[state].nodes;
                let worth = |mv: usize| -> f64 {
                    let each =
                        |&node: &usize| reach[node] * values[self.nodes[node].children.start + mv];
                    nodes.iter().map(each).sum()
                };
                let worths: Vec<_> = (0..response[state].len()).map(worth).collect();
                let most = worths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let best = worths.iter().position(|&worth| worth >= most);
                for (mv, probability) in response[state].iter_mut().enumerate() {
                    *probability = if Some(mv) == best { 1.0 } else { 0.0 };
                }
            }
            values[number] = self.mean(number, seat, &response, &values);
        }
        response
    }

    /// Measures how far a policy is from a Nash equilibrium.
    ///
    /// # Panics
    /// Panics if the policy lacks a state or a move.
    pub fn nash_conv(&self, policy: &TabularPolicy) -> NashConv {
        let best = |seat: Seat| self.value(seat, &self.best_response(seat, policy));
        let best_responses = Seat::all(self.players).map(best).collect();
        NashConv { values: self.values(policy), best_responses }
    }

    /// Returns the expected points of a seat at a node, given the values of its children.
    fn mean(&self, number: usize, seat: Seat, policy: &TabularPolicy, values: &[f64]) -> f64 {
        let Node { kind, children, .. } = &self.nodes[number];
        let values = &values[children.clone()];
        match kind {
            NodeKind::End(points) => points[seat.index()],
            NodeKind::Chance => {
                let nodes = self.nodes[children.clone()].iter();
                nodes.zip(values).map(|(node, value)| node.chance * value).sum()
            }
            NodeKind::Decision(state) => {
                policy[*state].iter().zip(values).map(|(chance, value)| chance * value).sum()
            }
        }
    }

    /// Returns two values per node: the probability that chance and the other seats lead there if the seat tries to
    /// reach it, and the number of decisions that the seat has made before.
    fn reach(&self, seat: Seat, policy: &TabularPolicy) -> (Vec<f64>, Vec<u32>) {
        let mut reach = vec![1.0; self.nodes.len()];
        let mut depths = vec![0; self.nodes.len()];
        for (number, node) in self.nodes.iter().enumerate() {
            for (mv, child) in node.children.clone().enumerate() {
                let (by_others, decided) = match node.kind {
                    NodeKind::Decision(state) if self.states[state].seat == seat => (1.0, 1),
                    NodeKind::Decision(state) => (policy[state][mv], 0),
                    NodeKind::Chance | NodeKind::End(_) => (self.nodes[child].chance, 0),
                };
                reach[child] = reach[number] * by_others;
                depths[child] = depths[number] + decided;
            }
        }
        (reach, depths)
    }
}

impl NashConv {
    /// Returns `NashConv`, the sum of all seats' gains from best responses; 0 at an equilibrium (Lanctot et al.: *A
    /// Unified Game-Theoretic Approach to Multiagent Reinforcement Learning*, 2017).
    pub fn total(&self) -> f64 {
        self.best_responses.iter().zip(&self.values).map(|(best, value)| best - value).sum()
    }

    /// Returns the exploitability: the mean gain per seat from best responses.
    pub fn exploitability(&self) -> f64 {
        self.total() / self.values.len() as f64
    }
}

fn points<G: Game>(end: &G) -> [f64; MAX_SEATS] {
    let mut points = [0.0; MAX_SEATS];
    for (point, &won) in points.iter_mut().zip(end.outcome().points()) {
        *point = f64::from(won);
    }
    points
}
