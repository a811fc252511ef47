//! Plans: sequences of decisions of one seat, made in advance.

use engine::{Game, Turn, View};

/// A sequence of one seat's decisions, followed until the game deviates from it.
pub(crate) struct PlanUnderWay<G: Game> {
    /// The remaining moves, in reverse order.
    rest: Vec<G::Move>,
    /// The state in which the plan's next move is expected.
    expected: G,
}

impl<G: Game> PlanUnderWay<G> {
    /// Creates a plan that begins in this state.
    pub(crate) fn new(mut moves: Vec<G::Move>, state: G) -> Self {
        moves.reverse();
        Self { rest: moves, expected: state }
    }

    /// Returns the next move of the plan, or the only legal move. Otherwise returns `None`, and `moves` contains the legal moves.
    pub(crate) fn next_or_only(
        plan: &mut Option<Self>,
        view: &G::View,
        moves: &mut Vec<G::Move>,
    ) -> Option<G::Move> {
        Self::next(plan, view).or_else(|| {
            view.moves(moves);
            moves.first().copied().filter(|_| moves.len() == 1)
        })
    }

    /// Returns the next move of the plan. Clears the plan when it is complete or when the view differs from the expected
    /// state.
    pub(crate) fn next(plan: &mut Option<Self>, view: &G::View) -> Option<G::Move> {
        let Self { mut rest, mut expected } = plan.take()?;
        let goes_by_it =
            expected.turn() == Turn::Decide(view.seat()) && expected.view(view.seat()) == *view;
        let mv = if goes_by_it { rest.pop()? } else { return None };
        expected.play(mv);
        *plan = Some(Self { rest, expected });
        Some(mv)
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
