//! The budget of a bot, which all its processes share.
//!
//! The system's limits apply to single processes, and control groups need rights that most users lack. So a thread
//! adds up the resources of each bot's processes, ten times a second, and kills a bot that exceeds its budget.

use super::channel::{Excess, Verdict};
use super::sandbox::FOLDERS;
use rustix::fs::statvfs;
use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};
use std::fs::{read_dir, read_to_string};
use std::os::fd::OwnedFd;
use std::process::Child;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};
use std::{io, thread};

const PAUSE: Duration = Duration::from_millis(100);
/// When less than this part of the machine's memory is left, and less than the largest bot uses, that bot is ended to save the machine.
const RESERVE: u64 = 16;
/// The time in which the system gets back the memory of a killed bot.
const RETURN: Duration = Duration::from_secs(1);
/// Two processes of bubblewrap, and the bot.
const FEWEST_PROCESSES: u64 = 3;

/// The resources that a bot uses.
#[derive(Copy, Clone, Default, Debug)]
struct Used {
    /// Memory in KiB.
    memory: u64,
    processes: u64,
    threads: u64,
    /// Files and folders in the bot's two folders, each about 1 KiB of the system's own memory.
    files: u64,
}

impl Used {
    /// Returns the first part of the budget that this exceeds, if any.
    fn excess(&self) -> Option<Excess> {
        let parts = [
            (self.memory, 4 << 20, "more memory than 4 GiB"),
            (self.processes, 128, "more than 128 processes"),
            (self.threads, 1024, "more than 1024 threads"),
            (self.files, 65_536, "more than 65536 files"),
        ];
        let exceeded = parts.into_iter().find(|&(used, most, _)| used > most);
        exceeded.map(|(.., clause)| Excess::OfBudget(clause))
    }

    /// Returns what a process and its descendants use. A process that ends meanwhile uses nothing.
    fn of(process: Pid) -> Self {
        let mut used = Self::default();
        let mut waiting = vec![process.to_string()];
        while let Some(process) = waiting.pop() {
            let folder = format!("/proc/{process}");
            let [threads] = numbers(&format!("{folder}/status"), ["Threads:"]);
            used.threads += threads;
            used.processes += 1;
            // The first process of bubblewrap stays outside the sandbox, the second is the first in it.
            if used.processes == 2 {
                used.files =
                    FOLDERS.iter().map(|name| files(&format!("{folder}/root{name}"))).sum();
            }
            if used.excess().is_some() {
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
            used.memory += memory;
        }
        used
    }
}

static WATCHED: Mutex<Vec<Watched>> = Mutex::new(Vec::new());

/// The first process of a bot.
struct Watched(Pid, OwnedFd, Weak<OnceLock<Excess>>);

/// Watches a bot whose sandbox is complete, until the verdict is dropped.
///
/// # Errors
/// Fails if the system does not show the bot's processes and files, or does not allow a thread.
pub fn watch(process: &Child, verdict: &Verdict) -> io::Result<()> {
    let process = Pid::from_child(process);
    let handle = pidfd_open(process, PidfdFlags::empty())?;
    let used = Used::of(process);
    if used.processes < FEWEST_PROCESSES || used.files == 0 {
        return Err(io::Error::other("the system hides the processes of bots in /proc"));
    }
    let mut watched = WATCHED.lock().unwrap_or_else(PoisonError::into_inner);
    if watched.is_empty() {
        thread::Builder::new().spawn(|| {
            let mut killed = None;
            while check_all(&mut killed) {}
        })?;
    }
    watched.push(Watched(process, handle, Arc::downgrade(verdict)));
    Ok(())
}

/// Checks all bots after a pause, and notes when it last killed one; `false` if none are left.
fn check_all(killed: &mut Option<Instant>) -> bool {
    thread::sleep(PAUSE);
    let [total, left] = numbers("/proc/meminfo", ["MemTotal:", "MemAvailable:"]);
    let is_short = left < total / RESERVE && killed.is_none_or(|killed| killed.elapsed() > RETURN);
    let mut watched = WATCHED.lock().unwrap_or_else(PoisonError::into_inner);
    watched.retain(|Watched(.., verdict)| verdict.strong_count() > 0);
    let used: Vec<_> = watched.iter().map(|Watched(process, ..)| Used::of(*process)).collect();
    let mut exceeded = exceeded(&used, if is_short { left } else { u64::MAX }).into_iter();
    watched.retain(|Watched(_, handle, verdict)| {
        let Some(excess) = exceeded.next().flatten() else { return true };
        let _ = verdict.upgrade().map(|verdict| verdict.set(excess));
        // The process may have ended.
        let _ = pidfd_send_signal(handle, Signal::KILL);
        *killed = Some(Instant::now());
        false
    });
    !watched.is_empty()
}

/// Returns the reason to end each bot, if any. Only the largest bot ends if it uses more memory than is left.
fn exceeded(used: &[Used], left: u64) -> Vec<Option<Excess>> {
    let largest = used.iter().map(|used| used.memory).max().filter(|&memory| memory > left);
    let largest = used.iter().position(|used| Some(used.memory) == largest);
    let of_machine = |bot: usize| (Some(bot) == largest).then_some(Excess::OfMachine);
    let reasons = used.iter().enumerate().map(|(bot, used)| used.excess().or(of_machine(bot)));
    reasons.collect()
}

/// Returns the number of files of the file system in memory that is mounted at a path; 0 if it cannot be seen.
fn files(path: &str) -> u64 {
    statvfs(path).map_or(0, |about| about.f_files.saturating_sub(about.f_ffree))
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
    use super::{Excess, Used, exceeded};

    /// Otherwise honest bots would end with the one that uses up the memory.
    #[test]
    fn only_the_largest_bot_ends_when_memory_is_short() {
        let bot = |memory| Used { memory, processes: 3, threads: 3, files: 2 };
        let (crowd, knot) =
            (Used { processes: 129, ..bot(800) }, Used { threads: 1025, ..bot(700) });
        let used = [bot(900), bot(1000), crowd, knot];
        let of_budget = |clause| Some(Excess::OfBudget(clause));
        let [processes, threads] =
            ["more than 128 processes", "more than 1024 threads"].map(of_budget);
        assert_eq!(exceeded(&used, u64::MAX), [None, None, processes, threads]);
        assert_eq!(exceeded(&used, 100), [None, Some(Excess::OfMachine), processes, threads]);
        assert_eq!(exceeded(&used, 1000), [None, None, processes, threads]);
        let large = [bot((4 << 20) + 1); 2];
        assert_eq!(exceeded(&large, u64::MAX), [of_budget("more memory than 4 GiB"); 2]);
        let many = [Used { files: 65_537, ..bot(1) }];
        assert_eq!(exceeded(&many, u64::MAX), [of_budget("more than 65536 files")]);
    }
}
