//! Moves declared line by line: notation, numbers, and the way back from both.

use crate::{MAX_SEATS, Seat};
use std::fmt::{self, Display};
use std::str::FromStr;

/// The argument of a move, such as a place or a piece: its notation, and its number among the arguments of such moves.
pub trait Argument: Sized {
    /// The number of arguments with a number.
    const COUNT: usize;

    /// Returns the argument with this number, which is below [`Self::COUNT`].
    fn at(number: usize) -> Self;

    /// Returns the number; `None` for an argument that no legal move has.
    fn number(&self) -> Option<usize>;

    /// Writes the notation.
    ///
    /// # Errors
    /// Returns the errors of the formatter.
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Reads the notation.
    ///
    /// # Errors
    /// Fails if the text has another form, or contains an unknown word.
    fn read(text: &str) -> Result<Self, Unread>;
}

/// The reason why a text is not an argument of a move, or not a chance event.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Unread {
    /// The text has another form.
    Form,
    /// The text contains an unknown word; the sentence names it.
    Word(String),
}

/// Errors about words state themselves in a sentence.
impl<E: std::error::Error> From<E> for Unread {
    fn from(error: E) -> Self {
        Self::Word(error.to_string())
    }
}

/// The reason why a text is not a move.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum MoveError {
    /// No move begins with the first word.
    #[error("no move begins with '{0}'")]
    Word(String),
    /// The rest of the text does not fit the first word.
    #[error("'{0}' is not a complete move: write for example '{1}'")]
    Form(String, String),
    /// An unknown word after the first.
    #[error("{0}")]
    Argument(String),
}

impl MoveError {
    /// Returns the error for a text whose argument cannot be read; `example` is a move of the same kind.
    pub fn new(text: &str, unread: Unread, example: &impl Display) -> Self {
        match unread {
            Unread::Form => Self::Form(text.to_owned(), example.to_string()),
            Unread::Word(sentence) => Self::Argument(sentence),
        }
    }
}

/// The argument of a move without one.
impl Argument for () {
    const COUNT: usize = 1;

    fn at(_: usize) -> Self {}

    fn number(&self) -> Option<usize> {
        Some(0)
    }

    fn write(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }

    fn read(text: &str) -> Result<Self, Unread> {
        if text.is_empty() { Ok(()) } else { Err(Unread::Form) }
    }
}

impl FromStr for Seat {
    type Err = Unread;

    fn from_str(text: &str) -> Result<Self, Unread> {
        let seat = text.parse().ok().filter(|&seat| seat < MAX_SEATS);
        seat.map(Self::new).ok_or(Unread::Form)
    }
}

crate::numbered_arguments! { Seat: MAX_SEATS, index; }

/// Implements [`Argument`] for types whose values are numbered by `new` and a function of the given name, and whose text form
/// parses back.
#[macro_export]
macro_rules! numbered_arguments {
    ($($type:ident: $count:expr, $number:ident;)+) => {$(
        impl $crate::Argument for $type {
            const COUNT: usize = $count;

            fn at(number: usize) -> Self {
                Self::new(number)
            }

            fn number(&self) -> Option<usize> {
                Some((*self).$number())
            }

            fn write(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, " {self}")
            }

            fn read(text: &str) -> Result<Self, $crate::Unread> {
                text.parse().map_err($crate::Unread::from)
            }
        }
    )+};
}

/// Numbers the values of types that consist of a byte, such as places, and makes them arguments of moves. A line has the number of
/// values, and the name of the function that returns a value's number.
#[macro_export]
macro_rules! numbered {
    ($($type:ident: $count:ident, $number:ident;)+) => {
        $(impl $type {
            /// Returns the value with this number.
            ///
            /// # Panics
            #[doc = concat!("If the number is not below [`", stringify!($count), "`].")]
            #[inline]
            pub const fn new(number: usize) -> Self {
                assert!(number < $count);
                Self(number as u8)
            }

            #[doc = concat!("Returns the number, below [`", stringify!($count), "`].")]
            pub const fn $number(self) -> usize {
                self.0 as usize
            }

            /// Returns all values, by number.
            pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
                (0..$count).map(Self::new)
            }
        })+

        $crate::numbered_arguments! { $($type: $count, $number;)+ }
    };
}

/// Declares the moves of a game. A line has the variant with its fields, the argument that stands for the fields if they are not
/// one themselves, the first word of the notation, and the meaning. Moves without a number, which are never legal, come last.
///
/// The macro expands to the enum, its `Display` and `FromStr`, the groups of actions, and the numbers of moves.
#[macro_export]
macro_rules! moves {
    (
        $(#[$doc:meta])*
        pub enum $name:ident;
        $( $move:ident $(($($field:ty),+))? $(as $argument:ident)? = $word:literal, $meaning:literal; )+
        $( ! $hidden:ident ($value:ty) as $hidden_argument:ident = $hidden_word:literal, $hidden_meaning:literal; )*
    ) => {
        $(#[$doc])*
        #[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
        pub enum $name {
            $( #[doc = concat!("`", $word, "`: ", $meaning, ".")] $move $(($($field),+))?, )+
            $( #[doc = concat!("`", $hidden_word, "`: ", $hidden_meaning, ".")] $hidden($value), )*
        }

        impl $name {
            /// The groups of actions, in the order of their numbers.
            pub(crate) const GROUPS: &[$crate::ActionGroup] = &[$(
                $crate::ActionGroup {
                    name: $word,
                    count: <$crate::moves!(@type $(($($field),+))? $($argument)?) as $crate::Argument>::COUNT,
                    meaning: $meaning,
                }
            ),+];

            /// Returns the move with this number, if there is one.
            pub(crate) fn numbered(number: usize) -> Option<Self> {
                // Looking a move up is faster than computing it.
                static MOVES: std::sync::LazyLock<Vec<$name>> = std::sync::LazyLock::new(|| {
                    let mut moves = Vec::new();
                    $({
                        type Of = $crate::moves!(@type $(($($field),+))? $($argument)?);
                        for place in 0..<Of as $crate::Argument>::COUNT {
                            let of = <Of as $crate::Argument>::at(place);
                            moves.push($crate::moves!(@move $name of $move $(($($field),+))? $($argument)?));
                        }
                    })+
                    moves
                });
                MOVES.get(number).copied()
            }

            /// Returns the number of the move, or `None` if the move is never legal.
            pub(crate) fn number(self) -> Option<usize> {
                enum Group {
                    $($move),+
                }
                const FIRST: [usize; $name::GROUPS.len()] = $crate::first_numbers(&[$(
                    <$crate::moves!(@type $(($($field),+))? $($argument)?) as $crate::Argument>::COUNT
                ),+]);
                let (group, place) = match self {
                    $( $crate::moves!(@pattern $name one two $move $(($($field),+))?) => (
                        Group::$move,
                        $crate::Argument::number(
                            &$crate::moves!(@argument one two $(($($field),+))? $($argument)?)
                        )?,
                    ), )+
                    $( Self::$hidden(_) => return None, )*
                };
                Some(FIRST[group as usize] + place)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match *self {
                    $( $crate::moves!(@pattern $name one two $move $(($($field),+))?) => {
                        f.write_str($word)?;
                        $crate::Argument::write(
                            &$crate::moves!(@argument one two $(($($field),+))? $($argument)?),
                            f,
                        )
                    } )+
                    $( Self::$hidden(one) => {
                        f.write_str($hidden_word)?;
                        $crate::Argument::write(&$hidden_argument(one), f)
                    } )*
                }
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::MoveError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
                let read = match word {
                    $( $word => {
                        type Of = $crate::moves!(@type $(($($field),+))? $($argument)?);
                        let read = <Of as $crate::Argument>::read(rest);
                        let read = read.map_err(|error| (error, <Of as $crate::Argument>::at(0)));
                        let to = |of: Of| $crate::moves!(@move $name of $move $(($($field),+))? $($argument)?);
                        read.map(to).map_err(|(error, example)| (error, to(example)))
                    } )+
                    $( $hidden_word => {
                        let read = <$hidden_argument as $crate::Argument>::read(rest);
                        let read = read.map_err(|error| (error, <$hidden_argument as $crate::Argument>::at(0)));
                        let to = |$hidden_argument(value)| Self::$hidden(value);
                        read.map(to).map_err(|(error, example)| (error, to(example)))
                    } )*
                    _ => return Err($crate::MoveError::Word(word.to_owned())),
                };
                read.map_err(|(error, example)| $crate::MoveError::new(text, error, &example))
            }
        }
    };

    (@type) => { () };
    (@type ($field:ty)) => { $field };
    (@type ($($field:ty),+) $argument:ident) => { $argument };

    (@move $name:ident $of:ident $move:ident) => {{
        let () = $of;
        $name::$move
    }};
    (@move $name:ident $of:ident $move:ident ($field:ty)) => { $name::$move($of) };
    (@move $name:ident $of:ident $move:ident ($field:ty) $argument:ident) => {{
        let $argument(one) = $of;
        $name::$move(one)
    }};
    (@move $name:ident $of:ident $move:ident ($first:ty, $second:ty) $argument:ident) => {{
        let $argument(one, two) = $of;
        $name::$move(one, two)
    }};

    (@pattern $name:ident $one:ident $two:ident $move:ident) => { $name::$move };
    (@pattern $name:ident $one:ident $two:ident $move:ident ($field:ty)) => { $name::$move($one) };
    (@pattern $name:ident $one:ident $two:ident $move:ident ($first:ty, $second:ty)) => {
        $name::$move($one, $two)
    };

    (@argument $one:ident $two:ident) => { () };
    (@argument $one:ident $two:ident ($field:ty)) => { $one };
    (@argument $one:ident $two:ident ($field:ty) $argument:ident) => { $argument($one) };
    (@argument $one:ident $two:ident ($first:ty, $second:ty) $argument:ident) => {
        $argument($one, $two)
    };
}
