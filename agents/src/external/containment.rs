//! What a Unix does to keep a process apart: limits, namespaces, access to files.
#![expect(unsafe_code, reason = "see `contain`")]

use rustix::process::{Resource, Rlimit, setrlimit, setsid};
use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const MEMORY: u64 = 4 << 30;
const FILE: u64 = 256 << 20;
const FILES: u64 = 256;
const PROCESSES: u64 = 4096;

/// The words that `unshare` is called by.
const UNSHARE: [&str; 6] = ["unshare", "--pid", "--fork", "--kill-child", "--net", "--ipc"];
/// Users other than root need a namespace of users for that.
const AS_USER: [&str; 2] = ["--user", "--map-root-user"];

/// Returns the words that put a program into namespaces of its own; none if the system refuses them.
pub fn namespaces() -> Vec<OsString> {
    if cfg!(not(target_os = "linux")) {
        return Vec::new();
    }
    let as_root: Vec<_> = UNSHARE.iter().map(OsString::from).collect();
    let as_user = UNSHARE.iter().chain(&AS_USER).map(OsString::from).collect();
    let works = |words: &Vec<OsString>| {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).arg("true");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    [as_root, as_user].into_iter().find(works).unwrap_or_default()
}

/// Whether the system can limit which files a process reads and writes.
pub fn limits_files() -> bool {
    #[cfg(target_os = "linux")]
    return super::files::can_be_limited();
    #[cfg(not(target_os = "linux"))]
    false
}

/// Lets a process limit itself before it becomes the bot.
pub fn contain(command: &mut Command, readable: &[PathBuf], folder: &Path) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    let mut files = super::files::Files::new(readable, folder)?;
    #[cfg(not(target_os = "linux"))]
    let _ = (readable, folder);
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
            set_parent_process_death_signal(Some(Signal::KILL))?;
        }
        for (resource, limit) in limits {
            let limit = Rlimit { current: Some(limit), maximum: Some(limit) };
            // A limit that is lower already cannot be raised.
            let _ = setrlimit(resource, limit);
        }
        #[cfg(target_os = "linux")]
        files.limit()?;
        Ok(())
    };
    // SAFETY: between `fork` and `exec` only system calls are made, on values that exist before; nothing
    // takes a lock or allocates.
    unsafe { command.pre_exec(prepare) };
    Ok(())
}
