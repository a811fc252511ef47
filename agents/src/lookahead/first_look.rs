//! The first look at a decision: all plans for the turn, compared by a lookahead to the end of the turn.

use super::{Effort, Line, Lines, Lookahead, Model};
use crate::cancellation;
use crate::determinizations::Determinizations;
use crate::evaluation::Memo;
use crate::objective::Objective;
use crate::order::sort_best_first;
use crate::plan::end_in;
use engine::{Evaluated, Seat};

/// A line with its value in the latest look.
pub(crate) type Candidate<G> = (f64, Line<G>);

/// Returns how many of the first `most` candidates are within this gap of the best one, which comes first.
pub(crate) fn near<G: Evaluated>(candidates: &[Candidate<G>], most: usize, gap: f64) -> usize {
    let worst = candidates[0].0 - gap;
    candidates.iter().take(most).filter(|(worth, _)| *worth >= worst).count()
}

/// The conditions under which a seat compares its plans.
pub(crate) struct FirstLook<'a, G> {
    pub(crate) seat: Seat,
    pub(crate) determinized: &'a Determinizations<G>,
    pub(crate) objective: &'a Objective<G>,
    /// The offset of the samples of chance events; see [`Lookahead`].
    pub(crate) offset: f64,
    /// Number of outcomes to sample at the first chance event.
    pub(crate) samples: u32,
}

impl<G: Evaluated> FirstLook<'_, G> {
    /// Lists all plans and compares them with about `nodes` positions. Each round drops the worse half of the plans, while at
    /// least `plans` remain. Returns all plans, beginning with the best of the last round.
    pub(crate) fn candidates(
        &self,
        plans: usize,
        nodes: usize,
        memo: &mut Memo,
    ) -> Vec<Candidate<G>> {
        let state = self.determinized.first();
        let mut lines = Lines::new();
        lines.list(state, self.seat, nodes);
        let mut candidates: Vec<Candidate<G>> = lines.all().map(|line| (0.0, line)).collect();
        let halves =
            |count: &usize| Some(count.div_ceil(2)).filter(|half| *half >= plans && half < count);
        let counts: Vec<usize> = std::iter::successors(Some(candidates.len()), halves).collect();
        for &count in &counts {
            let candidates = &mut candidates[..count];
            let is_open =
                |(_, line): &&Candidate<G>| line.end.turns_played() == state.turns_played();
            let open = candidates.iter().filter(is_open).count();
            let certain = count - open;
            let share = (nodes / counts.len()).saturating_sub(certain) / open.max(1);
            self.look(candidates, 1, share, memo);
        }
        candidates
    }

    /// Evaluates each line by a search through this many turns with about `nodes` positions, and sorts the lines by value,
    /// best first. Ties keep their order.
    pub(crate) fn look(
        &self,
        candidates: &mut [Candidate<G>],
        turns: u32,
        nodes: usize,
        memo: &mut Memo,
    ) {
        let mut lookahead = Lookahead::new(self.objective, memo, self.offset);
        let nodes = nodes / self.determinized.all().len();
        let effort = Effort { turns, samples: self.samples, nodes, model: Model::MaxN };
        for (worth, line) in &mut *candidates {
            *worth = self.determinized.mean(|state| {
                cancellation::check();
                let end = end_in(&line.moves, &line.end, state);
                lookahead.after_plan(state.turns_played(), &end, effort)[self.seat.index()]
            });
        }
        sort_best_first(candidates, |(worth, _)| *worth);
    }
}
