//! Errors of the page.

use course::CodeError;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// JavaScript's `Error`.
    #[wasm_bindgen(js_name = Error)]
    type PageError;
    #[wasm_bindgen(constructor, js_class = "Error")]
    fn new(sentence: &str) -> PageError;
    #[wasm_bindgen(method, setter, structural)]
    fn set_name(this: &PageError, key: &str);
    #[wasm_bindgen(method, setter, structural)]
    fn set_cause(this: &PageError, detail: &str);
}

/// An error, as a sentence for the user.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The game is unknown.
    #[error("there is no game '{0}'")]
    NoGame(String),
    /// The rules are not a JSON object, or a rule is invalid.
    #[error("the rules: {0}")]
    Rules(String),
    /// The record cannot be read.
    #[error("the record: {0}")]
    Record(String),
    /// The record does not name its game.
    #[error("the record: expected a field `game`")]
    NamelessRecord,
    /// The code of a game cannot be read.
    #[error("the link: {0}")]
    Code(CodeError),
    /// The step does not exist.
    #[error("there is no step {step}; the last step is {last}")]
    NoStep {
        /// The requested step.
        step: usize,
        /// The last step of the game.
        last: usize,
    },
    /// The seat does not exist.
    #[error("there is no seat {0}")]
    NoSeat(usize),
    /// The viewer is not `all`, `public` or a seat number.
    #[error("viewer: expected all, public or a seat number")]
    NoViewer,
    /// The move is illegal or malformed.
    #[error("'{0}' is not a legal move here")]
    Illegal(String),
    /// The parts of a choice are malformed.
    #[error("cannot read the chosen parts: {0}")]
    Parts(String),
    /// No seat decides at the step.
    #[error("no seat decides here: the game is over")]
    Over,
    /// The game is unfinished.
    #[error("only a finished game has a record")]
    Unfinished,
    /// The search results are malformed.
    #[error("cannot read the search results: {0}")]
    Thoughts(String),
    /// The labels are not a list of strings, one per seat.
    #[error("labels: expected one for each of {0} seats")]
    Labels(usize),
    /// The agent is unknown, has a bad parameter, or cannot play on the page.
    #[error("{0}")]
    Agent(String),
}

impl Refusal {
    /// Every key, for the texts of the page.
    pub const KEYS: [&str; 7] =
        ["game", "no-game", "rules", "record", "old-link", "damaged-link", "foreign-link"];

    /// Returns the key and the detail of an error to which a file or a link can lead.
    fn parts(&self) -> Option<(&'static str, &str)> {
        Some(match self {
            Self::NoGame(name) => ("game", name),
            Self::NamelessRecord => ("no-game", ""),
            Self::Rules(detail) => ("rules", detail),
            Self::Record(detail) => ("record", detail),
            Self::Code(CodeError::Version) => ("old-link", ""),
            Self::Code(CodeError::Damaged) => ("damaged-link", ""),
            Self::Code(CodeError::Foreign) => ("foreign-link", ""),
            _ => return None,
        })
    }
}

impl From<Refusal> for JsValue {
    /// Makes an `Error` whose `name` is the key, if the error has one, and whose `cause` is the detail.
    fn from(refusal: Refusal) -> Self {
        let error = PageError::new(&refusal.to_string());
        if let Some((key, detail)) = refusal.parts() {
            error.set_name(key);
            error.set_cause(detail);
        }
        error.into()
    }
}
