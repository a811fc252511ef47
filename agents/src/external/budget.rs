//! The budget of a bot: memory, processes and threads of all its processes together.
//!
//! The system's limits apply to single processes, and control groups need rights that most users lack. So a thread
//! adds up the resources of each bot's processes, ten times a second, and kills a bot that exceeds its budget.

use super::channel::{Excess, SHORTAGE};
use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};
use std::fs::{read_dir, read_to_string};
use std::os::fd::OwnedFd;
use std::process::Child;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};
use std::{io, thread};

const PAUSE: Duration = Duration::from_millis(100);
/// The largest numbers of KiB, processes and threads.
const MOST: [u64; 3] = [4 << 20, 128, 1024];
const REASONS: [&str; 4] =
    ["more memory than 4 GiB", "more than 128 processes", "more than 1024 threads", SHORTAGE];
/// The place of a shortage among the reasons.
const SHORT: usize = 3;
/// When less than this part of the machine's memory is left, and less than the largest bot uses, that bot is ended to save the machine.
const RESERVE: u64 = 16;
/// The time in which the system gets back the memory of a killed bot.
const RETURN: Duration = Duration::from_secs(1);
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
        thread::Builder::new().spawn(|| {
            let mut killed = None;
            while check_all(&mut killed) {}
        })?;
    }
    watched.push(Watched(process, handle, Arc::downgrade(&excess)));
    Ok(excess)
}

/// Checks all bots after a pause, and notes when it last killed one; `false` if none are left.
fn check_all(killed: &mut Option<Instant>) -> bool {
    thread::sleep(PAUSE);
    let [total, left] = numbers("/proc/meminfo", ["MemTotal:", "MemAvailable:"]);
    let is_short = left < total / RESERVE && killed.is_none_or(|killed| killed.elapsed() > RETURN);
    let mut watched = WATCHED.lock().unwrap_or_else(PoisonError::into_inner);
    watched.retain(|Watched(.., excess)| excess.strong_count() > 0);
    let used: Vec<_> = watched.iter().map(|Watched(process, ..)| used(*process)).collect();
    let mut exceeded = exceeded(&used, if is_short { left } else { u64::MAX }).into_iter();
    watched.retain(|Watched(_, handle, excess)| {
        let Some(which) = exceeded.next().flatten() else { return true };
        let _ = excess.upgrade().map(|excess| excess.set(REASONS[which]));
        // The process may have ended.
        let _ = pidfd_send_signal(handle, Signal::KILL);
        *killed = Some(Instant::now());
        false
    });
    !watched.is_empty()
}

/// Returns the reason to end each bot, if any. Only the largest bot ends if it uses more memory than is left.
fn exceeded(used: &[[u64; 3]], left: u64) -> Vec<Option<usize>> {
    let largest = (0..used.len()).max_by_key(|&bot| used[bot][0]);
    let exceeded = |bot: usize| {
        let budget = (0..MOST.len()).find(|&which| used[bot][which] > MOST[which]);
        budget.or((Some(bot) == largest && used[bot][0] > left).then_some(SHORT))
    };
    (0..used.len()).map(exceeded).collect()
}

/// Returns the KiB of memory, processes and threads that a process and its descendants use. A process that ends
/// meanwhile uses nothing.
fn used(process: Pid) -> [u64; 3] {
    let mut used = [0; 3];
    let mut waiting = vec![process.to_string()];
    while let Some(process) = waiting.pop() {
        let folder = format!("/proc/{process}");
        let [threads] = numbers(&format!("{folder}/status"), ["Threads:"]);
        used = [used[0], used[1] + 1, used[2] + threads];
        if used[1] > MOST[1] || used[2] > MOST[2] {
            break;
        }
        let mut memory = 0;
        for thread in read_dir(format!("{folder}/task")).into_iter().flatten().flatten() {
            let thread = thread.path().display().to_string();
            // All threads show the memory of the process, except those that have ended, as the first may have.
            if memory == 0 {
                let names = ["RssAnon:", "RssShmem:", "VmSwap:", "VmPTE:"];
                memory = numbers(&format!("{thread}/status"), names).iter().sum();
            }
            let children = read_to_string(format!("{thread}/children")).unwrap_or_default();
            waiting.extend(children.split_whitespace().map(str::to_owned));
        }
        used[0] += memory;
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

#[cfg(test)]
mod tests {
    use super::{MOST, SHORT, exceeded};

    /// Otherwise honest bots would end with the one that uses up the memory.
    #[test]
    fn only_the_largest_bot_ends_when_memory_is_short() {
        let used = [[900, 3, 3], [1000, 3, 3], [800, MOST[1] + 1, 3], [700, 3, MOST[2] + 1]];
        assert_eq!(exceeded(&used, u64::MAX), [None, None, Some(1), Some(2)]);
        assert_eq!(exceeded(&used, 100), [None, Some(SHORT), Some(1), Some(2)]);
        assert_eq!(exceeded(&used, 1000), [None, None, Some(1), Some(2)]);
        let large = [[MOST[0] + 1, 3, 3]; 2];
        assert_eq!(exceeded(&large, u64::MAX), [Some(0); 2]);
    }
}
