//! Games that a driver can set up, deal, play, record and show.
//!
//! The traits of a game's events, tables and drawings are also in this module, because they and [`PlayableGame`] refer to each
//! other.

use super::drawing::{Arrangement, Board, Bounds, Frame, LegendEntry, Point, Viewer, label};
use super::phrase::{Phrase, PhraseKind};
use super::study::Study;
use super::{
    Encoding, Evaluated, FinishedGame, Game, RuleError, RuleOption, RuleValue, Rules, RunTotals,
    Seat, SummedGame, TableSpec, TextTable, View, first_word,
};
use crate::csv_table::FilledTable;
use crate::replay::in_json;
use rand::Rng;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::fmt::{Debug, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A game that a driver can set up, deal, play and record.
///
/// Records, replays and perft counts work for every such game. Every item with a default is optional. Use
/// [`PlainEvent`](super::PlainEvent) for records that list the moves and chance events in their notation, and `()` for no tables.
/// A game without a renderer is shown as plain text, and training data cannot be exported for a game without an encoding.
///
/// # Examples
/// ```
/// use poker::kuhn::Kuhn;
/// use engine::{Game, PlayableGame, Rules, Seed, Turn};
///
/// let setup = Kuhn::setup(2, &Rules::new()).unwrap();
/// let mut rng = Seed::new(42).rng();
/// let deal = Kuhn::deal(&setup, &mut rng);
/// let mut game = Kuhn::start(&setup);
/// loop {
///     match game.turn() {
///         Turn::Decide(_) => game.play(game.random_move(&mut rng)),
///         Turn::Chance => game.happen(game.dealt(&deal)),
///         Turn::Over => break,
///     }
/// }
/// assert_eq!(game.outcome().points().len(), 2);
/// ```
pub trait PlayableGame: Evaluated + Game<Move: FromStr<Err: Debug + Display>> {
    /// The game's name on the command line and in records.
    const NAME: &'static str;
    /// The game's name for people.
    const TITLE: &'static str;
    /// The supported player counts.
    const PLAYERS: RangeInclusive<usize>;
    /// The rules that can be chosen. Records give them as [`Rules`] describes.
    const RULES: &'static [RuleOption] = &[];

    /// Solutions of a small game for different tables, as policy files. The agent `table` plays them by default.
    const POLICIES: &'static [&'static str] = &[];

    /// The largest number of points that a seat can lose to each other seat, if the points of all seats always sum to 0; `None` in
    /// other games.
    const STAKE: Option<u16> = None;

    /// Everything hidden that is determined before the first move, such as the order of the decks.
    type Deal: Clone + Debug + Serialize + Send + Sync;
    /// An entry of the game's record.
    type Event: GameEvent<Self>;
    /// The columns and tables that the game adds to a run.
    type Tables: Tables<Self>;

    /// Returns the setup of a table with these rules.
    ///
    /// # Errors
    /// If the game does not support this number of players, or a rule or its value is unknown. [`Self::check_rules`] checks
    /// everything that follows from [`Self::RULES`].
    fn setup(players: usize, rules: &Rules) -> Result<Self::Setup, RuleError>;

    /// Checks the number of players, and the names and values of the rules.
    ///
    /// # Errors
    /// The first mismatch that is found.
    fn check_rules(players: usize, rules: &Rules) -> Result<(), RuleError> {
        rules.check(Self::NAME, &Self::PLAYERS, Self::RULES, players)
    }

    /// Returns the value of every rule at this table, in the order of [`Self::RULES`].
    fn rules_in_force(_setup: &Self::Setup) -> Vec<(&'static str, RuleValue)> {
        Vec::new()
    }

    /// Returns further facts about the table as names and values, for readers of results.
    fn facts(_setup: &Self::Setup) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Returns the state before the first chance event or move.
    fn start(setup: &Self::Setup) -> Self;

    /// Shuffles the decks and returns their order.
    fn deal<R: Rng>(setup: &Self::Setup, rng: &mut R) -> Self::Deal;

    /// Reads a deal from its JSON form.
    ///
    /// # Errors
    /// If the JSON is not a deal, or the deal does not fit the setup.
    fn read_deal(json: &Value, setup: &Self::Setup) -> Result<Self::Deal, String>;

    /// Returns the chance event that the deal determines at this [`Turn::Chance`](super::Turn::Chance).
    fn dealt(&self, deal: &Self::Deal) -> Self::Chance;

    /// Changes a deal so that it determines this chance event next, as if people had drawn it at a table, and all events before it
    /// as before. Returns whether the deals of the game can follow people; by default, they cannot.
    fn draw_next(&self, _deal: &mut Self::Deal, _chance: Self::Chance) -> bool {
        false
    }

    /// Plays a move like [`Game::play`] and appends its events to the record.
    fn play_recorded(&mut self, mv: Self::Move, record: &mut Vec<Self::Event>) {
        GameEvent::play(self, mv, record);
    }

    /// Applies a chance event like [`Game::happen`] and appends its events to the record.
    fn happen_recorded(&mut self, chance: Self::Chance, record: &mut Vec<Self::Event>) {
        GameEvent::happen(self, chance, record);
    }

    /// Describes the public information that is fixed before the first move, for bots in other languages: the rules in force and
    /// the printed material. Names match the names in records, and moves use the same notation.
    fn describe_table(_setup: &Self::Setup) -> impl Serialize {
        json!({})
    }

    /// Describes everything that a seat knows, for bots. The default describes only the seat number; bots then follow the game by
    /// its events.
    fn describe_view(view: &Self::View) -> impl Serialize {
        json!({ "seat": view.seat() })
    }

    /// Describes an event as the observer sees it, without its hidden parts.
    fn observe_event(event: &Self::Event, observer: Seat, setup: &Self::Setup)
    -> Self::Observation;

    /// Returns the studies of kinds of decisions; none by default.
    fn studies() -> &'static [&'static dyn Study<Self>] {
        &[]
    }

    /// Returns the renderer that shows the game to people.
    fn renderer() -> &'static dyn Render<Self> {
        &PlainText
    }

    /// Returns the numbering of the game's moves and the observation tensors, if the game has an encoding.
    fn encoding() -> Option<&'static Encoding<Self>> {
        None
    }

    /// Returns the kind of a legal move, in a few words. Tables group moves by kind. The default is the first word of the
    /// notation.
    fn kind_of_move(&self, mv: Self::Move) -> String {
        first_word(mv)
    }

    /// Returns the kind of a possible chance event. Tables group chance events by kind. By default, every event has a separate
    /// kind.
    fn kind_of_chance(&self, chance: Self::Chance) -> String {
        chance.to_string()
    }
}

/// An entry of a game's record, expressed in the terms of the rules.
///
/// A move may cause several events, or none until further decisions complete them. A replay works backwards: it finds the move
/// that leads to the next event, plays it, and compares the events.
pub trait GameEvent<G: PlayableGame>: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// The result of a game as records give it.
    type Result: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;

    /// Plays a move like [`Game::play`] and appends its events to the log.
    fn play(game: &mut G, mv: G::Move, log: &mut Vec<Self>);

    /// Applies a chance event like [`Game::happen`] and appends its events to the log.
    fn happen(game: &mut G, chance: G::Chance, log: &mut Vec<Self>);

    /// Returns the next move on the way to this event, or `None` if this event cannot come next.
    fn move_toward(&self, game: &G) -> Option<G::Move>;

    /// Returns the result of a finished game.
    fn result(end: &G) -> Self::Result;

    /// Returns the JSON form of the event in the record of a game with this setup.
    fn to_json(&self, setup: &G::Setup) -> impl Serialize;

    /// Reads an event from the JSON form of [`Self::to_json`]. Unknown keys are ignored.
    ///
    /// # Errors
    /// The reason why the JSON is not an event.
    fn from_json(json: &Value, setup: &G::Setup) -> Result<Self, String>;

    /// Returns whether this event of a record matches the event that the replay has produced.
    fn is_same(&self, due: &Self) -> bool {
        self == due
    }

    /// Returns the deal in the form for a record with these events, including the parts that are determined only during play.
    fn deal_in_record(deal: &G::Deal, _setup: &G::Setup, _events: &[Self]) -> G::Deal {
        deal.clone()
    }

    /// Checks a recorded deal against this event, which has just been replayed.
    ///
    /// # Errors
    /// The reason why the deal contradicts the event.
    fn check_deal(&self, _game: &G, _deal: &G::Deal) -> Result<(), String> {
        Ok(())
    }

    /// Checks a recorded deal at the end of the game.
    ///
    /// # Errors
    /// The reason why the deal contradicts the finished game.
    fn check_end(_end: &G, _deal: &G::Deal) -> Result<(), String> {
        Ok(())
    }

    /// Prepares a game for a replay, in which choices whose order does not matter may be made in any order.
    fn begin_replay(_game: &mut G) {}

    /// Reverts [`Self::begin_replay`], so that play can continue from the position.
    fn end_replay(_game: &mut G) {}
}

/// A renderer, which shows a game to people. Games without a renderer are shown as [`PlainText`].
///
/// Seats look the same in all games: each has a colour, a shape and a letter.
pub trait Render<G: PlayableGame>: Sync {
    /// Returns the rules for newcomers, as a list of short paragraphs.
    fn rules(&self) -> &'static [&'static str];

    /// Draws the table without information that is hidden from the viewer.
    fn board(&self, state: &G, setup: &G::Setup, viewer: Viewer) -> Board;

    /// Draws the table after each of the events that followed a state, for people who watch them one by one. The drawings show
    /// nothing that is hidden from anybody; none by default.
    fn frames(&self, _before: &G, _events: &[G::Event]) -> Vec<Frame> {
        Vec::new()
    }

    /// Returns the legend: the symbols on the board and their meanings.
    fn legend(&self) -> Vec<LegendEntry>;

    /// Returns the picture and the name of the card or tile that a chance event reveals, so that people can enter it.
    /// `None` if they cannot, because the event is hidden from some of them or [`PlayableGame::draw_next`] is not supported.
    fn chance_picture(&self, _chance: G::Chance) -> Option<LegendEntry> {
        None
    }

    /// Returns the important facts about the position that the board does not show, such as the cards that are left to draw.
    fn facts(&self, state: &G) -> Phrase;

    /// Returns the important facts about a seat, except its points.
    fn seat_facts(&self, state: &G, seat: Seat) -> Phrase;

    /// Returns the key of the game's phase, one of [`Self::phases`], for help with the decision that is due; empty by default.
    fn phase(&self, _state: &G) -> &'static str {
        ""
    }

    /// Returns the keys of all phases.
    fn phases(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns all kinds of phrases that this renderer uses, for translations.
    fn phrases(&self) -> &'static [PhraseKind] {
        &[]
    }

    /// Returns the names that occur in phrases and moves, by the name of their type, for translations.
    fn names(&self) -> Vec<(String, Vec<String>)> {
        Vec::new()
    }

    /// Returns the board as text for a terminal.
    fn sketch(&self, state: &G, setup: &G::Setup) -> String;

    /// Returns the sketch without hidden information. By default, a sketch contains no hidden information.
    fn public_sketch(&self, state: &G, setup: &G::Setup) -> String {
        self.sketch(state, setup)
    }

    /// Describes an event in one sentence, without information that is hidden from the viewer. `after` is the position
    /// after the event and the chance events that followed it: it contains no later move.
    fn describe(&self, event: &G::Event, after: &G, setup: &G::Setup, viewer: Viewer) -> Phrase;

    /// Describes a move of the seat that decides, as an entry of a list of choices.
    fn move_in_words(&self, _state: &G, _setup: &G::Setup, mv: G::Move) -> Phrase {
        Phrase::untranslated(mv.to_string())
    }

    /// Returns the places on the board that a legal move names, so that a player can point at them. To choose a move with several
    /// places, the player points at all of them; a move without a place is chosen by its name.
    fn places(&self, _state: &G, _setup: &G::Setup, _mv: G::Move) -> Vec<Point> {
        Vec::new()
    }

    /// Returns the choice that people make at once where the game asks for several consecutive moves, such as the places of all
    /// pieces of a group. `None` if the next move is a choice by itself.
    fn arrangement(&self, _state: &G, _setup: &G::Setup) -> Option<Arrangement<G::Move>> {
        None
    }

    /// Returns the ids of the cards in a seat's hand, as if they were face up.
    fn hand(&self, _state: &G, _seat: Seat) -> Vec<&'static str> {
        Vec::new()
    }

    /// Returns the ids of the cards in the face-down deck from which hands are drawn, in no particular order.
    fn deck(&self, _state: &G) -> Vec<&'static str> {
        Vec::new()
    }

    /// Describes the board in words for people who cannot see it, one line per place. Like [`Self::board`], the description
    /// has no information that is hidden from the viewer.
    fn words(&self, _state: &G, _setup: &G::Setup, _viewer: Viewer) -> Vec<Phrase> {
        Vec::new()
    }
}

/// The default renderer, which shows states and events as plain text.
pub struct PlainText;

impl<G: PlayableGame> Render<G> for PlainText {
    fn rules(&self) -> &'static [&'static str] {
        &[]
    }

    fn board(&self, state: &G, _: &G::Setup, viewer: Viewer) -> Board {
        let is_shown = viewer == Viewer::Everything;
        let text = if is_shown { format!("{state:?}") } else { String::new() };
        let bounds = Bounds::around(Point::default(), 8.0 * text.len() as f64 / 2.0, 40.0);
        Board { pieces: vec![label(Point::default(), 14.0, &text)], bounds }
    }

    fn legend(&self) -> Vec<LegendEntry> {
        Vec::new()
    }

    fn facts(&self, _: &G) -> Phrase {
        Phrase::untranslated(String::new())
    }

    fn seat_facts(&self, _: &G, _: Seat) -> Phrase {
        Phrase::untranslated(String::new())
    }

    fn sketch(&self, state: &G, _: &G::Setup) -> String {
        format!("{state:?}\n")
    }

    fn public_sketch(&self, _: &G, _: &G::Setup) -> String {
        String::new()
    }

    fn describe(&self, event: &G::Event, _: &G, setup: &G::Setup, viewer: Viewer) -> Phrase {
        let observed = |seat| in_json(&G::observe_event(event, seat, setup));
        Phrase::untranslated(match viewer {
            Viewer::Everything => in_json(&event.to_json(setup)).to_string(),
            Viewer::Seat(seat) => observed(seat).to_string(),
            // An event that looks the same to two seats looks the same to all.
            Viewer::Public if observed(Seat::new(0)) == observed(Seat::new(1)) => {
                observed(Seat::new(0)).to_string()
            }
            Viewer::Public => "Something happens that not everybody sees.".to_owned(),
        })
    }
}

/// The columns and files that a game adds to a run. A value of this type follows one game and turns it into rows.
///
/// # Examples
/// ```
/// use poker::kuhn::{Kuhn, Move};
/// use engine::{FinishedGame, TableSpec, Tables};
/// use serde::{Deserialize, Serialize};
///
/// /// Counts the bets of a game.
/// #[derive(Default, Serialize, Deserialize)]
/// struct Bets {
///     bets: u32,
/// }
///
/// impl Tables<Kuhn> for Bets {
///     type Rows = Self;
///     type TableSums = ();
///
///     fn tables() -> Vec<TableSpec<Self>> {
///         vec![TableSpec::games(|rows| rows)]
///     }
///
///     fn decide(&mut self, _: &Kuhn, mv: Move) {
///         self.bets += u32::from(mv == Move::Bet);
///     }
///
///     fn finish(self, _: &FinishedGame<'_, Kuhn>) -> Self {
///         self
///     }
/// }
/// ```
pub trait Tables<G: PlayableGame>: Default + 'static {
    /// The rows of a single game.
    type Rows: Default + Send + 'static;
    /// The sums over all games of a run; `()` if there are none.
    type TableSums: TableSums<Self::Rows>;

    /// Returns the tables, always in the same order.
    fn tables() -> Vec<TableSpec<Self::Rows>>;

    /// Called when a seat is about to play a move.
    fn decide(&mut self, _before: &G, _mv: G::Move) {}

    /// Called with the events that a move or chance event has caused. Turns count from 1.
    fn follow(&mut self, _turn: u32, _events: &[G::Event]) {}

    /// Returns the rows once the game is over.
    fn finish(self, game: &FinishedGame<'_, G>) -> Self::Rows;

    /// Returns a contradiction between rows that were read back from files, if there is one, as the end of a sentence.
    fn contradiction(_rows: &Self::Rows) -> Option<&'static str> {
        None
    }
}

/// The sums over all games of a run, and the tables that follow from them.
pub trait TableSums<Rows>: Default + Send + 'static {
    /// Adds a game.
    fn add(&mut self, game: &SummedGame<'_>, rows: &Rows);

    /// Returns the summary tables of a run; every run has tables with the same names.
    fn summaries(&self, run: &RunTotals) -> Vec<FilledTable>;

    /// Returns the summary tables for the final report.
    fn report(&self, run: &RunTotals) -> Vec<TextTable>;
}

impl<Rows> TableSums<Rows> for () {
    fn add(&mut self, _: &SummedGame<'_>, _: &Rows) {}

    fn summaries(&self, _: &RunTotals) -> Vec<FilledTable> {
        Vec::new()
    }

    fn report(&self, _: &RunTotals) -> Vec<TextTable> {
        Vec::new()
    }
}

impl<G: PlayableGame> Tables<G> for () {
    type Rows = ();
    type TableSums = ();

    fn tables() -> Vec<TableSpec<()>> {
        Vec::new()
    }

    fn finish(self, _: &FinishedGame<'_, G>) {}
}
