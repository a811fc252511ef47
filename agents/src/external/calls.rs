//! A seccomp filter for the system calls that namespaces leave open.
//!
//! It refuses calls by which a bot could leave information for its next process or for another seat, read such
//! information without a clock, or reach other processes. Refused calls return `ENOSYS`, as if the system did not
//! have them, so that libraries fall back to other calls.

#[cfg_attr(not(test), expect(clippy::wildcard_imports, reason = "they are as many as lines"))]
use libc::*;
use seccompiler::SeccompCmpArgLen::{Dword, Qword};
use seccompiler::SeccompCmpOp::{self, Eq, MaskedEq, Ne};
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCondition, SeccompFilter, SeccompRule,
    TargetArch, sock_filter,
};
use std::collections::BTreeMap;
use std::io;

/// Calls that exist on all processors.
#[rustfmt::skip]
const CALLS: [c_long; 63] = [
    // Other processes, and rights in other namespaces.
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_process_madvise, SYS_process_mrelease,
    SYS_pidfd_open, SYS_pidfd_getfd, SYS_kcmp, SYS_unshare, SYS_setns, SYS_clone3, SYS_mount, SYS_umount2,
    SYS_pivot_root, SYS_chroot, SYS_open_tree, SYS_move_mount, SYS_fsopen, SYS_fsconfig, SYS_fsmount, SYS_fspick,
    SYS_mount_setattr, SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_name_to_handle_at,
    SYS_open_by_handle_at, SYS_syslog,
    // Sockets other than pairs, and ways around this filter.
    SYS_socket, SYS_connect, SYS_bind, SYS_io_uring_setup, SYS_io_setup, SYS_io_submit,
    // Memory that the system does not show as a process's memory.
    SYS_memfd_create, SYS_memfd_secret, SYS_shmget, SYS_semget, SYS_msgget, SYS_mq_open,
    // Memory in the kernel: keys, and the metadata of devices.
    SYS_add_key, SYS_keyctl, SYS_request_key, SYS_utimensat, SYS_fchmod, SYS_fchmodat, SYS_fchown, SYS_fchownat,
    // The page cache, and the space on disks.
    SYS_preadv2, SYS_mincore, SYS_fadvise64, SYS_readahead, SYS_getrusage, SYS_move_pages, SYS_statfs, SYS_fstatfs,
    SYS_quotactl, SYS_quotactl_fd,
    // Watches on files that others can open.
    SYS_inotify_init1, SYS_inotify_add_watch, SYS_fanotify_init, SYS_fanotify_mark, SYS_lookup_dcookie,
];
#[cfg(target_arch = "x86_64")]
#[rustfmt::skip]
const OLDER: [c_long; 8] = [
    SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat, SYS_inotify_init, SYS_ustat,
];
#[cfg(not(target_arch = "x86_64"))]
const OLDER: [c_long; 0] = [];

/// The first call number that Linux 5.15 lacks: this filter does not know newer calls, among them `cachestat`.
/// Numbers of the x32 calling convention are higher still.
const TOO_NEW: u32 = 449;

/// Memory without a file that processes share: it stays when no process shows it as its memory.
const SHARED: c_int = MAP_SHARED | MAP_ANONYMOUS;

/// Calls that do nothing but return an error, or 0 for success, if an argument, counted from 0, compares so with one of
/// these values.
#[rustfmt::skip]
const WITH_ARGUMENT: [(c_int, c_long, u8, SeccompCmpOp, &[c_int]); 15] = [
    // Locks seem to succeed, because programs lock files of theirs, but other seats could see the locks.
    (0, SYS_flock, 1, MaskedEq(0), &[0]),
    (0, SYS_fcntl, 1, Eq, &[F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW]),
    // No process shows the buffers of its sockets as its memory, so they keep their size, and threads share one limit of open files.
    (0, SYS_setsockopt, 2, Eq, &[SO_SNDBUF]),
    (ENOSYS, SYS_clone, 0, MaskedEq((CLONE_THREAD | CLONE_FILES) as u64), &[CLONE_THREAD]),
    // Sockets of the other types can send to a path.
    (ENOSYS, SYS_socketpair, 0, Ne, &[AF_UNIX]),
    (ENOSYS, SYS_socketpair, 1, MaskedEq(0xf), &[SOCK_DGRAM, SOCK_RAW]),
    (ENOSYS, SYS_clone, 0, MaskedEq(CLONE_NEWUSER as u64), &[CLONE_NEWUSER]),
    (ENOSYS, SYS_clone, 0, MaskedEq(CLONE_PIDFD as u64), &[CLONE_PIDFD]),
    (ENOSYS, SYS_mmap, 3, MaskedEq(SHARED as u64), &[SHARED]),
    // Leases, watches, delegations (1040), and hints that stay with a file (1036, 1038).
    (ENOSYS, SYS_fcntl, 1, Eq, &[F_GETLK, F_OFD_GETLK, F_SETLEASE, F_NOTIFY, 1036, 1038, 1040]),
    // Cookies (also 71) and handles of processes (76 and 77) are counted for the whole system.
    (ENOSYS, SYS_getsockopt, 2, Eq, &[SO_COOKIE, 71, 77]),
    (ENOSYS, SYS_setsockopt, 2, Eq, &[76]),
    (ENOSYS, SYS_madvise, 2, Eq, &[MADV_COLD, MADV_PAGEOUT]),
    // The statistics of a child count its reads from the disk.
    (ENOSYS, SYS_wait4, 3, Ne, &[0]),
    (ENOSYS, SYS_waitid, 4, Ne, &[0]),
];

/// Returns the filters in the form that bubblewrap reads.
///
/// # Errors
/// Fails on processors that the filters do not know.
pub fn filters() -> io::Result<[Vec<u8>; 2]> {
    Ok([compile(ENOSYS, &[&CALLS[..], &OLDER].concat())?, compile(0, &[])?])
}

/// Returns a filter that lets some calls, and those with such an outcome for an argument, do nothing but return it.
fn compile(outcome: c_int, calls: &[c_long]) -> io::Result<Vec<u8>> {
    let by_number = || -> Result<BpfProgram, BackendError> {
        let mut rules: BTreeMap<_, _> = calls.iter().map(|&call| (call, Vec::new())).collect();
        for (_, call, argument, comparison, values) in
            WITH_ARGUMENT.into_iter().filter(|rule| rule.0 == outcome)
        {
            let length = if comparison == Ne { Qword } else { Dword };
            for &value in values {
                let is = SeccompCondition::new(
                    argument,
                    length.clone(),
                    comparison.clone(),
                    value as u64,
                )?;
                rules.entry(call).or_default().push(SeccompRule::new(vec![is])?);
            }
        }
        let action = SeccompAction::Errno(outcome as u32);
        let processor = TargetArch::try_from(std::env::consts::ARCH)?;
        SeccompFilter::new(rules, SeccompAction::Allow, action, processor)?.try_into()
    };
    let step = |code: u32, jf, k| sock_filter { code: code as u16, jt: 0, jf, k };
    let too_new = [
        step(BPF_LD | BPF_W | BPF_ABS, 0, 0),
        step(BPF_JMP | BPF_JGE | BPF_K, 1, TOO_NEW),
        step(BPF_RET | BPF_K, 0, SECCOMP_RET_ERRNO | ENOSYS as u32),
    ];
    let steps = too_new.into_iter().chain(by_number().map_err(io::Error::other)?);
    let bytes = steps.flat_map(|step| {
        let (code, value) = (step.code.to_ne_bytes(), step.k.to_ne_bytes());
        code.into_iter().chain([step.jt, step.jf]).chain(value)
    });
    Ok(bytes.collect())
}
