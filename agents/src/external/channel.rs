//! The connection between the tournament and a bot's process.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command};
use std::sync::mpsc::{Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

#[cfg(not(unix))]
pub use pipes::{Channel, Process, connect, end_input};
#[cfg(unix)]
pub use unix::{Channel, Process, connect, end_input};

/// The reason why a bot was killed before its answer.
#[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "other systems have no budgets"))]
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Excess {
    /// The bot used more than its budget: the clause names the resource.
    OfBudget(&'static str),
    /// The machine has too little memory left, and this bot uses most of it.
    OfMachine,
}

/// The reason why a bot was killed, once it was.
pub type Verdict = Arc<OnceLock<Excess>>;

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
    pub verdict: Verdict,
}

/// The groups of the bots that run. Each begins with the number of the bot's first process.
static GROUPS: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

fn groups() -> MutexGuard<'static, BTreeSet<u32>> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A command to start, and where to send the process.
type Order = (Command, SyncSender<io::Result<Child>>);

/// Starts a process. All are started by one thread, which runs as long as this program, because Linux ends the bots of a
/// thread that ends.
fn spawn(command: Command) -> io::Result<Child> {
    static ORDERS: Mutex<Option<Sender<Order>>> = Mutex::new(None);
    let (answer, started) = sync_channel(1);
    let mut orders = ORDERS.lock().unwrap_or_else(PoisonError::into_inner);
    if orders.is_none() {
        let (to, from) = channel::<Order>();
        thread::Builder::new().spawn(move || {
            for (mut command, answer) in from {
                // Whoever ordered the process waits for the answer.
                let _ = answer.send(command.spawn());
            }
        })?;
        *orders = Some(to);
    }
    let orders = orders.as_ref().ok_or(io::ErrorKind::BrokenPipe)?;
    orders.send((command, answer)).map_err(io::Error::other)?;
    let process = started.recv().map_err(io::Error::other)??;
    groups().insert(process.id());
    Ok(process)
}

/// Kills all processes of a group.
#[cfg_attr(not(unix), expect(unused_variables, reason = "systems other than Unix have no groups"))]
fn kill_group(first: u32) {
    #[cfg(unix)]
    if let Some(group) = rustix::process::Pid::from_raw(first.cast_signed()) {
        // The group may have ended.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

/// Kills a process and all processes of its group, and waits for it.
pub fn kill(process: &mut Child) {
    // The first process is waited for only below, so no other process can have its number yet.
    groups().remove(&process.id());
    kill_group(process.id());
    // The process may already have ended.
    let _ = process.kill();
    let _ = process.wait();
}

/// Kills all bots, for a program that ends at once.
pub fn kill_all() {
    groups().iter().copied().for_each(kill_group);
}

/// Connections by socket pairs. Unlike pipes, they can be shut down from one end, even if unknown processes
/// still have the other end open.
#[cfg(unix)]
mod unix {
    use super::{Command, Connected, Verdict, io, spawn};
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

    /// Ends a process's input, even if other handles of it are open.
    pub fn end_input(input: &UnixStream) {
        // The other end may already be closed.
        let _ = input.shutdown(Shutdown::Write);
    }

    /// A process connected by socket pairs.
    pub type Process = Connected<UnixStream, UnixStream, UnixStream>;

    /// Starts a process connected by socket pairs.
    pub fn connect(mut command: Command) -> io::Result<Process> {
        let (input, stdin) = UnixStream::pair()?;
        let (output, stdout) = UnixStream::pair()?;
        let (errors, stderr) = UnixStream::pair()?;
        let channel = Channel([input.try_clone()?, output.try_clone()?, errors.try_clone()?]);
        command.stdin(OwnedFd::from(stdin)).stdout(OwnedFd::from(stdout));
        command.stderr(OwnedFd::from(stderr));
        let process = spawn(command)?;
        Ok(Connected { process, channel, input, output, errors, verdict: Verdict::default() })
    }
}

#[cfg(not(unix))]
mod pipes {
    use super::{Command, Connected, Verdict, io, spawn};
    use std::process::{ChildStderr, ChildStdin, ChildStdout, Stdio};

    /// Connections by pipes, which end with the process.
    #[derive(Debug)]
    pub struct Channel;

    impl Channel {
        #[expect(clippy::unused_self, reason = "the other kind of channel needs it")]
        pub fn shut_down(&self) {}
    }

    /// The input ends when it is dropped.
    pub fn end_input(_: &ChildStdin) {}

    /// A process connected by pipes.
    pub type Process = Connected<ChildStdin, ChildStdout, ChildStderr>;

    /// Starts a process connected by pipes.
    pub fn connect(mut command: Command) -> io::Result<Process> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = spawn(command)?;
        let pipes = process.stdin.take().zip(process.stdout.take()).zip(process.stderr.take());
        let ((input, output), errors) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        let (channel, verdict) = (Channel, Verdict::default());
        Ok(Connected { process, channel, input, output, errors, verdict })
    }
}
