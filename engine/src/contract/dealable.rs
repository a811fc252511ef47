//! Games that a driver can lay out, deal, run and record.

use super::{Game, RuleError, RuleOption, RuleValue, Rules};
use rand::Rng;
use serde::Serialize;
use serde::de::DeserializeOwned;
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
    /// If the game is not for so many, has no such rule, or the rule no such value: [`Self::check_rules`] finds
    /// all that can be seen from [`Self::RULES`].
    fn setup(players: usize, rules: &Rules) -> Result<Self::Setup, RuleError>;

    /// Checks that the game is for so many players, has these rules, and the rules these values.
    ///
    /// # Errors
    /// The first thing that does not fit.
    fn check_rules(players: usize, rules: &Rules) -> Result<(), RuleError> {
        rules.check(Self::NAME, &Self::PLAYERS, Self::RULES, players)
    }

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

/// An entry of a game's record, as the rules name it.
///
/// A move may bring several events, or none as long as they wait for further decisions. A replay goes the
/// other way: from the next event it finds the move, plays it, and compares what comes of it.
pub trait GameEvent<G: Dealable>: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// The result of a game as records give it.
    type Result: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;

    /// [`Game::play`] that also appends to the log.
    fn play(game: &mut G, mv: G::Move, log: &mut Vec<Self>);

    /// [`Game::happen`] that also appends to the log.
    fn happen(game: &mut G, chance: G::Chance, log: &mut Vec<Self>);

    /// The next micro-decision on the way to this event; nothing if the event is of a kind, or at a place,
    /// that cannot come next.
    fn move_toward(&self, game: &G) -> Option<G::Move>;

    /// The result of a finished game.
    fn result(end: &G) -> Self::Result;

    /// The event as it stands in a record of a game at this table.
    fn to_json(&self, setup: &G::Setup) -> impl Serialize;

    /// Reads what [`Self::to_json`] wrote. Unknown keys are ignored.
    ///
    /// # Errors
    /// What is wrong with it.
    fn from_json(json: &Value, setup: &G::Setup) -> Result<Self, String>;

    /// Whether two events say the same.
    fn is_same(&self, due: &Self) -> bool {
        self == due
    }

    /// The deal as the record of these events gives it: with what was settled only during play.
    fn deal_in_record(deal: &G::Deal, _setup: &G::Setup, _events: &[Self]) -> G::Deal {
        deal.clone()
    }

    /// Checks a recorded deal against this event, which has just happened.
    ///
    /// # Errors
    /// What is wrong with the deal.
    fn check_deal(&self, _game: &G, _deal: &G::Deal) -> Result<(), String> {
        Ok(())
    }

    /// Checks a recorded deal at the end of the game.
    ///
    /// # Errors
    /// What is wrong with the deal.
    fn check_end(_end: &G, _deal: &G::Deal) -> Result<(), String> {
        Ok(())
    }

    /// Prepares a game for being replayed: choices whose order means nothing may come in any order.
    fn begin_replay(_game: &mut G) {}

    /// Takes that back, for a position that is to be played on.
    fn end_replay(_game: &mut G) {}
}
