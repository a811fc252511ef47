//! Process isolation on Unix: resource limits, namespaces and file access.
#![expect(unsafe_code, reason = "see `contain`")]

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit, setsid};
use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const MEMORY: u64 = 4 << 30;
const FILE: u64 = 256 << 20;
const FILES: u64 = 256;
const PROCESSES: u64 = 4096;

/// The command line of `unshare`. The bot is already in a separate user namespace. The first process in the
/// namespace is a waiting `setsid`: it ends with `unshare`, and all other processes in the namespace end with
/// it, whatever signals they block. The bot leaves the process group of `setsid`, which it could otherwise
/// kill.
const UNSHARE: [&str; 9] =
    ["unshare", "--pid", "--fork", "--kill-child", "--net", "--ipc", "setsid", "--fork", "--wait"];

/// The isolation features that a system offers.
#[derive(Clone, Debug, Default)]
pub struct Means {
    /// The words before a program's command that put it into separate namespaces; empty if the system refuses
    /// them.
    pub namespaces: Vec<OsString>,
    /// Whether the program gets a user namespace, so that even root has no rights in the system.
    pub has_users: bool,
    /// Whether the system can limit the files that a process reads and writes.
    pub limits_files: bool,
    /// Whether the system can block system calls.
    pub filters_calls: bool,
}

impl Means {
    /// Detects the features of this system.
    pub fn find() -> Self {
        #[cfg(target_os = "linux")]
        {
            let words: Vec<_> = UNSHARE.iter().map(OsString::from).collect();
            let is_allowed = |has_users: bool| {
                let mut command = Command::new(&words[0]);
                command.args(&words[1..]).arg("true");
                command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
                if has_users {
                    let users = super::users::Users::new();
                    // SAFETY: as in `contain`.
                    unsafe { command.pre_exec(move || users.enter()) };
                }
                command.status().is_ok_and(|status| status.success())
            };
            let has_users = is_allowed(true);
            Self {
                namespaces: if has_users || is_allowed(false) { words } else { Vec::new() },
                has_users,
                limits_files: super::files::can_be_limited(),
                filters_calls: super::calls::can_be_filtered(),
            }
        }
        #[cfg(not(target_os = "linux"))]
        Self::default()
    }

    /// Returns the names of the missing features.
    pub fn missing(&self) -> Vec<&'static str> {
        let all = [
            (self.namespaces.is_empty(), "namespaces"),
            (!self.namespaces.is_empty() && !self.has_users, "namespace of users"),
            (!self.limits_files, "file access"),
            (!self.filters_calls, "system calls"),
        ];
        all.into_iter().filter(|(lacks, _)| *lacks).map(|(_, name)| name).collect()
    }
}

/// Raises this process's limit of open files to this number, if it is lower.
///
/// # Errors
/// Returns the highest allowed number if the system does not permit that many.
pub fn allow_open_files(needed: u64) -> Result<(), u64> {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let Some(allowed) = current.filter(|&allowed| allowed < needed) else { return Ok(()) };
    if let Some(most) = maximum.filter(|&most| most < needed) {
        return Err(most);
    }
    setrlimit(Resource::Nofile, Rlimit { current: Some(needed), maximum }).map_err(|_| allowed)
}

/// Prepares a command so that its process restricts itself before it becomes the bot.
pub fn contain(
    command: &mut Command,
    means: &Means,
    readable: &[PathBuf],
    folder: &Path,
) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    let mut files = super::files::Files::new(readable, folder)?;
    #[cfg(target_os = "linux")]
    let calls = means.filters_calls.then(super::calls::Calls::new).transpose()?;
    #[cfg(target_os = "linux")]
    let users = means.has_users.then(super::users::Users::new);
    #[cfg(not(target_os = "linux"))]
    let _ = (means, readable, folder);
    let limits = [
        (Resource::Data, MEMORY),
        (Resource::Fsize, FILE),
        (Resource::Nofile, FILES),
        (Resource::Nproc, PROCESSES),
        (Resource::Core, 0),
    ];
    let prepare = move || {
        setsid()?;
        #[cfg(target_os = "linux")]
        {
            use rustix::process::{Signal, set_parent_process_death_signal};
            // The user namespace comes first, because a process that changes its users may lose its death
            // signal.
            users.as_ref().map_or(Ok(()), super::users::Users::enter)?;
            set_parent_process_death_signal(Some(Signal::KILL))?;
        }
        for (resource, limit) in limits {
            let limit = Rlimit { current: Some(limit), maximum: Some(limit) };
            // A limit that is already lower cannot be raised.
            let _ = setrlimit(resource, limit);
        }
        #[cfg(target_os = "linux")]
        {
            files.limit()?;
            calls.as_ref().map_or(Ok(()), super::calls::Calls::limit)?;
        }
        Ok(())
    };
    // SAFETY: between `fork` and `exec` only system calls are made, on values that exist before; nothing takes
    // a lock or allocates.
    unsafe { command.pre_exec(prepare) };
    Ok(())
}
