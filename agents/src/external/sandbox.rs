//! The sandbox: a bot runs under bubblewrap, with a filter for system calls and resource limits.
//!
//! The bot sees a separate file system: the [`Places`] that it may read, three devices, and two empty folders in
//! memory for its files. Namespaces hide other processes, the network and the rest of the system. The file system
//! and all processes of the bot vanish with the first process of its namespace, which ends with the tournament.

use super::budget::watch;
use super::calls::filters;
use super::channel::{Process, connect, kill};
use super::descriptors::pass_only;
use super::places::{Places, found};
use rustix::fs::{Access, MemfdFlags, access, memfd_create};
use std::ffi::OsString;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, Write as _};
use std::os::fd::AsRawFd as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Environment variables passed to a bot; others could give it information or redirect it.
const KEPT: [&str; 4] = ["PATH", "LANG", "LC_ALL", "TZ"];
/// The bot's working folder.
const FOLDER: &str = "/run/bot";
/// The size of each of the two folders in which a bot may write.
const SPACE: &str = "134217728";
const DEVICES: [&str; 3] = ["/dev/null", "/dev/random", "/dev/urandom"];

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

/// A bot's command in the sandbox.
#[derive(Clone, Debug)]
pub struct Sandbox {
    bubblewrap: PathBuf,
    /// Where the bot may read, the command, and its program.
    arguments: Vec<OsString>,
    filters: [Vec<u8>; 2],
}

impl Sandbox {
    /// Prepares the sandbox for a command with absolute paths, which may read these places.
    ///
    /// # Errors
    /// Fails with a clause if the command is not a program, or if bubblewrap is missing.
    pub fn new(places: &Places, words: Vec<OsString>) -> Result<Self, String> {
        let bubblewrap = found("bwrap").ok_or(MISSING)?;
        let cannot = |error: &dyn Display| format!("cannot start the program: {error}");
        let executed = executed(Path::new(&words[0])).map_err(|error| cannot(&error))?;
        let mut arguments: Vec<OsString> = Vec::new();
        let mut add = |words: &str| arguments.extend(words.split(' ').map(OsString::from));
        add("--unshare-all --unshare-user --uid 65534 --gid 65534 --cap-drop ALL");
        add("--die-with-parent --new-session --symlink /tmp /dev/shm");
        add(&format!(
            "--size {SPACE} --tmpfs /tmp --size {SPACE} --tmpfs {FOLDER} --chdir {FOLDER}"
        ));
        for device in DEVICES {
            add(&format!("--dev-bind {device} {device}"));
        }
        arguments.extend(places.arguments());
        // Files about processes would show what is in the page cache, but programs find their libraries by this link.
        arguments.extend(["--symlink".into(), executed.into(), "/proc/self/exe".into()]);
        arguments
            .extend(["--remount-ro", "/", "--", "/bin/sh", "-c", BEGIN, "sh"].map(OsString::from));
        arguments.extend(words);
        Ok(Self { bubblewrap, arguments, filters: filters().map_err(|error| cannot(&error))? })
    }

    /// Starts the bot. Standard input, output and error are its only open files.
    ///
    /// # Errors
    /// Fails if the system does not provide the sandbox. The bot has not begun then.
    pub fn start(&self) -> io::Result<Process> {
        let mut command = Command::new(&self.bubblewrap);
        let mut passed = Vec::new();
        for filter in &self.filters {
            let mut file = File::from(memfd_create("filter", MemfdFlags::CLOEXEC)?);
            file.write_all(filter)?;
            file.rewind()?;
            command.arg("--add-seccomp-fd").arg(file.as_raw_fd().to_string());
            passed.push(file.into());
        }
        command.args(&self.arguments);
        command.current_dir("/").env_clear().process_group(0);
        command.envs(KEPT.iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
        command.env("HOME", FOLDER).env("TMPDIR", FOLDER).env("PYTHONDONTWRITEBYTECODE", "1");
        pass_only(&mut command, passed);
        let mut process = connect(command)?;
        process.output.set_read_timeout(Some(LIMIT))?;
        let mut begin = || {
            process.output.read_exact(&mut [0])?;
            // The bot, which could end at once, has not begun yet.
            process.excess = watch(&process.process)?;
            process.input.write_all(b"\n")
        };
        if let Err(error) = begin() {
            kill(&mut process.process);
            let mut reason = String::new();
            process.errors.set_read_timeout(Some(LIMIT))?;
            let _ = process.errors.take(MOST_OF_REASON).read_to_string(&mut reason);
            let reason = reason.lines().next().map_or_else(|| error.to_string(), ToOwned::to_owned);
            return Err(io::Error::other(format!("the sandbox is not available: {reason}")));
        }
        process.output.set_read_timeout(None)?;
        Ok(process)
    }
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
