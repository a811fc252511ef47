//! `external`: bots in any language, run as child processes.
//!
//! A bot reads lines of JSON from its standard input and writes lines of JSON to its standard output.
//! `docs/guide/write-a-bot.md` describes the protocol, and `agents/examples/bot.py` is an example. A bot that ends,
//! hangs, writes anything else or names an illegal move has failed ([`Fault`](crate::Fault)): its process is killed, and
//! tournaments score the game as forfeited. By default, bots run in a sandbox, and every game has its own deck.

mod agent;
mod bot;
#[cfg(target_os = "linux")]
mod budget;
#[cfg(target_os = "linux")]
mod calls;
mod descriptors;
mod message;
mod output;
#[cfg(target_os = "linux")]
mod places;
mod pool;
mod process;
#[cfg(target_os = "linux")]
mod sandbox;
mod words;

pub use agent::ExternalAgent;
pub use bot::{Bot, OPEN_FILES, Program, QUIT_LIMIT};
pub use descriptors::allow_open_files;
pub use message::{
    Answer, Greeting, LONGEST_LINE, PROTOCOL, read_answer, read_greeting, read_line, read_ready,
};
pub use pool::Pool;
pub use process::kill_all;

use crate::Agent;
use crate::spec::{AgentError, AgentSpec, Parameter, ParameterValues, Range, Spec, Value};
use bot::Source;
use engine::PlayableGame;
use output::Output;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use words::words;

/// The name of the agent.
pub const NAME: &str = "external";
const COMMAND: &str = "cmd";
const MOVE_LIMIT: &str = "move_ms";
const GAME_LIMIT: &str = "game_ms";
const START_LIMIT: &str = "start_ms";
const ERRORS: &str = "stderr";
const ISOLATE: &str = "isolate";
const SANDBOX: &str = "sandbox";
const READ: &str = "read";
const LOG: &str = "log";

/// The default time limit for a game, in time limits for a decision.
const DECISIONS: u32 = 100;

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
            GAME_LIMIT,
            Range::Milliseconds(1, 86_400_000),
            "100 times move_ms",
            "time limit for all decisions of a game",
        ),
        Parameter::new(
            START_LIMIT,
            Range::Milliseconds(1, 3_600_000),
            60_000,
            "time limit to start, and to get ready for each game",
        ),
        Parameter::new(
            ERRORS,
            Range::File,
            "the terminal",
            "file to append the bot's standard error to",
        ),
        Parameter::new(
            ISOLATE,
            Range::Word(&["none", GAME]),
            "none",
            "game starts a separate process for each game; none reuses processes, which is faster",
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
        Parameter::new(LOG, Range::File, "none", "file to append the conversations to"),
    ]
}

fn cannot_play(command: &str, what: &str) -> AgentError {
    AgentError::Refused(format!("external: cannot play with '{command}': {what}"))
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
        let cannot = |clause: String| cannot_play(values.text(COMMAND), &clause);
        let source = source(values).map_err(cannot)?;
        let file = |name| values.is_given(name).then(|| Path::new(values.text(name)));
        let time = |name| Duration::from_millis(values.whole(name));
        let move_limit = time(MOVE_LIMIT);
        let is_limited = values.is_given(GAME_LIMIT);
        Ok(Self {
            source,
            is_fresh: values.text(ISOLATE) == GAME,
            start_limit: time(START_LIMIT),
            move_limit,
            game_limit: if is_limited { time(GAME_LIMIT) } else { DECISIONS * move_limit },
            output: Output::open(file(ERRORS), file(LOG)).map(Arc::new).map_err(cannot)?,
            with_unknown_field: false,
        })
    }

    /// Returns a folder that contains this path and that the bot may read in its sandbox, if there is one. Files in the
    /// folder are not secret from the bot.
    #[cfg_attr(
        not(target_os = "linux"),
        expect(unused_variables, reason = "no bot is in a sandbox")
    )]
    pub fn reads(&self, path: &Path) -> Option<&Path> {
        match &self.source {
            Source::Open(_) => None,
            #[cfg(target_os = "linux")]
            Source::Sandboxed(sandbox) => sandbox.places.containing(path),
        }
    }

    /// Returns the files to which messages of the bot are written.
    pub fn written(&self) -> impl Iterator<Item = &Path> {
        self.output.files()
    }
}

/// Returns the way in which a bot runs, or the reason why it cannot, as a clause.
fn source(values: &ParameterValues) -> Result<Source, String> {
    let words = words(values.text(COMMAND))?;
    let named = if values.is_given(READ) { values.text(READ) } else { "" };
    let folders: Vec<_> = named.split_terminator('|').map(PathBuf::from).collect();
    if let Some(missing) = folders.iter().find(|folder| !folder.exists()) {
        return Err(format!("read={}: no such file or folder", missing.display()));
    }
    if values.text(SANDBOX) != ON {
        return Ok(Source::Open(words));
    }
    #[cfg(target_os = "linux")]
    return sandbox::Sandbox::new(&words, &folders).map(Source::Sandboxed);
    #[cfg(not(target_os = "linux"))]
    Err("its sandbox needs Linux: choose sandbox=off, which the manifest records".to_owned())
}

/// The spec of an `external` agent: the bot's processes.
#[derive(Debug)]
pub struct External {
    pool: Arc<Pool>,
    greeting: Greeting,
}

impl<G: PlayableGame> AgentSpec<G> for External {
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
        if greeting.tensors && G::encoding().is_none() {
            let what = format!("it wants tensors, which {} does not have", G::NAME);
            return Err(cannot_play(values.text(COMMAND), &what));
        }
        Ok(Self { pool, greeting })
    }

    fn agent(&self) -> Box<dyn Agent<G>> {
        Box::new(ExternalAgent::new(Arc::clone(&self.pool)))
    }

    fn details(&self) -> Vec<(String, Value)> {
        let Greeting { name, version, .. } = self.greeting.clone();
        vec![
            ("bot_name".to_owned(), Value::Text(name)),
            ("bot_version".to_owned(), Value::Text(version)),
        ]
    }
}
