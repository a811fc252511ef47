//! Records: a finished game as one line of JSON.
//!
//! The keys are `schema`, `game`, the rules and `players`, `seed`, `agents`, `deck`, `events` and `result`, in this
//! order. [`Rules`] documents the format of the rules.

use crate::contract::RuleValues;
use crate::replay::{RecordError, RecordedDecision, RecordedGame, Replay, in_json};
use crate::unique::Unique;
use crate::{GameEvent, PlayableGame, RuleValue, Rules, Turn};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

const SCHEMA: u32 = 1;

/// A recorded game.
#[derive(Clone, Debug)]
pub struct Record<G: PlayableGame> {
    setup: G::Setup,
    header: RecordHeader,
    deal: G::Deal,
    events: Vec<G::Event>,
    result: ResultOf<G>,
}

/// The result of a search at a decision, stored under the key `search` in the first event that the decision caused.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SearchNote {
    /// The index of the event, from 0.
    #[serde(skip)]
    pub event: usize,
    /// The spec of the agent, if the search was run afterwards; `None` if the deciding agent searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// The moves that the search valued.
    pub moves: Vec<NotedMove>,
    /// The win chance that the decision lost, as the search estimates it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<f64>,
    /// The win chance that the worst of these moves would have lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_stake: Option<f64>,
    /// The verdict on a decision with such a loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<&'static str>,
}

/// Returns the `search` object of every event in a record line, as stored: `None` for an event without one, and an
/// empty list if the line is not a record.
#[must_use]
pub fn search_notes(line: &str) -> Vec<Option<Value>> {
    let mut line: Value = serde_json::from_str(line).unwrap_or_default();
    let events = line["events"].as_array_mut().map(std::mem::take).unwrap_or_default();
    let note = |mut event: Value| Some(event["search"].take()).filter(Value::is_object);
    events.into_iter().map(note).collect()
}

/// Returns the name of the game of a record.
///
/// # Errors
/// Fails if the line is not a record.
pub fn game_of_record(line: &str) -> Result<String, RecordError> {
    /// The only entry that the records of all games have in common.
    #[derive(Deserialize)]
    #[serde(expecting = "a record")]
    struct Header {
        game: String,
    }
    if line.trim().is_empty() {
        return Err(header("the line is empty"));
    }
    let found: Result<Header, _> = serde_json::from_str(line);
    found.map(|found| found.game).map_err(|error| {
        header(format!("not a record of a game, as --records writes them: {}", reason(&error)))
    })
}

/// A move that a search valued.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct NotedMove {
    /// The move in its notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// The number of times that the search tried the move.
    pub visits: u64,
    /// The search's estimate of the move: the mean reward, or a value by a lookahead.
    pub value: f64,
}

/// An event as stored in a record, with its search note.
#[derive(Serialize)]
struct NotedEvent<'a, E> {
    #[serde(flatten)]
    event: E,
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<&'a SearchNote>,
}

type ResultOf<G> = <<G as PlayableGame>::Event as GameEvent<G>>::Result;

/// The part of a record that does not follow from the game: the seed and the agents' labels.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct RecordHeader {
    /// The seed of the deal.
    pub seed: String,
    /// The agents' labels, by seat.
    pub agents: Vec<String>,
}

/// The JSON form of a record. When a record is read, its parts are kept as plain JSON values first, so that error
/// messages can give the place of a fault.
#[derive(Serialize, Deserialize)]
#[serde(expecting = "a record")]
struct RecordJson<T, D, E, R> {
    schema: u32,
    game: String,
    /// The rules and the number of players; when a record is read, also all unknown keys.
    #[serde(flatten)]
    table: T,
    seed: String,
    agents: Vec<String>,
    deck: D,
    events: Vec<E>,
    result: R,
}

impl<G: PlayableGame> Record<G> {
    /// Creates the record of a finished game.
    ///
    /// # Panics
    /// Panics if the game is not over.
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

    /// Returns the record as a line of JSON, without a line ending.
    ///
    /// # Panics
    /// Never panics, because every record has a JSON form.
    pub fn to_line(&self) -> String {
        self.to_line_with(&[])
    }

    /// Returns the record as a line of JSON with the results of searches.
    ///
    /// # Panics
    /// Panics if a note refers to an event that does not exist.
    pub fn to_line_with(&self, searches: &[SearchNote]) -> String {
        let events = self.events.iter().map(|event| event.to_json(&self.setup));
        let mut events: Vec<_> = events.map(|event| NotedEvent { event, search: None }).collect();
        for search in searches {
            events[search.event].search = Some(search);
        }
        let line = RecordJson {
            schema: SCHEMA,
            game: G::NAME.to_owned(),
            table: table_in_record::<G>(&self.setup, self.header.agents.len()),
            seed: self.header.seed.clone(),
            agents: self.header.agents.clone(),
            deck: &self.deal,
            events,
            result: &self.result,
        };
        serde_json::to_string(&line).expect("a record has a JSON form")
    }

    /// Parses a record from a line of JSON. Unknown keys are ignored, but no key may occur twice. `texts` must
    /// contain the texts that the record may name, such as a custom board; all other rules are taken from the
    /// record.
    ///
    /// # Errors
    /// Fails if the line is not a record of this game, its deal does not fit the table, or an event does
    /// not have the form of its kind.
    pub fn parse(line: &str, texts: &Rules) -> Result<Self, RecordError> {
        Self::read(line, texts).map_err(RecordError::printable)
    }

    fn read(line: &str, texts: &Rules) -> Result<Self, RecordError> {
        if line.trim().is_empty() {
            return Err(header("the line is empty"));
        }
        let line: RecordJson<Unique<Map<_, _>>, Unique, Unique, Unique> =
            serde_json::from_str(line).map_err(|error| header(reason(&error)))?;
        if line.schema != SCHEMA {
            return Err(header(format!("schema: expected {SCHEMA}, found {}", line.schema)));
        }
        if line.game != G::NAME {
            return Err(header(format!("'{}' is not {}", line.game, G::NAME)));
        }
        let table = line.table.0.map_err(header)?;
        let (players, rules) = table_of_record::<G>(&table, texts).map_err(header)?;
        let setup = G::setup(players, &rules).map_err(|error| header(error.to_string()))?;
        if line.agents.len() != players {
            let agents = line.agents.len();
            return Err(header(format!("{agents} agents for {players} players")));
        }
        let deck = line.deck.0.map_err(|what| header(format!("deck: {what}")))?;
        let deal = G::read_deal(&deck, &setup).map_err(header)?;
        let events = line.events.into_iter().enumerate().map(|(number, event)| {
            let event = event.0.and_then(|event| G::Event::from_json(&event, &setup));
            event.map_err(|what| RecordError::Event { number, what })
        });
        let events = events.collect::<Result<_, _>>()?;
        let result = line.result.0.map_err(RecordError::Result)?;
        let result = serde_json::from_value(result).map_err(|error| header(reason(&error)))?;
        Ok(Self {
            events,
            setup,
            header: RecordHeader { seed: line.seed, agents: line.agents },
            deal,
            result,
        })
    }

    /// Returns the setup of the game.
    pub const fn setup(&self) -> &G::Setup {
        &self.setup
    }

    /// Returns the seed and the agents' labels.
    pub const fn header(&self) -> &RecordHeader {
        &self.header
    }

    /// Returns the hidden information at the start of the game.
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
    /// Returns the first mistake in the record.
    pub fn check(&self) -> Result<(), RecordError> {
        self.check_end(&self.replay().finish()?)
    }

    /// Replays and checks the game like [`Self::check`], and returns it with every step.
    ///
    /// # Errors
    /// Returns the first mistake in the record.
    pub fn recorded_game(&self) -> Result<RecordedGame<G>, RecordError> {
        let start = G::start(&self.setup);
        let steps = self.replay().steps()?;
        self.check_end(steps.last().map_or(&start, |step| &step.after))?;
        let (setup, agents) = (self.setup.clone(), self.header.agents.clone());
        Ok(RecordedGame { setup, agents, start, steps })
    }

    /// Replays and checks the game like [`Self::check`], and returns every decision as the seats made it.
    ///
    /// # Errors
    /// Returns the first mistake in the record, which includes choices in a different order than in play.
    pub fn decisions(&self) -> Result<Vec<RecordedDecision<G>>, RecordError> {
        let replay = Replay::as_decided(&self.setup, &self.deal, &self.events);
        let (decisions, end) = replay.decisions()?;
        self.check_end(&end)?;
        Ok(decisions)
    }

    /// Replays the game up to the position after `after_turn` turns. With 0, this is the position in which the
    /// first turn begins.
    ///
    /// # Errors
    /// Fails if the game has fewer turns, or if an earlier event is wrong.
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
        Err(RecordError::Result(format!("expected {due}, found {given}")))
    }
}

/// Returns the rules in force and the number of players in the form of a record, as documented in [`Rules`].
fn table_in_record<G: PlayableGame>(setup: &G::Setup, players: usize) -> Map<String, Value> {
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

/// Returns the number of players and the rules that a record contains.
fn table_of_record<G: PlayableGame>(
    table: &Map<String, Value>,
    texts: &Rules,
) -> Result<(usize, Rules), String> {
    let missing = |key: &str| format!("missing field `{key}`");
    let players = table.get("players").ok_or_else(|| missing("players"))?;
    let wrong = || format!("players: expected a number of players, found {players}");
    let players = players.as_u64().and_then(|count| count.try_into().ok()).ok_or_else(wrong)?;
    let mut rules = Rules::new();
    for option in G::RULES {
        let key = option.key.replace('-', "_");
        let word = || match table.get(&key) {
            Some(Value::String(word)) => Ok(word),
            Some(other) => Err(format!("{key}: expected a string, found {other}")),
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

/// Returns the message of a JSON error without the position in the line, because the line is already known.
pub fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or(&text).to_owned()
}

fn header(what: impl Into<String>) -> RecordError {
    RecordError::Header(what.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_stand_beside_their_events() {
        let line = r#"{"events":[{"event":"a"},{"event":"b","search":{"lost":5}},{"search":3}]}"#;
        let notes = search_notes(line);
        assert_eq!(notes.len(), 3);
        assert_eq!((&notes[0], &notes[2]), (&None, &None));
        assert_eq!(notes[1].as_ref().unwrap()["lost"], 5);
        assert!(search_notes("no record").is_empty());
    }
}
