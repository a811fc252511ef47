//! What connects a bot with the tournament.

use std::io;
use std::process::{Child, Command};

#[cfg(not(unix))]
pub use pipes::{Channel, connect};
#[cfg(unix)]
pub use unix::{Channel, connect};

/// Pairs of sockets. Unlike pipes, they can be shut down from one end, even if processes that nobody knows hold
/// the other.
#[cfg(unix)]
mod unix {
    use super::{Child, Command, io};
    use std::net::Shutdown;
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;

    /// The ends that can be shut down.
    #[derive(Debug)]
    pub struct Channel([UnixStream; 2]);

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

    /// Starts a process, and returns it with what is written to and read from it.
    pub fn connect(mut command: Command) -> io::Result<(Child, Channel, Input, UnixStream)> {
        let (input, stdin) = UnixStream::pair()?;
        let (output, stdout) = UnixStream::pair()?;
        command.stdin(OwnedFd::from(stdin)).stdout(OwnedFd::from(stdout));
        let process = command.spawn()?;
        let channel = Channel([input.try_clone()?, output.try_clone()?]);
        Ok((process, channel, Input(input), output))
    }
}

#[cfg(not(unix))]
mod pipes {
    use super::{Child, Command, io};
    use std::process::{ChildStdin, ChildStdout, Stdio};

    /// Pipes end with the process.
    #[derive(Debug)]
    pub struct Channel;

    impl Channel {
        #[expect(clippy::unused_self, reason = "the other kind of channel needs it")]
        pub fn shut_down(&self) {}
    }

    /// Starts a process, and returns it with what is written to and read from it.
    pub fn connect(mut command: Command) -> io::Result<(Child, Channel, ChildStdin, ChildStdout)> {
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let pipes = process.stdin.take().zip(process.stdout.take());
        let (input, output) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        Ok((process, Channel, input, output))
    }
}
