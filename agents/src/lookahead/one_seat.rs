//! The decisions of one seat in its turn: it makes the best moves, and replies of other seats are predicted.

use super::{Effort, Lookahead, Model, SECOND_LOOKS};
use crate::objective::Worths;
use crate::order::sort_best_first;
use engine::{Evaluated, Seat, Turn};

impl<G: Evaluated> Lookahead<'_, G> {
    /// Returns the values after a move.
    pub(crate) fn after_move(&mut self, state: &G, mv: G::Move, effort: Effort) -> Worths {
        // Positions are large: as the result of a function, this one would be copied again.
        let mut next = state.clone();
        next.play(mv);
        self.onward(state.turns_played(), &next, effort)
    }

    /// Returns the values after the move that is best for the deciding seat.
    pub(super) fn best_move(&mut self, state: &G, seat: Seat, effort: Effort) -> Worths {
        let mut moves = self.moves.pop().unwrap_or_default();
        state.moves(&mut moves);
        let share = Effort { nodes: effort.nodes / moves.len(), ..effort };
        let worths = if share.nodes == 0 {
            self.worths(state)
        } else {
            let after = moves.iter().map(|&mv| self.after_move(state, mv, share));
            let better = |best: Worths, next: Worths| {
                if next[seat.index()] > best[seat.index()] { next } else { best }
            };
            after.reduce(better).expect("a seat that decides has a move")
        };
        self.moves.push(moves);
        worths
    }

    /// Returns the values after another seat's decision, with a model of the later ones. That seat makes the move that
    /// is best for itself, looking ahead without further replies.
    pub(super) fn replied(
        &mut self,
        state: &G,
        other: Seat,
        effort: Effort,
        later: Model,
    ) -> Worths {
        let mut moves = self.moves.pop().unwrap_or_default();
        state.moves(&mut moves);
        let nodes = effort.nodes / (2 * moves.len());
        let worths = if nodes == 0 {
            self.worths(state)
        } else {
            let model = Model::OneSeat { seat: other, replies: 0 };
            let narrow = Effort { samples: 1, nodes, model, ..effort };
            let (mut reply, mut highest) = (moves[0], f64::NEG_INFINITY);
            for &mv in &moves {
                let worth = self.after_move(state, mv, narrow)[other.index()];
                if worth > highest {
                    (reply, highest) = (mv, worth);
                }
            }
            let left = effort.nodes - nodes * moves.len();
            self.after_move(state, reply, Effort { nodes: left, model: later, ..effort })
        };
        self.moves.push(moves);
        worths
    }

    /// Returns the position after the seat's next consecutive decisions. A first pass evaluates all continuations with
    /// one event per chance node and a quarter of the positions; a second pass evaluates the best ones with all
    /// samples.
    pub(crate) fn decide(&mut self, state: &G, seat: Seat, effort: Effort) -> G {
        let (turn, first) = (state.turns_played(), effort.nodes / 4);
        let mut moves = self.moves.pop().unwrap_or_default();
        state.moves(&mut moves);
        let share = Effort { samples: 1, nodes: first / moves.len(), ..effort };
        let mut ends = Vec::new();
        for &mv in &moves {
            self.follow(turn, played(state, mv), seat, share, &mut ends);
        }
        self.moves.push(moves);
        sort_best_first(&mut ends, |(worth, _)| *worth);
        ends.truncate(SECOND_LOOKS);
        if ends.len() > 1 {
            let share = Effort { nodes: (effort.nodes - first) / ends.len(), ..effort };
            for (worth, end) in &mut ends {
                *worth = self.onward(turn, end, share)[seat.index()];
            }
        }
        let best = ends.into_iter().reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.expect("a seat that decides has a move").1
    }

    /// Follows all lines from a position of this turn. Adds the end of each line with its value for the seat: where
    /// the seat's consecutive decisions end, or the positions to search do.
    fn follow(&mut self, turn: u32, next: G, seat: Seat, effort: Effort, ends: &mut Vec<(f64, G)>) {
        if next.turn() != Turn::Decide(seat) || next.turns_played() != turn {
            let worth = self.onward(turn, &next, effort)[seat.index()];
            return ends.push((worth, next));
        }
        let mut moves = self.moves.pop().unwrap_or_default();
        next.moves(&mut moves);
        let share = Effort { nodes: effort.nodes / moves.len(), ..effort };
        if share.nodes == 0 {
            let worth = self.worths(&next)[seat.index()];
            ends.push((worth, next));
        } else {
            for &mv in &moves {
                self.follow(turn, played(&next, mv), seat, share, ends);
            }
        }
        self.moves.push(moves);
    }
}

fn played<G: Evaluated>(state: &G, mv: G::Move) -> G {
    let mut next = state.clone();
    next.play(mv);
    next
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Memo;
    use crate::lookahead::Model;
    use crate::objective::Objective;
    use engine::{Game, Seed};
    use rand::RngExt;
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
        let objective = Objective::of_lookahead(Arc::default(), State::DEFAULTS.temperature);
        let mut memo = Memo::default();
        let mut game = State::new(&Setup::new(3).unwrap());
        let (mut choices, mut ends) = (0, 0);
        while let Some(seat) = game.next_decision(|game| game.happen(game.random_chance(&mut rng)))
        {
            let mut lookahead = Lookahead::new(&objective, &mut memo, rng.random());
            let model = Model::OneSeat { seat, replies: 2 };
            let hasty = Effort { turns: 1, samples: 8, nodes: 0, model };
            let thorough = Effort { nodes: 1_000_000, ..hasty };
            let mut moves = Vec::new();
            game.moves(&mut moves);
            let hasty = lookahead.decide(&game, seat, hasty);
            assert!(moves.iter().any(|&mv| played(&game, mv) == hasty));
            let thorough = lookahead.decide(&game, seat, thorough);
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
}
