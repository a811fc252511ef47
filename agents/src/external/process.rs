//! The processes of bots: how they start, how they are connected, and how they end.

use crate::Fault;
use std::collections::BTreeMap;
use std::io;
#[cfg(unix)]
use std::os::{
    fd::OwnedFd,
    unix::net::{UnixStream, UnixStream as Input, UnixStream as Output, UnixStream as Errors},
    unix::process::CommandExt as _,
};
use std::process::{Child, Command, ExitStatus};
#[cfg(not(unix))]
use std::process::{ChildStderr as Errors, ChildStdin as Input, ChildStdout as Output, Stdio};
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

/// All running bots of this program, because Ctrl-C and a shortage of memory affect them all.
pub struct Bots {
    /// The memory that each was last seen to use, in KiB, by the number of its first process and of its group.
    /// There is none for a bot without a budget, or whose sandbox is not complete.
    pub memory: BTreeMap<u32, Option<u64>>,
    /// When a bot was last killed because of its use.
    #[cfg(target_os = "linux")]
    pub killed: Option<std::time::Instant>,
}

static BOTS: Mutex<Bots> = Mutex::new(Bots {
    memory: BTreeMap::new(),
    #[cfg(target_os = "linux")]
    killed: None,
});

/// Returns all bots.
pub fn bots() -> MutexGuard<'static, Bots> {
    BOTS.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Bots {
    /// Kills a bot, unless it has ended: then another process may have its number.
    pub fn kill(&mut self, first: u32) {
        if self.memory.remove(&first).is_some() {
            kill_group(first);
        }
    }
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

/// Kills all bots, for a program that ends at once.
pub fn kill_all() {
    bots().memory.keys().copied().for_each(kill_group);
}

/// A function that returns the fault of a bot that must end, given by its first process.
pub type Watch = fn(u32) -> Option<Fault>;

/// The time between two looks at a bot.
const PAUSE: Duration = Duration::from_millis(100);

/// The process of a bot, with all processes of its group. All are killed when it is dropped.
#[derive(Debug)]
pub struct Process {
    first: Child,
    /// This program's ends of the connections, kept to shut them down; none on systems other than Unix, where connections end
    /// with the process.
    #[cfg_attr(not(unix), expect(dead_code, reason = "there is none"))]
    ends: Vec<Input>,
    /// The reason why the bot was killed, once it was.
    verdict: Arc<OnceLock<Fault>>,
}

/// The standard streams of a process.
pub struct Streams {
    pub input: Input,
    pub output: Output,
    pub errors: Errors,
}

impl Process {
    /// Starts a process that is connected by socket pairs. Unlike pipes, they can be shut down from one end, even if unknown
    /// processes still have the other end open.
    ///
    /// # Errors
    /// Fails if the system does not allow it.
    #[cfg(unix)]
    pub fn start(mut command: Command, watch: Watch) -> io::Result<(Self, Streams)> {
        let (input, stdin) = UnixStream::pair()?;
        let (output, stdout) = UnixStream::pair()?;
        let (errors, stderr) = UnixStream::pair()?;
        let ends = vec![input.try_clone()?, output.try_clone()?, errors.try_clone()?];
        command.stdin(OwnedFd::from(stdin)).stdout(OwnedFd::from(stdout));
        command.stderr(OwnedFd::from(stderr));
        // Ctrl-C is for the tournament, which then lets all games finish.
        command.process_group(0);
        Ok((Self::spawn(command, ends, watch)?, Streams { input, output, errors }))
    }

    /// Starts a process that is connected by pipes.
    #[cfg(not(unix))]
    pub fn start(mut command: Command, watch: Watch) -> io::Result<(Self, Streams)> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = Self::spawn(command, Vec::new(), watch)?;
        let Child { stdin, stdout, stderr, .. } = &mut process.first;
        let pipes = stdin.take().zip(stdout.take()).zip(stderr.take());
        let ((input, output), errors) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        Ok((process, Streams { input, output, errors }))
    }

    /// Starts a process in a thread that lasts as long, because Linux ends a process with the thread that started it.
    fn spawn(mut command: Command, ends: Vec<Input>, watch: Watch) -> io::Result<Self> {
        let (answer, started) = sync_channel(1);
        let verdict = Arc::new(OnceLock::new());
        let shared = Arc::clone(&verdict);
        thread::Builder::new().spawn(move || {
            let process = command.spawn();
            // Only the process has the other ends of the connections now.
            drop(command);
            let first = process.as_ref().map_or(0, Child::id);
            let _ = answer.send(process);
            while Arc::strong_count(&shared) > 1 {
                thread::sleep(PAUSE);
                if let Some(fault) = watch(first) {
                    // The thread that waits for the bot reads the verdict once it has ended.
                    let _ = shared.set(fault);
                    bots().kill(first);
                }
            }
        })?;
        let first = started.recv().map_err(io::Error::other)??;
        bots().memory.insert(first.id(), None);
        Ok(Self { first, ends, verdict })
    }

    /// Returns the number of the first process.
    #[cfg(target_os = "linux")]
    pub fn id(&self) -> u32 {
        self.first.id()
    }

    /// Returns the reason why the bot was killed, if it was.
    pub fn verdict(&self) -> Option<Fault> {
        self.verdict.get().cloned()
    }

    /// Returns how the first process has ended, if it has. The others of its group end with it.
    pub fn status(&mut self) -> Option<ExitStatus> {
        let mut bots = bots();
        let status = self.first.try_wait().ok().flatten()?;
        bots.kill(self.first.id());
        Some(status)
    }

    /// Kills all processes of the group, and ends all reading and writing.
    pub fn end(&mut self) {
        // The first process is waited for only below, so no other process can have its number yet.
        bots().kill(self.first.id());
        // The process may already have ended.
        let _ = self.first.kill();
        let _ = self.first.wait();
        #[cfg(unix)]
        for end in &self.ends {
            // The other end may already be closed.
            let _ = end.shutdown(std::net::Shutdown::Both);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}
