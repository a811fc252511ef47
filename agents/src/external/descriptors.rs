//! Open files of this program and its bots, and the order in which processes end when memory runs out.

#[cfg(target_os = "linux")]
use std::{os::fd::OwnedFd, process::Command};

/// Raises this process's limit of open files to this number, if it is lower. Systems other than Unix have no limit.
///
/// # Errors
/// Returns the highest allowed number if the system does not permit that many.
#[cfg_attr(not(unix), expect(unused_variables))]
pub fn allow_open_files(needed: u64) -> Result<(), u64> {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
        let Some(allowed) = current.filter(|&allowed| allowed < needed) else { return Ok(()) };
        if let Some(most) = maximum.filter(|&most| most < needed) {
            return Err(most);
        }
        setrlimit(Resource::Nofile, Rlimit { current: Some(needed), maximum })
            .map_err(|_| allowed)?;
    }
    Ok(())
}

/// Lets a process inherit its standard streams and these files, but nothing else, even if this program itself inherited
/// more. A shared file would have a position that bots can read and change. If the machine runs out of memory, the system
/// ends the largest of these processes rather than this program. If this program is killed, so is the process.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "a new process must close files before it becomes another program")]
pub fn pass_only(command: &mut Command, passed: Vec<OwnedFd>) {
    use rustix::fs::{Mode, OFlags, open};
    use rustix::io::{FdFlags, fcntl_setfd, write};
    use rustix::process::{Signal, set_parent_process_death_signal};
    use std::os::unix::process::CommandExt as _;
    let prepare = move || {
        // SAFETY: this marks open files and touches no memory.
        let done = unsafe {
            libc::syscall(libc::SYS_close_range, 3, libc::c_uint::MAX, libc::CLOSE_RANGE_CLOEXEC)
        };
        if done != 0 {
            return Err(std::io::Error::last_os_error());
        }
        set_parent_process_death_signal(Some(Signal::KILL))?;
        // Systems without this file have another order, which no bot can change.
        let order = open(c"/proc/self/oom_score_adj", OFlags::WRONLY, Mode::empty());
        let _ = order.and_then(|file| write(file, b"1000"));
        passed.iter().try_for_each(|file| Ok(fcntl_setfd(file, FdFlags::empty())?))
    };
    // SAFETY: between `fork` and `exec` only system calls are made, on values that exist before.
    unsafe { command.pre_exec(prepare) };
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn bots_end_first_when_memory_runs_out() {
        let mut command = Command::new("cat");
        command.arg("/proc/self/oom_score_adj");
        pass_only(&mut command, Vec::new());
        assert_eq!(command.output().unwrap().stdout, b"1000\n");
    }
}
