//! The process of a bot, and communication with the bot that can never block the tournament.
//!
//! Three threads per process read and write its input, output and standard error. A bot that does not answer, does
//! not read or does not stop writing costs at most the time limit. Then the process is killed and the connection is
//! shut down, even if another process still has the other end open.

use super::channel::{Channel, Excess, Process, Verdict, connect, end_input, kill};
use super::errors::Errors;
use super::line::BotLine;
use super::log::{Direction, Log};
use super::message::{Answer, Greeting, Message, PROTOCOL, read_answer, read_greeting, read_ready};
use super::sandbox::Sandbox;
use crate::Fault;
use std::io::{self, BufReader, Read, Write as _};
use std::process::{Child, Command, ExitStatus};
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
    /// Fails with a clause if the system does not allow it.
    fn start(&self) -> Result<Process, String> {
        match &self.source {
            Source::Open(words) => {
                let started = command(words).and_then(connect);
                started.map_err(|error| format!("cannot start {}: {error}", words[0]))
            }
            #[cfg(target_os = "linux")]
            Source::Sandboxed(sandbox) => {
                sandbox.start().map_err(|error| format!("the sandbox is not available: {error}"))
            }
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
    verdict: Verdict,
    questions: Sender<String>,
    answers: Receiver<BotLine>,
    /// The thread that passes on the bot's standard error.
    words: Option<JoinHandle<()>>,
    start_limit: Duration,
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
        let Process { process, channel, mut input, output, errors, verdict } =
            program.start().map_err(|clause| Fault::of_the_system(&clause))?;
        let (questions, to_write) = mpsc::channel();
        let (read, answers) = sync_channel(LINES_AHEAD);
        let mut bot = Self {
            process,
            channel,
            verdict,
            questions,
            answers,
            words: None,
            start_limit: program.start_limit,
            with_unknown_field: program.with_unknown_field,
            log: program.log.as_ref().map(|log| (Arc::clone(log), log.begin())),
            wants_tensors: false,
        };
        let destination = Arc::clone(&program.errors);
        let begin = || -> io::Result<()> {
            thread::Builder::new().spawn(move || {
                let mut lines = to_write.iter();
                // The next question fails if the process has ended.
                let _ = lines.try_for_each(|line| input.write_all(line.as_bytes()));
                end_input(&input);
            })?;
            thread::Builder::new().spawn(move || read_all(output, &read))?;
            let words = thread::Builder::new().spawn(move || destination.pass_on(errors))?;
            bot.words = Some(words);
            Ok(())
        };
        match begin() {
            Ok(()) => Ok(bot),
            Err(error) => Err(Fault::of_the_system(&format!("cannot start a thread: {error}"))),
        }
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

    /// Returns whether the bot has asked for tensors in its greeting.
    pub(super) const fn wants_tensors(&self) -> bool {
        self.wants_tensors
    }

    /// Announces a new game and waits for the bot to be ready.
    pub(super) fn begin(&mut self, new_game: &Message<'_>) -> Result<(), Fault> {
        read_ready(&self.get_ready(new_game)?).map(|_| ())
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
    fn get_ready(&mut self, message: &Message<'_>) -> Result<String, Fault> {
        let limit = self.start_limit.as_millis();
        let late = format!("the bot was not ready within {limit} ms: choose a longer start_ms");
        self.ask(message, self.start_limit, Fault::of_the_system(&late)).0
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
        let status = match self.answers.recv_timeout(limit) {
            Ok(line) => return Err(line.unasked()),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                self.status_within(limit.saturating_sub(begin.elapsed()))
            }
        };
        match status {
            Some(status) if status.success() => Ok(()),
            Some(status) => Err(self.fault(Fault::new(&format!("the bot exited with {status}")))),
            None => Err(self.fault(Fault::new("the bot does not exit"))),
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

    /// Sends a question and waits for the next line, at most until the limit, after which the bot has this fault. A
    /// surplus line counts as the answer to the next question, whenever it was written, so the same lines always have
    /// the same result. Also returns the time that this took.
    fn ask(
        &mut self,
        message: &Message<'_>,
        limit: Duration,
        late: Fault,
    ) -> (Result<String, Fault>, Duration) {
        if let Err(fault) = self.send(message) {
            return (Err(fault), Duration::ZERO);
        }
        let (received, time) = self.wait(limit);
        let answer = match received {
            Ok(line) => line.text().and_then(|text| {
                self.note(Direction::FromBot, &text)?;
                Ok(text)
            }),
            Err(RecvTimeoutError::Disconnected) => Err(self.exit_reason()),
            Err(RecvTimeoutError::Timeout) => Err(self.fault(late)),
        };
        (answer, time)
    }

    /// Waits for a line, at most until the limit. The time does not count in which this program did not run because
    /// it was suspended, or its machine was, and then there is a step left to read what came meanwhile.
    fn wait(&self, limit: Duration) -> (Result<BotLine, RecvTimeoutError>, Duration) {
        let mut time = Duration::ZERO;
        loop {
            let left = limit.saturating_sub(time);
            let step = if left.is_zero() { STEP } else { left.min(STEP) };
            let begin = Instant::now();
            let received = self.answers.recv_timeout(step);
            let passed = begin.elapsed();
            time += passed.min(step);
            let was_suspended = passed > step + STEP;
            match received {
                Err(RecvTimeoutError::Timeout) if time < limit || was_suspended => {}
                _ => return (received, time),
            }
        }
    }

    /// Returns how the process has ended; `None` if it still runs after this time.
    fn status_within(&mut self, limit: Duration) -> Option<ExitStatus> {
        let begin = Instant::now();
        loop {
            let status = self.process.try_wait().ok().flatten();
            if status.is_some() || begin.elapsed() >= limit {
                return status;
            }
            thread::sleep(PAUSE);
        }
    }

    /// Returns the reason why a bot has closed its output.
    fn exit_reason(&mut self) -> Fault {
        let reason = match self.status_within(QUIT_LIMIT) {
            Some(status) => format!("the program ended: {status}"),
            None => "the program closed its standard output".to_owned(),
        };
        self.fault(Fault::new(&reason))
    }

    /// Returns this fault, or the reason why the bot was killed before. A shortage of memory is not the fault of a bot,
    /// which may be an honest one.
    fn fault(&self, fault: Fault) -> Fault {
        match self.verdict.get() {
            Some(Excess::OfMachine) => Fault::of_the_system(
                "the machine has too little memory left for the bots: free some, or choose fewer --threads",
            ),
            Some(Excess::OfBudget(clause)) => Fault::new(&format!("the bot used {clause}")),
            None => fault,
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
