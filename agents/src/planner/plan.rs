//! Plans: what a seat may decide in a row.

use crate::evaluation::Evaluate;
use engine::{Seat, Turn};

/// Trials before a plan can be given up for what came of them.
const ENOUGH: usize = 6;

/// Standard errors that a plan must be behind by to be given up.
const HOPELESS: f64 = 3.0;

/// Decisions in a row, and what came of them in trials.
pub(super) struct Plan<G: Evaluate> {
    pub(super) moves: Vec<G::Move>,
    /// Where they lead from the state that they were listed for.
    after: G,
    /// What came of each trial; trials of the same number met the same luck.
    values: Vec<f64>,
    mean: f64,
}

impl<G: Evaluate> Plan<G> {
    const fn new(moves: Vec<G::Move>, after: G) -> Self {
        Self { moves, after, values: Vec::new(), mean: 0.0 }
    }

    /// Adds what came of more trials.
    pub(super) fn credit(&mut self, values: &[f64]) {
        self.values.extend(values);
        self.mean = self.values.iter().sum::<f64>() / self.values.len() as f64;
    }

    /// Forgets all trials: others will be about something else.
    pub(super) fn forget(&mut self) {
        self.values.clear();
    }

    /// What came of it on average; it must have been tried.
    pub(super) const fn mean(&self) -> f64 {
        self.mean
    }

    /// Whether it can be given up for another one that did better in the same trials: clearly better,
    /// or exactly as well in each.
    pub(super) fn is_hopeless_beside(&self, better: &Self) -> bool {
        let number = self.values.len();
        let deficit = better.mean - self.mean;
        let pairs = self.values.iter().zip(&better.values);
        let squares = pairs.map(|(own, other)| (other - own - deficit).powi(2));
        let variance = squares.sum::<f64>() / number as f64;
        number >= ENOUGH && deficit >= HOPELESS * (variance / number as f64).sqrt()
    }

    /// Where it leads from this guess: as far as the guess allows it.
    pub(super) fn follow(&self, guess: &G) -> G {
        if G::IS_OPEN {
            return self.after.clone();
        }
        let mut position = guess.clone();
        for &mv in &self.moves {
            if !position.is_legal(mv) {
                break;
            }
            position.play(mv);
        }
        position
    }
}

/// All plans of the seat that is to decide in this state; if there are more than about `width`, some
/// are cut short.
pub(super) fn plans<G: Evaluate>(state: &G, seat: Seat, width: usize) -> Vec<Plan<G>> {
    let mut listing =
        Listing { seat, turn: state.turns_played(), path: Vec::new(), plans: Vec::new() };
    listing.extend(state, width);
    listing.plans
}

/// Plans being listed, depth first.
struct Listing<G: Evaluate> {
    seat: Seat,
    turn: u32,
    path: Vec<G::Move>,
    plans: Vec<Plan<G>>,
}

impl<G: Evaluate> Listing<G> {
    /// Lists what begins with the path, which leads to this state.
    fn extend(&mut self, state: &G, width: usize) {
        let mut moves = Vec::new();
        state.moves(&mut moves);
        let share = width / moves.len();
        if share == 0 && !self.path.is_empty() {
            return self.plans.push(Plan::new(self.path.clone(), state.clone()));
        }
        for mv in moves {
            let mut next = state.clone();
            next.play(mv);
            self.path.push(mv);
            if next.turn() == Turn::Decide(self.seat) && next.turns_played() == self.turn {
                self.extend(&next, share);
            } else {
                self.plans.push(Plan::new(self.path.clone(), next));
            }
            self.path.pop();
        }
    }
}
