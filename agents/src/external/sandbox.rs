//! The sandbox: a bot runs under bubblewrap, with a filter for system calls and resource limits.
//!
//! The bot sees a separate file system: the [`Places`] that it may read, three devices, and two empty folders in
//! memory for its files. Namespaces hide other processes, the network and the rest of the system. The file system
//! and all processes of the bot vanish with the first process of its namespace, which ends with the tournament.
//!
//! The kernel exempts root from limits, so a bot that root starts becomes nobody: root maps both users into the
//! namespace of the bot, bubblewrap shows files as root, and then the bot changes the user.

use super::budget;
use super::calls::filters;
use super::descriptors::pass_only;
use super::places::{Places, found};
use super::process::{Process, Streams};
use rustix::fs::{Access, MemfdFlags, access, memfd_create};
use rustix::process::geteuid;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind, PipeReader, PipeWriter, Read as _, Seek as _, Write as _};
use std::os::fd::{AsRawFd as _, OwnedFd};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Environment variables passed to a bot; others could give it information or redirect it.
const KEPT: [&str; 4] = ["PATH", "LANG", "LC_ALL", "TZ"];
/// Arguments of bubblewrap for all bots. Without `--dir`, it closes new folders to other users.
const ARGUMENTS: &str = "
    --unshare-all --unshare-user --cap-drop ALL --die-with-parent --new-session
    --dir /dev --dir /proc/self --symlink /tmp /dev/shm
    --perms 1777 --size 134217728 --tmpfs /tmp --perms 1777 --size 134217728 --tmpfs /run/bot --chdir /run/bot
    --setenv HOME /run/bot --setenv TMPDIR /run/bot --setenv PYTHONDONTWRITEBYTECODE 1
    --dev-bind /dev/null /dev/null --dev-bind /dev/random /dev/random --dev-bind /dev/urandom /dev/urandom";
/// Arguments of bubblewrap for a bot whose user may map only itself.
const MAPPED: &str = "--uid 65534 --gid 65534";
/// Arguments of bubblewrap for a bot that changes its user.
const CHANGING: &str = "--cap-add CAP_SETUID --cap-add CAP_SETGID";
/// The users and groups of the namespace of a bot that changes its user: root and nobody.
const USERS: &str = "0 0 1\n65534 65534 1\n";
/// The command by which root becomes nobody.
const BECOME_NOBODY: &str = "setpriv --reuid 65534 --regid 65534 --clear-groups --inh-caps=-all";

/// Limits a process (4 GiB of data, 256 open files, 1024 processes and waiting signals), reports that the sandbox is complete, and
/// becomes the bot once the tournament answers. So no bot runs whose sandbox is incomplete, or whose tournament ended
/// before all of the sandbox was bound to it.
const BEGIN: &str = "{ ulimit -c 0; ulimit -d 4194304; ulimit -n 256; ulimit -u 1024 || ulimit -p 1024; \
                     prlimit --pid $$ --sigpending=1024 --msgqueue=0; } >/dev/null 2>&1; \
                     echo && read -r answer && exec \"$@\"";

/// The time limit for bubblewrap to build the sandbox.
const LIMIT: Duration = Duration::from_secs(60);
/// The largest number of bytes in the first line of a script.
const LONGEST_BEGIN: u64 = 256;
/// The largest number of bytes read of bubblewrap's complaint.
const MOST_OF_REASON: u64 = 4096;
const MISSING: &str = "its sandbox needs bubblewrap, as in `apt install bubblewrap`: install it, or choose \
                       sandbox=off, which the manifest records";
const MISSING_FOR_ROOT: &str = "its sandbox needs setpriv, as in `apt install util-linux`, because root's bots run \
                                as nobody: install it, or start the program as another user";

/// A bot's command in the sandbox.
#[derive(Clone, Debug)]
pub struct Sandbox {
    /// The places that the bot may read.
    pub places: Places,
    bubblewrap: PathBuf,
    /// Where the bot may read, the command, and its program.
    arguments: Vec<OsString>,
    /// Whether root starts the bot, which then becomes nobody.
    is_root: bool,
    filters: [Vec<u8>; 2],
}

impl Sandbox {
    /// Prepares the sandbox for a command, given by its words, which may also read these folders.
    ///
    /// # Errors
    /// Fails with a clause if the command is not a program, if nobody may not read its files, or if bubblewrap is
    /// missing, or what it needs for root.
    pub fn new(words: &[String], folders: &[PathBuf]) -> Result<Self, String> {
        if let Some(folder) = folders.iter().find(|folder| replaces(folder)) {
            let folder = folder.display();
            return Err(format!(
                "read={folder} contains files of the sandbox: choose smaller folders"
            ));
        }
        let bubblewrap = found("bwrap").ok_or(MISSING)?;
        let (places, paths) = Places::of_command(words, folders);
        let cannot = |error: io::Error| format!("cannot start {}: {error}", words[0]);
        let executed = executed(Path::new(&paths[0])).map_err(cannot)?;
        let is_root = geteuid().is_root();
        if is_root {
            found("setpriv").ok_or(MISSING_FOR_ROOT)?;
            let named = paths.iter().map(Path::new).filter(|path| path.is_absolute());
            open_to_nobody(named.chain(folders.iter().map(PathBuf::as_path)))?;
        }
        let user = if is_root { CHANGING } else { MAPPED };
        let fixed = ARGUMENTS.split_whitespace().chain(user.split(' '));
        let mut arguments: Vec<OsString> = fixed.map(OsString::from).collect();
        arguments.extend(places.arguments());
        // Files about processes would show what is in the page cache, but programs find their libraries by this link.
        arguments.extend(["--symlink".into(), executed.into(), "/proc/self/exe".into()]);
        arguments.extend(["--remount-ro", "/", "--"].map(OsString::from));
        if is_root {
            arguments.extend(BECOME_NOBODY.split(' ').map(OsString::from));
        }
        arguments.extend(["/bin/sh", "-c", BEGIN, "sh"].map(OsString::from));
        arguments.extend(paths);
        let filters = filters().map_err(cannot)?;
        Ok(Self { places, bubblewrap, arguments, is_root, filters })
    }

    /// Starts the bot. Standard input, output and error are its only open files.
    ///
    /// # Errors
    /// Fails if the system does not provide the sandbox. The bot has not begun then.
    pub fn start(&self) -> io::Result<(Process, Streams)> {
        let mut passed: Vec<(&str, OwnedFd)> = Vec::new();
        for filter in &self.filters {
            let mut file = File::from(memfd_create("filter", MemfdFlags::CLOEXEC)?);
            file.write_all(filter)?;
            file.rewind()?;
            passed.push(("--add-seccomp-fd", file.into()));
        }
        let mut mapping = None;
        if self.is_root {
            let ((facts, to_tell), (to_wait, hold)) = (io::pipe()?, io::pipe()?);
            passed.push(("--info-fd", to_tell.into()));
            passed.push(("--userns-block-fd", to_wait.into()));
            mapping = Some((facts, hold));
        }
        let mut command = Command::new(&self.bubblewrap);
        for (name, file) in &passed {
            command.arg(name).arg(file.as_raw_fd().to_string());
        }
        command.args(&self.arguments);
        command.current_dir("/").env_clear();
        command.envs(KEPT.iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
        pass_only(&mut command, passed.into_iter().map(|(_, file)| file).collect());
        let (process, mut streams) = Process::start(command, budget::fault)?;
        let Err(error) = begin(&process, &mut streams, mapping) else {
            return Ok((process, streams));
        };
        // The messages of bubblewrap remain readable.
        drop(process);
        let mut reason = String::new();
        let _ = streams.errors.take(MOST_OF_REASON).read_to_string(&mut reason);
        let reason = reason.lines().next().map_or_else(|| error.to_string(), ToOwned::to_owned);
        Err(io::Error::other(reason))
    }
}

/// Waits until the sandbox is complete, and lets the bot begin. `mapping` belongs to a bot that changes its user.
fn begin(
    process: &Process,
    streams: &mut Streams,
    mapping: Option<(PipeReader, PipeWriter)>,
) -> io::Result<()> {
    if let Some((facts, hold)) = mapping {
        map_users(facts, hold)?;
    }
    streams.output.set_read_timeout(Some(LIMIT))?;
    streams.output.read_exact(&mut [0]).map_err(|error| match error.kind() {
        ErrorKind::WouldBlock => io::Error::other(format!("not complete within {LIMIT:?}")),
        _ => error,
    })?;
    streams.output.set_read_timeout(None)?;
    // The bot, which could end at once, has not begun yet.
    budget::begin(process.id())?;
    streams.input.write_all(b"\n")
}

/// Maps the users of the namespace of a bot that changes its user, for which bubblewrap waits until `hold` is closed.
fn map_users(facts: PipeReader, hold: PipeWriter) -> io::Result<()> {
    let facts: serde_json::Value = serde_json::from_reader(facts)?;
    // The first process in the sandbox.
    let child = &facts["child-pid"];
    let maps = ["uid_map", "gid_map"].map(|map| format!("/proc/{child}/{map}"));
    let mapped = maps.iter().try_for_each(|map| fs::write(map, USERS));
    drop(hold);
    mapped.map_err(|error| {
        io::Error::other(format!(
            "root cannot start it as nobody: {error}; start the program as another user"
        ))
    })
}

/// Returns whether a folder, if the bot saw it, would replace files that the sandbox has instead.
fn replaces(folder: &Path) -> bool {
    let folder = folder.canonicalize().unwrap_or_default();
    ["/run/bot", "/dev/null", "/proc/self/exe"]
        .iter()
        .any(|file| Path::new(file).starts_with(&folder))
}

/// Checks that nobody may do with some files what root may: read and execute. The folders above them do not matter,
/// because the sandbox has others.
fn open_to_nobody<'a>(mut paths: impl Iterator<Item = &'a Path>) -> Result<(), String> {
    let is_closed = |path: &&Path| {
        let mode = path.metadata().map_or(0, |about| about.mode());
        (mode >> 6) & !mode & 0o5 != 0
    };
    let Some(path) = paths.find(is_closed).map(Path::display) else { return Ok(()) };
    Err(format!(
        "root's bots run as nobody, who may not read {path}: allow it with `chmod o+rX {path}`, or start the program \
         as another user"
    ))
}

/// Returns the file that the system executes when a program starts: the interpreter, if it is a script.
fn executed(program: &Path) -> io::Result<PathBuf> {
    // A name without a slash is a program of PATH, not of the working folder.
    if program.is_relative() {
        return Err(rustix::io::Errno::NOENT.into());
    }
    access(program, Access::EXEC_OK)?;
    let mut begin = Vec::new();
    File::open(program)?.take(LONGEST_BEGIN).read_to_end(&mut begin)?;
    if begin.starts_with(b"\x7fELF") {
        return program.canonicalize();
    }
    let text = String::from_utf8_lossy(&begin);
    let script = text.strip_prefix("#!").and_then(|text| text.lines().next());
    let names = script.into_iter().flat_map(str::split_whitespace);
    let mut names = names.skip_while(|name| name.ends_with("/env") || name.starts_with('-'));
    let interpreter = names.next().and_then(found);
    let neither = || io::Error::other("it is neither a program nor a script that begins with #!");
    interpreter.ok_or_else(neither)?.canonicalize()
}
