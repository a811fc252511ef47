//! Lines: sequences of one seat's decisions, with the positions they lead to.

use crate::plan::followed;
use engine::{Evaluated, Seat, Turn};

/// A sequence of one seat's decisions.
#[derive(Clone)]
pub(crate) struct Line<G: Evaluated> {
    pub(crate) moves: Vec<G::Move>,
    /// The position after these moves, from the state for which the line was listed.
    pub(crate) end: G,
}

impl<G: Evaluated> Line<G> {
    /// Returns the line with the same moves from another state, if all of them are legal there.
    pub(super) fn at(&self, state: &G) -> Option<Self> {
        let (end, is_whole) = followed(&self.moves, state);
        is_whole.then(|| Self { moves: self.moves.clone(), end })
    }
}

/// Lines with distinct final positions, and the keys of these positions.
struct Lines<G: Evaluated> {
    lines: Vec<Line<G>>,
    keys: Vec<Option<u64>>,
}

impl<G: Evaluated> Lines<G> {
    const fn new() -> Self {
        Self { lines: Vec::new(), keys: Vec::new() }
    }

    /// Adds a line unless another one leads to the same position.
    fn add(&mut self, before: &Line<G>, mv: G::Move, end: &G) {
        let key = end.inputs_key();
        let mut known = self.keys.iter().zip(&self.lines);
        if known.any(|(other, line)| *other == key && line.end == *end) {
            return;
        }
        let mut moves = Vec::with_capacity(before.moves.len() + 1);
        moves.extend_from_slice(&before.moves);
        moves.push(mv);
        self.lines.push(Line { moves, end: end.clone() });
        self.keys.push(key);
    }
}

/// Lists one line of the deciding seat for each distinct position after its decisions. Stops before the next
/// decision when there are more than `limit` lines.
pub(super) fn lines<G: Evaluated>(state: &G, seat: Seat, limit: usize) -> Vec<Line<G>> {
    let mut ends = Lines::new();
    let mut open = vec![Line { moves: Vec::new(), end: state.clone() }];
    let mut moves = Vec::new();
    while !open.is_empty() && ends.lines.len() + open.len() <= limit {
        let mut next = Lines::new();
        for line in &open {
            line.end.moves(&mut moves);
            for &mv in &moves {
                let mut end = line.end.clone();
                end.play(mv);
                let goes_on =
                    end.turn() == Turn::Decide(seat) && end.turns_played() == state.turns_played();
                if goes_on { &mut next } else { &mut ends }.add(line, mv, &end);
            }
        }
        open = next.lines;
    }
    ends.lines.extend(open);
    ends.lines
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
            let all = lines(&game, seat, usize::MAX);
            for line in &all {
                assert_eq!(followed(&line.moves, &game), (line.end, true));
                assert_eq!(line.at(&game).map(|line| line.end), Some(line.end));
            }
            let mut ends = Vec::new();
            collect(&game, seat, &mut ends);
            assert_eq!(ends.len(), all.len());
            assert!(all.iter().all(|line| ends.contains(&line.end)));
            orders += usize::from(all.iter().any(|line| line.moves.len() > 1));
            cut += usize::from(lines(&game, seat, 6).len() < all.len());
            game.play(game.random_move(&mut rng));
        }
        assert!(orders > 10 && cut > 5, "{orders} {cut}");
    }
}
