//! A bot's process, and talking to it without ever being held up by it.
//!
//! Two threads of a process read and write its pipes. So a bot that does not answer, does not read or
//! does not stop writing costs the time limit at most; then it is killed.

use super::message::{Greeting, Message, PROTOCOL, excerpt, read_greeting, read_move, read_ready};
use crate::Fault;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{
    Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError, channel, sync_channel,
};
use std::thread;
use std::time::{Duration, Instant};

/// For a bot to start, and to get ready for a game.
pub const READY_LIMIT: Duration = Duration::from_secs(10);
/// For a bot to end when it is told to quit.
pub const QUIT_LIMIT: Duration = Duration::from_secs(2);
/// Bytes of an answer at most.
pub const LONGEST_LINE: u64 = 65_536;

/// Lines that may wait to be read: one that writes without end is held up.
const LINES_AHEAD: usize = 4;
/// Between two looks at a process that is about to end.
const PAUSE: Duration = Duration::from_millis(2);

/// How a bot is run.
#[derive(Clone, Debug)]
pub struct Program {
    /// The program and its arguments; there is no shell between.
    pub words: Vec<String>,
    /// For a decision.
    pub move_limit: Duration,
    /// Where its standard error goes, if not to that of this program.
    pub errors: Option<Arc<File>>,
    /// Whether all messages have a field that the protocol does not know, as a test.
    pub with_unknown_field: bool,
}

/// A process that plays.
#[derive(Debug)]
pub struct Bot {
    process: Child,
    questions: Sender<String>,
    answers: Receiver<Line>,
    with_unknown_field: bool,
}

/// What a bot has written.
#[derive(Debug)]
enum Line {
    Text(String),
    TooLong,
    NoText,
}

impl Bot {
    /// Starts the program. Nothing has been said to it yet.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(program: &Program) -> Result<Self, Fault> {
        let cannot = |error: &io::Error| Fault::new(&format!("cannot start it: {error}"));
        let [name, arguments @ ..] = &program.words[..] else {
            return Err(Fault::new("cannot start it: there is no program"));
        };
        let errors = match &program.errors {
            Some(file) => Stdio::from(file.try_clone().map_err(|error| cannot(&error))?),
            None => Stdio::inherit(),
        };
        let mut command = Command::new(name);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(errors);
        // Ctrl-C is for the tournament, which then lets all games come to their end.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut process = command.spawn().map_err(|error| cannot(&error))?;
        let (questions, to_write) = channel();
        let (read, answers) = sync_channel(LINES_AHEAD);
        let (input, output) = (process.stdin.take(), process.stdout.take());
        let bot =
            Self { process, questions, answers, with_unknown_field: program.with_unknown_field };
        if let (Some(input), Some(output)) = (input, output) {
            let begin = || -> io::Result<()> {
                thread::Builder::new().spawn(move || write_all(input, &to_write))?;
                thread::Builder::new().spawn(move || read_all(output, &read))?;
                Ok(())
            };
            begin().map_err(|error| cannot(&error))?;
        }
        Ok(bot)
    }

    /// Says hello.
    ///
    /// # Errors
    /// If the bot does not answer as it should.
    pub fn greet(&mut self, game: &str) -> Result<Greeting, Fault> {
        let hello = Message::Hello { protocol: PROTOCOL, game };
        read_greeting(&self.ask(&hello, READY_LIMIT)?)
    }

    /// Tells it of a new game, and waits until it is ready.
    pub(super) fn begin(&mut self, new_game: &Message<'_>) -> Result<(), Fault> {
        read_ready(&self.ask(new_game, READY_LIMIT)?).map(|_| ())
    }

    /// Asks it for a move.
    pub(super) fn decide(
        &mut self,
        decide: &Message<'_>,
        limit: Duration,
    ) -> Result<String, Fault> {
        read_move(&self.ask(decide, limit)?)
    }

    /// Tells it something that needs no answer.
    pub(super) fn tell(&self, message: &Message<'_>) {
        // A process that has ended shows when it is asked for the next time.
        let _ = self.questions.send(message.to_line(self.with_unknown_field));
    }

    /// Tells it to quit; [`Bot::ends_within`] says whether it does.
    pub fn tell_to_quit(&self) {
        self.tell(&Message::Quit);
    }

    /// Ends its input.
    pub fn hang_up(&mut self) {
        self.questions = channel().0;
    }

    /// Waits for it to end.
    ///
    /// # Errors
    /// If it writes something, does not end in time, or ends with another exit code than 0.
    pub fn ends_within(&mut self, limit: Duration) -> Result<(), Fault> {
        let begin = Instant::now();
        match self.answers.recv_timeout(limit) {
            Err(RecvTimeoutError::Disconnected) => {}
            Err(RecvTimeoutError::Timeout) => return Err(Fault::new("it does not end")),
            Ok(line) => return Err(unasked(&line)),
        }
        loop {
            match self.process.try_wait() {
                Ok(Some(status)) if status.success() => return Ok(()),
                Ok(Some(status)) => return Err(Fault::new(&format!("it ended with {status}"))),
                _ if begin.elapsed() < limit => thread::sleep(PAUSE),
                _ => return Err(Fault::new("it does not end")),
            }
        }
    }

    /// Checks that it writes nothing for a while.
    ///
    /// # Errors
    /// If it does, or ends.
    pub fn stays_silent(&mut self, time: Duration) -> Result<(), Fault> {
        match self.answers.recv_timeout(time) {
            Err(RecvTimeoutError::Timeout) => Ok(()),
            Err(RecvTimeoutError::Disconnected) => Err(self.fate()),
            Ok(line) => Err(unasked(&line)),
        }
    }

    /// Asks it something and waits for a line, at most so long.
    fn ask(&mut self, message: &Message<'_>, limit: Duration) -> Result<String, Fault> {
        match self.answers.try_recv() {
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => return Err(self.fate()),
            Ok(line) => return Err(unasked(&line)),
        }
        self.tell(message);
        match self.answers.recv_timeout(limit) {
            Ok(Line::Text(text)) => Ok(text),
            Ok(Line::TooLong) => Err(too_long()),
            Ok(Line::NoText) => Err(no_text()),
            Err(RecvTimeoutError::Disconnected) => Err(self.fate()),
            Err(RecvTimeoutError::Timeout) => {
                Err(Fault::new(&format!("no answer within {} ms", limit.as_millis())))
            }
        }
    }

    /// What has become of a bot that has closed its output.
    fn fate(&mut self) -> Fault {
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

/// Whoever lets go of a process ends it.
impl Drop for Bot {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn unasked(line: &Line) -> Fault {
    match line {
        Line::Text(text) => Fault::new(&format!("it wrote without being asked: {}", excerpt(text))),
        Line::TooLong => too_long(),
        Line::NoText => no_text(),
    }
}

fn too_long() -> Fault {
    Fault::new(&format!("a line of more than {LONGEST_LINE} bytes"))
}

fn no_text() -> Fault {
    Fault::new("a line that is not UTF-8 text")
}

/// Writes what comes, as long as the process reads and somebody talks to it.
fn write_all(mut input: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Reads lines as long as there are any and somebody wants them.
fn read_all(output: ChildStdout, lines: &SyncSender<Line>) {
    let mut output = BufReader::new(output);
    loop {
        let mut bytes = Vec::new();
        let line = match output.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(read) if read as u64 > LONGEST_LINE => Line::TooLong,
            Ok(_) => {
                let end = bytes.trim_ascii_end().len();
                bytes.truncate(end);
                String::from_utf8(bytes).map_or(Line::NoText, Line::Text)
            }
        };
        let is_last = matches!(line, Line::TooLong);
        if lines.send(line).is_err() || is_last {
            return;
        }
    }
}
