//! `table`: plays the policy of a file or the game's built-in one, such as the solution of a small game.
//!
//! A policy file has lines of JSON: a header, then a row for every view at which a seat decides.
//! Keys that neither has are ignored, so a solver may describe its work in the header.

use crate::secret::hex;
use crate::spec::{AgentError, AgentSpec, Parameter, ParameterValues, Range, Value};
use crate::{Agent, Fault, read_bounded_text};
use engine::{Game, GameRng, PlayableGame, View, printable};
use rand::RngExt as _;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};
use sha2::{Digest as _, Sha256};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

const FILE: &str = "file";
/// The word for the game's policies.
const BUILT_IN: &str = "built-in";

/// The largest accepted difference between 1 and the sum of a view's probabilities.
const TOLERANCE: f64 = 1e-6;

/// The first line of a policy file.
#[derive(Deserialize)]
struct PolicyHeader {
    /// The name of the game.
    game: String,
    /// The number of rows.
    states: usize,
}

/// A line of a policy file: a view and the probabilities of its moves.
#[derive(Deserialize)]
struct PolicyRow {
    /// The [description](PlayableGame::describe_view) of the view. The order of its keys has no meaning.
    view: Json,
    /// The legal moves in the notation of records.
    moves: Vec<String>,
    /// The probability of each move.
    probabilities: Vec<f64>,
}

/// The moves of a view with their probabilities, in ascending order of the moves.
type Entry<G> = Vec<(<G as Game>::Move, f64)>;

/// A policy as read from a file; also the spec of a `table` agent.
#[derive(Clone, Debug)]
pub struct PolicyTable<G: Game> {
    /// The entries by the key of the view.
    rows: Arc<HashMap<String, Entry<G>>>,
    /// The SHA-256 hash of the file, or of all built-in policies.
    hash: String,
}

/// Returns a description of a view as text that does not depend on the order of keys.
fn key(mut description: Json) -> String {
    description.sort_all_objects();
    description.to_string()
}

impl<G: PlayableGame> PolicyTable<G> {
    /// Reads the policies that come with the game.
    ///
    /// # Errors
    /// Fails with a sentence if one of them is not a policy for the game, or if two have a view in common.
    pub fn built_in() -> Result<Self, String> {
        Self::combined(G::POLICIES)
    }

    /// Reads policies for different views of the game.
    fn combined(texts: &[&str]) -> Result<Self, String> {
        let (mut rows, mut expected) = (HashMap::new(), 0);
        for text in texts {
            let policy = Arc::unwrap_or_clone(Self::parse(text, BUILT_IN)?.rows);
            expected += policy.len();
            rows.extend(policy);
        }
        if rows.len() != expected {
            let shared = expected - rows.len();
            return Err(format!("{BUILT_IN}: views that several policies list: {shared}"));
        }
        Ok(Self { rows: Arc::new(rows), hash: hex(&Sha256::digest(texts.concat())) })
    }

    /// Reads the content of a policy file. The name of the file is used only in errors.
    ///
    /// # Errors
    /// Fails with a sentence if the text is not a policy, or is a policy for another game.
    pub fn parse(text: &str, file: &str) -> Result<Self, String> {
        let mut lines = text.lines().enumerate();
        let header: PolicyHeader = json_line(lines.next().unwrap_or_default(), file)?;
        if header.game != G::NAME {
            let found = printable(&header.game);
            return Err(format!(
                "{file}: expected a policy for {}, found one for {found}",
                G::NAME
            ));
        }
        let mut rows = HashMap::new();
        for line in lines {
            let row: PolicyRow = json_line(line, file)?;
            let wrong = |what: &str| format!("{file}:{}: {}", line.0 + 1, printable(what));
            let entry = entry::<G>(&row).map_err(|what| wrong(&what))?;
            if rows.insert(key(row.view), entry).is_some() {
                return Err(wrong("this view is listed twice"));
            }
        }
        if rows.len() != header.states {
            let (expected, found) = (header.states, rows.len());
            return Err(format!("{file}: expected {expected} views, found {found}"));
        }
        let hash = hex(&Sha256::digest(text));
        Ok(Self { rows: Arc::new(rows), hash })
    }
}

fn json_line<T: DeserializeOwned>((number, text): (usize, &str), file: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| {
        let what = error.to_string();
        let what = what.split(" at line ").next().unwrap_or_default();
        format!("{file}:{}: not a line of a policy file: {}", number + 1, printable(what))
    })
}

/// Checks the moves and probabilities of a row, and returns them in ascending order of the moves.
fn entry<G: PlayableGame>(row: &PolicyRow) -> Result<Entry<G>, String> {
    let PolicyRow { moves, probabilities, .. } = row;
    if moves.len() != probabilities.len() {
        let (moves, found) = (moves.len(), probabilities.len());
        return Err(format!("expected {moves} probabilities, found {found}"));
    }
    let read = |text: &String| text.parse().map_err(|error| format!("{error}"));
    let moves = moves.iter().map(read).collect::<Result<Vec<G::Move>, _>>()?;
    let sum: f64 = probabilities.iter().sum();
    if probabilities.iter().any(|&one| one < 0.0) || (sum - 1.0).abs() > TOLERANCE {
        return Err("expected probabilities from 0 to 1 with the sum 1".to_owned());
    }
    let mut entry: Vec<_> = moves.into_iter().zip(probabilities.iter().copied()).collect();
    entry.sort_by_key(|&(mv, _)| mv);
    Ok(entry)
}

impl<G: PlayableGame> AgentSpec<G> for PolicyTable<G> {
    const NAME: &'static str = "table";
    const SUMMARY: &'static str = "plays a policy, such as the solution of a small game";

    fn parameters() -> Vec<Parameter> {
        vec![Parameter::new(
            FILE,
            Range::File,
            if G::POLICIES.is_empty() { "required" } else { BUILT_IN },
            "policy file, with a line for every view",
        )]
    }

    fn read(values: &mut ParameterValues) -> Result<Self, AgentError> {
        let refused = |what: String| AgentError::Refused(format!("table: {what}"));
        let file = values.text(FILE);
        if file == BUILT_IN && !G::POLICIES.is_empty() {
            return Self::built_in().map_err(refused);
        }
        if !values.is_given(FILE) {
            return Err(refused("file is required: write table:file=POLICY".to_owned()));
        }
        let text = read_bounded_text(Path::new(file));
        let text = text.map_err(|error| refused(format!("cannot read {file}: {error}")))?;
        Self::parse(&text, file).map_err(refused)
    }

    fn agent(&self) -> Box<dyn Agent<G>> {
        Box::new(TableAgent { policy: self.clone(), legal: Vec::new() })
    }

    fn details(&self) -> Vec<(String, Value)> {
        vec![("policy_sha256".to_owned(), Value::Text(self.hash.clone()))]
    }
}

/// The `table` agent, which fails at views that its policy lacks.
struct TableAgent<G: Game> {
    policy: PolicyTable<G>,
    legal: Vec<G::Move>,
}

impl<G: PlayableGame> TableAgent<G> {
    /// Returns the entry for a view.
    fn entry(&mut self, view: &G::View) -> Result<&Entry<G>, Fault> {
        let key = key(json!(G::describe_view(view)));
        let entry = self.policy.rows.get(&key);
        let entry = entry.ok_or_else(|| Fault::new(&format!("the policy lacks the view {key}")))?;
        view.moves(&mut self.legal);
        if !entry.iter().map(|(mv, _)| mv).eq(&self.legal) {
            return Err(Fault::new(&format!(
                "the policy lists other moves than the legal ones at {key}"
            )));
        }
        Ok(entry)
    }
}

impl<G: PlayableGame> Agent<G> for TableAgent<G> {
    fn try_choose(&mut self, view: &G::View, rng: &mut GameRng) -> Result<G::Move, Fault> {
        let entry = self.entry(view)?;
        let mut left = rng.random::<f64>();
        let drawn = entry.iter().find(|&&(_, probability)| {
            left -= probability;
            left < 0.0
        });
        // The sum may be a little less than 1.
        let drawn = drawn.or_else(|| entry.iter().rfind(|&&(_, probability)| probability > 0.0));
        Ok(drawn.expect("some move has a positive probability").0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Rules, Seat, Seed};
    use poker::kuhn::{Kuhn, Move};

    const HEADER: &str = r#"{"game":"kuhn","states":1,"made_by":"hand"}"#;
    const JACK: &str = r#"{"view":{"hand":"J","history":[],"players":2,"seat":0},"moves":["bet","pass"],"probabilities":[0.25,0.75]}"#;

    fn parse(lines: &[&str]) -> Result<PolicyTable<Kuhn>, String> {
        PolicyTable::parse(&lines.join("\n"), "p")
    }

    /// Returns the view of the first seat with this card.
    fn view(cards: &str) -> <Kuhn as Game>::View {
        let mut game = Kuhn::start(&Kuhn::setup(2, &Rules::new()).unwrap());
        game.happen(cards.parse().unwrap());
        game.view(Seat::new(0))
    }

    /// Neither the order of the moves nor the order of a view's keys matters.
    #[test]
    fn moves_are_drawn_with_the_probabilities_of_the_file() {
        let policy = parse(&[HEADER, JACK]).unwrap();
        let mut agent = policy.agent();
        let mut rng = Seed::new(5).rng();
        let bets = (0..4000).filter(|_| agent.choose(&view("JQ"), &mut rng) == Move::Bet).count();
        // Five standard errors.
        assert!((865..1135).contains(&bets), "{bets}");
        let fault = agent.try_choose(&view("QJ"), &mut rng).unwrap_err().to_string();
        assert_eq!(
            fault,
            r#"the policy lacks the view {"hand":"Q","history":[],"players":2,"seat":0}"#
        );
        let certain = JACK.replace(r#"["bet","pass"]"#, r#"["bet"]"#).replace("[0.25,0.75]", "[1]");
        let mut agent = parse(&[HEADER, &certain]).unwrap().agent();
        let fault = agent.try_choose(&view("JQ"), &mut rng).unwrap_err().to_string();
        assert!(
            fault.starts_with("the policy lists other moves than the legal ones at {"),
            "{fault}"
        );
    }

    #[test]
    fn invalid_files_are_refused_with_the_line() {
        let changed = |from: &str, to: &str| JACK.replace(from, to);
        let other = HEADER.replace("kuhn", "chess");
        for (lines, sentence) in [
            (vec![], "p:1: not a line of a policy file: EOF while parsing a value"),
            (vec![JACK], "p:1: not a line of a policy file: missing field `game`"),
            (vec![&*other, JACK], "p: expected a policy for kuhn, found one for chess"),
            (vec![HEADER], "p: expected 1 views, found 0"),
            (vec![HEADER, JACK, JACK], "p:3: this view is listed twice"),
            (vec![HEADER, "", JACK], "p:2: not a line of a policy file: EOF while parsing a value"),
            (vec![HEADER, &*changed("0.25,", "")], "p:2: expected 2 probabilities, found 1"),
            (
                vec![HEADER, &*changed("0.25", "0.3")],
                "p:2: expected probabilities from 0 to 1 with the sum 1",
            ),
            (
                vec![HEADER, &*changed("0.25,0.75", "-1,2")],
                "p:2: expected probabilities from 0 to 1 with the sum 1",
            ),
            (vec![HEADER, &*changed("bet", "raise")], "p:2: no move begins with 'raise'"),
        ] {
            assert_eq!(parse(&lines).unwrap_err(), sentence);
        }
    }

    #[test]
    fn built_in_policies_have_no_view_in_common() {
        let [jack, queen] = [JACK.to_owned(), JACK.replace(r#""J""#, r#""Q""#)];
        let [jack, queen] = [jack, queen].map(|row| format!("{HEADER}\n{row}\n"));
        let combined = |texts: &[&str]| PolicyTable::<Kuhn>::combined(texts);
        assert_eq!(combined(&[&jack, &queen]).unwrap().rows.len(), 2);
        let refusal = combined(&[&jack, &queen, &jack]).unwrap_err();
        assert_eq!(refusal, "built-in: views that several policies list: 1");
    }
}
