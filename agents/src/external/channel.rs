//! What connects a bot with the tournament.

use std::io;
use std::process::{Child, Command};

#[cfg(not(unix))]
pub use pipes::{Channel, connect};
#[cfg(unix)]
pub use unix::{Channel, connect};

/// A process and what connects it.
pub struct Connected<I, O, E> {
    pub process: Child,
    pub channel: Channel,
    /// What is written to it.
    pub input: I,
    /// What is read from it.
    pub output: O,
    /// What it says besides.
    pub errors: E,
}

/// Pairs of sockets. Unlike pipes, they can be shut down from one end, even if processes that nobody knows hold
/// the other.
#[cfg(unix)]
mod unix {
    use super::{Command, Connected, io};
    use std::net::Shutdown;
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;

    /// The ends that can be shut down.
    #[derive(Debug)]
    pub struct Channel([UnixStream; 3]);

    impl Channel {
        /// Ends all reading and writing.
        pub fn shut_down(&self) {
            for socket in &self.0 {
                // The other end may be gone already.
                let _ = socket.shutdown(Shutdown::Both);
            }
        }
    }

    /// What is written to the process; its end is noticed when this is dropped.
    pub struct Input(UnixStream);

    impl io::Write for Input {
        fn write(&mut self, content: &[u8]) -> io::Result<usize> {
            self.0.write(content)
        }

        fn flush(&mut self) -> io::Result<()> {
            self.0.flush()
        }
    }

    impl Drop for Input {
        fn drop(&mut self) {
            // The other end may be gone already.
            let _ = self.0.shutdown(Shutdown::Write);
        }
    }

    /// Starts a process.
    pub fn connect(mut command: Command) -> io::Result<Connected<Input, UnixStream, UnixStream>> {
        let (input, stdin) = UnixStream::pair()?;
        let (output, stdout) = UnixStream::pair()?;
        let (errors, stderr) = UnixStream::pair()?;
        let channel = Channel([input.try_clone()?, output.try_clone()?, errors.try_clone()?]);
        command.stdin(OwnedFd::from(stdin)).stdout(OwnedFd::from(stdout));
        command.stderr(OwnedFd::from(stderr));
        let process = command.spawn()?;
        Ok(Connected { process, channel, input: Input(input), output, errors })
    }
}

#[cfg(not(unix))]
mod pipes {
    use super::{Command, Connected, io};
    use std::process::{ChildStderr, ChildStdin, ChildStdout, Stdio};

    /// Pipes end with the process.
    #[derive(Debug)]
    pub struct Channel;

    impl Channel {
        #[expect(clippy::unused_self, reason = "the other kind of channel needs it")]
        pub fn shut_down(&self) {}
    }

    /// Starts a process.
    pub fn connect(
        mut command: Command,
    ) -> io::Result<Connected<ChildStdin, ChildStdout, ChildStderr>> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn()?;
        let pipes = process.stdin.take().zip(process.stdout.take()).zip(process.stderr.take());
        let ((input, output), errors) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(Connected { process, channel: Channel, input, output, errors })
    }
}
