//! Lines: sequences of one seat's decisions, with the positions they lead to.

use crate::plan::followed;
use engine::{Evaluated, Seat, Turn};

/// A sequence of one seat's decisions.
pub(crate) struct Line<G: Evaluated> {
    pub(crate) moves: Vec<G::Move>,
    /// The position after these moves, from the state for which the line was listed.
    pub(crate) end: G,
}

/// Lines of one seat with distinct ends. Their memory serves many listings.
pub(super) struct Lines<G: Evaluated> {
    /// The first position, then all others on the lines. Positions are large, so each is made in its place.
    pub(super) positions: Vec<G>,
    /// For each position but the first, the place of the one before and the move there.
    steps: Vec<(usize, G::Move)>,
    /// The places of the lines' ends, with the keys of the positions.
    pub(super) ends: Vec<(usize, Option<u64>)>,
}

impl<G: Evaluated> Lines<G> {
    pub(super) const fn new() -> Self {
        Self { positions: Vec::new(), steps: Vec::new(), ends: Vec::new() }
    }

    /// Lists one line of the deciding seat for each distinct position after its decisions. Stops before the next
    /// decision when there are more than `limit` lines.
    pub(super) fn list(&mut self, state: &G, seat: Seat, limit: usize) {
        let Self { positions, steps, ends } = self;
        positions.clear();
        positions.push(state.clone());
        steps.clear();
        ends.clear();
        let mut open = vec![(0, None)];
        let mut moves = Vec::new();
        while !open.is_empty() && ends.len() + open.len() <= limit {
            let mut next = Vec::new();
            for (before, _) in open {
                positions[before].moves(&mut moves);
                for &mv in &moves {
                    let place = positions.len();
                    positions.extend_from_within(before..=before);
                    positions[place].play(mv);
                    let end = &positions[place];
                    let key = end.inputs_key();
                    let goes_on = end.turn() == Turn::Decide(seat)
                        && end.turns_played() == state.turns_played();
                    let list = if goes_on { &mut next } else { &mut *ends };
                    if list.iter().any(|&(at, other)| other == key && positions[at] == *end) {
                        positions.truncate(place);
                    } else {
                        list.push((place, key));
                        steps.push((before, mv));
                    }
                }
            }
            open = next;
        }
        ends.extend(open);
    }

    /// Lists the ends of those lines from another state that are legal from this one.
    pub(super) fn follow(&mut self, state: &G, lines: &[Vec<G::Move>]) {
        self.positions.clear();
        self.ends.clear();
        for moves in lines {
            let (end, is_whole) = followed(moves, state);
            if is_whole {
                self.ends.push((self.positions.len(), end.inputs_key()));
                self.positions.push(end);
            }
        }
    }

    /// Returns the moves to a place of the last listing.
    pub(super) fn moves_to(&self, mut place: usize) -> Vec<G::Move> {
        let mut moves = Vec::new();
        while place > 0 {
            let (before, mv) = self.steps[place - 1];
            moves.push(mv);
            place = before;
        }
        moves.reverse();
        moves
    }

    /// Returns all lines of the last listing.
    pub(super) fn all(&self) -> impl Iterator<Item = Line<G>> {
        let line = move |&(place, _): &(usize, _)| Line {
            moves: self.moves_to(place),
            end: self.positions[place].clone(),
        };
        self.ends.iter().map(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Game;
    use engine::Seed;
    use tongiaki::{Setup, State};

    /// Collects the positions that the seat's consecutive decisions can reach.
    fn collect(state: &State, seat: Seat, into: &mut Vec<State>) {
        let mut moves = Vec::new();
        state.moves(&mut moves);
        for mv in moves {
            let mut next = *state;
            next.play(mv);
            if next.turn() == Turn::Decide(seat) && !next.is_between_turns() {
                collect(&next, seat, into);
            } else if !into.contains(&next) {
                into.push(next);
            }
        }
    }

    /// In random games, lines are legal, reach their recorded ends, and reach every end once; a limit leaves
    /// some lines incomplete.
    #[test]
    fn every_end_has_one_line() {
        let mut rng = Seed::new(4).rng();
        let mut game = State::new(&Setup::new(3).unwrap());
        let (mut orders, mut cut) = (0, 0);
        while game.turn() != Turn::Over {
            let Turn::Decide(seat) = game.turn() else {
                game.happen(game.random_chance(&mut rng));
                continue;
            };
            let mut listed = Lines::new();
            listed.list(&game, seat, usize::MAX);
            let all: Vec<_> = listed.all().collect();
            let moves: Vec<_> = all.iter().map(|line| line.moves.clone()).collect();
            let mut again = Lines::new();
            again.follow(&game, &moves);
            assert_eq!(again.positions.len(), all.len());
            for (line, end) in all.iter().zip(again.positions) {
                assert_eq!(followed(&line.moves, &game), (line.end, true));
                assert_eq!(line.end, end);
            }
            let mut ends = Vec::new();
            collect(&game, seat, &mut ends);
            assert_eq!(ends.len(), all.len());
            assert!(all.iter().all(|line| ends.contains(&line.end)));
            orders += usize::from(all.iter().any(|line| line.moves.len() > 1));
            listed.list(&game, seat, 6);
            cut += usize::from(listed.ends.len() < all.len());
            game.play(game.random_move(&mut rng));
        }
        assert!(orders > 10 && cut > 5, "{orders} {cut}");
    }
}
