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
/// The largest numbers of KiB, processes and threads.
const MOST: [u64; 3] = [4 << 20, 128, 1024];
const REASONS: [&str; 3] = [
    "more memory than 4 GiB, or than the machine has left",
    "more than 128 processes",
    "more than 1024 threads",
];
/// When less than this part of the machine's memory is left, a bot may not use more than the rest.
const RESERVE: u64 = 16;
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
    if used(process)[1] < FEWEST_PROCESSES {
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
    let mut most = MOST;
    let [total, left] = numbers("/proc/meminfo", ["MemTotal:", "MemAvailable:"]);
    if left < total / RESERVE {
        most[0] = left.min(most[0]);
    }
    let mut watched = WATCHED.lock().unwrap_or_else(PoisonError::into_inner);
    watched.retain(|Watched(process, handle, excess)| {
        let Some(excess) = excess.upgrade() else { return false };
        let used = used(*process);
        let Some(which) = (0..3).find(|&which| used[which] > most[which]) else { return true };
        let _ = excess.set(REASONS[which]);
        // The process may have ended.
        let _ = pidfd_send_signal(handle, Signal::KILL);
        false
    });
    !watched.is_empty()
}

/// Returns the KiB of memory, processes and threads that a process and its descendants use, as far as they count.
fn used(process: Pid) -> [u64; 3] {
    let mut used = [0; 3];
    let mut waiting = vec![process.to_string()];
    while let Some(process) = waiting.pop() {
        let folder = format!("/proc/{process}");
        let names = ["RssAnon:", "RssShmem:", "VmSwap:", "VmPTE:", "Threads:"];
        // A process that has ended meanwhile uses nothing.
        let [memory @ .., threads] = numbers(&format!("{folder}/status"), names);
        used = [used[0] + memory.iter().sum::<u64>(), used[1] + 1, used[2] + threads];
        if used[1] > MOST[1] || used[2] > MOST[2] {
            break;
        }
        for thread in read_dir(format!("{folder}/task")).into_iter().flatten().flatten() {
            let children = read_to_string(thread.path().join("children")).unwrap_or_default();
            waiting.extend(children.split_whitespace().map(str::to_owned));
        }
    }
    used
}

/// Reads numbers from a file with a name and a number in each line; 0 for those that are missing.
fn numbers<const N: usize>(file: &str, names: [&str; N]) -> [u64; N] {
    let text = read_to_string(file).unwrap_or_default();
    names.map(|name| {
        let rest = text.lines().find_map(|line| line.strip_prefix(name)?.split_whitespace().next());
        rest.and_then(|number| number.parse().ok()).unwrap_or(0)
    })
}
