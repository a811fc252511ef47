//! A seccomp filter for the system calls that a bot must not make.
//!
//! The effects of these calls outlast the process and are not restricted by Landlock: kernel keys, and the
//! owners, modes, timestamps and attributes of files that the bot may read. A bot could leave information there
//! for the next process.

use libc::{SYS_add_key, SYS_fchmod, SYS_fchmodat, SYS_fchown, SYS_fchownat, SYS_fcntl};
use libc::{SYS_fremovexattr, SYS_fsetxattr, SYS_io_uring_setup, SYS_ioctl, SYS_keyctl};
use libc::{SYS_lremovexattr, SYS_lsetxattr, SYS_removexattr, SYS_request_key, SYS_setxattr};
use libc::{SYS_utimensat, c_long};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch,
};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// Blocked calls that exist on all processors. `io_uring` is among them because it could hide the other calls.
const ALL: [c_long; 16] = [
    SYS_add_key,
    SYS_keyctl,
    SYS_request_key,
    SYS_fchmod,
    SYS_fchmodat,
    FCHMODAT2,
    SYS_fchown,
    SYS_fchownat,
    SYS_setxattr,
    SYS_lsetxattr,
    SYS_fsetxattr,
    SYS_removexattr,
    SYS_lremovexattr,
    SYS_fremovexattr,
    SYS_utimensat,
    SYS_io_uring_setup,
];
/// Numbers of newer calls, which are the same on all processors.
const FCHMODAT2: c_long = 452;
const NEWER: [c_long; 3] = [463, 466, 469]; // setxattrat, removexattrat, file_setattr

#[cfg(target_arch = "x86_64")]
const OLDER: [c_long; 6] = [
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
];
#[cfg(not(target_arch = "x86_64"))]
const OLDER: [c_long; 0] = [];

/// Offsets of call numbers for the calling conventions of this processor: each call exists once per convention.
#[cfg(target_arch = "x86_64")]
const CONVENTIONS: [c_long; 2] = [0, 0x4000_0000];
#[cfg(not(target_arch = "x86_64"))]
const CONVENTIONS: [c_long; 1] = [0];

/// Requests that set flags, attributes or the version of a file open for reading, or hints for it.
const IOCTL: [u64; 3] = [0x4008_6602, 0x401c_5820, 0x4008_7602];
const FCNTL: [u64; 2] = [1036, 1038];

/// The file in which a system that can filter calls lists the available actions.
const KNOWN: &str = "/proc/sys/kernel/seccomp/actions_avail";

/// A compiled filter that has not been applied yet.
pub struct Calls(BpfProgram);

/// Returns whether the system can filter calls.
pub fn can_be_filtered() -> bool {
    Path::new(KNOWN).exists() && Calls::new().is_ok()
}

impl Calls {
    /// Builds the filter.
    pub fn new() -> io::Result<Self> {
        let program = || -> Result<BpfProgram, seccompiler::BackendError> {
            let mut rules = BTreeMap::new();
            for convention in CONVENTIONS {
                for call in ALL.iter().chain(&NEWER).chain(&OLDER) {
                    rules.insert(convention + call, Vec::new());
                }
                rules.insert(convention + SYS_ioctl, requests(&IOCTL)?);
                rules.insert(convention + SYS_fcntl, requests(&FCNTL)?);
            }
            let processor = TargetArch::try_from(std::env::consts::ARCH)?;
            let refused = SeccompAction::Errno(libc::EPERM as u32);
            SeccompFilter::new(rules, SeccompAction::Allow, refused, processor)?.try_into()
        };
        program().map(Self).map_err(io::Error::other)
    }

    /// Applies the filter to this process and all processes that it starts.
    pub fn limit(&self) -> io::Result<()> {
        seccompiler::apply_filter(&self.0).map_err(|_| io::ErrorKind::PermissionDenied.into())
    }
}

/// Returns a rule for each request, which is the second argument of the call.
fn requests(numbers: &[u64]) -> Result<Vec<SeccompRule>, seccompiler::BackendError> {
    let is = |&number: &u64| {
        SeccompCondition::new(1, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, number)
            .and_then(|condition| SeccompRule::new(vec![condition]))
    };
    numbers.iter().map(is).collect()
}
