//! CFR+: approximate equilibria by regret matching.

use super::{GameTree, InformationState, TabularPolicy};
use crate::{Game, Seat};

/// The solver CFR+ (Tammelin: *Solving Large Imperfect Information Games Using CFR+*, 2014), with alternating updates
/// and an average in which iteration *t* has the weight *t*.
///
/// In two-player zero-sum games, the average policy converges to a Nash equilibrium. In other games it may not, but
/// [`GameTree::nash_conv`] measures the distance.
///
/// # Examples
/// ```
/// use engine::kuhn::Kuhn;
/// use engine::{CfrPlus, GameTree, PlayableGame, Rules};
///
/// let setup = Kuhn::setup(2, &Rules::new()).unwrap();
/// let tree = GameTree::new(Kuhn::start(&setup), 1000).unwrap();
/// let mut solver = CfrPlus::new(&tree);
/// solver.run(1000);
/// let solution = tree.nash_conv(&solver.average_policy());
/// assert!(solution.total() < 0.001);
/// assert!((solution.values[0] - -1.0 / 18.0).abs() < 0.001);
/// ```
#[derive(Clone, Debug)]
pub struct CfrPlus<'a, G: Game> {
    tree: &'a GameTree<G>,
    /// The number of completed iterations.
    iterations: u32,
    /// The policy of the next iteration.
    current: TabularPolicy,
    /// For each move at each state, the sum of its regrets, raised to 0 whenever it would be negative.
    regrets: Vec<Vec<f64>>,
    /// For each move at each state, the weighted sum of its probabilities in all iterations.
    sums: Vec<Vec<f64>>,
}

impl<'a, G: Game> CfrPlus<'a, G> {
    /// Creates a solver that starts from the uniform policy.
    pub fn new(tree: &'a GameTree<G>) -> Self {
        let zeros = |state: &InformationState<G>| vec![0.0; state.moves.len()];
        let zeros: Vec<_> = tree.states.iter().map(zeros).collect();
        let current = tree.uniform_policy();
        Self { tree, iterations: 0, current, regrets: zeros.clone(), sums: zeros }
    }

    /// Runs further iterations, each of which updates the seats one after another.
    pub fn run(&mut self, iterations: u32) {
        for _ in 0..iterations {
            self.iterations += 1;
            Seat::all(self.tree.players).for_each(|seat| self.update(seat));
        }
    }

    /// Returns the average policy of all iterations; the uniform policy at states that no iteration reached.
    pub fn average_policy(&self) -> TabularPolicy {
        self.sums.iter().map(|sums| normalized(sums)).collect()
    }

    /// Adds a seat's policy to its average, then its regrets to their sums, and derives its next policy.
    fn update(&mut self, seat: Seat) {
        let (tree, current) = (self.tree, &mut self.current);
        let (reach, _) = tree.reach(seat, current);
        let mut values = vec![0.0; tree.nodes.len()];
        for number in (0..tree.nodes.len()).rev() {
            values[number] = tree.mean(number, seat, current, &values);
        }
        // The probabilities with which the seat's decisions lead to its states.
        let mut by_seat = vec![0.0; tree.states.len()];
        let states = || tree.states.iter().enumerate().filter(|(_, state)| state.seat == seat);
        for (number, state) in states() {
            by_seat[number] =
                state.last.map_or(1.0, |(last, mv)| by_seat[last] * current[last][mv]);
            let weight = f64::from(self.iterations) * by_seat[number];
            for (sum, probability) in self.sums[number].iter_mut().zip(&current[number]) {
                *sum += weight * probability;
            }
        }
        for (number, state) in states() {
            let regrets = &mut self.regrets[number];
            for &node in &state.nodes {
                let children = tree.nodes[node].children.clone();
                for (regret, value) in regrets.iter_mut().zip(&values[children]) {
                    *regret += reach[node] * (value - values[node]);
                }
            }
            for regret in regrets.iter_mut() {
                *regret = regret.max(0.0);
            }
            current[number] = normalized(regrets);
        }
    }
}

/// Divides weights by their sum; equal probabilities if all weights are 0.
fn normalized(weights: &[f64]) -> Vec<f64> {
    let sum: f64 = weights.iter().sum();
    let uniform = 1.0 / weights.len() as f64;
    weights.iter().map(|weight| if sum > 0.0 { weight / sum } else { uniform }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kuhn::Kuhn;
    use crate::{PlayableGame, Rules, leduc};

    /// Solves a game and returns the first seat's value; fails if the policy is not near an equilibrium.
    fn value<G: PlayableGame>(setup: &G::Setup, iterations: u32, near: f64) -> f64 {
        let tree = GameTree::new(G::start(setup), 10_000).unwrap();
        let mut solver = CfrPlus::new(&tree);
        assert_eq!(solver.average_policy(), tree.uniform_policy());
        // Iterations may be split between calls.
        solver.run(iterations / 3);
        let early = tree.nash_conv(&solver.average_policy()).total();
        solver.run(iterations - iterations / 3);
        let solution = tree.nash_conv(&solver.average_policy());
        assert!(solution.total() < near.min(early), "{early}, then {solution:?}");
        // In a zero-sum game, the value lies between the points that the seats can secure.
        let [mine, others] = solution.best_responses[..] else { panic!("{solution:?}") };
        assert!(-others <= solution.values[0] && solution.values[0] <= mine, "{solution:?}");
        solution.values[0]
    }

    /// Kuhn (1950): seat 0 loses 1/18.
    #[test]
    fn kuhn_has_the_published_value() {
        let value = value::<Kuhn>(&Kuhn::setup(2, &Rules::new()).unwrap(), 10_000, 1e-4);
        assert!((value - -1.0 / 18.0).abs() < 1e-4, "{value}");
    }

    /// `OpenSpiel` gives about -0.0856 (Southey et al. 2005 define the game).
    #[test]
    fn leduc_has_the_published_value() {
        let value = value::<leduc::Leduc>(&leduc::Setup, 1000, 0.005);
        assert!((value - -0.0856).abs() < 0.001, "{value}");
    }
}
