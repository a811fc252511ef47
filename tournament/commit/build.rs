//! Sets `GIT_COMMIT` to the commit from which the program is built, or to an empty string if it is unknown.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The path of the package in its repository, as printed by git.
const PLACE: &str = "tournament/commit/";

/// The folders of the program's crates. Some contain further crates in subfolders.
const CRATES: [&str; 3] = ["engine", "agents", "tournament"];

fn main() {
    let package = PathBuf::from(
        env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets the folder of the manifest"),
    );
    println!("cargo:rerun-if-changed=build.rs");
    let commit = of_checkout(&package).or_else(|| of_package(&package)).unwrap_or_default();
    println!("cargo:rustc-env=GIT_COMMIT={commit}");
}

/// Returns the commit that is checked out, or `None` if the package is outside its own repository.
fn of_checkout(package: &Path) -> Option<String> {
    // A package unpacked inside a different repository does not belong to that repository's commits.
    if git(package, &["rev-parse", "--show-prefix"])? != PLACE {
        return None;
    }
    let root = package.ancestors().nth(2)?;
    let commit = git(root, &["rev-parse", "--short=12", "HEAD"])?;
    let sources = sources(root);
    // In a worktree these files are in different folders. If git has packed the branch, only the log changes with a commit.
    let branch = git(root, &["rev-parse", "--symbolic-full-name", "HEAD"])?;
    let of_git = ["HEAD", "logs/HEAD", &branch]
        .map(|name| git(root, &["rev-parse", "--git-path", name]).map(|path| root.join(path)));
    for path in sources
        .iter()
        .map(|path| root.join(path))
        .chain(of_git.into_iter().flatten())
        .filter(|path| path.exists())
    {
        println!("cargo:rerun-if-changed={}", path.display());
    }
    let mut changes = vec!["status", "--porcelain", "--untracked-files=no", "--"];
    changes.extend(sources.iter().map(String::as_str));
    let is_clean = git(root, &changes)?.is_empty();
    Some(if is_clean { commit } else { commit + "-dirty" })
}

/// Returns the files and folders from which the program is built, relative to the root of the workspace.
fn sources(root: &Path) -> Vec<String> {
    let mut sources = vec!["Cargo.toml".to_owned(), "Cargo.lock".to_owned()];
    for folder in CRATES {
        let inner = fs::read_dir(root.join(folder)).into_iter().flatten().flatten();
        let inner = inner.map(|entry| format!("{folder}/{}", entry.file_name().to_string_lossy()));
        for krate in inner.chain([folder.to_owned()]) {
            if root.join(&krate).join("Cargo.toml").exists() {
                sources.extend([format!("{krate}/Cargo.toml"), format!("{krate}/src")]);
            }
        }
    }
    sources
}

/// Returns the commit that cargo recorded when it created the package.
fn of_package(package: &Path) -> Option<String> {
    let note = fs::read_to_string(package.join(".cargo_vcs_info.json")).ok()?;
    let (_, rest) = note.split_once("\"sha1\": \"")?;
    rest.get(..12).map(str::to_owned)
}

/// Returns git's output without the final line break, or `None` if git fails.
fn git(folder: &Path, arguments: &[&str]) -> Option<String> {
    let printed = Command::new("git")
        .arg("--no-optional-locks")
        .args(arguments)
        .current_dir(folder)
        .output()
        .ok()
        .filter(|printed| printed.status.success())?;
    String::from_utf8(printed.stdout).ok().map(|text| text.trim_end().to_owned())
}
