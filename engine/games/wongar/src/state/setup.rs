//! The setup of a table: players, edition, board, house rules.

use super::board::Board;
use super::edition::Edition;
use super::house::HouseRules;
use engine::{RuleError, Rules};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// The largest number of players (W1).
pub const SEATS: usize = 5;

/// The setup of a table.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Setup {
    players: u8,
    edition: Edition,
    board: Arc<Board>,
    pub(crate) house: HouseRules,
}

impl Setup {
    /// The name of the game.
    pub(crate) const GAME: &'static str = "wongar";
    /// The player counts (W1).
    pub(crate) const PLAYERS: RangeInclusive<usize> = 3..=5;

    /// Creates a setup with the base game on the built-in board.
    ///
    /// # Errors
    /// [`RuleError::Players`] unless there are 3 to 5 players (W1).
    pub fn new(players: usize) -> Result<Self, RuleError> {
        Rules::new().check(Self::GAME, &Self::PLAYERS, &[], players)?;
        let board = Board::reconstruction();
        Ok(Self {
            players: players as u8,
            edition: Edition::Base,
            board,
            house: HouseRules::of(&Rules::new()),
        })
    }

    /// Returns this setup with another edition.
    #[must_use]
    pub fn with_edition(self, edition: Edition) -> Self {
        Self { edition, ..self }
    }

    /// Returns this setup with another board.
    #[must_use]
    pub fn with_board(self, board: impl Into<Arc<Board>>) -> Self {
        Self { board: board.into(), ..self }
    }

    /// Returns this setup with the house rules among these rules, whose numbers must be in their ranges.
    #[must_use]
    pub fn with_house_rules(self, rules: &Rules) -> Self {
        Self { house: HouseRules::of(rules), ..self }
    }

    /// Returns the number of players at the table.
    pub const fn players(&self) -> usize {
        self.players as usize
    }

    /// Returns the edition in use.
    pub const fn edition(&self) -> Edition {
        self.edition
    }

    /// Returns the board.
    pub const fn board(&self) -> &Arc<Board> {
        &self.board
    }
}
