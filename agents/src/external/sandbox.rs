//! Isolation of a bot's processes, as far as the system supports it.
//!
//! On Linux, a bot reads only the system, its program and the files named in its command, and writes only in
//! its own folder (Landlock). It has no network access, sees no other processes and cannot leave any behind
//! (namespaces, by `unshare` and `setsid` of util-linux). It cannot change the metadata of files that it reads,
//! nor leave keys in the kernel (seccomp). On every Unix, it has resource limits, a separate session and few
//! environment variables. Features that a system lacks are [reported](Sandbox::missing).

use super::containment::{Means, contain};
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The error code for a missing file, which is the same on all systems.
const NO_SUCH_FILE: i32 = 2;

/// Environment variables passed to a bot; others could give it information or redirect it.
const KEPT: [&str; 4] = ["PATH", "LANG", "LC_ALL", "TZ"];

/// The isolation of a bot's processes.
#[derive(Clone, Debug)]
pub struct Sandbox {
    /// The program and its arguments, with absolute paths.
    words: Vec<OsString>,
    /// Whether the program exists.
    is_there: bool,
    /// Files and folders that the bot may read in addition to the system.
    readable: Vec<PathBuf>,
    means: Means,
    missing: Vec<&'static str>,
}

impl Sandbox {
    /// Detects the isolation features available for a program, which may also read these folders and files.
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
        let means = Means::find();
        let missing = means.missing();
        Self { words, is_there, readable, means, missing }
    }

    /// Returns the features that the system lacks: `namespaces`, `namespace of users`, `file access`, `system
    /// calls`, `limits`.
    pub fn missing(&self) -> &[&'static str] {
        &self.missing
    }

    /// Returns the command that runs the program in this folder.
    ///
    /// # Errors
    /// Fails if the program does not exist, or if the system refuses the preparations.
    pub fn command(&self, folder: &Path) -> io::Result<Command> {
        if !self.is_there {
            return Err(io::Error::from_raw_os_error(NO_SUCH_FILE));
        }
        let mut words = self.means.namespaces.iter().chain(&self.words);
        let program = words.next().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command.args(words).current_dir(folder).env_clear();
        command.envs(KEPT.iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
        command.env("HOME", folder).env("TMPDIR", folder).env("PYTHONDONTWRITEBYTECODE", "1");
        contain(&mut command, &self.means, &self.readable, folder)?;
        Ok(command)
    }
}

/// Returns the absolute path of a program, as a shell would find it.
fn found(name: &str) -> Option<PathBuf> {
    let path = Path::new(name);
    if path.components().count() > 1 {
        return existing(path);
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// Returns the absolute path of an existing file or folder. Links are not resolved, because interpreters find
/// their libraries by them.
fn existing(path: &Path) -> Option<PathBuf> {
    if path.exists() { std::path::absolute(path).ok() } else { None }
}

/// Returns the library folders of a program installed in a folder `bin`. For a program in a version manager's
/// folder `shims`, returns the manager's whole folder.
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
