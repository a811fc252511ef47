//! Keeps a bot's processes apart from everything else, as far as the system can.
//!
//! On Linux a bot reads only the system, its program and what its command names, and writes only in a folder
//! of its own (Landlock); it has no network, sees no other processes and cannot leave any behind (namespaces, by
//! `unshare` of util-linux). On every Unix it has limits, a session of its own and few variables. What a system
//! lacks is [named](Sandbox::missing).

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The number of the error, on all systems.
const NO_SUCH_FILE: i32 = 2;

/// Variables that a bot gets; the rest may tell it things, or lead it elsewhere.
const KEPT: [&str; 4] = ["PATH", "LANG", "LC_ALL", "TZ"];

/// How the processes of a bot are kept apart.
#[derive(Clone, Debug)]
pub struct Sandbox {
    /// The program and its arguments, with whole paths.
    words: Vec<OsString>,
    /// Whether there is such a program.
    is_there: bool,
    /// What the bot may read beside the system.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "only Linux can see to it"))]
    readable: Vec<PathBuf>,
    /// The words before the program that put it into namespaces of its own, if the system has them.
    namespaces: Vec<OsString>,
    missing: Vec<&'static str>,
}

impl Sandbox {
    /// Finds out what the system can do for a program, which may read these folders and files, too.
    pub fn new(words: &[String], readable: &[PathBuf]) -> Self {
        let mut readable = readable.to_vec();
        let words = words.iter().enumerate().map(|(number, word)| {
            let path = if number == 0 { found(word) } else { existing(Path::new(word)) };
            let Some(path) = path else { return word.into() };
            if number == 0 {
                readable.extend(libraries(&path));
            }
            readable.extend(path.canonicalize());
            readable.push(path.clone());
            path.into()
        });
        let words: Vec<OsString> = words.collect();
        let is_there = words.first().is_some_and(|program| Path::new(program).exists());
        let mut missing = Vec::new();
        let namespaces = system::namespaces();
        if namespaces.is_empty() {
            missing.push("namespaces");
        }
        if !system::limits_files() {
            missing.push("file access");
        }
        if cfg!(not(unix)) {
            missing.push("limits");
        }
        Self { words, is_there, readable, namespaces, missing }
    }

    /// What the system lacks: `namespaces`, `file access`, `limits`.
    pub fn missing(&self) -> &[&'static str] {
        &self.missing
    }

    /// Returns the command that runs the program in a folder of its own.
    ///
    /// # Errors
    /// If the system does not let it be prepared.
    pub fn command(&self, folder: &Path) -> io::Result<Command> {
        if !self.is_there {
            return Err(io::Error::from_raw_os_error(NO_SUCH_FILE));
        }
        let mut words = self.namespaces.iter().chain(&self.words);
        let program = words.next().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command.args(words).current_dir(folder).env_clear();
        command.envs(KEPT.iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
        command.env("HOME", folder).env("TMPDIR", folder).env("PYTHONDONTWRITEBYTECODE", "1");
        system::contain(&mut command, self, folder)?;
        Ok(command)
    }
}

/// Returns the whole path of a program, as a shell would find it.
fn found(name: &str) -> Option<PathBuf> {
    let path = Path::new(name);
    if path.components().count() > 1 {
        return existing(path);
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// Returns the whole path of something that is there; links stay what they are, because interpreters find their
/// libraries by them.
fn existing(path: &Path) -> Option<PathBuf> {
    if path.exists() { std::path::absolute(path).ok() } else { None }
}

/// Returns where the libraries of a program lie that was installed in a folder `bin`, or all that a manager of
/// versions has if the program is one of its `shims`.
fn libraries(program: &Path) -> Vec<PathBuf> {
    let real = program.canonicalize().unwrap_or_else(|_| program.to_owned());
    if let Some(folder) = program.parent()
        && folder.file_name().is_some_and(|name| name == "shims")
    {
        return folder.parent().map(Path::to_owned).into_iter().collect();
    }
    let prefixes = [program, &real].into_iter().filter_map(|program| {
        let folder = program.parent()?;
        if folder.file_name()? == "bin" { folder.parent() } else { None }
    });
    let parts = ["bin", "lib", "lib64", "libexec", "share", "include", "pyvenv.cfg"];
    prefixes.flat_map(|prefix| parts.map(|part| prefix.join(part))).collect()
}

#[cfg(unix)]
#[expect(unsafe_code, reason = "see `contain`")]
mod system {
    use super::Sandbox;
    use rustix::process::{Resource, Rlimit, setrlimit, setsid};
    use std::ffi::OsString;
    use std::io;
    use std::os::unix::process::CommandExt as _;
    use std::path::Path;
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
    pub fn contain(command: &mut Command, sandbox: &Sandbox, folder: &Path) -> io::Result<()> {
        #[cfg(target_os = "linux")]
        let mut files = super::files::Files::new(&sandbox.readable, folder)?;
        #[cfg(not(target_os = "linux"))]
        let _ = (sandbox, folder);
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
}

#[cfg(not(unix))]
mod system {
    use super::Sandbox;
    use std::ffi::OsString;
    use std::io;
    use std::path::Path;
    use std::process::Command;

    pub fn namespaces() -> Vec<OsString> {
        Vec::new()
    }

    pub fn limits_files() -> bool {
        false
    }

    pub fn contain(_: &mut Command, _: &Sandbox, _: &Path) -> io::Result<()> {
        Ok(())
    }
}

/// Landlock.
#[cfg(target_os = "linux")]
mod files {
    use landlock::{
        ABI, Access as _, AccessFs, AccessNet, BitFlags, Ruleset, RulesetAttr as _, RulesetCreated,
        RulesetCreatedAttr as _, Scope, path_beneath_rules,
    };
    use std::io;
    use std::path::{Path, PathBuf};

    /// The newest version that is made use of; older systems do what they can.
    const NEWEST: ABI = ABI::V6;

    /// What every program may read.
    const SYSTEM: [&str; 10] = [
        "/usr",
        "/bin",
        "/sbin",
        "/lib",
        "/lib32",
        "/lib64",
        "/etc",
        "/opt",
        "/dev/random",
        "/dev/urandom",
    ];
    /// What every program may also write.
    const OPEN: [&str; 2] = ["/dev/null", "/dev/zero"];
    /// Where `unshare` says which users a namespace has. Nothing there can be read.
    const USERS: &str = "/proc";

    /// What a process may read and write.
    pub struct Files(Option<RulesetCreated>);

    /// Whether the system knows Landlock.
    pub fn can_be_limited() -> bool {
        let hard = Ruleset::default().handle_access(AccessFs::from_all(ABI::V1));
        let created = hard.and_then(Ruleset::create);
        // Without Landlock, a ruleset is nothing but a wish.
        created.is_ok_and(|ruleset| Option::<std::os::fd::OwnedFd>::from(ruleset).is_some())
    }

    impl Files {
        /// Reads these files and folders, and does anything in its own folder.
        pub fn new(readable: &[PathBuf], folder: &Path) -> io::Result<Self> {
            let reads = AccessFs::from_read(NEWEST);
            let writes: BitFlags<AccessFs> = AccessFs::WriteFile.into();
            let rules = || {
                Ruleset::default()
                    .handle_access(AccessFs::from_all(NEWEST))?
                    .handle_access(AccessNet::from_all(NEWEST))?
                    .scope(Scope::from_all(NEWEST))?
                    .create()?
                    .add_rules(path_beneath_rules(SYSTEM, reads))?
                    .add_rules(path_beneath_rules(readable, reads))?
                    .add_rules(path_beneath_rules(OPEN, reads | writes))?
                    .add_rules(path_beneath_rules([USERS], writes))?
                    .add_rules(path_beneath_rules([folder], AccessFs::from_all(NEWEST)))
            };
            let rules: Result<_, landlock::RulesetError> = rules();
            Ok(Self(Some(rules.map_err(io::Error::other)?)))
        }

        /// Holds for this process and all that it starts.
        pub fn limit(&mut self) -> io::Result<()> {
            let Some(rules) = self.0.take() else { return Ok(()) };
            rules.restrict_self().map(drop).map_err(|_| io::ErrorKind::PermissionDenied.into())
        }
    }
}
