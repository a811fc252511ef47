//! The process of a bot, and communication with the bot that can never block the tournament.
//!
//! Three threads per process read and write its input, output and standard error. A bot that does not answer, does
//! not read or does not stop writing costs at most the time limit. Then the process is killed and the connection is
//! shut down, even if another process still has the other end open.

use super::channel::{Channel, Excess, Process, SHORTAGE, connect, kill};
use super::errors::Errors;
use super::line::BotLine;
use super::log::{Direction, Log};
use super::message::{Answer, Greeting, Message, PROTOCOL, read_answer, read_greeting, read_ready};
use super::sandbox::Sandbox;
use crate::Fault;
use std::io::{self, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The largest number of files that this program keeps open for a process: the ends of the process's sockets and,
/// while it starts, the files that it inherits and the files that set its limits.
pub const OPEN_FILES: u64 = 16;

/// The time limit for a bot to start, and to get ready for a game.
const READY_LIMIT: Duration = Duration::from_secs(60);
/// The time limit for a bot to end after it receives the message to quit.
pub const QUIT_LIMIT: Duration = Duration::from_secs(5);

/// The largest number of lines that may wait to be read; a bot that writes more is blocked.
const LINES_AHEAD: usize = 4;
/// The time between two checks of whether a process has ended.
const PAUSE: Duration = Duration::from_millis(2);

/// The settings for running a bot.
#[derive(Clone, Debug)]
pub struct Program {
    /// The way in which the bot runs.
    pub source: Source,
    /// The time limit for a decision.
    pub move_limit: Duration,
    /// The time limit for all decisions of a game.
    pub game_limit: Duration,
    /// Whether every game gets a separate process.
    pub is_fresh: bool,
    /// The destination of the standard error of all processes.
    pub errors: Arc<Errors>,
    /// The log of all conversations.
    pub log: Option<Arc<Log>>,
    /// Whether all messages have a field that is unknown to the protocol, to test the bot.
    pub with_unknown_field: bool,
}

/// The way in which a bot runs.
#[derive(Clone, Debug)]
pub enum Source {
    /// The program and its arguments, which run without a shell.
    Open(Vec<String>),
    /// In a sandbox.
    Sandboxed(Sandbox),
}

impl Program {
    /// Starts a process of the bot.
    ///
    /// # Errors
    /// Fails if the system does not allow it.
    fn start(&self) -> io::Result<Process> {
        match &self.source {
            Source::Open(words) => connect(command(words)?),
            #[cfg(target_os = "linux")]
            Source::Sandboxed(sandbox) => sandbox.start(),
            #[cfg(not(target_os = "linux"))]
            Source::Sandboxed(never) => match *never {},
        }
    }
}

/// Returns the command for a bot without a sandbox.
fn command(words: &[String]) -> io::Result<Command> {
    let [name, arguments @ ..] = words else {
        return Err(io::ErrorKind::InvalidInput.into());
    };
    let mut command = Command::new(name);
    command.args(arguments);
    // Ctrl-C is for the tournament, which then lets all games finish.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    #[cfg(target_os = "linux")]
    super::descriptors::pass_only(&mut command, Vec::new());
    Ok(command)
}

/// A bot's process that plays one game at a time.
#[derive(Debug)]
pub struct Bot {
    process: Child,
    channel: Channel,
    excess: Excess,
    questions: Sender<String>,
    answers: Receiver<BotLine>,
    /// The thread that passes on the bot's standard error.
    words: Option<JoinHandle<()>>,
    with_unknown_field: bool,
    /// The log, and the number of this conversation in it.
    log: Option<(Arc<Log>, u64)>,
    wants_tensors: bool,
}

impl Bot {
    /// Starts the program without sending anything.
    ///
    /// # Errors
    /// Fails, with a fault of the system, if the program cannot be started.
    pub fn start(program: &Program) -> Result<Self, Fault> {
        let cannot =
            |error: &io::Error| Fault::of_the_system(&format!("cannot start the program: {error}"));
        let Process { process, channel, input, output, errors, excess } =
            program.start().map_err(|error| cannot(&error))?;
        let (questions, to_write) = mpsc::channel();
        let (read, answers) = sync_channel(LINES_AHEAD);
        let mut bot = Self {
            process,
            channel,
            excess,
            questions,
            answers,
            words: None,
            with_unknown_field: program.with_unknown_field,
            log: program.log.as_ref().map(|log| (Arc::clone(log), log.begin())),
            wants_tensors: false,
        };
        let destination = Arc::clone(&program.errors);
        let begin = || -> io::Result<()> {
            thread::Builder::new().spawn(move || write_all(input, &to_write))?;
            thread::Builder::new().spawn(move || read_all(output, &read))?;
            let words = thread::Builder::new().spawn(move || destination.pass_on(errors))?;
            bot.words = Some(words);
            Ok(())
        };
        begin().map_err(|error| cannot(&error))?;
        Ok(bot)
    }

    /// Sends the greeting.
    ///
    /// # Errors
    /// Fails if the bot does not answer correctly.
    pub fn greet(&mut self, game: &str) -> Result<Greeting, Fault> {
        let hello = Message::Hello { protocol: PROTOCOL, game };
        let greeting = read_greeting(&self.ask(&hello, READY_LIMIT)?)?;
        self.wants_tensors = greeting.tensors;
        Ok(greeting)
    }

    /// Returns whether the bot has asked for tensors in its greeting.
    pub(super) const fn wants_tensors(&self) -> bool {
        self.wants_tensors
    }

    /// Announces a new game and waits for the bot to be ready.
    pub(super) fn begin(&mut self, new_game: &Message<'_>) -> Result<(), Fault> {
        read_ready(&self.ask(new_game, READY_LIMIT)?).map(|_| ())
    }

    /// Asks the bot for a move.
    pub(super) fn decide(
        &mut self,
        decide: &Message<'_>,
        limit: Duration,
    ) -> Result<Answer, Fault> {
        read_answer(&self.ask(decide, limit)?)
    }

    /// Sends a message that has no answer.
    pub(super) fn tell(&self, message: &Message<'_>) {
        // A log that cannot be written is reported with the next answer.
        let _ = self.send(message);
    }

    fn send(&self, message: &Message<'_>) -> Result<(), Fault> {
        let line = message.to_line(self.with_unknown_field);
        self.note(Direction::ToBot, &line)?;
        // If the process has ended, the next question fails.
        let _ = self.questions.send(line);
        Ok(())
    }

    /// Appends a message to the log.
    fn note(&self, direction: Direction, message: &str) -> Result<(), Fault> {
        let Some((log, number)) = &self.log else { return Ok(()) };
        log.write(*number, direction, message).map_err(|error| Fault::of_the_system(&error))
    }

    /// Sends the message to quit. [`Bot::ends_within`] checks whether the bot ends.
    pub fn tell_to_quit(&self) {
        self.tell(&Message::Quit);
    }

    /// Closes the bot's input.
    pub fn hang_up(&mut self) {
        self.questions = mpsc::channel().0;
    }

    /// Waits for the process to end.
    ///
    /// # Errors
    /// Fails if the bot writes something, does not end in time, or ends with a nonzero exit code.
    pub fn ends_within(&mut self, limit: Duration) -> Result<(), Fault> {
        let begin = Instant::now();
        match self.answers.recv_timeout(limit) {
            Err(RecvTimeoutError::Disconnected) => {}
            Err(RecvTimeoutError::Timeout) => return Err(self.fault("the bot does not exit")),
            Ok(line) => return Err(line.unasked()),
        }
        loop {
            match self.ended() {
                Some(status) if !status.success() => {
                    return Err(self.fault(&format!("the bot exited with {status}")));
                }
                Some(_) => return Ok(()),
                None if begin.elapsed() < limit => thread::sleep(PAUSE),
                None => return Err(self.fault("the bot does not exit")),
            }
        }
    }

    /// Checks that the bot writes nothing for a while.
    ///
    /// # Errors
    /// Fails if it writes or ends.
    pub fn stays_silent(&mut self, time: Duration) -> Result<(), Fault> {
        match self.answers.recv_timeout(time) {
            Err(RecvTimeoutError::Timeout) => Ok(()),
            Err(RecvTimeoutError::Disconnected) => Err(self.exit_reason()),
            Ok(line) => Err(line.unasked()),
        }
    }

    /// Sends a question and waits for the next line, at most until the limit. A surplus line counts as the answer
    /// to the next question, whenever it was written, so the same lines always have the same result.
    fn ask(&mut self, message: &Message<'_>, limit: Duration) -> Result<String, Fault> {
        self.send(message)?;
        match self.answers.recv_timeout(limit) {
            Ok(line) => {
                let text = line.text()?;
                self.note(Direction::FromBot, &text)?;
                Ok(text)
            }
            Err(RecvTimeoutError::Disconnected) => Err(self.exit_reason()),
            Err(RecvTimeoutError::Timeout) => {
                Err(self.fault(&format!("no answer within {} ms", limit.as_millis())))
            }
        }
    }

    /// Returns how the process has ended; `None` if it still runs.
    fn ended(&mut self) -> Option<ExitStatus> {
        self.process.try_wait().ok().flatten()
    }

    /// Returns the reason why a bot has closed its output.
    fn exit_reason(&mut self) -> Fault {
        let begin = Instant::now();
        while begin.elapsed() < QUIT_LIMIT {
            if let Some(status) = self.ended() {
                return self.fault(&format!("the program ended: {status}"));
            }
            thread::sleep(PAUSE);
        }
        self.fault("the program closed its standard output")
    }

    /// Returns a fault with this reason, or with the budget that the bot has exceeded, if any. A shortage of memory is not the fault
    /// of a bot, which may be an honest one.
    fn fault(&self, reason: &str) -> Fault {
        match self.excess.get() {
            Some(&SHORTAGE) => Fault::of_the_system(
                "the machine has too little memory left for the bots: free some, or choose fewer --threads",
            ),
            Some(excess) => Fault::new(&format!("the bot used {excess}")),
            None => Fault::new(reason),
        }
    }
}

/// Kills the process and all processes that it has started.
impl Drop for Bot {
    fn drop(&mut self) {
        kill(&mut self.process);
        self.channel.shut_down();
        if let Some(words) = self.words.take() {
            // Pass on the last lines of the bot's standard error.
            let _ = words.join();
        }
    }
}

/// Writes lines until the process stops reading or the sender is dropped.
fn write_all(mut input: impl Write, lines: &Receiver<String>) {
    for line in lines {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Reads lines until the output ends or the receiver is dropped.
fn read_all(output: impl Read, lines: &SyncSender<BotLine>) {
    let mut output = BufReader::new(output);
    while let Some(line) = BotLine::read(&mut output) {
        let is_last = matches!(line, BotLine::TooLong);
        if lines.send(line).is_err() || is_last {
            return;
        }
    }
}
