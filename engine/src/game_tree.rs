//! The whole tree of a small game: what a policy is worth, and what the best response to it wins.

use crate::{Game, MAX_SEATS, Seat, Turn};
use std::cmp::Reverse;
use std::collections::{HashMap, VecDeque};
use std::ops::Range;

/// All histories of a small game, from a start to every end, and the information states in them.
///
/// An *information state* is a [view](Game::view) at which a seat decides. Payoffs are
/// [points](crate::Outcome::points).
///
/// # Examples
/// ```
/// use engine::kuhn::{Kuhn, Setup};
/// use engine::{PlayableGame, GameTree};
///
/// let tree = GameTree::new(Kuhn::start(&Setup), 1000).unwrap();
/// assert_eq!((tree.histories(), tree.states().len()), (55, 12));
/// let uniform = tree.nash_conv(&tree.uniform_policy());
/// assert!((uniform.total() - 11.0 / 12.0).abs() < 1e-12);
/// ```
#[derive(Clone, Debug)]
pub struct GameTree<G: Game> {
    players: usize,
    /// In order of depth, so children come after their parents.
    nodes: Vec<Node>,
    states: Vec<InformationState<G>>,
}

/// A view at which a seat decides.
#[derive(Clone, Debug)]
pub struct InformationState<G: Game> {
    /// What the seat knows.
    pub view: G::View,
    /// Who decides.
    pub seat: Seat,
    /// The legal moves, ascending.
    pub moves: Vec<G::Move>,
    /// The nodes that look like this.
    nodes: Vec<usize>,
    /// The seat's last decision before: the information state, and the number of the move.
    last: Option<(usize, usize)>,
}

/// The probability of each move at each information state, in the order of [`GameTree::states`] and
/// of their moves.
pub type TabularPolicy = Vec<Vec<f64>>;

/// How far a policy on all seats is from a Nash equilibrium, in points.
#[derive(Clone, PartialEq, Debug)]
pub struct NashConv {
    /// What each seat wins on average.
    pub values: Vec<f64>,
    /// What each seat would win by its best response to the others.
    pub best_responses: Vec<f64>,
}

/// Why a game has no [`GameTree`].
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum GameTreeError {
    /// There are more histories than allowed.
    #[error("the game has more than {0} histories")]
    TooLarge(usize),
    /// Two histories look the same to a seat that has seen or done different things on the way.
    #[error("seat {0} does not have perfect recall")]
    ImperfectRecall(Seat),
}

#[derive(Clone, Debug)]
struct Node {
    kind: NodeKind,
    children: Range<usize>,
    /// How likely chance is to lead here from the parent; 1 after a decision.
    chance: f64,
}

#[derive(Clone, Debug)]
enum NodeKind {
    Chance,
    Decision(usize),
    End([f64; MAX_SEATS]),
}

/// Each seat's last decision.
type Lasts = [Option<(usize, usize)>; MAX_SEATS];

impl<G: Game> GameTree<G> {
    /// Lists all histories that may follow `start`, itself included.
    ///
    /// # Errors
    /// Fails if there are more than `most`, or if a seat has no perfect recall: best responses are
    /// then another problem.
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
                    // With equal last decisions everywhere, whole pasts are equal, too.
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

    /// Returns what each seat wins on average if all play by the policy.
    ///
    /// # Panics
    /// If the policy lacks a state or a move.
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

    /// Returns a best response of a seat to the policy of the others: the policy, with the seat's
    /// moves replaced by pure ones. Of equally good moves it takes the first.
    ///
    /// # Panics
    /// If the policy lacks a state or a move.
    pub fn best_response(&self, seat: Seat, policy: &TabularPolicy) -> TabularPolicy {
        let mut response = policy.clone();
        let (reach, depths) = self.reach(seat, policy);
        // All nodes below the seat's deepest decisions are valued before these are made.
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

    /// Returns how far a policy is from a Nash equilibrium.
    ///
    /// # Panics
    /// If the policy lacks a state or a move.
    pub fn nash_conv(&self, policy: &TabularPolicy) -> NashConv {
        let best = |seat: Seat| self.value(seat, &self.best_response(seat, policy));
        let best_responses = Seat::all(self.players).map(best).collect();
        NashConv { values: self.values(policy), best_responses }
    }

    /// What a seat wins on average from a node, given the values of its children.
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

    /// By node: how likely chance and the others are to lead there if the seat wants to, and how
    /// often the seat has decided before.
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
    /// Returns `NashConv`, what all seats together could gain by best responses: 0 at an equilibrium
    /// (Lanctot et al.: *A Unified Game-Theoretic Approach to Multiagent Reinforcement Learning*,
    /// 2017).
    pub fn total(&self) -> f64 {
        self.best_responses.iter().zip(&self.values).map(|(best, value)| best - value).sum()
    }

    /// Returns the exploitability: the mean gain of a seat.
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
