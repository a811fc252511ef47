//! Other systems keep nothing apart.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// There are none.
pub fn namespaces() -> Vec<OsString> {
    Vec::new()
}

/// They cannot.
pub fn limits_files() -> bool {
    false
}

/// Does nothing.
///
/// # Errors
/// Never.
#[expect(clippy::unnecessary_wraps, reason = "other systems may fail")]
pub fn contain(_: &mut Command, _: &[PathBuf], _: &Path) -> io::Result<()> {
    Ok(())
}
