//! The files that a bot in the sandbox may read.
//!
//! One list serves two purposes: the sandbox shows a bot these places and nothing else, and a run is refused if its
//! secret would be in one of them.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Component, Path, PathBuf};

/// Programs, libraries, and the settings that they need. Most of `/etc` is hidden, because it has more than programs need.
#[rustfmt::skip]
const SYSTEM: [&str; 25] = [
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt", "/etc/alternatives", "/etc/fonts", "/etc/group",
    "/etc/host.conf", "/etc/hosts", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/locale.alias",
    "/etc/localtime", "/etc/mime.types", "/etc/nsswitch.conf", "/etc/os-release", "/etc/passwd", "/etc/services",
    "/etc/ssl/certs", "/etc/ssl/openssl.cnf", "/etc/timezone",
];

/// The places that a bot may read.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// Files and folders without links in their paths.
    real: BTreeSet<PathBuf>,
    /// The links on the way to them, and their targets.
    links: BTreeMap<PathBuf, PathBuf>,
}

impl Places {
    /// Collects the places for a command and the paths that the user names. Returns them with the command's words, in
    /// which paths are absolute.
    ///
    /// Paths among the words are the program, words with a slash, and the first other word that names a file.
    pub fn of_command(words: &[String], named: &[PathBuf]) -> (Self, Vec<OsString>) {
        let mut places = Self::default();
        let settings = std::fs::read_dir("/etc").into_iter().flatten().flatten();
        let java = settings.map(|entry| entry.path());
        let java =
            java.filter(|path| path.as_os_str().as_encoded_bytes().starts_with(b"/etc/java"));
        let named = named.iter().cloned().chain(java);
        SYSTEM.map(PathBuf::from).into_iter().chain(named).for_each(|place| places.add(&place));
        let file = words.iter().skip(1).position(|word| Path::new(word).is_file());
        let words = words.iter().enumerate().map(|(number, word)| {
            let is_path = word.contains('/') || file.is_some_and(|file| file + 1 == number);
            let path = match number {
                0 => found(word),
                _ => existing(Path::new(word)).filter(|_| is_path),
            };
            let Some(path) = path else { return word.into() };
            if number == 0 {
                libraries(&path).iter().map(PathBuf::as_path).for_each(|folder| places.add(folder));
            }
            places.add(&path);
            path.into()
        });
        let words = words.collect();
        (places, words)
    }

    /// Adds a file or folder, with all links on the way to it.
    fn add(&mut self, place: &Path) {
        let Some(mut place) = existing(place) else { return };
        // A path that exists has no endless links.
        while let Some((link, target)) = place.ancestors().filter_map(target).last() {
            let rest = place.strip_prefix(&link).unwrap_or(Path::new(""));
            // A part `..` of the target may follow another link, so it must wait.
            let link = without_dots(&link);
            place = link.with_file_name(&target).join(rest);
            self.links.insert(link, target);
        }
        place = without_dots(&place);
        // Files about processes would show the tournament.
        if !place.starts_with("/proc") {
            self.real.insert(place);
        }
    }

    /// Returns the place that contains a path, which need not exist yet. A place may have several names, as by a mount.
    pub fn containing(&self, path: &Path) -> Option<&Path> {
        let whole = std::path::absolute(path).ok()?;
        let there = whole.ancestors().find_map(|part| part.canonicalize().ok())?;
        let folders: Vec<_> = there.ancestors().filter_map(identity).collect();
        self.real.iter().map(PathBuf::as_path).find(|place| {
            there.starts_with(place)
                || identity(place).is_some_and(|place| folders.contains(&place))
        })
    }

    /// Returns the arguments of bubblewrap that show these places, in folders that all users may open.
    pub fn arguments(&self) -> Vec<OsString> {
        let is_shown =
            |path: &Path| path.ancestors().skip(1).any(|folder| self.real.contains(folder));
        let real = self.real.iter().filter(|place| !is_shown(place));
        let links = self.links.iter().filter(|(link, _)| !is_shown(link));
        let places = real.clone().chain(links.clone().map(|(link, _)| link));
        let folders: BTreeSet<_> = places.filter_map(|place| place.parent()).collect();
        let folders = folders.into_iter().flat_map(|folder| ["--dir".into(), folder.into()]);
        let real = real.flat_map(|place| ["--ro-bind".into(), place.into(), place.into()]);
        let links =
            links.flat_map(|(link, target)| ["--symlink".into(), target.into(), link.into()]);
        folders.chain(real).chain(links).collect()
    }
}

/// Returns what all names of a file or folder have in common: its device and its number there.
fn identity(path: &Path) -> Option<(u64, u64)> {
    path.metadata().ok().map(|about| (about.dev(), about.ino()))
}

/// Returns the absolute path of a program, as a shell would find it.
pub fn found(name: &str) -> Option<PathBuf> {
    if name.contains('/') {
        return existing(Path::new(name));
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// Returns the absolute path of an existing file or folder. Links are kept, because interpreters find their libraries
/// by them, unless the path goes back up.
fn existing(path: &Path) -> Option<PathBuf> {
    let goes_up = path.components().any(|part| part == Component::ParentDir);
    if goes_up {
        path.canonicalize().ok()
    } else {
        std::path::absolute(path).ok().filter(|path| path.exists())
    }
}

/// Returns a path and the target of the link there, if there is one.
fn target(path: &Path) -> Option<(PathBuf, PathBuf)> {
    Some((path.to_owned(), path.read_link().ok()?))
}

/// Resolves the parts `..` of a path.
fn without_dots(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut path, part| {
        if part == Component::ParentDir {
            path.pop();
        } else {
            path.push(part);
        }
        path
    })
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

#[cfg(test)]
mod tests {
    use super::Places;
    use std::fs::{create_dir_all, write};
    use std::os::unix::fs::symlink;

    /// The part `..` leads up from the target of `first`, not from the folder of `first`.
    #[test]
    fn links_that_go_up_from_other_links_are_followed() {
        let folder = tempfile::tempdir().unwrap();
        let top = folder.path().canonicalize().unwrap();
        create_dir_all(top.join("q/sub")).unwrap();
        write(top.join("q/second"), "").unwrap();
        symlink(top.join("q/sub"), top.join("first")).unwrap();
        symlink("first/../second", top.join("second")).unwrap();
        let mut places = Places::default();
        places.add(&top.join("second"));
        assert!(places.real.iter().eq([&top.join("q/second")]));
        assert!(places.links.keys().eq([&top.join("first"), &top.join("second")]));
    }
}
