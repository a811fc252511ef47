//! Plans: what a seat may decide in a row.

use crate::evaluation::Evaluate;
use engine::{Seat, Turn};

/// Decisions in a row, and what is known of them.
pub(super) struct Plan<G: Evaluate> {
    pub(super) moves: Vec<G::Move>,
    /// Where they lead from the state that they were listed for.
    after: G,
    /// The sum of what came of it.
    sum: f64,
    /// How often that was tried.
    tries: u32,
}

impl<G: Evaluate> Plan<G> {
    const fn new(moves: Vec<G::Move>, after: G) -> Self {
        Self { moves, after, sum: 0.0, tries: 0 }
    }

    /// Something has come of it.
    pub(super) fn credit(&mut self, value: f64) {
        self.sum += value;
        self.tries += 1;
    }

    /// What came of it is another matter from now on.
    pub(super) const fn forget(&mut self) {
        (self.sum, self.tries) = (0.0, 0);
    }

    /// What came of it on average; it must have been tried.
    pub(super) fn mean(&self) -> f64 {
        self.sum / f64::from(self.tries)
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
