//! `external`: bots in any language, run as child processes.
//!
//! A bot reads lines of JSON from its standard input and writes lines of JSON to its standard output.
//! `docs/guide/write-a-bot.md` describes the protocol, and `agents/examples/bot.py` is an example. A bot that ends,
//! hangs, writes anything else or names an illegal move has failed ([`Fault`]): its process is killed, and
//! tournaments score the game as forfeited. By default, bots run in a sandbox, with a separate process for each
//! game.

mod bot;
#[cfg(target_os = "linux")]
mod calls;
mod channel;
mod descriptors;
mod errors;
mod line;
mod message;
mod places;
mod pool;
#[cfg(target_os = "linux")]
mod sandbox;
#[cfg(not(target_os = "linux"))]
mod sandbox {
    //! Systems without bubblewrap, where a bot runs without a sandbox or not at all.
    pub type Sandbox = std::convert::Infallible;
}

pub use bot::{Bot, OPEN_FILES, Program, QUIT_LIMIT, READY_LIMIT};
pub use descriptors::allow_open_files;
pub use line::{BotLine, LONGEST_LINE};
pub use message::{Greeting, PROTOCOL, read_greeting, read_move, read_ready};
pub use pool::Pool;

use crate::spec::{AgentError, AgentSpec, Parameter, ParameterValues, Range, Spec, Value};
use crate::{Agent, Fault, GameEnd, GameStart};
use engine::{Game, GameRng, PlayableGame, Seat, View};
use errors::Errors;
use message::{Message, Opening};
use places::Places;
use sandbox::Sandbox;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

const NAME: &str = "external";
const COMMAND: &str = "cmd";
const MOVE_LIMIT: &str = "move_ms";
const ERRORS: &str = "stderr";
const ISOLATE: &str = "isolate";
const SANDBOX: &str = "sandbox";
const READ: &str = "read";

const GAME: &str = "game";
const ON: &str = "on";

fn parameters() -> Vec<Parameter> {
    vec![
        Parameter::new(
            COMMAND,
            Range::Command,
            "required",
            "bot to run; docs/guide/write-a-bot.md documents the protocol",
        ),
        Parameter::new(
            MOVE_LIMIT,
            Range::Milliseconds(1, 3_600_000),
            5000,
            "time limit per decision",
        ),
        Parameter::new(
            ERRORS,
            Range::File,
            "the terminal",
            "file to append the bot's standard error to",
        ),
        Parameter::new(
            ISOLATE,
            Range::Word(&[GAME, "none"]),
            GAME,
            "game starts a separate process for each game, so that the bot remembers nothing; none reuses processes, which is faster",
        ),
        Parameter::new(
            SANDBOX,
            Range::Word(&[ON, "off"]),
            ON,
            "whether to isolate the bot from files, the network and other processes",
        ),
        Parameter::new(
            READ,
            Range::File,
            "none",
            "folders, separated by |, that the bot may read in the sandbox in addition to those that cmd names",
        ),
    ]
}

fn cannot_play(command: &str, what: &str) -> AgentError {
    AgentError::Refused(format!("external: cannot play with '{command}': {what}"))
}

/// The spec of an `external` agent: the bot's processes.
#[derive(Debug)]
pub struct External<G> {
    pool: Arc<Pool>,
    greeting: Greeting,
    game: PhantomData<fn() -> G>,
}

impl Program {
    /// Reads the settings for running a bot from the spec of an `external` agent.
    ///
    /// # Errors
    /// Fails if the spec is of another agent or invalid.
    pub fn from_spec(spec: &Spec) -> Result<Self, AgentError> {
        if !spec.name().eq_ignore_ascii_case(NAME) {
            let sentence = format!("'{spec}' is not a bot: expected external:cmd=PROGRAM");
            return Err(AgentError::Refused(sentence));
        }
        Self::read(&ParameterValues::check(NAME, &parameters(), spec)?)
    }

    fn read(values: &ParameterValues) -> Result<Self, AgentError> {
        if !values.is_given(COMMAND) {
            let sentence = "external: cmd is required: write external:cmd=PROGRAM";
            return Err(AgentError::Refused(sentence.to_owned()));
        }
        let command = values.text(COMMAND);
        let cannot = |what: &str| cannot_play(command, what);
        let words = shlex::split(command).filter(|words| !words.is_empty());
        let words = words.ok_or_else(|| cannot("the quotes do not match"))?;
        let folders = named_folders(values);
        if let Some(missing) = folders.iter().find(|folder| !folder.exists()) {
            return Err(cannot(&format!("read={}: no such file or folder", missing.display())));
        }
        let file = values.is_given(ERRORS).then(|| values.text(ERRORS));
        let is_apart = values.text(SANDBOX) == ON;
        let (places, paths) = Places::of_command(&words, &folders);
        // The length of the file would carry information from one process to the next.
        if let Some(file) = file.filter(|_| is_apart)
            && let Some(place) = places.containing(Path::new(file))
        {
            let place = place.display();
            return Err(cannot(&format!("stderr={file} is in {place}, which the bot may read")));
        }
        #[cfg(target_os = "linux")]
        let sandbox = is_apart.then(|| Sandbox::new(&places, paths));
        #[cfg(not(target_os = "linux"))]
        let sandbox = is_apart.then(|| {
            drop(paths);
            Err::<Sandbox, _>(
                "its sandbox needs Linux: choose sandbox=off, which the manifest records",
            )
        });
        let sandbox = sandbox.transpose().map_err(|clause| cannot(&clause))?;
        let errors = Errors::new(file.map(Path::new)).map_err(|error| {
            cannot(&format!("cannot write {}: {error}", file.unwrap_or_default()))
        })?;
        Ok(Self {
            sandbox,
            is_fresh: values.text(ISOLATE) == GAME,
            words,
            move_limit: Duration::from_millis(values.whole(MOVE_LIMIT)),
            errors: Arc::new(errors),
            with_unknown_field: false,
        })
    }
}

/// Returns a folder that contains this path and that the bot may read, if the spec describes a bot in a sandbox and
/// such a folder exists. Files in the folder are not secret from the bot.
pub fn reads(spec: &Spec, path: &Path) -> Option<PathBuf> {
    let values = ParameterValues::check(NAME, &parameters(), spec).ok()?;
    if !spec.name().eq_ignore_ascii_case(NAME) || values.text(SANDBOX) != ON {
        return None;
    }
    let words = shlex::split(values.text(COMMAND)).unwrap_or_default();
    let (places, _) = Places::of_command(&words, &named_folders(&values));
    places.containing(path).map(Path::to_owned)
}

/// Returns the folders and files that the user names for the bot.
fn named_folders(values: &ParameterValues) -> Vec<PathBuf> {
    let named = if values.is_given(READ) { values.text(READ) } else { "" };
    named.split_terminator('|').map(PathBuf::from).collect()
}

impl<G: PlayableGame> AgentSpec<G> for External<G> {
    const NAME: &'static str = NAME;
    const SUMMARY: &'static str = "runs a bot, written in any language, as a separate process";

    fn parameters() -> Vec<Parameter> {
        parameters()
    }

    /// Starts the bot once, so that a wrong program is reported before any game.
    fn read(values: &mut ParameterValues) -> Result<Self, AgentError> {
        let pool = Arc::new(Pool::new(Program::read(values)?, G::NAME));
        let greeting = pool
            .prepare()
            .map_err(|fault| cannot_play(values.text(COMMAND), &fault.to_string()))?;
        Ok(Self { pool, greeting, game: PhantomData })
    }

    fn agent(&self) -> Box<dyn Agent<G>> {
        Box::new(ExternalAgent::new(Arc::clone(&self.pool)))
    }

    fn details(&self) -> Vec<(String, Value)> {
        let Greeting { name, version } = self.greeting.clone();
        vec![
            ("bot_name".to_owned(), Value::Text(name)),
            ("bot_version".to_owned(), Value::Text(version)),
        ]
    }
}

/// A bot on one seat in one game. It gets a process at its first decision.
pub struct ExternalAgent<G: Game> {
    pool: Arc<Pool>,
    opening: Option<Opening>,
    bot: Option<Bot>,
    /// The events since the bot was last asked.
    events: Vec<Box<RawValue>>,
    decisions: u64,
    moves: Vec<G::Move>,
    texts: Vec<String>,
}

impl<G: Game> ExternalAgent<G> {
    /// Creates an agent that takes its process from this pool.
    pub const fn new(pool: Arc<Pool>) -> Self {
        Self {
            pool,
            opening: None,
            bot: None,
            events: Vec::new(),
            decisions: 0,
            moves: Vec::new(),
            texts: Vec::new(),
        }
    }
}

impl<G: PlayableGame> Agent<G> for ExternalAgent<G> {
    /// Asks the bot for a move.
    ///
    /// # Panics
    /// Panics if the bot fails; [`Agent::try_choose`] returns an error instead.
    fn choose(&mut self, view: &G::View, rng: &mut GameRng) -> G::Move {
        self.try_choose(view, rng).unwrap_or_else(|fault| panic!("{fault}"))
    }

    fn try_choose(&mut self, view: &G::View, _: &mut GameRng) -> Result<G::Move, Fault> {
        let mut bot = match (self.bot.take(), &self.opening) {
            (Some(bot), _) => bot,
            (None, Some(opening)) => self.pool.seat(opening)?,
            (None, None) => return Err(Fault::new("the bot was asked before its game began")),
        };
        self.decisions += 1;
        view.moves(&mut self.moves);
        self.texts.clear();
        self.texts.extend(self.moves.iter().map(ToString::to_string));
        let limit = self.pool.program().move_limit;
        let decide = Message::Decide {
            decision: self.decisions,
            limit_ms: limit.as_millis() as u64,
            events: &self.events,
            view: &to_json(&G::describe_view(view)),
            moves: &self.texts,
        };
        let answer = bot.decide(&decide, limit)?;
        let chosen = self.texts.iter().position(|text| *text == answer);
        let chosen = chosen
            .ok_or_else(|| Fault::new(&format!("illegal move {}", message::excerpt(&answer))))?;
        self.events.clear();
        self.bot = Some(bot);
        Ok(self.moves[chosen])
    }

    fn observes(&self) -> bool {
        true
    }

    fn is_external(&self) -> bool {
        true
    }

    fn begin(&mut self, start: &GameStart<G>) {
        self.opening = Some(Opening {
            players: start.players,
            seat: start.view.seat(),
            seed: start.seed,
            table: to_json(&G::describe_table(&start.setup)),
        });
    }

    fn observe(&mut self, observation: &G::Observation) {
        self.events.push(to_json(observation));
    }

    fn end(&mut self, end: &GameEnd) {
        let Some(bot) = self.bot.take() else { return };
        let outcome = &end.outcome;
        let seats = Seat::all(outcome.points().len());
        bot.tell(&Message::GameOver {
            events: &self.events,
            points: outcome.points(),
            ranks: outcome.ranks(),
            win_shares: seats.map(|seat| outcome.win_share(seat)).collect(),
            forfeits: &end.forfeits,
        });
        self.pool.give_back(bot);
    }
}

/// Converts a part of a message to JSON.
///
/// # Panics
/// Never panics, because every part that a game sends has a JSON form.
fn to_json(what: &impl Serialize) -> Box<RawValue> {
    to_raw_value(what).expect("a part of a message has a JSON form")
}
