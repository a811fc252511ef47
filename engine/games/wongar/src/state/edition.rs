//! Editions: the variants of the rules.

use engine::words::words;

words! {
    /// The variant of the rules that is played.
    #[derive(Default)]
    pub enum Edition: "edition" in "wongar" {
        /// The base game (W4 to W26).
        #[default]
        Base = "base",
        /// The advanced game, "for the initiated" (W27 to W32).
        Advanced = "advanced",
    }
}
