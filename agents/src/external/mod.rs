//! `external`: bots in any language, run as child processes.
//!
//! A bot reads lines of JSON from its standard input and writes lines of JSON to its standard output.
//! `docs/guide/write-a-bot.md` describes the protocol, and `agents/examples/bot.py` is an example. A bot that ends,
//! hangs, writes anything else or names an illegal move has failed ([`Fault`]): its process is killed, and
//! tournaments score the game as forfeited. By default, bots run in a sandbox, and every game has its own deck.

mod bot;
#[cfg(target_os = "linux")]
mod budget;
#[cfg(target_os = "linux")]
mod calls;
mod channel;
mod descriptors;
mod errors;
mod line;
mod log;
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
mod sink;
mod words;

pub use bot::{Bot, OPEN_FILES, Program, QUIT_LIMIT};
pub use channel::kill_all;
pub use descriptors::allow_open_files;
pub use line::{BotLine, LONGEST_LINE};
pub use message::{Answer, Greeting, PROTOCOL, read_answer, read_greeting, read_ready};
pub use pool::Pool;

use crate::spec::{AgentError, AgentSpec, Parameter, ParameterValues, Range, Spec, Value};
use crate::{Agent, Fault, GameEnd, GameStart};
use bot::Source;
use engine::{Encoding, Game, GameRng, PlayableGame, Seat, View};
use errors::Errors;
use log::Log;
use message::{Message, Opening, Tensors};
use places::Places;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use std::collections::VecDeque;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use words::words;

const NAME: &str = "external";
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
        let program = Self::read(&ParameterValues::check(NAME, &parameters(), spec)?)?;
        program.keep_log();
        Ok(program)
    }

    /// Keeps the log, which otherwise goes with a command that is refused before its first game.
    fn keep_log(&self) {
        self.log.iter().for_each(|log| log.keep());
    }

    fn read(values: &ParameterValues) -> Result<Self, AgentError> {
        if !values.is_given(COMMAND) {
            let sentence = "external: cmd is required: write external:cmd=PROGRAM";
            return Err(AgentError::Refused(sentence.to_owned()));
        }
        let cannot = |clause: String| cannot_play(values.text(COMMAND), &clause);
        let source = source(values).map_err(cannot)?;
        let file = |name| values.is_given(name).then(|| Path::new(values.text(name)));
        let log = file(LOG).map(|path| Log::new(path).map(Arc::new)).transpose();
        let time = |name| Duration::from_millis(values.whole(name));
        let move_limit = time(MOVE_LIMIT);
        let is_limited = values.is_given(GAME_LIMIT);
        Ok(Self {
            source,
            is_fresh: values.text(ISOLATE) == GAME,
            start_limit: time(START_LIMIT),
            move_limit,
            game_limit: if is_limited { time(GAME_LIMIT) } else { DECISIONS * move_limit },
            errors: Arc::new(Errors::new(file(ERRORS)).map_err(cannot)?),
            log: log.map_err(cannot)?,
            with_unknown_field: false,
        })
    }
}

/// Returns the way in which a bot runs, or the reason why it cannot, as a clause.
fn source(values: &ParameterValues) -> Result<Source, String> {
    let words = words(values.text(COMMAND))?;
    let folders = named_folders(values);
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

/// Returns the parameters of a spec that describes a bot.
fn of_bot(spec: &Spec) -> Option<ParameterValues> {
    let is_bot = spec.name().eq_ignore_ascii_case(NAME);
    let values = ParameterValues::check(NAME, &parameters(), spec).ok();
    values.filter(|values| is_bot && values.is_given(COMMAND))
}

/// Returns a folder that contains this path and that the bot may read, if the spec describes a bot in a sandbox and
/// such a folder exists. Files in the folder are not secret from the bot.
pub fn reads(spec: &Spec, path: &Path) -> Option<PathBuf> {
    let values = of_bot(spec).filter(|values| values.text(SANDBOX) == ON)?;
    let words = words(values.text(COMMAND)).ok()?;
    let (places, _) = Places::of_command(&words, &named_folders(&values));
    places.containing(path).map(Path::to_owned)
}

/// Returns the files to which the messages of a bot are written, if the spec describes one.
pub fn written(spec: &Spec) -> Vec<PathBuf> {
    let values = of_bot(spec);
    let names = [ERRORS, LOG].into_iter();
    let file = |name| {
        values
            .as_ref()
            .filter(|values| values.is_given(name))
            .map(|values| values.text(name).into())
    };
    names.filter_map(file).collect()
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
        if greeting.tensors && G::encoding().is_none() {
            let what = format!("it wants tensors, which {} does not have", G::NAME);
            return Err(cannot_play(values.text(COMMAND), &what));
        }
        Ok(Self { pool, greeting, game: PhantomData })
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

/// A bot on one seat in one game. It gets a process at its first decision.
pub struct ExternalAgent<G: Game> {
    pool: Arc<Pool>,
    opening: Option<Opening>,
    bot: Option<Bot>,
    /// The events since the bot was last asked.
    events: Vec<Box<RawValue>>,
    decisions: u64,
    /// The time that is left for the decisions of this game.
    left: Duration,
    /// The moves that the bot has already chosen for its next decisions.
    planned: VecDeque<String>,
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
            left: Duration::ZERO,
            planned: VecDeque::new(),
            moves: Vec::new(),
            texts: Vec::new(),
        }
    }

    /// Returns the position of this text among the legal moves.
    fn position(&self, mv: &str) -> Result<usize, Fault> {
        let position = self.texts.iter().position(|text| text == mv);
        position.ok_or_else(|| Fault::new(&format!("illegal move {}", message::excerpt(mv))))
    }
}

impl<G: PlayableGame> Agent<G> for ExternalAgent<G> {
    fn try_choose(&mut self, view: &G::View, _: &mut GameRng) -> Result<G::Move, Fault> {
        let Some(opening) = &self.opening else {
            return Err(Fault::new("the bot was asked before its game began"));
        };
        self.decisions += 1;
        view.moves(&mut self.moves);
        self.texts.clear();
        self.texts.extend(self.moves.iter().map(ToString::to_string));
        if let Some(planned) = self.planned.pop_front() {
            let chosen = self.position(&planned);
            self.bot = self.bot.take().filter(|_| chosen.is_ok());
            return chosen.map(|chosen| self.moves[chosen]);
        }
        let mut bot = match self.bot.take() {
            Some(bot) => bot,
            None => self.pool.seat(opening)?,
        };
        let encoding = G::encoding().filter(|_| bot.wants_tensors());
        let tensors = encoding.map(|encoding| {
            let mut observation = vec![0.0; encoding.tensor_size(opening.players)];
            encoding.write_tensor(view, opening.players, &mut observation);
            let actions = self.moves.iter().filter_map(|&mv| encoding.number_of(mv)).collect();
            Tensors { observation, actions }
        });
        let &Program { move_limit: limit, game_limit, .. } = self.pool.program();
        let decide = Message::Decide {
            decision: self.decisions,
            limit_ms: limit.as_millis() as u64,
            events: &self.events,
            view: &to_json(&G::describe_view(view)),
            moves: &self.texts,
            tensors: tensors.as_ref(),
        };
        let (answer, time) = bot.decide(&decide, limit.min(self.left));
        self.left = self.left.saturating_sub(time);
        if self.left.is_zero() {
            let limit = game_limit.as_millis();
            return Err(Fault::new(&format!("more than {limit} ms for the decisions of a game")));
        }
        let chosen = match answer? {
            Answer::Moves(moves) => {
                self.planned = moves.into();
                let first = self.planned.pop_front().unwrap_or_default();
                self.position(&first)?
            }
            Answer::Action(number) => {
                let actions = tensors.map(|tensors| tensors.actions).unwrap_or_default();
                let position = actions.iter().position(|&action| action as u64 == number);
                position.ok_or_else(|| Fault::new(&format!("illegal action {number}")))?
            }
        };
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
        self.left = self.pool.program().game_limit;
        self.opening = Some(Opening {
            players: start.players,
            seat: start.view.seat(),
            seed: start.seed,
            table: to_json(&G::describe_table(&start.setup)),
            action_count: G::encoding().map(Encoding::actions),
        });
    }

    fn observe(&mut self, observation: &G::Observation) {
        self.events.push(to_json(observation));
    }

    fn interrupt(&mut self) {
        self.planned.clear();
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
