//! The budget of a bot: memory, processes and threads of all its processes together.
//!
//! The system's limits apply to single processes, and control groups need rights that most users lack. So a thread
//! adds up what the processes of each bot use, ten times a second, and kills a bot that exceeds its budget.

use super::channel::Excess;
use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};
use std::fs::{read_dir, read_to_string};
use std::os::fd::OwnedFd;
use std::process::Child;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::time::Duration;
use std::{io, thread};

const PAUSE: Duration = Duration::from_millis(100);
const MOST_KIB: u64 = 4 << 20;
/// When less than this part of the machine's memory is left, a bot may not use more than the rest.
const RESERVE: u64 = 16;
const MOST_PROCESSES: u64 = 128;
const MOST_THREADS: u64 = 1024;
/// Two processes of bubblewrap, and the bot.
const FEWEST_PROCESSES: u64 = 3;

static WATCHED: Mutex<Vec<Watched>> = Mutex::new(Vec::new());

/// The first process of a bot.
struct Watched(Pid, OwnedFd, Weak<OnceLock<&'static str>>);

/// Watches a bot whose sandbox is complete, until the returned value is dropped.
///
/// # Errors
/// Fails if the system does not show the bot's processes or does not allow a thread.
pub fn watch(process: &Child) -> io::Result<Excess> {
    let process = Pid::from_child(process);
    let handle = pidfd_open(process, PidfdFlags::empty())?;
    if Used::by(process).processes < FEWEST_PROCESSES {
        return Err(io::Error::other("the system hides the processes of bots in /proc"));
    }
    let excess = Excess::default();
    let mut watched = WATCHED.lock().unwrap_or_else(PoisonError::into_inner);
    if watched.is_empty() {
        thread::Builder::new().spawn(|| while check_all() {})?;
    }
    watched.push(Watched(process, handle, Arc::downgrade(&excess)));
    Ok(excess)
}

/// Checks all bots after a pause; `false` if none are left.
fn check_all() -> bool {
    thread::sleep(PAUSE);
    let memory = numbers("/proc/meminfo", ["MemTotal:", "MemAvailable:"]).unwrap_or([u64::MAX; 2]);
    let is_short = memory[1] < memory[0] / RESERVE;
    let most = if is_short { memory[1].min(MOST_KIB) } else { MOST_KIB };
    let mut watched = WATCHED.lock().unwrap_or_else(PoisonError::into_inner);
    watched.retain(|Watched(process, handle, excess)| {
        let Some(excess) = excess.upgrade() else { return false };
        let Some(reason) = Used::by(*process).excess(most) else { return true };
        let _ = excess.set(reason);
        // The process may have ended.
        let _ = pidfd_send_signal(handle, Signal::KILL);
        false
    });
    !watched.is_empty()
}

/// The resources of a process and its descendants.
#[derive(Default)]
struct Used {
    kib: u64,
    processes: u64,
    threads: u64,
}

impl Used {
    fn by(process: Pid) -> Self {
        let mut used = Self::default();
        let mut waiting = vec![process.to_string()];
        while let Some(process) = waiting.pop()
            && used.excess(u64::MAX).is_none()
        {
            let folder = format!("/proc/{process}");
            let names = ["RssAnon:", "RssShmem:", "VmSwap:", "VmPTE:", "Threads:"];
            // Any process may have ended meanwhile.
            let Ok([memory @ .., threads]) = numbers(&format!("{folder}/status"), names) else {
                continue;
            };
            used.kib += memory.iter().sum::<u64>();
            used.threads += threads;
            used.processes += 1;
            for thread in read_dir(format!("{folder}/task")).into_iter().flatten().flatten() {
                let children = read_to_string(thread.path().join("children")).unwrap_or_default();
                waiting.extend(children.split_whitespace().map(str::to_owned));
            }
        }
        used
    }

    /// Returns the first budget that this exceeds.
    fn excess(&self, most: u64) -> Option<&'static str> {
        let excesses = [
            (self.kib > most, "more memory than 4 GiB, or than the machine has left"),
            (self.processes > MOST_PROCESSES, "more than 128 processes"),
            (self.threads > MOST_THREADS, "more than 1024 threads"),
        ];
        excesses.into_iter().find_map(|(is_more, what)| is_more.then_some(what))
    }
}

/// Reads the numbers with these names from a file with a name and a number in each line; 0 for those that are missing.
fn numbers<const N: usize>(file: &str, names: [&str; N]) -> io::Result<[u64; N]> {
    let text = read_to_string(file)?;
    Ok(names.map(|name| {
        let mut rests = text.lines().filter_map(|line| line.strip_prefix(name));
        rests.next().and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or(0)
    }))
}
