//! A game at a table, shared by the Python objects.

use crate::arrays::described;
use crate::errors::Refusal;
use anygame::{ActionError, AnyGame, AnyParticipant, AnySetup, EncodingFacts};
use engine::{Outcome, RuleValue, Rules, Seat};
use pyo3::prelude::*;

/// A game with its rules and number of players.
pub struct GameTable {
    pub(crate) game: &'static dyn AnyGame,
    pub(crate) setup: AnySetup,
    pub(crate) encoding: EncodingFacts,
    /// The rules as they were given, to set up an equal table again.
    pub(crate) given: Vec<(String, String)>,
    pub(crate) returns: Returns,
}

impl GameTable {
    /// Sets up a table.
    ///
    /// # Errors
    /// Fails if the game does not allow this number of players, has no such rules, or has no encoding.
    pub fn new(
        game: &'static dyn AnyGame,
        players: Option<usize>,
        given: &[(String, String)],
        returns: Returns,
    ) -> Result<Self, Refusal> {
        let players = players.unwrap_or(*game.facts().players.start());
        let standard = game.setup(players, &Rules::new());
        let with = |rules: Rules, (key, value): &(String, String)| {
            // `Game.rules` gives the standard text by its name.
            if standard.as_ref().is_ok_and(|setup| is_name(setup, key, value)) {
                rules.with_named(key, value)
            } else {
                rules.with(key, value)
            }
        };
        let setup = game.setup(players, &given.iter().fold(Rules::new(), with))?;
        Self::with(game, setup, given.to_vec(), returns)
    }

    /// Returns the table of a setup.
    ///
    /// # Errors
    /// Fails if the game has no encoding.
    pub fn with(
        game: &'static dyn AnyGame,
        setup: AnySetup,
        given: Vec<(String, String)>,
        returns: Returns,
    ) -> Result<Self, Refusal> {
        let encoding = setup.encoding().ok_or(ActionError::NoEncoding(game.facts().name))?;
        Ok(Self { game, setup, encoding, given, returns })
    }

    /// Returns the game's name.
    pub fn name(&self) -> &'static str {
        self.game.facts().name
    }

    /// Returns the number of seats.
    pub const fn players(&self) -> usize {
        self.setup.players()
    }

    /// Returns whether both tables have the same game, players and rules.
    pub fn is_same(&self, other: &Self) -> bool {
        (self.name(), self.players(), self.setup.rules(), self.returns)
            == (other.name(), other.players(), other.setup.rules(), other.returns)
    }

    /// Returns the seat with this number.
    ///
    /// # Errors
    /// Fails if there is no such seat.
    pub fn seat(&self, number: i64) -> Result<Seat, Refusal> {
        let seat = usize::try_from(number).ok().filter(|&seat| seat < self.players());
        seat.map(Seat::new).ok_or(Refusal::NoSeat { seat: number, last: self.players() - 1 })
    }

    /// Returns the error that there is no action with this number.
    pub fn no_action(&self, number: i64) -> Refusal {
        let (game, last) = (self.name(), self.encoding.actions - 1);
        ActionError::NoAction { game, number, last }.into()
    }

    /// Reads an action from its number or its text.
    ///
    /// # Errors
    /// Fails if the object is neither, or if the game does not have this action.
    pub fn action(&self, given: &Bound<'_, PyAny>) -> PyResult<usize> {
        if let Ok(number) = given.extract::<usize>() {
            return Ok(number);
        }
        if let Ok(text) = given.extract::<&str>() {
            return Ok(self.setup.action_number(text).map_err(Refusal::from)?);
        }
        match given.extract::<i64>() {
            Ok(number) => Err(self.no_action(number).into()),
            Err(_) => Err(Refusal::NotAnAction(described(given)).into()),
        }
    }

    /// Returns the value of an outcome for each seat.
    pub fn returns<'a>(&'a self, outcome: &'a Outcome) -> impl Iterator<Item = f64> + 'a {
        Seat::all(self.players()).map(|seat| self.returns.of(outcome, seat))
    }

    /// Returns a short description of the table, such as `tongiaki, 3 players`.
    pub fn words(&self) -> String {
        format!("{}, {} players", self.name(), self.players())
    }

    /// Parses the spec of one agent that can play from views alone.
    ///
    /// # Errors
    /// Fails if the spec is not the spec of one such agent.
    pub fn participant(&self, spec: &str) -> Result<AnyParticipant, Refusal> {
        let list = self.game.participants(spec);
        let mut list = list.map_err(|error| Refusal::Agent(error.to_string()))?;
        let (Some(participant), true) = (list.pop(), list.is_empty()) else {
            let sentence = format!("'{spec}' names several agents: make an object for each");
            return Err(Refusal::Agent(sentence));
        };
        if participant.observes() {
            let sentence = format!(
                "'{spec}' runs as a separate process and follows whole games: it can play only in tournaments"
            );
            return Err(Refusal::Agent(sentence));
        }
        Ok(participant)
    }
}

/// Returns whether a rule takes a text, such as the content of a board file.
pub fn is_text(setup: &AnySetup, key: &str) -> bool {
    setup.rules().iter().any(|(rule, value)| *rule == key && matches!(value, RuleValue::Text(_)))
}

/// Returns whether the value is the name of the text by which a table plays.
pub fn is_name(setup: &AnySetup, key: &str, value: &str) -> bool {
    setup.rules().contains(&(key, RuleValue::Text(value.to_owned())))
}

/// The quantity that a seat is paid at the end of a game.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Returns {
    /// The seat's points.
    Points,
    /// The seat's share of the win, from 0 to 1.
    WinShare,
    /// The seat's points minus the points of the best other seat.
    Margin,
}

impl Returns {
    /// Returns the usual quantity of a game: the points in zero-sum games, and the share of the win in others.
    pub fn usual(game: &dyn AnyGame) -> Self {
        if game.facts().stake.is_some() { Self::Points } else { Self::WinShare }
    }

    /// Parses the word for a quantity.
    ///
    /// # Errors
    /// Fails if the word is not one of the three.
    pub fn parse(word: &str) -> Result<Self, Refusal> {
        let all = [Self::Points, Self::WinShare, Self::Margin];
        all.into_iter().find(|returns| returns.word() == word).ok_or_else(|| Refusal::Word {
            what: "returns",
            choice: "'points', 'win_share' or 'margin'",
            given: word.to_owned(),
        })
    }

    /// Returns the value of `returns` in Python.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::WinShare => "win_share",
            Self::Margin => "margin",
        }
    }

    /// Returns the value of an outcome for a seat.
    pub fn of(self, outcome: &Outcome, seat: Seat) -> f64 {
        match self {
            Self::Points => f64::from(outcome.points()[seat.index()]),
            Self::WinShare => outcome.win_share(seat),
            Self::Margin => f64::from(outcome.margin(seat)),
        }
    }
}
