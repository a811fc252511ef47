//! Games that a driver can set up, deal, run, record and show.

use super::drawing::{PlainText, Render};
use super::study::Study;
use super::{
    Encoding, Game, GameEvent, RuleError, RuleOption, RuleValue, Rules, Seat, Tables, View,
    first_word,
};
use rand::Rng;
use serde::Serialize;
use serde_json::{Value, json};
use std::fmt::{Debug, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A game that a driver can set up, deal, run and record.
///
/// Records, replays and counts of positions follow from it. Everything that has a default is optional. Use
/// [`PlainEvent`](super::PlainEvent) for records that list the moves and chance events in their notation, and `()` for
/// no tables. A game without a renderer is shown as plain text, and one without an encoding has no
/// training data to export.
pub trait PlayableGame: Game<Move: FromStr<Err: Debug + Display>> {
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
    /// The columns and tables that the game adds to a run.
    type Tables: Tables<Self>;

    /// Returns the setup of a table.
    ///
    /// # Errors
    /// If the game does not support this number of players, or for an unknown rule or value. [`Self::check_rules`] checks
    /// everything that follows from [`Self::RULES`].
    fn setup(players: usize, rules: &Rules) -> Result<Self::Setup, RuleError>;

    /// Checks the number of players, and the names and values of the rules.
    ///
    /// # Errors
    /// The first mismatch.
    fn check_rules(players: usize, rules: &Rules) -> Result<(), RuleError> {
        rules.check(Self::NAME, &Self::PLAYERS, Self::RULES, players)
    }

    /// Returns the value of every rule at this table, in the order of [`Self::RULES`].
    fn rules_in_force(_setup: &Self::Setup) -> Vec<(&'static str, RuleValue)> {
        Vec::new()
    }

    /// Returns further facts about the table for readers of results: names and values.
    fn facts(_setup: &Self::Setup) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Returns the state before the first chance event or move.
    fn start(setup: &Self::Setup) -> Self;

    /// Shuffles the decks.
    fn deal<R: Rng>(setup: &Self::Setup, rng: &mut R) -> Self::Deal;

    /// Reads a deal from its JSON form.
    ///
    /// # Errors
    /// If the JSON is not a deal, or the deal does not fit the setup.
    fn read_deal(json: &Value, setup: &Self::Setup) -> Result<Self::Deal, String>;

    /// Returns the chance event that the deal brings at this [`Turn::Chance`](super::Turn::Chance).
    fn dealt(&self, deal: &Self::Deal) -> Self::Chance;

    /// [`Game::play`] that also appends to the record.
    fn play_recorded(&mut self, mv: Self::Move, record: &mut Vec<Self::Event>) {
        GameEvent::play(self, mv, record);
    }

    /// [`Game::happen`] that also appends to the record.
    fn happen_recorded(&mut self, chance: Self::Chance, record: &mut Vec<Self::Event>) {
        GameEvent::happen(self, chance, record);
    }

    /// Describes what is public and fixed before the first move, for bots in other languages: the rules in force and
    /// the printed material. Names match those of records, and moves use their notation.
    fn describe_table(_setup: &Self::Setup) -> impl Serialize {
        json!({})
    }

    /// Describes everything that a seat knows, for bots. By default that is the seat alone: bots then follow the game
    /// by its events.
    fn describe_view(view: &Self::View) -> impl Serialize {
        json!({ "seat": view.seat() })
    }

    /// Describes an event as this seat sees it, without what it cannot see.
    fn observe_event(event: &Self::Event, observer: Seat, setup: &Self::Setup)
    -> Self::Observation;

    /// Returns the studies of kinds of steps, by default none.
    fn studies() -> &'static [&'static dyn Study<Self>] {
        &[]
    }

    /// Returns the renderer that shows the game to people.
    fn renderer() -> &'static dyn Render<Self> {
        &PlainText
    }

    /// Returns the numbers of the game's moves and the tensors of its views, if it has any.
    fn encoding() -> Option<&'static dyn Encoding<Self>> {
        None
    }

    /// Returns the kind of a legal move, in a few words, by which tables group moves. By default it is the first word of
    /// the notation.
    fn kind_of_move(&self, mv: Self::Move) -> String {
        first_word(mv)
    }

    /// Returns the kind of a possible chance event, by which tables group events. By default every event is a separate
    /// kind.
    fn kind_of_chance(&self, chance: Self::Chance) -> String {
        chance.to_string()
    }
}
