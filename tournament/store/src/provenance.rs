//! The program that wrote a run.

use serde::Serialize;

/// The version and the commit of the program: `--version` prints them, and manifests contain them.
#[derive(Copy, Clone, Debug, Serialize)]
pub struct Provenance {
    /// The version of the toolkit.
    pub version: &'static str,
    /// The commit from which the program was built; empty if unknown.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub commit: &'static str,
}

/// The version of this library, with an unknown commit.
impl Default for Provenance {
    fn default() -> Self {
        Self { version: env!("CARGO_PKG_VERSION"), commit: "" }
    }
}

impl Provenance {
    /// Returns the version, followed by the commit in parentheses if it is known.
    pub fn describe(self) -> String {
        let Self { version, commit } = self;
        if commit.is_empty() { version.to_owned() } else { format!("{version} ({commit})") }
    }
}
