//! Lookahead for the values of all seats: max^n at decisions (Luckhardt, Irani: *An algorithmic solution of n-person
//! games*, 1986), sampled means at chance events.

mod first_look;
mod line;

use crate::evaluation::Memo;
use crate::greedy::{Utility, sample};
use crate::order::best_first;
use engine::{Evaluated, MAX_SEATS, Seat, Turn};
pub(crate) use first_look::{Candidate, FirstLook};
pub(crate) use line::Line;
use line::lines;

/// The value of a position for every seat; 0 for empty seats.
pub(crate) type Worths = [f64; MAX_SEATS];

/// A valuation of positions.
pub(crate) trait Valuation<G> {
    /// Returns the value of the position for every seat; `memo` caches the evaluation.
    fn worths(&self, position: &G, memo: &mut Memo) -> Worths;
}

/// Minimum number of positions for searching a line beyond its end.
const LEAST_NODES: usize = 8;
/// Maximum number of lines searched beyond their ends at one decision.
const SECOND_LOOKS: usize = 12;
/// Number of replies remembered while one plan is searched.
const REPLIES: usize = 6;
/// Minimum number of remembered replies that must be legal in a position; with fewer, all replies are listed
/// again.
const LEAST_REPLIES: usize = 3;

impl<G: Evaluated> Valuation<G> for Utility<G> {
    fn worths(&self, position: &G, memo: &mut Memo) -> Worths {
        self.worths(position, memo)
    }
}

/// The depth and width of a lookahead.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Depth {
    /// Number of turns to search, including the current one.
    pub(crate) turns: u32,
    /// Number of outcomes to sample at the next chance event.
    pub(crate) samples: u32,
}

/// A depth-limited search from the ends of plans.
pub(crate) struct Lookahead<'a, G: Evaluated, V> {
    valuation: &'a V,
    memo: &'a mut Memo,
    /// The offset of the systematic samples of chance events, from 0 to 1 strides, shared by all plans.
    offset: f64,
    /// The best lines of the seat that begins the last turn, from the first such position after the current
    /// plan. Later positions differ only by chance events, and mostly have the same best replies.
    replies: Vec<Line<G>>,
}

impl<'a, G: Evaluated, V: Valuation<G>> Lookahead<'a, G, V> {
    pub(crate) const fn new(valuation: &'a V, memo: &'a mut Memo, offset: f64) -> Self {
        Self { valuation, memo, offset, replies: Vec::new() }
    }

    /// Returns the values after a plan that began in this turn, with a search of about `nodes` positions.
    pub(crate) fn after(&mut self, turn: u32, end: &G, depth: Depth, nodes: usize) -> Worths {
        self.replies.clear();
        self.onward(turn, end, depth, nodes)
    }

    fn worths(&mut self, position: &G) -> Worths {
        self.valuation.worths(position, self.memo)
    }

    /// Returns the values of a position whose predecessor belongs to this turn.
    fn onward(&mut self, turn: u32, next: &G, mut depth: Depth, nodes: usize) -> Worths {
        if next.turns_played() != turn {
            depth = Depth { turns: depth.turns - 1, samples: depth.samples.div_ceil(2) };
        }
        if depth.turns == 0 || nodes <= 1 {
            return self.worths(next);
        }
        match next.turn() {
            Turn::Over => self.worths(next),
            Turn::Decide(seat) => self.best(next, seat, depth, nodes - 1),
            Turn::Chance => self.expected(next, depth, nodes - 1),
        }
    }

    /// Returns the values after the seat's best line: evaluates the final positions of all lines, then searches
    /// from the best ones.
    fn best(&mut self, state: &G, seat: Seat, depth: Depth, nodes: usize) -> Worths {
        let turn = state.turns_played();
        let begins_last_turn = depth.turns == 1 && state.is_between_turns();
        let mut lines = if begins_last_turn { self.known_replies(state) } else { Vec::new() };
        let are_new = lines.len() < LEAST_REPLIES;
        if are_new {
            lines = self::lines(state, seat, nodes);
        }
        if let [only] = &lines[..] {
            return self.onward(turn, &only.end, depth, nodes);
        }
        let mut worths: Vec<Worths> = lines.iter().map(|line| self.worths(&line.end)).collect();
        let left = nodes.saturating_sub(lines.len());
        let own: Vec<f64> = worths.iter().map(|worths| worths[seat.index()]).collect();
        let mut places = best_first(&own);
        if begins_last_turn && are_new {
            self.replies = places.iter().take(REPLIES).map(|&place| lines[place].clone()).collect();
        }
        places.truncate((left / LEAST_NODES).clamp(1, SECOND_LOOKS));
        let is_open = |&place: &usize| depth.turns > 1 || lines[place].end.turns_played() == turn;
        let open: Vec<usize> = places.iter().copied().filter(is_open).collect();
        if left >= LEAST_NODES {
            for &place in &open {
                worths[place] = self.onward(turn, &lines[place].end, depth, left / open.len());
            }
        }
        let worths = places.into_iter().map(|place| worths[place]);
        worths
            .min_by(|one, other| other[seat.index()].total_cmp(&one[seat.index()]))
            .expect("a seat that decides has a move")
    }

    /// Returns the remembered replies that are legal in this state.
    fn known_replies(&self, state: &G) -> Vec<Line<G>> {
        self.replies.iter().filter_map(|line| line.at(state)).collect()
    }

    /// Returns the mean values over a sample of chance events, or over all of them if they are few.
    fn expected(&mut self, state: &G, depth: Depth, nodes: usize) -> Worths {
        let samples = depth.samples.min(nodes as u32).max(1);
        let mut chances = Vec::new();
        state.chances(&mut chances);
        if chances.len() > samples as usize {
            sample(&mut chances, samples, self.offset);
        }
        let share = nodes / chances.len();
        let depth = Depth { samples: depth.samples.div_ceil(2), ..depth };
        let (mut sums, mut total) = (Worths::default(), 0.0);
        for &(chance, weight) in &chances {
            let mut next = state.clone();
            next.happen(chance);
            let worths = self.onward(state.turns_played(), &next, depth, share);
            for (sum, worth) in sums.iter_mut().zip(worths) {
                *sum += f64::from(weight) * worth;
            }
            total += f64::from(weight);
        }
        sums.map(|sum| sum / total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::greedy::Greedy;
    use engine::{Game, Seed};
    use std::sync::Arc;
    use tongiaki::{Setup, State};

    /// Returns the values of an exhaustive search to the end of the turn; `None` if it visits more than `left`
    /// positions.
    fn exact(utility: &Utility<State>, turn: u32, state: &State, left: &mut u32) -> Option<Worths> {
        *left = left.checked_sub(1)?;
        if state.turns_played() != turn || state.turn() == Turn::Over {
            return Some(utility.worths(state, &mut Memo::default()));
        }
        if let Turn::Decide(seat) = state.turn() {
            let mut moves = Vec::new();
            state.moves(&mut moves);
            let mut best: Option<Worths> = None;
            for mv in moves {
                let mut next = *state;
                next.play(mv);
                let worths = exact(utility, turn, &next, left)?;
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
            for (sum, worth) in sums.iter_mut().zip(exact(utility, turn, &next, left)?) {
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
        let greedy = Greedy::<State>::new(Arc::default());
        let utility = greedy.utility();
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
                    && let Some(expected) = exact(utility, turn, &game, &mut limit)
                {
                    let depth = Depth { turns: 1 + begins as u32, samples: 2000 };
                    let mut memo = Memo::default();
                    let mut lookahead = Lookahead::new(utility, &mut memo, 0.5);
                    let found = lookahead.after(turn - begins as u32, &game, depth, 1_000_000);
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
