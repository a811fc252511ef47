//! Kuhn poker and Leduc hold'em: games small enough to be solved, and short examples to copy.

pub mod kuhn;
pub mod leduc;
mod words;
