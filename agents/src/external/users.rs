//! A user namespace, in which this program's user has all rights, but none that apply outside it.

use rustix::process::{getegid, geteuid};
use rustix::thread::{UnshareFlags, unshare_unsafe};
use std::{fs, io};

/// The user and group maps of the namespace, formatted in advance because a new process should not allocate.
pub struct Users {
    user: String,
    group: String,
}

impl Users {
    /// Creates the maps that make this program's user the root of the namespace.
    pub fn new() -> Self {
        let [user, group] = [geteuid().as_raw(), getegid().as_raw()].map(|id| format!("0 {id} 1"));
        Self { user, group }
    }

    /// Moves this process, which must have a single thread, into a new namespace.
    #[expect(
        unsafe_code,
        reason = "other namespaces than this one could take files away from the process"
    )]
    pub fn enter(&self) -> io::Result<()> {
        // SAFETY: this touches neither open files nor memory.
        unsafe { unshare_unsafe(UnshareFlags::NEWUSER) }?;
        // Systems before Linux 3.19 lack this file and do not need it.
        let _ = fs::write("/proc/self/setgroups", "deny");
        fs::write("/proc/self/uid_map", &self.user)?;
        fs::write("/proc/self/gid_map", &self.group)
    }
}
