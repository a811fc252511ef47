//! The connection between the tournament and a bot's process.

use std::io;
use std::process::{Child, Command};
use std::sync::{Arc, OnceLock};

#[cfg(not(unix))]
pub use pipes::{Channel, Process, connect};
#[cfg(unix)]
pub use unix::{Channel, Process, connect};

/// The reason why a bot was ended that has exceeded no budget.
pub const SHORTAGE: &str = "memory, of which the machine has too little left";

/// The budget that a bot has exceeded, once it has.
pub type Excess = Arc<OnceLock<&'static str>>;

/// A process and its connection.
pub struct Connected<I, O, E> {
    pub process: Child,
    pub channel: Channel,
    /// The process's standard input.
    pub input: I,
    /// The process's standard output.
    pub output: O,
    /// The process's standard error.
    pub errors: E,
    pub excess: Excess,
}

/// Kills a process and all processes of its group, and waits for it.
pub fn kill(process: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = rustix::process::Pid::from_raw(process.id().cast_signed()) {
        // The group leader is waited for only below, so no other process can have its number yet.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    // The process may already have ended.
    let _ = process.kill();
    let _ = process.wait();
}

/// Connections by socket pairs. Unlike pipes, they can be shut down from one end, even if unknown processes
/// still have the other end open.
#[cfg(unix)]
mod unix {
    use super::super::input::Input;
    use super::{Command, Connected, Excess, io};
    use std::net::Shutdown;
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;

    /// The tournament's ends of the socket pairs, kept to shut them down.
    #[derive(Debug)]
    pub struct Channel([UnixStream; 3]);

    impl Channel {
        /// Ends all reading and writing.
        pub fn shut_down(&self) {
            for socket in &self.0 {
                // The other end may already be closed.
                let _ = socket.shutdown(Shutdown::Both);
            }
        }
    }

    /// A process connected by socket pairs.
    pub type Process = Connected<Input<UnixStream>, UnixStream, UnixStream>;

    /// Starts a process connected by socket pairs.
    pub fn connect(mut command: Command) -> io::Result<Process> {
        let (input, stdin) = UnixStream::pair()?;
        let (output, stdout) = UnixStream::pair()?;
        let (errors, stderr) = UnixStream::pair()?;
        let channel = Channel([input.try_clone()?, output.try_clone()?, errors.try_clone()?]);
        command.stdin(OwnedFd::from(stdin)).stdout(OwnedFd::from(stdout));
        command.stderr(OwnedFd::from(stderr));
        let process = command.spawn()?;
        let input = Input::new(input, |stream| stream.shutdown(Shutdown::Write));
        let excess = Excess::default();
        Ok(Connected { process, channel, input, output, errors, excess })
    }
}

#[cfg(not(unix))]
mod pipes {
    use super::{Command, Connected, Excess, io};
    use std::process::{ChildStderr, ChildStdin, ChildStdout, Stdio};

    /// Connections by pipes, which end with the process.
    #[derive(Debug)]
    pub struct Channel;

    impl Channel {
        #[expect(clippy::unused_self, reason = "the other kind of channel needs it")]
        pub fn shut_down(&self) {}
    }

    /// A process connected by pipes.
    pub type Process = Connected<ChildStdin, ChildStdout, ChildStderr>;

    /// Starts a process connected by pipes.
    pub fn connect(mut command: Command) -> io::Result<Process> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn()?;
        let pipes = process.stdin.take().zip(process.stdout.take()).zip(process.stderr.take());
        let ((input, output), errors) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        let (channel, excess) = (Channel, Excess::default());
        Ok(Connected { process, channel, input, output, errors, excess })
    }
}
