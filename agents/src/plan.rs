//! Decisions that were made ahead.

use engine::{Game, Turn, View};

/// What a seat has decided to do in a row, as long as all goes by it.
pub(crate) struct PlanUnderWay<G: Game> {
    /// What is left of it, last move first.
    rest: Vec<G::Move>,
    /// Where the game should be by now.
    expected: G,
}

impl<G: Game> PlanUnderWay<G> {
    /// A plan that begins at a state.
    pub(crate) fn new(mut moves: Vec<G::Move>, state: G) -> Self {
        moves.reverse();
        Self { rest: moves, expected: state }
    }

    /// Returns the next move of the plan and forgets the plan when it is over, or when the view shows that something
    /// else has come.
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
