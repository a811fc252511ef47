//! Other systems keep nothing apart.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// There are none.
#[derive(Clone, Debug, Default)]
pub struct Means {
    /// None.
    pub namespaces: Vec<OsString>,
}

impl Means {
    /// There are none.
    pub fn find() -> Self {
        Self::default()
    }

    /// All of them.
    #[expect(clippy::unused_self, reason = "other systems lack less")]
    pub fn missing(&self) -> Vec<&'static str> {
        vec!["namespaces", "file access", "system calls", "limits"]
    }
}

/// There is no such limit.
///
/// # Errors
/// Never.
#[expect(clippy::unnecessary_wraps, reason = "other systems may refuse")]
pub fn allow_open_files(_: u64) -> Result<(), u64> {
    Ok(())
}

/// Does nothing.
///
/// # Errors
/// Never.
#[expect(clippy::unnecessary_wraps, reason = "other systems may fail")]
pub fn contain(_: &mut Command, _: &Means, _: &[PathBuf], _: &Path) -> io::Result<()> {
    Ok(())
}
