//! Lookahead to the end of a seat's turn: values of moves under the seat's best continuation and average chance
//! events.

use super::utility::Utility;
use crate::cancellation;
use crate::evaluation::Memo;
use crate::order::sort_best_first;
use engine::{Evaluated, GameRng, Seat, Turn};
use rand::RngExt;

/// Number of continuations that are searched a second time.
const SECOND_LOOKS: usize = 12;

/// A lookahead from single decisions. Its buffers serve all decisions of a game.
pub(super) struct Lookahead<G: Evaluated> {
    utility: Utility<G>,
    memo: Memo,
    samples: u32,
    replies: u32,
    seat: Seat,
    /// The offset of the samples of events within the stride, from 0 to 1. All alternatives share it, so that
    /// they are compared under the same chance events.
    offset: f64,
    moves: Pool<G::Move>,
    chances: Pool<(G::Chance, u32)>,
}

impl<G: Evaluated> Lookahead<G> {
    pub(super) fn new(utility: Utility<G>, memo: Memo, samples: u32, replies: u32) -> Self {
        Self {
            utility,
            memo,
            samples,
            replies,
            seat: Seat::new(0),
            offset: 0.0,
            moves: Pool::default(),
            chances: Pool::default(),
        }
    }

    /// Returns the cache of evaluations.
    pub(super) fn into_memo(self) -> Memo {
        self.memo
    }

    /// Prepares for a decision of this seat.
    pub(super) fn prepare(&mut self, seat: Seat, rng: &mut GameRng) {
        self.seat = seat;
        self.offset = rng.random();
    }

    /// Returns the certain lead with this utility.
    pub(super) fn lead_worth(&self, worth: f64) -> f64 {
        self.utility.lead_worth(worth)
    }

    /// Returns the seat's utility of a position.
    fn worth(&mut self, position: &G) -> f64 {
        self.utility.worth(position, self.seat, &mut self.memo)
    }

    /// Returns the value of a move, evaluating about `budget` positions.
    pub(super) fn value_of(&mut self, state: &G, mv: G::Move, budget: usize) -> f64 {
        cancellation::check();
        self.after(state, mv, self.depth(), budget)
    }

    /// Returns the position after the seat's next consecutive decisions, evaluating about `budget` positions. A
    /// first pass evaluates all continuations with one event per chance node; a second pass evaluates the best
    /// ones with all samples.
    pub(super) fn decide(&mut self, state: &G, budget: usize) -> G {
        let first = budget / 4;
        let mut moves = self.moves.take();
        state.moves(&mut moves);
        let share = first / moves.len();
        let mut lines = Vec::new();
        for &mv in &moves {
            let depth = Depth { samples: 1, ..self.depth() };
            self.follow(state, &played(state, mv), depth, share, &mut |worth, end| {
                lines.push((worth, end.clone()));
            });
        }
        self.moves.give_back(moves);
        sort_best_first(&mut lines, |(worth, _)| *worth);
        lines.truncate(SECOND_LOOKS);
        if lines.len() > 1 {
            let share = (budget - first) / lines.len();
            for (worth, end) in &mut lines {
                *worth = self.onward(state, end, self.depth(), share);
            }
        }
        let best = lines.into_iter().reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.expect("a seat that decides has a move").1
    }

    /// Follows a line from a position to the next. Reports each end of the line and its value: an end is where
    /// the seat's consecutive decisions end, or the budget does.
    fn follow(
        &mut self,
        before: &G,
        next: &G,
        depth: Depth,
        budget: usize,
        tell: &mut impl FnMut(f64, &G),
    ) {
        let goes_on =
            next.turn() == Turn::Decide(self.seat) && next.turns_played() == before.turns_played();
        if !goes_on {
            return tell(self.onward(before, next, depth, budget), next);
        }
        let mut moves = self.moves.take();
        next.moves(&mut moves);
        let share = budget / moves.len();
        if share == 0 {
            let worth = self.worth(next);
            tell(worth, next);
        } else {
            for &mv in &moves {
                self.follow(next, &played(next, mv), depth, share, tell);
            }
        }
        self.moves.give_back(moves);
    }

    const fn depth(&self) -> Depth {
        Depth { samples: self.samples, replies: self.replies }
    }

    fn after(&mut self, state: &G, mv: G::Move, depth: Depth, budget: usize) -> f64 {
        self.onward(state, &played(state, mv), depth, budget)
    }

    /// Returns the value of the position that follows another: it is final if the turn ended between them.
    fn onward(&mut self, before: &G, next: &G, depth: Depth, budget: usize) -> f64 {
        if next.turns_played() == before.turns_played() {
            self.value(next, depth, budget.saturating_sub(1))
        } else {
            self.worth(next)
        }
    }

    fn value(&mut self, state: &G, depth: Depth, budget: usize) -> f64 {
        match state.turn() {
            Turn::Decide(seat) if seat == self.seat => self.best(state, depth, budget),
            Turn::Decide(seat) => self.replied(state, seat, depth, budget),
            Turn::Chance => self.expected(state, depth, budget),
            Turn::Over => self.worth(state),
        }
    }

    /// Returns the value of the best move.
    fn best(&mut self, state: &G, depth: Depth, budget: usize) -> f64 {
        let mut moves = self.moves.take();
        state.moves(&mut moves);
        let share = budget / moves.len();
        let value = if share == 0 {
            self.worth(state)
        } else {
            let values = moves.iter().map(|&mv| self.after(state, mv, depth, share));
            values.fold(f64::NEG_INFINITY, f64::max)
        };
        self.moves.give_back(moves);
        value
    }

    /// Returns the value after another seat's decision in this turn. That seat maximizes its own lead, looking
    /// ahead without further replies.
    fn replied(&mut self, state: &G, other: Seat, depth: Depth, budget: usize) -> f64 {
        let mut moves = self.moves.take();
        state.moves(&mut moves);
        let share = budget / (2 * moves.len());
        let value = if depth.replies == 0 || share == 0 {
            self.worth(state)
        } else {
            let seat = std::mem::replace(&mut self.seat, other);
            let mut best = (f64::NEG_INFINITY, moves[0]);
            for &mv in &moves {
                let value = self.after(state, mv, Depth { samples: 1, replies: 0 }, share);
                if value > best.0 {
                    best = (value, mv);
                }
            }
            self.seat = seat;
            let depth = Depth { replies: depth.replies - 1, ..depth };
            self.after(state, best.1, depth, budget - share * moves.len())
        };
        self.moves.give_back(moves);
        value
    }

    /// Returns the mean value over a sample of events, or over all of them if they are few.
    fn expected(&mut self, state: &G, depth: Depth, budget: usize) -> f64 {
        let samples = depth.samples.min(budget as u32);
        if samples == 0 {
            return self.worth(state);
        }
        let mut chances = self.chances.take();
        state.chances(&mut chances);
        if chances.len() > samples as usize {
            sample(&mut chances, samples, self.offset);
        }
        let share = budget / chances.len();
        let depth = Depth { samples: (samples / 2).max(1), ..depth };
        let (mut sum, mut total) = (0.0, 0);
        for &(chance, weight) in &chances {
            let mut next = state.clone();
            next.happen(chance);
            sum += f64::from(weight) * self.onward(state, &next, depth, share);
            total += weight;
        }
        self.chances.give_back(chances);
        sum / f64::from(total)
    }
}

fn played<G: Evaluated>(state: &G, mv: G::Move) -> G {
    let mut next = state.clone();
    next.play(mv);
    next
}

/// The remaining search depth for events and decisions that the seat does not control.
#[derive(Copy, Clone)]
struct Depth {
    /// Number of samples at the next chance event.
    samples: u32,
    /// Number of consecutive decisions of other seats.
    replies: u32,
}

/// Reduces the events to a systematic sample: `samples` points at equal distances along the concatenated
/// weights, beginning at `offset` of a distance. Every event is expected as often as its weight demands,
/// neighbouring events are sampled evenly, and each weight becomes the number of points.
pub(crate) fn sample<E>(events: &mut Vec<(E, u32)>, samples: u32, offset: f64) {
    let total: u32 = events.iter().map(|(_, weight)| weight).sum();
    let distance = f64::from(total) / f64::from(samples);
    let points_before = |end: u32| (f64::from(end) / distance - offset).ceil().max(0.0) as u32;
    let mut end = 0;
    events.retain_mut(|(_, weight)| {
        let begin = end;
        end += *weight;
        *weight = points_before(end) - points_before(begin);
        *weight > 0
    });
}

/// Empty vectors for reuse, so that a search does not allocate.
struct Pool<T>(Vec<Vec<T>>);

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Pool<T> {
    fn take(&mut self) -> Vec<T> {
        self.0.pop().unwrap_or_default()
    }

    fn give_back(&mut self, mut vector: Vec<T>) {
        vector.clear();
        self.0.push(vector);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::greedy::Greedy;
    use engine::{Game, Seed};
    use std::sync::Arc;
    use tongiaki::{Setup, State};

    /// Returns whether the seat's consecutive decisions can lead from one position to another.
    fn leads(from: &State, to: &State, seat: Seat) -> bool {
        let mut moves = Vec::new();
        from.moves(&mut moves);
        moves.iter().any(|&mv| {
            let next = played(from, mv);
            let goes_on = next.turn() == Turn::Decide(seat) && !next.is_between_turns();
            next == *to || (goes_on && leads(&next, to, seat))
        })
    }

    /// In random games, a greedy decision leads to a position that the rules allow: without a budget, the
    /// position after one move; with a larger budget, mostly a position where the seat has no further
    /// decisions.
    #[test]
    fn decisions_are_followed_as_far_as_they_were_seen() {
        let mut rng = Seed::new(6).rng();
        let mut lookahead = Greedy::<State>::new(Arc::default()).lookahead(Memo::default());
        let mut game = State::new(&Setup::new(3).unwrap());
        let (mut choices, mut ends) = (0, 0);
        while game.turn() != Turn::Over {
            let Turn::Decide(seat) = game.turn() else {
                game.happen(game.random_chance(&mut rng));
                continue;
            };
            lookahead.prepare(seat, &mut rng);
            let mut moves = Vec::new();
            game.moves(&mut moves);
            let hasty = lookahead.decide(&game, 0);
            assert!(moves.iter().any(|&mv| played(&game, mv) == hasty));
            let thorough = lookahead.decide(&game, 1_000_000);
            assert!(leads(&game, &thorough, seat));
            if moves.len() > 1 {
                choices += 1;
                let goes_on = thorough.turn() == Turn::Decide(seat) && !thorough.is_between_turns();
                ends += u32::from(!goes_on);
            }
            game.play(game.random_move(&mut rng));
        }
        assert!(choices > 20 && 4 * ends > 3 * choices, "{ends} of {choices}");
    }

    /// Over many offsets, every event is sampled as often as its weight demands, and every sample has the same
    /// size.
    #[test]
    fn samples_follow_the_weights() {
        let weights = [1, 4, 0, 2, 3];
        let mut rng = Seed::new(3).rng();
        let mut drawn = [0; 5];
        let rounds = 20_000;
        for _ in 0..rounds {
            let mut events: Vec<_> = (0..5).zip(weights).collect();
            sample(&mut events, 3, rng.random());
            assert_eq!(events.iter().map(|&(_, points)| points).sum::<u32>(), 3);
            for (event, points) in events {
                drawn[event] += points;
            }
        }
        for (weight, drawn) in weights.into_iter().zip(drawn) {
            let expected = 3.0 * f64::from(weight) / 10.0;
            let seen = f64::from(drawn) / f64::from(rounds);
            assert!((seen - expected).abs() < 0.02, "{weight}: {seen} for {expected}");
        }
    }
}
