//! Names the commit that the program is built from: `GIT_COMMIT`, empty where it is unknown.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Where the package lies in its repository, as git prints it.
const PLACE: &str = "tournament/commit/";

/// The folders of the program's crates; some have further crates in folders.
const CRATES: [&str; 3] = ["engine", "agents", "tournament"];

fn main() {
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where"));
    println!("cargo:rerun-if-changed=build.rs");
    let commit = of_checkout(&package).or_else(|| of_package(&package)).unwrap_or_default();
    println!("cargo:rustc-env=GIT_COMMIT={commit}");
}

/// The commit that is checked out, if the package lies in its own repository.
fn of_checkout(package: &Path) -> Option<String> {
    // A package that was unpacked within another repository is not of that one's commits.
    if git(package, &["rev-parse", "--show-prefix"])? != PLACE {
        return None;
    }
    let root = package.ancestors().nth(2)?;
    let commit = git(root, &["rev-parse", "--short=12", "HEAD"])?;
    let sources = sources(root);
    // In a worktree these lie in different folders; a branch that git has packed is told by the log alone.
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

/// The files and folders that the program is made of, from the root of the workspace.
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

/// The commit that cargo noted when it packed the package.
fn of_package(package: &Path) -> Option<String> {
    let note = fs::read_to_string(package.join(".cargo_vcs_info.json")).ok()?;
    let (_, rest) = note.split_once("\"sha1\": \"")?;
    rest.get(..12).map(str::to_owned)
}

/// What git prints, without the end of the line.
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
