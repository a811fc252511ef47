//! Command-line arguments with a fixed set of words.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// A value, its word on the command line, and the word's description.
pub type Word<T> = (T, &'static str, &'static str);

/// Returns a parser that accepts these words. It is case-sensitive unless the argument ignores case.
pub fn one_of<T: Copy + Send + Sync + 'static>(
    words: &'static [Word<T>],
) -> impl TypedValueParser<Value = T> {
    let possible = words.iter().map(|&(_, word, help)| PossibleValue::new(word).help(help));
    PossibleValuesParser::new(possible).map(move |typed| {
        let word = words.iter().find(|(_, word, _)| word.eq_ignore_ascii_case(&typed));
        word.expect("the parser lets no other word pass").0
    })
}
