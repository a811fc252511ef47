//! The legal moves of a position, which are listed when they are needed.

use engine::{Encoding, Game, PlayableGame, Turn};

/// The legal moves and their action numbers, in buffers that one position after another uses.
pub struct LegalMoves<G: Game> {
    moves: Vec<G::Move>,
    numbers: Vec<usize>,
    has_moves: bool,
    has_numbers: bool,
}

impl<G: PlayableGame> LegalMoves<G> {
    /// Creates lists that are still to be filled.
    pub const fn new() -> Self {
        Self { moves: Vec::new(), numbers: Vec::new(), has_moves: false, has_numbers: false }
    }

    /// Returns the legal moves in ascending order; none unless a seat decides.
    pub fn moves(&mut self, game: &G) -> &[G::Move] {
        if !self.has_moves {
            self.moves.clear();
            if let Turn::Decide(_) = game.turn() {
                game.moves(&mut self.moves);
            }
            self.has_moves = true;
        }
        &self.moves
    }

    /// Returns the action numbers of the legal moves in ascending order; none in a game without an encoding.
    pub fn numbers(&mut self, game: &G, encoding: Option<&Encoding<G>>) -> &[usize] {
        if !self.has_numbers {
            self.moves(game);
            self.numbers.clear();
            if let Some(encoding) = encoding {
                self.numbers.extend(self.moves.iter().filter_map(|&mv| encoding.number_of(mv)));
            }
            self.has_numbers = true;
        }
        &self.numbers
    }

    /// Returns the move with this action number, if the numbers were listed before and the move is legal. Otherwise, nothing is
    /// known about the move.
    pub fn listed(&self, action: usize) -> Option<G::Move> {
        let place = self.numbers.binary_search(&action).ok().filter(|_| self.has_numbers)?;
        Some(self.moves[place])
    }

    /// Notes that the position has changed.
    pub const fn forget(&mut self) {
        self.has_moves = false;
        self.has_numbers = false;
    }
}
