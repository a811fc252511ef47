//! File access limits for a process, by Landlock.

use super::system::{RANDOM, SYSTEM};
use landlock::{
    ABI, Access as _, AccessFs, AccessNet, BitFlags, Ruleset, RulesetAttr as _, RulesetCreated,
    RulesetCreatedAttr as _, Scope, path_beneath_rules,
};
use std::io;
use std::path::{Path, PathBuf};

/// The newest supported Landlock version; older systems apply the rights they know.
const NEWEST: ABI = ABI::V6;

/// Files outside its folder that every program may also write.
const OPEN: [&str; 2] = ["/dev/null", "/dev/zero"];

/// The rules for a process's file access.
pub struct Files(Option<RulesetCreated>);

/// Returns whether the system supports Landlock.
pub fn can_be_limited() -> bool {
    let hard = Ruleset::default().handle_access(AccessFs::from_all(ABI::V1));
    let created = hard.and_then(Ruleset::create);
    // Without Landlock, a ruleset is created but has no file descriptor.
    created.is_ok_and(|ruleset| Option::<std::os::fd::OwnedFd>::from(ruleset).is_some())
}

impl Files {
    /// Permits reading these files and folders, and all access in the process's own folder.
    pub fn new(readable: &[PathBuf], folder: &Path) -> io::Result<Self> {
        let reads = AccessFs::from_read(NEWEST);
        let writes: BitFlags<AccessFs> = AccessFs::WriteFile.into();
        let rules = || {
            Ruleset::default()
                .handle_access(AccessFs::from_all(NEWEST))?
                .handle_access(AccessNet::from_all(NEWEST))?
                .scope(Scope::from_all(NEWEST))?
                .create()?
                .add_rules(path_beneath_rules(SYSTEM.iter().chain(&RANDOM), reads))?
                .add_rules(path_beneath_rules(readable, reads))?
                .add_rules(path_beneath_rules(OPEN, reads | writes))?
                .add_rules(path_beneath_rules([folder], AccessFs::from_all(NEWEST)))
        };
        let rules: Result<_, landlock::RulesetError> = rules();
        Ok(Self(Some(rules.map_err(io::Error::other)?)))
    }

    /// Applies the rules to this process and all processes that it starts.
    pub fn limit(&mut self) -> io::Result<()> {
        let Some(rules) = self.0.take() else { return Ok(()) };
        rules.restrict_self().map(drop).map_err(|_| io::ErrorKind::PermissionDenied.into())
    }
}
