//! Games that a driver can set up, deal, play and record.

use super::{Game, GameEvent, RuleError, RuleOption, RuleValue, Rules};
use rand::Rng;
use serde::Serialize;
use serde_json::Value;
use std::fmt::Debug;
use std::ops::RangeInclusive;

/// A game that a driver can deal, play and record.
///
/// A game adds to [`Game`] its setup, its deal and how both are made. Records, replays and perft
/// counts follow from them. With `type Event = PlainEvent<Self>` a record lists the moves and
/// chance events in their notation.
pub trait Dealable: Game {
    /// The game's name on the command line and in records.
    const NAME: &'static str;
    /// The game's title, as shown to people.
    const TITLE: &'static str;
    /// The supported numbers of players.
    const PLAYERS: RangeInclusive<usize>;
    /// The rule options. [`Rules`] says how records state them.
    const RULES: &'static [RuleOption] = &[];

    /// All hidden information fixed before the first move: the order of the decks.
    type Deal: Clone + Debug + Serialize + Send + Sync;
    /// An entry of the game's record.
    type Event: GameEvent<Self>;

    /// Sets up the table.
    ///
    /// # Errors
    /// If the game does not support this number of players, lacks a given rule, or the rule lacks
    /// the given value. [`Rules::check`] finds everything that follows from [`Self::RULES`].
    fn setup(players: usize, rules: &Rules) -> Result<Self::Setup, RuleError>;

    /// Returns the value of every rule at this table, in the order of [`Self::RULES`].
    fn rules_in_force(_setup: &Self::Setup) -> Vec<(&'static str, RuleValue)> {
        Vec::new()
    }

    /// Further facts about the table for readers of the results, as names and values.
    fn facts(_setup: &Self::Setup) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Returns the state at the start of a game.
    fn start(setup: &Self::Setup) -> Self;

    /// Shuffles the decks.
    fn deal<R: Rng>(setup: &Self::Setup, rng: &mut R) -> Self::Deal;

    /// Reads a deal from its JSON form.
    ///
    /// # Errors
    /// If the value is not a deal, or does not fit the table.
    fn read_deal(json: &Value, setup: &Self::Setup) -> Result<Self::Deal, String>;

    /// Returns the event that the deal yields at this [`Turn::Chance`](super::Turn::Chance).
    fn dealt(&self, deal: &Self::Deal) -> Self::Chance;

    /// Plays a move like [`Game::play`] and appends its events to the record.
    fn play_recorded(&mut self, mv: Self::Move, record: &mut Vec<Self::Event>) {
        GameEvent::play(self, mv, record);
    }

    /// Applies a chance event like [`Game::happen`] and appends its events to the record.
    fn happen_recorded(&mut self, chance: Self::Chance, record: &mut Vec<Self::Event>) {
        GameEvent::happen(self, chance, record);
    }
}
