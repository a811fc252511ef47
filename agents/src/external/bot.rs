//! The process of a bot, and communication with the bot that can never block the tournament.
//!
//! Three threads per process read and write its input, output and standard error. A bot that does not answer, does
//! not read or does not stop writing costs at most the time limit. Then the process is killed and the connection is
//! shut down, even if another process still has the other end open.

use super::channel::{Channel, Connected, connect, kill};
use super::errors::Errors;
use super::line::BotLine;
use super::message::{Greeting, Message, PROTOCOL, read_greeting, read_move, read_ready};
use super::sandbox::Sandbox;
use crate::Fault;
use std::io::{self, BufReader, Read, Write};
use std::process::{Child, Command};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The time limit for a bot to start, and to get ready for a game.
pub const READY_LIMIT: Duration = Duration::from_secs(10);
/// The time limit for a bot to end after it receives the message to quit.
pub const QUIT_LIMIT: Duration = Duration::from_secs(2);
/// The largest number of files that this program keeps open for a process: the ends of the process's sockets and,
/// while it starts, the files that it inherits and the files that set its limits.
pub const OPEN_FILES: u64 = 16;

/// The largest number of lines that may wait to be read; a bot that writes more is blocked.
const LINES_AHEAD: usize = 4;
/// The time between two checks of whether a process has ended.
const PAUSE: Duration = Duration::from_millis(2);

/// The settings for running a bot.
#[derive(Clone, Debug)]
pub struct Program {
    /// The program and its arguments. They run without a shell.
    pub words: Vec<String>,
    /// The time limit for a decision.
    pub move_limit: Duration,
    /// Whether every game gets a separate process.
    pub is_fresh: bool,
    /// The sandbox of the processes, if they run in one.
    pub sandbox: Option<Sandbox>,
    /// The destination of the standard error of all processes.
    pub errors: Arc<Errors>,
    /// Whether all messages have a field that is unknown to the protocol, to test the bot.
    pub with_unknown_field: bool,
}

impl Program {
    /// Returns the command for a bot without a sandbox.
    fn command(&self) -> io::Result<Command> {
        let [name, arguments @ ..] = &self.words[..] else {
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
}

/// A bot's process that plays one game at a time.
#[derive(Debug)]
pub struct Bot {
    process: Child,
    channel: Channel,
    questions: Sender<String>,
    answers: Receiver<BotLine>,
    /// The thread that passes on the bot's standard error.
    words: Option<JoinHandle<()>>,
    with_unknown_field: bool,
}

impl Bot {
    /// Starts the program without sending anything.
    ///
    /// # Errors
    /// Fails, with a fault of the system, if the program cannot be started.
    pub fn start(program: &Program) -> Result<Self, Fault> {
        let cannot =
            |error: &io::Error| Fault::of_the_system(&format!("cannot start the program: {error}"));
        let connected = match &program.sandbox {
            #[cfg(target_os = "linux")]
            Some(sandbox) => sandbox.start(),
            #[cfg(not(target_os = "linux"))]
            Some(never) => match *never {},
            None => program.command().and_then(connect),
        };
        let connected = connected.map_err(|error| cannot(&error))?;
        let Connected { process, channel, input, output, errors } = connected;
        let (questions, to_write) = mpsc::channel();
        let (read, answers) = sync_channel(LINES_AHEAD);
        let mut bot = Self {
            process,
            channel,
            questions,
            answers,
            words: None,
            with_unknown_field: program.with_unknown_field,
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
        read_greeting(&self.ask(&hello, READY_LIMIT)?)
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
    ) -> Result<String, Fault> {
        read_move(&self.ask(decide, limit)?)
    }

    /// Sends a message that has no answer.
    pub(super) fn tell(&self, message: &Message<'_>) {
        // If the process has ended, the next question fails.
        let _ = self.questions.send(message.to_line(self.with_unknown_field));
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
            Err(RecvTimeoutError::Timeout) => return Err(Fault::new("the bot does not exit")),
            Ok(line) => return Err(line.unasked()),
        }
        loop {
            match self.process.try_wait() {
                Ok(Some(status)) if status.success() => return Ok(()),
                Ok(Some(status)) => {
                    return Err(Fault::new(&format!("the bot exited with {status}")));
                }
                _ if begin.elapsed() < limit => thread::sleep(PAUSE),
                _ => return Err(Fault::new("the bot does not exit")),
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
        self.tell(message);
        match self.answers.recv_timeout(limit) {
            Ok(line) => line.text(),
            Err(RecvTimeoutError::Disconnected) => Err(self.exit_reason()),
            Err(RecvTimeoutError::Timeout) => {
                Err(Fault::new(&format!("no answer within {} ms", limit.as_millis())))
            }
        }
    }

    /// Returns the reason why a bot has closed its output.
    fn exit_reason(&mut self) -> Fault {
        let begin = Instant::now();
        while begin.elapsed() < QUIT_LIMIT {
            match self.process.try_wait() {
                Ok(Some(status)) => return Fault::new(&format!("the program ended: {status}")),
                _ => thread::sleep(PAUSE),
            }
        }
        Fault::new("the program closed its standard output")
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
