//! Arguments that are one of a few words.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// A value, its word on the command line, and what the word means.
pub type Word<T> = (T, &'static str, &'static str);

/// Returns a parser for one of these words. The case of letters matters unless the argument ignores it.
pub fn one_of<T: Copy + Send + Sync + 'static>(
    words: &'static [Word<T>],
) -> impl TypedValueParser<Value = T> {
    let possible = words.iter().map(|&(_, word, help)| PossibleValue::new(word).help(help));
    PossibleValuesParser::new(possible).map(move |typed| {
        let word = words.iter().find(|(_, word, _)| word.eq_ignore_ascii_case(&typed));
        word.expect("the parser lets no other word pass").0
    })
}
