//! Editions: which rules are played.

use crate::words::words;

words! {
    /// The rules that are played.
    #[derive(Default)]
    pub enum Edition: "edition" in "wongar" {
        /// The base game (W4 to W26).
        #[default]
        Base = "base",
        /// The game for the initiated (W27 to W32).
        Advanced = "advanced",
    }
}
