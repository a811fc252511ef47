//! Which program a run comes from.

/// The version and the commit of the program that plays: `--version` prints them, and manifests note them.
#[derive(Copy, Clone, Debug)]
pub struct Provenance {
    /// The version of the toolkit.
    pub version: &'static str,
    /// The commit that the program was built from; empty if it is unknown.
    pub commit: &'static str,
}

/// The version of this library, without a commit.
impl Default for Provenance {
    fn default() -> Self {
        Self { version: env!("CARGO_PKG_VERSION"), commit: "" }
    }
}

impl Provenance {
    /// Returns the version and, if it is known, the commit.
    pub fn describe(self) -> String {
        let Self { version, commit } = self;
        if commit.is_empty() { version.to_owned() } else { format!("{version} ({commit})") }
    }
}
