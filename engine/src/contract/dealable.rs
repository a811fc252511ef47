//! Games that a driver can lay out, deal, run and record.

use super::{Game, GameEvent, RuleError, RuleOption, RuleValue, Rules};
use rand::Rng;
use serde::Serialize;
use serde_json::Value;
use std::fmt::Debug;
use std::ops::RangeInclusive;

/// A game that a driver can deal, run and write down.
///
/// The least that a game has to add to [`Game`]: a setup, a deal, how both come about. Records, replays and
/// counts of positions follow from it; with `type Event = PlainEvent<Self>` a record lists the moves and
/// chance events in their notation.
pub trait Dealable: Game {
    /// The game's name on the command line and in records.
    const NAME: &'static str;
    /// The game's name for people.
    const TITLE: &'static str;
    /// The numbers of players that it is for.
    const PLAYERS: RangeInclusive<usize>;
    /// The rules that can be chosen. [`Rules`] says how records give them.
    const RULES: &'static [RuleOption] = &[];

    /// Everything hidden that is settled before the first move: the order of the decks.
    type Deal: Clone + Debug + Serialize + Send + Sync;
    /// An entry of the game's record.
    type Event: GameEvent<Self>;

    /// Lays the table.
    ///
    /// # Errors
    /// If the game is not for so many, has no such rule, or the rule no such value: [`Rules::check`] finds
    /// all that can be seen from [`Self::RULES`].
    fn setup(players: usize, rules: &Rules) -> Result<Self::Setup, RuleError>;

    /// The value of every rule at this table, in the order of [`Self::RULES`].
    fn rules_in_force(_setup: &Self::Setup) -> Vec<(&'static str, RuleValue)> {
        Vec::new()
    }

    /// What else there is to know of the table, for whoever reads the results: names and values.
    fn facts(_setup: &Self::Setup) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// A game about to begin.
    fn start(setup: &Self::Setup) -> Self;

    /// Shuffles the decks.
    fn deal<R: Rng>(setup: &Self::Setup, rng: &mut R) -> Self::Deal;

    /// Reads a deal in the form in which it is written.
    ///
    /// # Errors
    /// If it is none, or does not fit the table.
    fn read_deal(json: &Value, setup: &Self::Setup) -> Result<Self::Deal, String>;

    /// What happens at this [`Turn::Chance`](super::Turn::Chance) under the deal.
    fn dealt(&self, deal: &Self::Deal) -> Self::Chance;

    /// [`Game::play`] that also appends to the record.
    fn play_recorded(&mut self, mv: Self::Move, record: &mut Vec<Self::Event>) {
        GameEvent::play(self, mv, record);
    }

    /// [`Game::happen`] that also appends to the record.
    fn happen_recorded(&mut self, chance: Self::Chance, record: &mut Vec<Self::Event>) {
        GameEvent::happen(self, chance, record);
    }
}
