//! Plans: sequences of decisions of one seat, made in advance.

use crate::determinizations::Determinizations;
use crate::{Agent, SearchedMove};
use engine::{Evaluated, Game, GameRng, Turn, View};

/// The results of a search for a plan.
pub(crate) struct Found<M> {
    /// The moves of the best plan.
    pub(crate) moves: Vec<M>,
    /// The results of the first moves of all plans valued, in ascending order of the moves.
    pub(crate) tried: Vec<SearchedMove<M>>,
}

/// A search that compares plans for a turn.
pub(crate) trait PlanSearch<G: Evaluated>: Send {
    /// Searches for the best plan. The first determinization lists the plans.
    fn search(
        &mut self,
        view: &G::View,
        determinized: &Determinizations<G>,
        rng: &mut GameRng,
    ) -> Found<G::Move>;

    /// Returns the number of rollouts so far.
    fn playouts(&self) -> u64 {
        0
    }
}

/// An agent that follows the plan of its last search until the game deviates from it.
pub(crate) struct Planner<G: Evaluated, S> {
    search: S,
    determinizations: usize,
    determinized: Determinizations<G>,
    moves: Vec<G::Move>,
    /// The remaining moves of the plan, in reverse order.
    rest: Vec<G::Move>,
    /// The state in which the plan's next move is expected; `None` without a plan.
    expected: Option<G>,
    tried: Vec<SearchedMove<G::Move>>,
}

impl<G: Evaluated, S: PlanSearch<G>> Planner<G, S> {
    /// Creates an agent that draws this many determinizations for a search.
    pub(crate) fn new(search: S, determinizations: usize) -> Self {
        Self {
            search,
            determinizations,
            determinized: Determinizations::default(),
            moves: Vec::new(),
            rest: Vec::new(),
            expected: None,
            tried: Vec::new(),
        }
    }

    /// Returns the next move of the plan. Drops the plan when it is complete or when the view differs from the expected
    /// state.
    fn next(&mut self, view: &G::View) -> Option<G::Move> {
        let seat = view.seat();
        let is_expected =
            |state: &G| state.turn() == Turn::Decide(seat) && state.view(seat) == *view;
        let mut state = self.expected.take().filter(is_expected)?;
        let mv = self.rest.pop()?;
        state.play(mv);
        self.expected = Some(state);
        Some(mv)
    }
}

impl<G: Evaluated, S: PlanSearch<G>> Agent<G> for Planner<G, S> {
    fn choose(&mut self, view: &G::View, rng: &mut GameRng) -> G::Move {
        self.tried.clear();
        if let Some(mv) = self.next(view) {
            return mv;
        }
        view.moves(&mut self.moves);
        if let [only] = self.moves[..] {
            return only;
        }
        self.determinized.draw(view, self.determinizations, rng);
        let found = self.search.search(view, &self.determinized, rng);
        self.tried = found.tried;
        self.rest = found.moves;
        self.rest.reverse();
        self.expected = Some(self.determinized.first().clone());
        // A determinization always looks like the view from which it was made.
        self.next(view).unwrap_or(self.moves[0])
    }

    fn playouts(&self) -> u64 {
        self.search.playouts()
    }

    fn search_table(&self) -> Vec<SearchedMove<G::Move>> {
        self.tried.clone()
    }
}

/// Returns the position after moves that lead from the listed state to `end`, in another determinization, up to the
/// first move that is illegal there.
pub(crate) fn end_in<G: Game>(moves: &[G::Move], end: &G, state: &G) -> G {
    if G::IS_OPEN { end.clone() } else { followed(moves, state).0 }
}

/// Plays moves until one is illegal. Returns the position reached, and whether all moves were legal.
pub(crate) fn followed<G: Game>(moves: &[G::Move], state: &G) -> (G, bool) {
    let mut position = state.clone();
    for &mv in moves {
        if !position.is_legal(mv) {
            return (position, false);
        }
        position.play(mv);
    }
    (position, true)
}
