//! Stubs for systems other than Unix, which offer no process isolation.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The isolation features of this system: none.
#[derive(Clone, Debug, Default)]
pub struct Means {
    /// The words before a program's command for namespaces: always empty.
    pub namespaces: Vec<OsString>,
}

impl Means {
    /// Returns the features of this system: none.
    pub fn find() -> Self {
        Self::default()
    }

    /// Returns the names of all isolation features, because every one is missing.
    #[expect(clippy::unused_self, reason = "other systems lack less")]
    pub fn missing(&self) -> Vec<&'static str> {
        vec!["namespaces", "file access", "system calls", "limits"]
    }
}

/// Does nothing: this system has no limit of open files.
///
/// # Errors
/// This version never fails.
#[expect(clippy::unnecessary_wraps, reason = "other systems may refuse")]
pub fn allow_open_files(_: u64) -> Result<(), u64> {
    Ok(())
}

/// Does nothing: this system cannot restrict processes.
///
/// # Errors
/// This version never fails.
#[expect(clippy::unnecessary_wraps, reason = "other systems may fail")]
pub fn contain(_: &mut Command, _: &Means, _: &[PathBuf], _: &Path) -> io::Result<()> {
    Ok(())
}
