//! Vocabularies: small enums with a word for each member, as used in files and notation.

/// A word that is not in the required vocabulary.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("there is no {noun} '{word}' in wongar: choose {choice}")]
pub struct UnknownWord {
    pub(super) noun: &'static str,
    pub(super) word: String,
    pub(super) choice: String,
}

/// Declares an enum, its words, and the conversions between them.
macro_rules! words {
    (
        $(#[$about:meta])*
        pub enum $name:ident: $noun:literal {
            $( $(#[$doc:meta])* $variant:ident = $word:literal, )+
        }
    ) => {
        $(#[$about])*
        #[derive(
            Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug,
            serde::Serialize, serde::Deserialize,
        )]
        pub enum $name {
            $( $(#[$doc])* #[serde(rename = $word)] $variant, )+
        }

        impl $name {
            /// All of them, in order.
            pub const ALL: [Self; [$($word),+].len()] = [$(Self::$variant),+];

            /// Returns its word in files and notation.
            pub const fn id(self) -> &'static str {
                match self {
                    $( Self::$variant => $word, )+
                }
            }

            /// Returns its position in [`Self::ALL`].
            pub const fn index(self) -> usize {
                self as usize
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.id())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::wongar::words::UnknownWord;
            fn from_str(word: &str) -> Result<Self, Self::Err> {
                Self::ALL.into_iter().find(|one| one.id() == word).ok_or_else(|| Self::Err {
                    noun: $noun,
                    word: word.to_owned(),
                    choice: [$($word),+].join(", "),
                })
            }
        }
    };
}
pub(super) use words;
