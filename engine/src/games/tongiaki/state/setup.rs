//! How a table is set up: players, edition, limit on turns.

use crate::MAX_SEATS;
use crate::words::words;

words! {
    /// The rule book in use. Only [`Edition::Hungarian`] differs in play (T27).
    #[derive(Default)]
    pub enum Edition: "edition" in "tongiaki" {
        /// Schmidt Spiele 2004, the original.
        #[default]
        Schmidt = "schmidt",
        /// The Dutch rules.
        Dutch = "dutch",
        /// The online implementation of `BrettspielWelt`.
        Brettspielwelt = "brettspielwelt",
        /// The Hungarian rules: water that closes the deck in a voyage ends the game at once (T27).
        Hungarian = "hungarian",
    }
}

/// Why a table cannot be set up.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum SetupError {
    /// Tongiaki is for 2 to 6.
    #[error("tongiaki is for 2 to 6 players, not {0}")]
    Players(usize),
    /// The turn limit is out of range.
    #[error("the turn limit must be between 1 and 65535, not {0}")]
    TurnLimit(u64),
}

/// How a table is set up.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Setup {
    players: u8,
    edition: Edition,
    turn_limit: u16,
    /// Rounds without a new tile after which a game ends; 0 for never.
    quiet_rounds: u8,
}

impl Setup {
    /// The default turn limit (T28).
    pub const DEFAULT_TURN_LIMIT: u16 = 400;
    /// The most rounds that the house rule against stalls may wait.
    pub const MOST_QUIET_ROUNDS: u64 = 100;

    /// Returns the Schmidt edition with the default turn limit.
    ///
    /// # Errors
    /// [`SetupError::Players`] unless there are 2 to 6 (T3).
    pub fn new(players: usize) -> Result<Self, SetupError> {
        if (2..=MAX_SEATS).contains(&players) {
            Ok(Self {
                players: players as u8,
                edition: Edition::default(),
                turn_limit: Self::DEFAULT_TURN_LIMIT,
                quiet_rounds: 0,
            })
        } else {
            Err(SetupError::Players(players))
        }
    }

    /// Returns the same table with another edition.
    #[must_use]
    pub const fn with_edition(self, edition: Edition) -> Self {
        Self { edition, ..self }
    }

    /// Returns the same table with another limit on the turns of all players together (T28).
    ///
    /// # Errors
    /// [`SetupError::TurnLimit`] unless it lies between 1 and 65535.
    pub fn with_turn_limit(self, turns: u64) -> Result<Self, SetupError> {
        match u16::try_from(turns) {
            Ok(turn_limit) if turn_limit > 0 => Ok(Self { turn_limit, ..self }),
            _ => Err(SetupError::TurnLimit(turns)),
        }
    }

    /// Returns the same table with the house rule that a game ends after so many rounds in a row without a new tile, at
    /// most [`Self::MOST_QUIET_ROUNDS`]; 0 for without that rule.
    #[must_use]
    pub fn with_quiet_rounds(self, rounds: u64) -> Self {
        Self { quiet_rounds: rounds.min(Self::MOST_QUIET_ROUNDS) as u8, ..self }
    }

    /// Returns the number of players at the table.
    pub const fn players(&self) -> usize {
        self.players as usize
    }

    /// Returns the rule book in use.
    pub const fn edition(&self) -> Edition {
        self.edition
    }

    /// Returns the limit on the turns of all players together (T28).
    pub const fn turn_limit(&self) -> u16 {
        self.turn_limit
    }

    /// Returns the rounds in a row without a new tile after which a game ends, if that house rule is played.
    pub fn quiet_rounds(&self) -> Option<u8> {
        (self.quiet_rounds > 0).then_some(self.quiet_rounds)
    }
}
