//! Messages between the tournament and a bot. `docs/guide/write-a-bot.md` is the reference.

use crate::Fault;
use engine::{Seat, is_printable};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::io::{BufRead, Read as _};

/// The version of the protocol.
pub const PROTOCOL: u64 = 1;

/// A line from the tournament to a bot.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Message<'a> {
    /// The first message, to which the bot answers with its name and version.
    Hello { protocol: u64, game: &'a str },
    /// A game begins.
    NewGame(NewGame),
    /// The bot must choose one of the moves.
    Decide {
        decision: u64,
        limit_ms: u64,
        /// The events since the bot was last asked.
        events: &'a [Box<RawValue>],
        view: &'a RawValue,
        moves: &'a [String],
        #[serde(flatten)]
        tensors: Option<&'a Tensors>,
    },
    /// The game has ended.
    GameOver {
        events: &'a [Box<RawValue>],
        points: &'a [i16],
        ranks: &'a [u8],
        win_shares: Vec<f64>,
        forfeits: &'a [Seat],
    },
    /// There are no more games.
    Quit,
}

/// A decision as numbers, for bots that ask for it.
#[derive(Debug, Serialize)]
pub(super) struct Tensors {
    /// The observation tensor of the view.
    pub(super) observation: Vec<f32>,
    /// The number of each legal move among the game's actions.
    pub(super) actions: Vec<usize>,
}

impl Message<'_> {
    /// Returns the message as a line with its line ending. If `with_unknown_field` is true, the line has a field
    /// unknown to the protocol, to test that the bot ignores such fields.
    pub(super) fn to_line(&self, with_unknown_field: bool) -> String {
        let mut line = serde_json::to_string(self).expect("a message has a JSON form");
        if with_unknown_field {
            line.truncate(line.len() - 1);
            line.push_str(r#","from_a_later_version":{"of":["the","protocol"]}}"#);
        }
        line.push('\n');
        line
    }
}

/// The start of a game.
#[derive(Clone, Debug, Serialize)]
pub(super) struct NewGame {
    pub(super) game: &'static str,
    pub(super) players: usize,
    pub(super) seat: Seat,
    pub(super) seed: u64,
    pub(super) limit_ms: u64,
    /// The game's description of its setup.
    pub(super) table: Box<RawValue>,
    /// The number of the game's actions, if they are numbered; only sent to bots that ask for tensors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) action_count: Option<usize>,
}

/// The largest number of bytes in an answer.
pub const LONGEST_LINE: u64 = 65_536;

/// Reads the next line, without its line ending; `None` at the end, or if reading fails.
///
/// # Errors
/// Fails if the line is not UTF-8, or if it is too long; then the next call returns the rest of it.
pub fn read_line(from: &mut impl BufRead) -> Option<Result<String, Fault>> {
    let mut bytes = Vec::new();
    let read = from.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', &mut bytes).ok()? as u64;
    if read > LONGEST_LINE {
        return Some(Err(Fault::new(&format!("a line of more than {LONGEST_LINE} bytes"))));
    }
    bytes.truncate(bytes.trim_ascii_end().len());
    let text = String::from_utf8(bytes);
    (read > 0).then(|| text.map_err(|_| Fault::new("a line that is not UTF-8 text")))
}

/// A bot's description of itself.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Greeting {
    /// The bot's name.
    pub name: String,
    /// The bot's version.
    pub version: String,
    /// Whether the bot wants observation tensors and numbered actions.
    pub tensors: bool,
}

/// A bot's answer to the request for a move.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Answer {
    /// The move, and the next moves of the seat if neither a chance event nor another seat's move comes before them;
    /// never empty.
    Moves(Vec<String>),
    /// The number of an action.
    Action(u64),
}

/// Parses the answer to the first message.
///
/// # Errors
/// Fails if the line is not such an answer, or has another protocol version.
pub fn read_greeting(line: &str) -> Result<Greeting, Fault> {
    let answer = read_ready(line)?;
    match answer.get("protocol").and_then(Value::as_u64) {
        Some(PROTOCOL) => {}
        Some(other) => {
            return Err(Fault::new(&format!("expected protocol {PROTOCOL}, found {other}")));
        }
        None => return Err(unexpected("a number `protocol`", line)),
    }
    let text = |key| {
        let text = answer.get(key).and_then(Value::as_str);
        text.map(printable_name).ok_or_else(|| unexpected(&format!("a string `{key}`"), line))
    };
    let tensors = match answer.get("tensors") {
        None => false,
        Some(Value::Bool(wanted)) => *wanted,
        Some(_) => return Err(unexpected("true or false as `tensors`", line)),
    };
    Ok(Greeting { name: text("name")?, version: text("version")?, tensors })
}

/// The largest number of characters in a name or version.
const LONGEST_NAME: usize = 80;

/// Returns a name without control characters and bidirectional overrides, cut to [`LONGEST_NAME`] characters.
fn printable_name(text: &str) -> String {
    text.chars().filter(|&one| is_printable(one)).take(LONGEST_NAME).collect()
}

/// Parses the message that the bot is ready.
///
/// # Errors
/// Fails if the line is not such a message.
pub fn read_ready(line: &str) -> Result<Value, Fault> {
    let answer = read_object(line)?;
    match answer.get("type").and_then(Value::as_str) {
        Some("ready") => Ok(answer),
        _ => Err(unexpected("the `type` \"ready\"", line)),
    }
}

/// Parses the answer to the request for a move: one of the keys `move`, `moves` and `action`.
///
/// # Errors
/// Fails if the line is not such an answer.
pub fn read_answer(line: &str) -> Result<Answer, Fault> {
    let answer = read_object(line)?;
    let text = |mv: &Value| mv.as_str().map(str::to_owned);
    if let Some(moves) = answer.get("moves") {
        let moves = moves.as_array().filter(|moves| !moves.is_empty());
        let moves = moves.and_then(|moves| moves.iter().map(text).collect());
        return moves
            .map(Answer::Moves)
            .ok_or_else(|| unexpected("`moves`, a list of strings", line));
    }
    if let Some(action) = answer.get("action") {
        let action = action.as_u64().map(Answer::Action);
        return action.ok_or_else(|| unexpected("a number `action`", line));
    }
    let mv = answer.get("move").and_then(text);
    mv.map(|mv| Answer::Moves(vec![mv])).ok_or_else(|| unexpected("a string `move`", line))
}

fn read_object(line: &str) -> Result<Value, Fault> {
    let answer = serde_json::from_str(line).ok().filter(Value::is_object);
    answer.ok_or_else(|| unexpected("a JSON object", line))
}

fn unexpected(expected: &str, line: &str) -> Fault {
    Fault::new(&format!("expected {expected}, found {}", excerpt(line)))
}

/// The largest number of characters of a line to quote.
const EXCERPT: usize = 60;

/// Returns a line, or its beginning, in quotes.
pub(super) fn excerpt(line: &str) -> String {
    let is_short = line.chars().nth(EXCERPT).is_none();
    let shown: String = line.chars().take(EXCERPT).collect();
    format!("\"{shown}{}\"", if is_short { "" } else { "…" })
}

#[cfg(test)]
mod tests {
    mod schema;

    use super::*;

    fn fault<T: std::fmt::Debug>(result: Result<T, Fault>) -> String {
        result.unwrap_err().to_string()
    }

    #[test]
    fn answers_are_parsed_and_faults_described() {
        let greeting = r#"{"type":"ready","protocol":1,"name":"N","version":"2","more":[]}"#;
        let expected = Greeting { name: "N".into(), version: "2".into(), tensors: false };
        assert_eq!(read_greeting(greeting), Ok(expected));
        assert_eq!(
            fault(read_greeting(r#"{"type":"ready","protocol":7}"#)),
            "expected protocol 1, found 7"
        );
        assert_eq!(
            fault(read_greeting(r#"{"type":"ready","protocol":1,"name":3}"#)),
            r#"expected a string `name`, found "{"type":"ready","protocol":1,"name":3}""#
        );
        let moves =
            |texts: &[&str]| Ok(Answer::Moves(texts.iter().map(ToString::to_string).collect()));
        assert_eq!(read_answer(r#"{"move":"take B"}"#), moves(&["take B"]));
        assert_eq!(read_answer(r#"{"moves":["take B","sail"]}"#), moves(&["take B", "sail"]));
        assert_eq!(read_answer(r#"{"action":7}"#), Ok(Answer::Action(7)));
        assert_eq!(fault(read_answer("take B")), r#"expected a JSON object, found "take B""#);
        assert_eq!(
            fault(read_answer(r#"["take B"]"#)),
            r#"expected a JSON object, found "["take B"]""#
        );
        let unusable = [
            (r#"{"move":3}"#, "a string `move`"),
            (r#"{"moves":[]}"#, "`moves`, a list of strings"),
            (r#"{"moves":["take B",1]}"#, "`moves`, a list of strings"),
            (r#"{"action":-1}"#, "a number `action`"),
        ];
        for (line, what) in unusable {
            let expected = format!("expected {what}, found \"{line}\"");
            assert_eq!(fault(read_answer(line)), expected);
        }
        assert!(fault(read_ready(&"x".repeat(900))).chars().count() < 100);
    }

    #[test]
    fn a_message_is_a_line_of_json() {
        let hello = Message::Hello { protocol: PROTOCOL, game: "tongiaki" };
        let line = hello.to_line(false);
        assert_eq!(line, "{\"type\":\"hello\",\"protocol\":1,\"game\":\"tongiaki\"}\n");
        let longer: Value = serde_json::from_str(&hello.to_line(true)).unwrap();
        assert_eq!(longer["game"], "tongiaki");
        assert_eq!(longer.as_object().unwrap().len(), 4);
    }
}
