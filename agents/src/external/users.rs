//! A namespace of users: in it, the user of this program has all rights, and outside of it none that count.

use rustix::process::{getegid, geteuid};
use rustix::thread::{UnshareFlags, unshare_unsafe};
use std::{fs, io};

/// What the namespace is told of its users, written out beforehand: a new process should not allocate.
pub struct Users {
    user: String,
    group: String,
}

impl Users {
    /// The user of this program will be the root of the namespace.
    pub fn new() -> Self {
        let [user, group] = [geteuid().as_raw(), getegid().as_raw()].map(|id| format!("0 {id} 1"));
        Self { user, group }
    }

    /// Puts this process into a new namespace. It must have one thread.
    #[expect(
        unsafe_code,
        reason = "other namespaces than this one could take files away from the process"
    )]
    pub fn enter(&self) -> io::Result<()> {
        // SAFETY: this neither touches open files nor memory.
        unsafe { unshare_unsafe(UnshareFlags::NEWUSER) }?;
        // Systems before Linux 3.19 have no such file, and need none.
        let _ = fs::write("/proc/self/setgroups", "deny");
        fs::write("/proc/self/uid_map", &self.user)?;
        fs::write("/proc/self/gid_map", &self.group)
    }
}
