//! The setup of a table: players, edition, turn limit, house rules.

use super::house::HouseRules;
use engine::words::words;
use engine::{RuleError, Rules};
use std::ops::RangeInclusive;

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
        /// The Hungarian rules: a water that closes the deck during a voyage ends the game at once (T27).
        Hungarian = "hungarian",
    }
}

/// The setup of a table.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Setup {
    players: u8,
    edition: Edition,
    /// In bytes, so that a setup needs no padding.
    turn_limit: [u8; 2],
    /// The number of rounds without a new tile after which a game ends; 0 disables the rule.
    quiet_rounds: u8,
    pub(crate) house: HouseRules,
}

impl Setup {
    /// The name of the game.
    pub(crate) const GAME: &'static str = "tongiaki";
    /// The player counts (T3).
    pub(crate) const PLAYERS: RangeInclusive<usize> = 2..=6;

    /// The default turn limit (T28).
    pub const DEFAULT_TURN_LIMIT: u16 = 400;
    /// The largest number of rounds for the house rule against stalls.
    pub const MOST_QUIET_ROUNDS: u64 = 100;

    /// Creates a setup with the Schmidt edition and the default turn limit.
    ///
    /// # Errors
    /// [`RuleError::Players`] unless there are 2 to 6 players (T3).
    pub fn new(players: usize) -> Result<Self, RuleError> {
        Rules::new().check(Self::GAME, &Self::PLAYERS, &[], players)?;
        Ok(Self {
            players: players as u8,
            edition: Edition::default(),
            turn_limit: Self::DEFAULT_TURN_LIMIT.to_le_bytes(),
            quiet_rounds: 0,
            house: HouseRules::of(&Rules::new()),
        })
    }

    /// Returns this setup with another edition.
    #[must_use]
    pub const fn with_edition(self, edition: Edition) -> Self {
        Self { edition, ..self }
    }

    /// Returns this setup with another limit on the total number of turns of all players (T28); 0 counts as 1.
    #[must_use]
    pub fn with_turn_limit(self, turns: u16) -> Self {
        Self { turn_limit: turns.max(1).to_le_bytes(), ..self }
    }

    /// Returns this setup with the house rule that a game ends after this number of consecutive rounds without a new tile. The
    /// number is capped at [`Self::MOST_QUIET_ROUNDS`]; 0 disables the rule.
    #[must_use]
    pub fn with_quiet_rounds(self, rounds: u64) -> Self {
        Self { quiet_rounds: rounds.min(Self::MOST_QUIET_ROUNDS) as u8, ..self }
    }

    /// Returns this setup with the house rules among these rules, whose numbers must be in their ranges.
    ///
    /// # Errors
    /// [`RuleError::Game`] if they leave no room for this number of players.
    pub fn with_house_rules(self, rules: &Rules) -> Result<Self, RuleError> {
        let house = HouseRules::of(rules);
        house
            .objection(self.players())
            .map_or(Ok(Self { house, ..self }), |what| Err(RuleError::Game(what)))
    }

    /// Returns the number of players at the table.
    pub const fn players(&self) -> usize {
        self.players as usize
    }

    /// Returns the rule book in use.
    pub const fn edition(&self) -> Edition {
        self.edition
    }

    /// Returns the limit on the total number of turns of all players (T28).
    pub const fn turn_limit(&self) -> u16 {
        u16::from_le_bytes(self.turn_limit)
    }

    /// Returns the number of consecutive rounds without a new tile after which a game ends, if that house rule is in force.
    pub fn quiet_rounds(&self) -> Option<u8> {
        (self.quiet_rounds > 0).then_some(self.quiet_rounds)
    }
}
