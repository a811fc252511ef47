//! Records: a finished game as a line of JSON.
//!
//! The keys are `schema`, `game`, the rules and `players`, `seed`, `agents`, `deck`, `events`,
//! `result`, in this order. [`Rules`] says how rules are written.

use crate::contract::RuleValues;
use crate::replay::{RecordedGame, Replay};
use crate::{Dealable, GameEvent, RuleValue, Rules, Turn};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

const SCHEMA: u32 = 1;

/// A recorded game.
#[derive(Clone, Debug)]
pub struct Record<G: Dealable> {
    setup: G::Setup,
    header: RecordHeader,
    deal: G::Deal,
    events: Vec<G::Event>,
    result: ResultOf<G>,
}

type ResultOf<G> = <<G as Dealable>::Event as GameEvent<G>>::Result;

/// The metadata of a record.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct RecordHeader {
    /// The seed of the deal.
    pub seed: String,
    /// The agents' labels, by seat.
    pub agents: Vec<String>,
}

/// What is wrong with a record.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum RecordError {
    /// The line is not a record, or its header does not fit.
    #[error("{0}")]
    Header(String),
    /// An event does not fit; events count from 0.
    #[error("event #{number}: {what}")]
    Event {
        /// The number of the event.
        number: usize,
        /// What is wrong with it.
        what: String,
    },
    /// The events are right, but the result does not follow from them.
    #[error("result: {0}")]
    Result(String),
}

/// The content of the line. On reading, deal and events stay plain values at first, so that errors
/// can name their place.
#[derive(Serialize, Deserialize)]
#[serde(expecting = "a record")]
struct Line<D, E, R> {
    schema: u32,
    game: String,
    /// The rules and the number of players. On reading, also any unknown keys.
    #[serde(flatten)]
    table: Map<String, Value>,
    seed: String,
    agents: Vec<String>,
    deck: D,
    events: Vec<E>,
    result: R,
}

impl<G: Dealable> Record<G> {
    /// Creates the record of a finished game.
    ///
    /// # Panics
    /// If the game is not over.
    pub fn new(
        setup: &G::Setup,
        end: &G,
        header: RecordHeader,
        deal: &G::Deal,
        events: &[G::Event],
    ) -> Self {
        assert!(end.turn() == Turn::Over, "only finished games are recorded");
        Self {
            setup: setup.clone(),
            header,
            deal: G::Event::deal_in_record(deal, setup, events),
            events: events.to_vec(),
            result: G::Event::result(end),
        }
    }

    /// Returns the line of JSON, without the newline.
    ///
    /// # Panics
    /// Never: a record has a JSON form.
    pub fn to_line(&self) -> String {
        let line = Line {
            schema: SCHEMA,
            game: G::NAME.to_owned(),
            table: table_in_record::<G>(&self.setup, self.header.agents.len()),
            seed: self.header.seed.clone(),
            agents: self.header.agents.clone(),
            deck: &self.deal,
            events: self.events.iter().map(|event| event.to_json(&self.setup)).collect(),
            result: &self.result,
        };
        serde_json::to_string(&line).expect("a record has a JSON form")
    }

    /// Reads a line of JSON. Unknown keys are ignored. Texts that the record may name, such as a
    /// custom board, must be given as rules. All other rules come from the record.
    ///
    /// # Errors
    /// If the line is not a record of this game, its deal does not fit the table, or an event lacks
    /// the form of its kind.
    pub fn parse(line: &str, texts: &Rules) -> Result<Self, RecordError> {
        if line.trim().is_empty() {
            return Err(header("the line is empty"));
        }
        let line: Line<Value, Value, ResultOf<G>> =
            serde_json::from_str(line).map_err(|error| header(reason(&error)))?;
        if line.schema != SCHEMA {
            return Err(header(format!("schema {} is not known, only {SCHEMA}", line.schema)));
        }
        if line.game != G::NAME {
            return Err(header(format!("'{}' is not {}", line.game, G::NAME)));
        }
        let (players, rules) = table_of_record::<G>(&line.table, texts).map_err(header)?;
        let setup = G::setup(players, &rules).map_err(|error| header(error.to_string()))?;
        if line.agents.len() != players {
            let agents = line.agents.len();
            return Err(header(format!("{agents} agents for {players} players")));
        }
        let deal = G::read_deal(&line.deck, &setup).map_err(header)?;
        let events = line.events.iter().enumerate().map(|(number, event)| {
            G::Event::from_json(event, &setup).map_err(|what| RecordError::Event { number, what })
        });
        Ok(Self {
            events: events.collect::<Result<_, _>>()?,
            setup,
            header: RecordHeader { seed: line.seed, agents: line.agents },
            deal,
            result: line.result,
        })
    }

    /// Returns how the table was set up.
    pub const fn setup(&self) -> &G::Setup {
        &self.setup
    }

    /// Returns the metadata of the record.
    pub const fn header(&self) -> &RecordHeader {
        &self.header
    }

    /// Returns what was hidden at the start.
    pub const fn deal(&self) -> &G::Deal {
        &self.deal
    }

    /// Returns the events, in order.
    pub fn events(&self) -> &[G::Event] {
        &self.events
    }

    /// Replays the game and checks every event and the result.
    ///
    /// # Errors
    /// The first mismatch.
    pub fn check(&self) -> Result<(), RecordError> {
        self.check_end(&self.replay().finish()?)
    }

    /// Checks the game like [`Self::check`] and keeps every step.
    ///
    /// # Errors
    /// The first mismatch.
    pub fn recorded_game(&self) -> Result<RecordedGame<G>, RecordError> {
        let start = G::start(&self.setup);
        let steps = self.replay().steps()?;
        self.check_end(steps.last().map_or(&start, |step| &step.after))?;
        let (setup, agents) = (self.setup.clone(), self.header.agents.clone());
        Ok(RecordedGame { setup, agents, start, steps })
    }

    /// Returns the position after `after_turn` turns; 0 is the position in which the first turn
    /// begins.
    ///
    /// # Errors
    /// If the game has fewer turns, or an earlier event is wrong.
    pub fn position(&self, after_turn: u32) -> Result<G, RecordError> {
        self.replay().position(after_turn)
    }

    fn replay(&self) -> Replay<'_, G> {
        Replay::new(&self.setup, &self.deal, &self.events)
    }

    fn check_end(&self, end: &G) -> Result<(), RecordError> {
        G::Event::check_end(end, &self.deal).map_err(header)?;
        let due = G::Event::result(end);
        if self.result == due {
            return Ok(());
        }
        let (given, due) = (in_json(&self.result), in_json(&due));
        Err(RecordError::Result(format!("{given} where {due} is due")))
    }
}

/// Writes the rules and the number of players in the form that [`Rules`] describes.
fn table_in_record<G: Dealable>(setup: &G::Setup, players: usize) -> Map<String, Value> {
    let (mut before, mut after) = (Map::new(), Map::new());
    for (key, value) in G::rules_in_force(setup) {
        let is_default = G::RULES.iter().any(|option| match (&option.values, &value) {
            (RuleValues::Whole { default, .. }, RuleValue::Whole(number)) => {
                option.key == key && number == default
            }
            _ => false,
        });
        let part = if matches!(value, RuleValue::Whole(_)) { &mut after } else { &mut before };
        if !is_default {
            part.insert(key.replace('-', "_"), in_json(&value));
        }
    }
    before.insert("players".to_owned(), players.into());
    before.append(&mut after);
    before
}

/// Reads the number of players and the rules.
fn table_of_record<G: Dealable>(
    table: &Map<String, Value>,
    texts: &Rules,
) -> Result<(usize, Rules), String> {
    let missing = |key: &str| format!("missing field `{key}`");
    let players = table.get("players").ok_or_else(|| missing("players"))?;
    let wrong = || format!("players: {players} is no number of players");
    let players = players.as_u64().and_then(|count| count.try_into().ok()).ok_or_else(wrong)?;
    let mut rules = Rules::new();
    for option in G::RULES {
        let key = option.key.replace('-', "_");
        let word = || match table.get(&key) {
            Some(Value::String(word)) => Ok(word),
            Some(other) => Err(format!("{key}: {other} is no text")),
            None => Err(missing(&key)),
        };
        match option.values {
            RuleValues::Words(_) => rules = rules.with(option.key, word()?),
            RuleValues::Text { .. } => {
                rules = rules.with_named(option.key, word()?);
                rules =
                    texts.values(option.key).fold(rules, |all, text| all.with(option.key, text));
            }
            RuleValues::Whole { .. } => {
                if let Some(number) = table.get(&key).filter(|number| !number.is_null()) {
                    rules = rules.with(option.key, &number.to_string());
                }
            }
        }
    }
    Ok((players, rules))
}

/// Describes what is wrong with a piece of JSON, without its position in the line.
pub(crate) fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or(&text).to_owned()
}

/// Converts a part of a record into a JSON value.
pub(crate) fn in_json(part: &impl Serialize) -> Value {
    serde_json::to_value(part).expect("a part of a record has a JSON form")
}

fn header(what: impl Into<String>) -> RecordError {
    RecordError::Header(what.into())
}
