//! Bounded lookahead: the values of a position for all seats, after searched decisions and sampled chance events.
//!
//! Decisions are predicted by one of two models. `greedy` searches the moves of one seat within its turn ([`one_seat`]).
//! `expectimax` and the first look of `halving` search lines of all seats, by max^n ([`max_n`]).

mod first_look;
mod line;
mod max_n;
mod one_seat;

use crate::evaluation::Memo;
use crate::objective::{Objective, Worths};
use engine::{Evaluated, Seat, Turn};
pub(crate) use first_look::{Candidate, FirstLook, near};
pub(crate) use line::Line;
use line::Lines;

/// Maximum number of lines whose ends are searched again at one decision.
const SECOND_LOOKS: usize = 12;

/// The depth, width and size of a lookahead.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Effort {
    /// Number of turns to search, including the current one.
    pub(crate) turns: u32,
    /// Number of outcomes to sample at the next chance event.
    pub(crate) samples: u32,
    /// The approximate number of positions to search.
    pub(crate) nodes: usize,
    pub(crate) model: Model,
}

/// The model by which a lookahead predicts decisions.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Model {
    /// Every seat plays the line that is best for itself (max^n), where a line is a sequence of its decisions.
    MaxN,
    /// This seat makes the move that is best for itself. Each of up to this number of decisions of other seats is
    /// predicted as the move that is best for the deciding seat; later ones are not searched.
    OneSeat { seat: Seat, replies: u32 },
}

/// A depth-limited search.
pub(crate) struct Lookahead<'a, G: Evaluated> {
    objective: &'a Objective<G>,
    memo: &'a mut Memo,
    /// The offset of the systematic samples of chance events, from 0 to 1 strides. All alternatives share it, so that
    /// they are compared under the same events.
    offset: f64,
    /// The moves of the best lines of the seat that begins the last turn, from the first such position after the current
    /// plan. Later positions differ only by chance events, and mostly have the same best replies.
    replies: Vec<Vec<G::Move>>,
    /// Vectors for reuse, so that a search does not allocate.
    moves: Vec<Vec<G::Move>>,
    chances: Vec<Vec<(G::Chance, u32)>>,
    lines: Vec<Lines<G>>,
}

impl<'a, G: Evaluated> Lookahead<'a, G> {
    pub(crate) fn new(objective: &'a Objective<G>, memo: &'a mut Memo, offset: f64) -> Self {
        let (moves, chances, lines) = (Vec::new(), Vec::new(), Vec::new());
        Self { objective, memo, offset, replies: Vec::new(), moves, chances, lines }
    }

    fn worths(&mut self, position: &G) -> Worths {
        self.objective.worths(position, None, self.memo)
    }

    /// Returns the values of a position whose predecessor belongs to this turn.
    fn onward(&mut self, turn: u32, next: &G, mut effort: Effort) -> Worths {
        if next.turns_played() != turn {
            effort.turns -= 1;
            effort.samples = effort.samples.div_ceil(2);
        }
        if effort.turns == 0 || effort.nodes <= 1 {
            return self.worths(next);
        }
        effort.nodes -= 1;
        match (next.turn(), effort.model) {
            (Turn::Chance, _) => self.expected(next, effort),
            (Turn::Decide(seat), Model::MaxN) => self.best_line(next, seat, effort),
            (Turn::Decide(seat), Model::OneSeat { seat: own, .. }) if seat == own => {
                self.best_move(next, seat, effort)
            }
            (Turn::Decide(other), Model::OneSeat { seat, replies: replies @ 1.. }) => {
                let later = Model::OneSeat { seat, replies: replies - 1 };
                self.replied(next, other, effort, later)
            }
            (Turn::Decide(_) | Turn::Over, _) => self.worths(next),
        }
    }

    /// Returns the mean values over a sample of chance events, or over all of them if they are few.
    fn expected(&mut self, state: &G, effort: Effort) -> Worths {
        let samples = effort.samples.min(effort.nodes as u32);
        let mut chances = self.chances.pop().unwrap_or_default();
        state.chances(&mut chances);
        if chances.len() > samples as usize {
            sample(&mut chances, samples, self.offset);
        }
        // The models halve different numbers and round them differently.
        let later = match effort.model {
            Model::MaxN => effort.samples.div_ceil(2),
            Model::OneSeat { .. } => (samples / 2).max(1),
        };
        let share = Effort { samples: later, nodes: effort.nodes / chances.len(), ..effort };
        let (mut sums, mut total) = (Worths::default(), 0.0);
        for &(chance, weight) in &chances {
            let mut next = state.clone();
            next.happen(chance);
            let worths = self.onward(state.turns_played(), &next, share);
            for (sum, worth) in sums.iter_mut().zip(worths) {
                *sum += f64::from(weight) * worth;
            }
            total += f64::from(weight);
        }
        self.chances.push(chances);
        sums.map(|sum| sum / total)
    }
}

/// Reduces the events to a systematic sample: `samples` points at equal distances along the concatenated
/// weights, beginning at `offset` of a distance. Every event is expected as often as its weight demands,
/// neighbouring events are sampled evenly, and each weight becomes the number of points.
fn sample<E>(events: &mut Vec<(E, u32)>, samples: u32, offset: f64) {
    let total: u32 = events.iter().map(|(_, weight)| weight).sum();
    let distance = f64::from(total) / f64::from(samples);
    let points_before = |end: u32| (f64::from(end) / distance - offset).ceil().max(0.0) as u32;
    let (mut end, mut before) = (0, 0);
    events.retain_mut(|(_, weight)| {
        end += *weight;
        *weight = points_before(end) - before;
        before += *weight;
        *weight > 0
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Seed;
    use rand::RngExt;

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
