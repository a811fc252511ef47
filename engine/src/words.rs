//! Vocabularies: small enums with one word per variant, as used in files and in the notation of moves.

/// The error for a word that is not in the required vocabulary.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("there is no {noun} '{word}' in {game}: choose {choice}")]
pub struct UnknownWord {
    /// The game.
    pub game: &'static str,
    /// The noun for which the words stand, such as `island`.
    pub noun: &'static str,
    /// The unknown word.
    pub word: String,
    /// The known words.
    pub choice: String,
}

/// Declares enums, the words of their variants, and the conversions between variants and words.
#[macro_export]
macro_rules! words {
    ($(
        $(#[$about:meta])*
        pub enum $name:ident: $noun:literal in $game:literal {
            $( $(#[$doc:meta])* $variant:ident = $word:literal, )+
        }
    )+) => {$(
        $(#[$about])*
        #[derive(
            Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug,
            serde::Serialize, serde::Deserialize,
        )]
        pub enum $name {
            $( $(#[$doc])* #[serde(rename = $word)] $variant, )+
        }

        impl $name {
            /// All variants, in order.
            pub const ALL: [Self; Self::IDS.len()] = [$(Self::$variant),+];

            /// The words of all variants, in the order of [`Self::ALL`].
            pub const IDS: [&'static str; [$($word),+].len()] = [$($word),+];

            /// Returns the variant at a position in [`Self::ALL`].
            const fn new(position: usize) -> Self {
                Self::ALL[position]
            }

            /// Returns the variant's word in files and notation.
            pub const fn id(self) -> &'static str {
                Self::IDS[self as usize]
            }

            /// Returns a value for each variant, by its word.
            pub fn by_word<T>(
                value: impl FnMut(Self) -> T,
            ) -> std::collections::BTreeMap<&'static str, T> {
                Self::IDS.into_iter().zip(Self::ALL.map(value)).collect()
            }

            /// Returns the variant's position in [`Self::ALL`].
            pub const fn index(self) -> usize {
                self as usize
            }
        }

        $crate::numbered_arguments! { $name: $name::ALL.len(), index; }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.id())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::words::UnknownWord;
            fn from_str(word: &str) -> Result<Self, Self::Err> {
                Self::ALL.into_iter().find(|one| one.id() == word).ok_or_else(|| Self::Err {
                    game: $game,
                    noun: $noun,
                    word: word.to_owned(),
                    choice: Self::IDS.join(", "),
                })
            }
        }
    )+};
}
pub use words;
