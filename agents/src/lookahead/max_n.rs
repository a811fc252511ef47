//! Lines of all seats, of which each seat plays the best for itself: max^n (Luckhardt, Irani: *An algorithmic solution of
//! n-person games*, 1986).

use super::{Effort, Lines, Lookahead, SECOND_LOOKS};
use crate::objective::Worths;
use crate::order::best_first;
use engine::{Evaluated, Seat};

/// Minimum number of positions for searching a line beyond its end.
const LEAST_NODES: usize = 8;
/// Number of replies remembered while one plan is searched.
const REPLIES: usize = 6;
/// Minimum number of remembered replies that must be legal in a position; with fewer, all replies are listed
/// again.
const LEAST_REPLIES: usize = 3;

impl<G: Evaluated> Lookahead<'_, G> {
    /// Returns the values after a plan that began in this turn.
    pub(super) fn after_plan(&mut self, turn: u32, end: &G, effort: Effort) -> Worths {
        self.replies.clear();
        self.onward(turn, end, effort)
    }

    /// Returns the values after the seat's best line: evaluates the final positions of all lines, then searches
    /// from the best ones.
    pub(super) fn best_line(&mut self, state: &G, seat: Seat, effort: Effort) -> Worths {
        let turn = state.turns_played();
        let begins_last_turn = effort.turns == 1 && state.is_between_turns();
        let mut lines = self.lines.pop().unwrap_or(Lines::new());
        lines.follow(state, if begins_last_turn { &self.replies } else { &[] });
        let are_new = lines.ends.len() < LEAST_REPLIES;
        if are_new {
            lines.list(state, seat, effort.nodes);
        }
        if let [(only, _)] = lines.ends[..] {
            let worths = self.onward(turn, &lines.positions[only], effort);
            self.lines.push(lines);
            return worths;
        }
        let Lines { positions, ends, .. } = &lines;
        let Self { objective, memo, .. } = self;
        let worths = |&(place, key): &(usize, _)| objective.worths(&positions[place], key, memo);
        let mut worths: Vec<Worths> = ends.iter().map(worths).collect();
        let left = effort.nodes.saturating_sub(ends.len());
        let own: Vec<f64> = worths.iter().map(|worths| worths[seat.index()]).collect();
        let mut best = best_first(&own);
        if begins_last_turn && are_new {
            let replies = best.iter().take(REPLIES);
            self.replies = replies.map(|&number| lines.moves_to(ends[number].0)).collect();
        }
        best.truncate((left / LEAST_NODES).clamp(1, SECOND_LOOKS));
        let end = |number: usize| &positions[ends[number].0];
        let is_open = |&number: &usize| effort.turns > 1 || end(number).turns_played() == turn;
        let open: Vec<usize> = best.iter().copied().filter(is_open).collect();
        if left >= LEAST_NODES {
            for &number in &open {
                let share = Effort { nodes: left / open.len(), ..effort };
                worths[number] = self.onward(turn, end(number), share);
            }
        }
        self.lines.push(lines);
        let worths = best.into_iter().map(|number| worths[number]);
        worths
            .min_by(|one, other| other[seat.index()].total_cmp(&one[seat.index()]))
            .expect("a seat that decides has a move")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Memo;
    use crate::lookahead::Model;
    use crate::objective::Objective;
    use engine::{Game, Seed, Turn};
    use std::sync::Arc;
    use tongiaki::{Setup, State};

    /// Returns the values of an exhaustive search to the end of the turn; `None` if it visits more than `left`
    /// positions.
    fn exact(
        objective: &Objective<State>,
        turn: u32,
        state: &State,
        left: &mut u32,
    ) -> Option<Worths> {
        *left = left.checked_sub(1)?;
        if state.turns_played() != turn || state.turn() == Turn::Over {
            return Some(objective.worths(state, None, &mut Memo::default()));
        }
        if let Turn::Decide(seat) = state.turn() {
            let mut moves = Vec::new();
            state.moves(&mut moves);
            let mut best: Option<Worths> = None;
            for mv in moves {
                let mut next = *state;
                next.play(mv);
                let worths = exact(objective, turn, &next, left)?;
                if best.is_none_or(|best| worths[seat.index()] > best[seat.index()]) {
                    best = Some(worths);
                }
            }
            return best;
        }
        let mut chances = Vec::new();
        state.chances(&mut chances);
        let total: u32 = chances.iter().map(|(_, weight)| weight).sum();
        let mut sums = Worths::default();
        for (chance, weight) in chances {
            let mut next = *state;
            next.happen(chance);
            for (sum, worth) in sums.iter_mut().zip(exact(objective, turn, &next, left)?) {
                *sum += f64::from(weight) / f64::from(total) * worth;
            }
        }
        Some(sums)
    }

    /// In random games and with a large budget, the values equal the results of an exhaustive search, except where
    /// the best line is not among the most promising ones: within a turn, and through the next turn where a
    /// turn has ended.
    #[test]
    fn values_equal_those_of_an_exhaustive_search() {
        let objective = &Objective::of_lookahead(Arc::default(), State::DEFAULTS.temperature);
        let (mut checked, mut equal) = ([0; 2], [0; 2]);
        for seed in 0..16 {
            let mut rng = Seed::new(seed).rng();
            let mut game = State::new(&Setup::new(2).unwrap());
            while game.turn() != Turn::Over {
                let turn = game.turns_played();
                // Whole turns have few continuations only when the deck is nearly empty.
                let begins = usize::from(game.is_between_turns());
                let mut limit = [3000, 30_000][begins];
                if turn > 0
                    && (begins == 0 || game.tiles_left() < 3)
                    && let Some(expected) = exact(objective, turn, &game, &mut limit)
                {
                    let (turns, samples, nodes) = (1 + begins as u32, 2000, 1_000_000);
                    let effort = Effort { turns, samples, nodes, model: Model::MaxN };
                    let mut memo = Memo::default();
                    let mut lookahead = Lookahead::new(objective, &mut memo, 0.5);
                    let found = lookahead.after_plan(turn - begins as u32, &game, effort);
                    assert!((found[0] + found[1] - 1.0).abs() < 0.03);
                    checked[begins] += 1;
                    equal[begins] += u32::from((found[0] - expected[0]).abs() < 1e-9);
                }
                match game.turn() {
                    Turn::Chance => game.happen(game.random_chance(&mut rng)),
                    _ => game.play(game.random_move(&mut rng)),
                }
            }
        }
        for (equal, checked) in equal.into_iter().zip(checked) {
            assert!(checked > 8 && 10 * equal >= 9 * checked, "{equal} of {checked}");
        }
    }
}
