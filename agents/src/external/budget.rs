//! The budget of a bot, which all its processes share.
//!
//! The system's limits apply to single processes, and control groups need rights that most users lack. So a thread
//! adds up the resources of each bot's processes, ten times a second, and kills a bot that exceeds its budget.

use super::process::{Bots, bots};
use crate::Fault;
use rustix::fs::statvfs;
use std::fs::{read_dir, read_to_string};
use std::io;
use std::time::{Duration, Instant};

/// The folders in which a bot may write, each a separate file system.
const FOLDERS: [&str; 2] = ["/tmp", "/run/bot"];
/// When less than this part of the machine's memory is left, and less than the largest bot uses, that bot is ended to save the machine.
const RESERVE: u64 = 16;
/// The time in which the system gets back the memory of a killed bot.
const RETURN: Duration = Duration::from_secs(1);
/// Two processes of bubblewrap, and the bot.
const FEWEST_PROCESSES: u64 = 3;
/// The fault of the system if the largest bot, which may be an honest one, has to end.
const SHORTAGE: &str =
    "the machine has too little memory left for the bots: free some, or choose fewer --threads";

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
    /// Returns the fault of a bot that exceeds its budget, or the memory that is left in the machine.
    fn fault(&self, left: Option<u64>) -> Option<Fault> {
        let parts = [
            (self.memory, 4 << 20, "more memory than 4 GiB"),
            (self.processes, 128, "more than 128 processes"),
            (self.threads, 1024, "more than 1024 threads"),
            (self.files, 65_536, "more than 65536 files"),
        ];
        match parts.into_iter().find(|&(used, most, _)| used > most) {
            Some((.., clause)) => Some(Fault::new(&format!("the bot used {clause}"))),
            None => left.filter(|&left| self.memory > left).map(|_| Fault::of_the_system(SHORTAGE)),
        }
    }

    /// Returns what a process and its descendants use. A process that ends meanwhile uses nothing.
    fn of(process: u32) -> Self {
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
            if used.fault(None).is_some() {
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

/// Begins to limit a bot, given by its first process, whose sandbox is complete. Before, its folders would still be the system's.
///
/// # Errors
/// Fails if the bot's processes or files are hidden.
pub fn begin(process: u32) -> io::Result<()> {
    let used = Used::of(process);
    if used.processes < FEWEST_PROCESSES || used.files == 0 {
        return Err(io::Error::other("the system hides the processes of bots in /proc"));
    }
    bots().memory.insert(process, Some(used.memory));
    Ok(())
}

/// Returns the fault of a bot, given by its first process, that exceeds its budget or uses up the memory of the machine.
pub fn fault(process: u32) -> Option<Fault> {
    let used = Used::of(process);
    let [total, left] = numbers("/proc/meminfo", ["MemTotal:", "MemAvailable:"]);
    judge(&mut bots(), process, &used, (left < total / RESERVE).then_some(left))
}

/// Returns the fault of a bot that uses these resources. `left` is the memory left in the machine if it is short: then only
/// the largest bot ends.
fn judge(bots: &mut Bots, process: u32, used: &Used, left: Option<u64>) -> Option<Fault> {
    *bots.memory.get_mut(&process)?.as_mut()? = used.memory;
    let is_largest = bots.memory.values().flatten().all(|&memory| memory <= used.memory);
    let may_end = is_largest && bots.killed.is_none_or(|killed| killed.elapsed() > RETURN);
    let fault = used.fault(left.filter(|_| may_end))?;
    bots.killed = Some(Instant::now());
    Some(fault)
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
    use super::*;

    /// Otherwise honest bots would end with the one that uses up the memory.
    #[test]
    fn only_the_largest_bot_ends_when_memory_is_short() {
        let memory = [(1, Some(900)), (2, Some(1000)), (3, Some(800)), (4, None)];
        let mut bots = Bots { memory: memory.into(), killed: None };
        let mut judge =
            |bot, memory, left| judge(&mut bots, bot, &Used { memory, ..Used::default() }, left);
        assert_eq!(judge(1, 950, Some(100)), None);
        assert_eq!(judge(2, 1000, Some(1000)), None);
        assert_eq!(judge(2, 1000, None), None);
        let fault = judge(2, 1000, Some(100)).unwrap();
        assert!(fault.is_of_the_system() && fault.to_string() == SHORTAGE);
        // The system has not got back the memory of the killed bot yet.
        assert_eq!(judge(1, 1001, Some(100)), None);
        assert_eq!(judge(4, u64::MAX, None), None, "its sandbox is not complete");
        assert_eq!(judge(5, u64::MAX, None), None, "it has ended");
    }

    #[test]
    fn a_bot_that_exceeds_any_part_of_its_budget_has_a_fault() {
        let allowed = Used { memory: 4 << 20, processes: 128, threads: 1024, files: 65_536 };
        assert_eq!(allowed.fault(None), None);
        for (used, clause) in [
            (Used { memory: (4 << 20) + 1, ..allowed }, "more memory than 4 GiB"),
            (Used { processes: 129, ..allowed }, "more than 128 processes"),
            (Used { threads: 1025, ..allowed }, "more than 1024 threads"),
            (Used { files: 65_537, ..allowed }, "more than 65536 files"),
        ] {
            // It is the bot's own fault, also if the memory of the machine is short.
            for left in [None, Some(0)] {
                let fault = used.fault(left).unwrap();
                assert_eq!(fault.to_string(), format!("the bot used {clause}"));
                assert!(!fault.is_of_the_system());
            }
        }
    }
}
