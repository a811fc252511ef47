//! Games without their types: what a Python object holds of a table, a position, a view, an agent.

use crate::errors::Refusal;
use engine::{ActionGroup, Outcome, RuleValue, Seat, TensorBlock, Turn};
use std::any::Any;
use std::sync::Arc;

/// What is fixed about a table.
#[derive(Debug)]
pub struct TableFacts {
    /// The game's name.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// The number of seats.
    pub players: usize,
    /// The rules as they were given, to lay the same table again.
    pub given: Vec<(String, String)>,
    /// The rules in force.
    pub rules: Vec<(&'static str, RuleValue)>,
    /// What the end of a game is worth.
    pub returns: Returns,
    /// The number of actions.
    pub actions: usize,
    /// The number of values of an observation tensor.
    pub tensor_size: usize,
}

impl TableFacts {
    /// Returns whether both are the same game under the same rules.
    pub fn is_same(&self, other: &Self) -> bool {
        (self.name, self.players, &self.rules, self.returns)
            == (other.name, other.players, &other.rules, other.returns)
    }

    /// Returns the seat with this number.
    ///
    /// # Errors
    /// If there are fewer seats.
    pub fn seat(&self, number: i64) -> Result<Seat, Refusal> {
        let seat = usize::try_from(number).ok().filter(|&seat| seat < self.players);
        seat.map(Seat::new).ok_or(Refusal::NoSeat { seat: number, last: self.players - 1 })
    }

    /// Returns the table in words: `tongiaki, 3 players`.
    pub fn words(&self) -> String {
        format!("{}, {} players", self.name, self.players)
    }
}

/// What the end of a game is worth to a seat.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Returns {
    /// Its points.
    Points,
    /// Its share of the win, from 0 to 1.
    WinShare,
    /// Its points minus those of the best other seat.
    Margin,
}

impl Returns {
    /// Reads a word.
    ///
    /// # Errors
    /// If it is none of the three.
    pub fn parse(word: &str) -> Result<Self, Refusal> {
        match word {
            "points" => Ok(Self::Points),
            "win_share" => Ok(Self::WinShare),
            "margin" => Ok(Self::Margin),
            _ => Err(Refusal::Word {
                what: "returns",
                choice: "'points', 'win_share' or 'margin'",
                given: word.to_owned(),
            }),
        }
    }

    /// Returns its word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::WinShare => "win_share",
            Self::Margin => "margin",
        }
    }

    /// Returns what an outcome is worth to a seat.
    pub fn of(self, outcome: &Outcome, seat: Seat) -> f64 {
        match self {
            Self::Points => f64::from(outcome.points()[seat.index()]),
            Self::WinShare => outcome.win_share(seat),
            Self::Margin => f64::from(outcome.margin(seat)),
        }
    }
}

/// A game at a table.
pub trait Table: Send + Sync {
    /// What is fixed about it.
    fn facts(&self) -> &TableFacts;
    /// The groups of actions.
    fn groups(&self) -> &'static [ActionGroup];
    /// An action's text.
    fn action_text(&self, action: usize) -> Option<String>;
    /// The action with this text.
    fn action_number(&self, text: &str) -> Result<usize, Refusal>;
    /// The blocks of the observation tensor.
    fn blocks(&self) -> Vec<TensorBlock>;
    /// What is public before the first move, in JSON.
    fn describe(&self) -> String;
    /// A game about to begin. With a seed, chance acts by itself, from a deck shuffled under the seed.
    fn start(self: Arc<Self>, seed: Option<u64>) -> Box<dyn Position>;
    /// The agent that this spec describes.
    fn agent(self: Arc<Self>, spec: &str) -> Result<Box<dyn Seated>, Refusal>;
    /// Many games at once.
    fn games(self: Arc<Self>, plan: &Plan) -> Result<Vec<Box<dyn Lane>>, Refusal>;
}

/// A position in a game.
pub trait Position: Send + Sync {
    /// The same position again.
    fn copy(&self) -> Box<dyn Position>;
    /// Who acts next.
    fn turn(&self) -> Turn;
    /// How many turns have ended.
    fn turns_played(&self) -> u32;
    /// The legal actions, ascending.
    fn legal(&mut self) -> &[usize];
    /// Plays an action.
    fn apply(&mut self, action: usize) -> Result<(), Refusal>;
    /// Plays the legal action with this number among them, counted round and round.
    fn apply_nth(&mut self, number: usize) -> Result<(), Refusal>;
    /// The possible outcomes of chance, in words, with their probabilities.
    fn chances(&self) -> Vec<(String, f64)>;
    /// Lets chance take an outcome.
    fn apply_chance(&mut self, outcome: usize) -> Result<(), Refusal>;
    /// The outcome if the game ended now.
    fn outcome(&self) -> Outcome;
    /// What a seat knows.
    fn view(&self, seat: Seat) -> Box<dyn Sight>;
    /// The board as text.
    fn text(&self) -> String;
    /// The board as SVG.
    fn svg(&self) -> String;
    /// The seed and the steps that led here; `None` for a determinized state.
    fn history(&self) -> Option<(Option<u64>, &[u32])>;
    /// Takes these steps from here.
    fn replay(&mut self, steps: &[u32]) -> Result<(), Refusal>;
    /// Whether this is the same position.
    fn is_same(&self, other: &dyn Position) -> bool;
    /// A hash of the position.
    fn hash(&self) -> u64;
    /// For comparisons.
    fn as_any(&self) -> &dyn Any;
}

/// What one seat knows.
pub trait Sight: Send + Sync {
    /// Whose view it is.
    fn seat(&self) -> Seat;
    /// The seat's legal actions, ascending; none if it does not decide.
    fn legal(&self) -> Vec<usize>;
    /// Fills the observation tensor.
    fn tensor(&self, into: &mut [f32]);
    /// All that the seat knows, in JSON.
    fn describe(&self) -> String;
    /// A state that looks like this to the seat.
    fn determinize(&self, seed: u64) -> Box<dyn Position>;
    /// Whether it is the same view.
    fn is_same(&self, other: &dyn Sight) -> bool;
    /// A hash of the view.
    fn hash(&self) -> u64;
    /// For comparisons and agents.
    fn as_any(&self) -> &dyn Any;
}

/// What a search found out about an action.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct SearchRow {
    /// The action.
    pub action: usize,
    /// How often it was tried.
    pub visits: u64,
    /// What it was worth on average, in units of the search's reward.
    pub value: f64,
}

/// An agent at a table.
pub trait Seated: Send {
    /// Chooses an action with the random numbers of this seed.
    fn act(&mut self, sight: &dyn Sight, seed: u64) -> Result<usize, Refusal>;
    /// What the last search found, if the agent searches.
    fn search_table(&self) -> Vec<SearchRow>;
}

/// What a batch plays.
pub struct Plan {
    /// The number of games at once.
    pub lanes: usize,
    /// The master seed.
    pub seed: u64,
    /// The specs of the opponents, in turn order; none if all seats learn.
    pub opponents: Vec<String>,
    /// The seat that learns; without it, another one in each game.
    pub learner: Option<usize>,
}

/// A place in a batch where game follows game.
pub trait Lane: Send {
    /// The seat that decides.
    fn seat(&self) -> usize;
    /// Writes the legal actions: 1 where legal.
    fn mask(&self, into: &mut [bool]);
    /// Writes what the seat that decides sees.
    fn tensor(&self, into: &mut [f32]);
    /// Checks that an action is legal.
    fn check(&self, action: i64) -> Result<(), Refusal>;
    /// Plays an action; then opponents and chance until a learner decides. If the game ends, writes
    /// what it is worth to each seat, begins the next one and returns true.
    fn step(&mut self, action: i64, rewards: &mut [f32]) -> Result<bool, Refusal>;
    /// A uniformly random legal action.
    fn sample(&mut self) -> i64;
    /// Begins the first game again, under a new master seed.
    fn reset(&mut self, seed: u64) -> Result<(), Refusal>;
}
