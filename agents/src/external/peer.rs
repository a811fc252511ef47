//! The other end of a connection to a bot: its process, or a remote machine.

use super::channel::{Channel, Connected, Excess, kill};
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::process::{Child, ExitStatus};
use std::time::Duration;

/// The time limit for a bot to start, and to get ready for a game.
pub const READY_LIMIT: Duration = Duration::from_secs(10);
/// The time limit for a bot to end after it receives the message to quit, even if the machine is under load.
pub const QUIT_LIMIT: Duration = Duration::from_secs(5);

/// The other end of a connection.
#[derive(Debug)]
pub enum Peer {
    /// A process of this machine.
    Process(Child, Channel, Excess),
    /// A server, which runs the bot.
    Remote(TcpStream),
}

/// How the other end of a connection has ended.
pub enum Ended {
    /// The process has exited.
    Exited(ExitStatus),
    /// The server has closed the connection.
    Closed,
}

/// A connection to a bot.
pub struct Link {
    pub peer: Peer,
    /// The bot's standard input.
    pub input: Box<dyn Write + Send>,
    /// The bot's standard output.
    pub output: Box<dyn Read + Send>,
    /// The bot's standard error; servers do not send it.
    pub errors: Option<Box<dyn Read + Send>>,
}

impl Peer {
    /// Returns how the other end has ended, once its output has ended; `None` if its process still runs.
    pub fn ended(&mut self) -> Option<Ended> {
        match self {
            Self::Process(process, ..) => process.try_wait().ok().flatten().map(Ended::Exited),
            Self::Remote(_) => Some(Ended::Closed),
        }
    }

    /// Returns the budget that the process has exceeded, if any.
    pub fn excess(&self) -> Option<&'static str> {
        match self {
            Self::Process(.., excess) => excess.get().copied(),
            Self::Remote(_) => None,
        }
    }

    /// Kills the process, and ends all reading and writing.
    pub fn end(&mut self) {
        match self {
            Self::Process(process, channel, _) => {
                kill(process);
                channel.shut_down();
            }
            // The connection may have ended already.
            Self::Remote(stream) => drop(stream.shutdown(Shutdown::Both)),
        }
    }
}

impl<I, O, E> From<Connected<I, O, E>> for Link
where
    I: Write + Send + 'static,
    O: Read + Send + 'static,
    E: Read + Send + 'static,
{
    fn from(connected: Connected<I, O, E>) -> Self {
        let Connected { process, channel, input, output, errors, excess } = connected;
        Self {
            peer: Peer::Process(process, channel, excess),
            input: Box::new(input),
            output: Box::new(output),
            errors: Some(Box::new(errors)),
        }
    }
}
