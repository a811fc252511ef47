//! A bot's process, and communication with it that can never block the tournament.
//!
//! Three threads per process read and write its input, output and standard error; a fourth starts and watches it. A
//! bot that does not answer, does not read or does not stop writing costs at most the time limit. Then the process is
//! killed and the connection is shut down, even if another process still has the other end open.

use super::message::{
    Answer, Greeting, Message, NewGame, PROTOCOL, excerpt, read_answer, read_greeting, read_line,
    read_ready,
};
use super::output::Output;
use super::process::{Process, Streams};
use crate::Fault;
use std::io::{BufReader, Read, Write as _};
use std::process::{Command, ExitStatus};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The largest number of files that this program keeps open for a process: the ends of the process's sockets and,
/// while it starts, the files that it inherits and the files that set its limits.
pub const OPEN_FILES: u64 = 16;

/// The time limit for a bot to end after it receives the message to quit.
pub const QUIT_LIMIT: Duration = Duration::from_secs(5);

/// The largest number of lines that may wait to be read; a bot that writes more is blocked.
const LINES_AHEAD: usize = 4;
/// The time between two checks of whether a process has ended.
const PAUSE: Duration = Duration::from_millis(2);
/// The time for which this program waits at once, and the least delay of which it knows that it did not run.
const STEP: Duration = Duration::from_millis(100);

/// The settings for running a bot.
#[derive(Clone, Debug)]
pub struct Program {
    /// The way in which the bot runs.
    pub source: Source,
    /// The time limit to start, and to get ready for a game.
    pub start_limit: Duration,
    /// The time limit for a decision.
    pub move_limit: Duration,
    /// The time limit for all decisions of a game.
    pub game_limit: Duration,
    /// Whether every game gets a separate process.
    pub is_fresh: bool,
    /// The destinations of the output of all processes.
    pub output: Arc<Output>,
    /// Whether all messages have a field that is unknown to the protocol, to test the bot.
    pub with_unknown_field: bool,
}

/// The way in which a bot runs.
#[derive(Clone, Debug)]
pub enum Source {
    /// The program and its arguments, which run without a shell.
    Open(Vec<String>),
    /// In a sandbox.
    #[cfg(target_os = "linux")]
    Sandboxed(super::sandbox::Sandbox),
}

impl Source {
    /// Starts a process of the bot.
    ///
    /// # Errors
    /// Fails, with a fault of the system, if that does not allow it.
    fn start(&self) -> Result<(Process, Streams), Fault> {
        let (started, clause) = match self {
            Self::Open(words) => {
                let mut command = Command::new(&words[0]);
                command.args(&words[1..]);
                #[cfg(target_os = "linux")]
                super::descriptors::pass_only(&mut command, Vec::new());
                (Process::start(command, |_| None), format!("cannot start {}", words[0]))
            }
            #[cfg(target_os = "linux")]
            Self::Sandboxed(sandbox) => {
                (sandbox.start(), "the sandbox is not available".to_owned())
            }
        };
        started.map_err(|error| Fault::of_the_system(&format!("{clause}: {error}")))
    }
}

/// A line from a bot, or its fault if it is not a line of text.
type Line = Result<String, Fault>;

/// A bot's process that plays one game at a time.
#[derive(Debug)]
pub struct Bot {
    process: Process,
    program: Program,
    questions: Sender<String>,
    answers: Receiver<Line>,
    /// The thread that passes on the bot's standard error.
    errors: Option<JoinHandle<()>>,
    /// The number of the conversation in the log.
    conversation: u64,
    /// Whether the bot has asked for tensors in its greeting.
    pub(super) wants_tensors: bool,
}

impl Bot {
    /// Starts the program without sending anything.
    ///
    /// # Errors
    /// Fails, with a fault of the system, if the program cannot be started.
    pub fn start(program: &Program) -> Result<Self, Fault> {
        let (process, Streams { mut input, output, errors }) = program.source.start()?;
        let (questions, to_write) = mpsc::channel::<String>();
        let (read, answers) = sync_channel(LINES_AHEAD);
        in_thread(move || {
            // The next question fails if the process has ended.
            let _ = to_write.iter().try_for_each(|line| input.write_all(line.as_bytes()));
            // The input ends even if other handles of it are open; the other end may already be closed.
            #[cfg(unix)]
            let _ = input.shutdown(std::net::Shutdown::Write);
        })?;
        in_thread(move || read_all(output, &read))?;
        let destination = Arc::clone(&program.output);
        Ok(Self {
            process,
            program: program.clone(),
            questions,
            answers,
            errors: Some(in_thread(move || destination.pass_on(errors))?),
            conversation: program.output.begin(),
            wants_tensors: false,
        })
    }

    /// Sends the greeting.
    ///
    /// # Errors
    /// Fails if the bot does not answer correctly.
    pub fn greet(&mut self, game: &str) -> Result<Greeting, Fault> {
        let hello = Message::Hello { protocol: PROTOCOL, game };
        let greeting = read_greeting(&self.get_ready(&hello)?)?;
        self.wants_tensors = greeting.tensors;
        Ok(greeting)
    }

    /// Announces a new game and waits for the bot to be ready.
    pub(super) fn begin(&mut self, mut game: NewGame) -> Result<(), Fault> {
        game.action_count = game.action_count.filter(|_| self.wants_tensors);
        read_ready(&self.get_ready(&Message::NewGame(game))?).map(|_| ())
    }

    /// Asks the bot for a move. Also returns the time that this took.
    pub(super) fn decide(
        &mut self,
        decide: &Message<'_>,
        limit: Duration,
    ) -> (Result<Answer, Fault>, Duration) {
        let late = Fault::new(&format!("no answer within {} ms", limit.as_millis()));
        let (answer, time) = self.ask(decide, limit, late);
        (answer.and_then(|line| read_answer(&line)), time)
    }

    /// Sends a message to which the bot answers that it is ready. A process that is late has not lost a game.
    fn get_ready(&mut self, message: &Message<'_>) -> Line {
        let limit = self.program.start_limit;
        let clause = "choose a longer start_ms";
        let late = format!("the bot was not ready within {} ms: {clause}", limit.as_millis());
        self.ask(message, limit, Fault::of_the_system(&late)).0
    }

    /// Sends a message that has no answer.
    pub(super) fn tell(&self, message: &Message<'_>) {
        // A log that cannot be written is reported with the next answer.
        let _ = self.send(message);
    }

    fn send(&self, message: &Message<'_>) -> Result<(), Fault> {
        let line = message.to_line(self.program.with_unknown_field);
        self.program.output.note(self.conversation, '>', &line)?;
        // If the process has ended, the next question fails.
        let _ = self.questions.send(line);
        Ok(())
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
        let status = match self.wait(limit) {
            (Ok(line), _) => return Err(unrequested(line)),
            (Err(RecvTimeoutError::Timeout), _) => None,
            (Err(RecvTimeoutError::Disconnected), time) => {
                self.status_within(limit.saturating_sub(time))
            }
        };
        match status {
            Some(status) if status.success() => Ok(()),
            Some(status) => Err(self.fault(&format!("the bot exited with {status}"))),
            None => Err(self.fault("the bot does not exit")),
        }
    }

    /// Checks that the bot writes nothing for a while.
    ///
    /// # Errors
    /// Fails if it writes or ends.
    pub fn stays_silent(&mut self, time: Duration) -> Result<(), Fault> {
        match self.wait(time).0 {
            Ok(line) => Err(unrequested(line)),
            Err(RecvTimeoutError::Timeout) => Ok(()),
            Err(RecvTimeoutError::Disconnected) => Err(self.exit_reason()),
        }
    }

    /// Sends a question and waits for the next line, at most until the limit, after which the bot has this fault. A
    /// surplus line counts as the answer to the next question, whenever it was written, so the same lines always have
    /// the same result. Also returns the time that this took.
    fn ask(&mut self, message: &Message<'_>, limit: Duration, late: Fault) -> (Line, Duration) {
        if let Err(fault) = self.send(message) {
            return (Err(fault), Duration::ZERO);
        }
        let (received, time) = self.wait(limit);
        let answer = match received {
            Ok(Ok(text)) => {
                let noted = self.program.output.note(self.conversation, '<', &text);
                noted.map(|()| text)
            }
            Ok(Err(fault)) => Err(fault),
            Err(RecvTimeoutError::Timeout) => Err(self.process.verdict().unwrap_or(late)),
            Err(RecvTimeoutError::Disconnected) => Err(self.exit_reason()),
        };
        (answer, time)
    }

    /// Waits for a line, at most until the limit. The time does not count in which this program did not run because
    /// it was suspended, or its machine was, and then there is a step left to read what came meanwhile.
    fn wait(&self, limit: Duration) -> (Result<Line, RecvTimeoutError>, Duration) {
        let (mut time, mut step) = (Duration::ZERO, limit.min(STEP));
        loop {
            let begin = Instant::now();
            let received = self.answers.recv_timeout(step);
            let passed = begin.elapsed();
            time += passed.min(step);
            let was_suspended = passed > step + STEP;
            match received {
                Err(RecvTimeoutError::Timeout) if time < limit || was_suspended => {
                    let left = limit.saturating_sub(time);
                    step = if left.is_zero() { STEP } else { left.min(STEP) };
                }
                _ => return (received, time),
            }
        }
    }

    /// Returns how the process has ended; `None` if it still runs after this time.
    fn status_within(&mut self, limit: Duration) -> Option<ExitStatus> {
        let begin = Instant::now();
        loop {
            let status = self.process.status();
            if status.is_some() || begin.elapsed() >= limit {
                return status;
            }
            thread::sleep(PAUSE);
        }
    }

    /// Returns the reason why a bot has closed its output.
    fn exit_reason(&mut self) -> Fault {
        match self.status_within(QUIT_LIMIT) {
            Some(status) => self.fault(&format!("the program ended: {status}")),
            None => self.fault("the program closed its standard output"),
        }
    }

    /// Returns the reason why the bot was killed, or this one if it was not.
    fn fault(&self, reason: &str) -> Fault {
        self.process.verdict().unwrap_or_else(|| Fault::new(reason))
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        self.process.end();
        // Pass on the last lines of the bot's standard error.
        let _ = self.errors.take().map(JoinHandle::join);
    }
}

fn in_thread(work: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, Fault> {
    let started = thread::Builder::new().spawn(work);
    started.map_err(|error| Fault::of_the_system(&format!("cannot start a thread: {error}")))
}

/// Reads lines until the output or its text ends, or the receiver is dropped.
fn read_all(output: impl Read, lines: &SyncSender<Line>) {
    let mut output = BufReader::new(output);
    while let Some(line) = read_line(&mut output) {
        let is_last = line.is_err();
        if lines.send(line).is_err() || is_last {
            return;
        }
    }
}

/// Returns the fault of a bot that wrote this line without a question.
fn unrequested(line: Line) -> Fault {
    let text = |text: String| Fault::new(&format!("unrequested output: {}", excerpt(&text)));
    line.map_or_else(|fault| fault, text)
}
