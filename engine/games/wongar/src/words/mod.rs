//! Wongar for people: phrases, sentences, drawings.

pub(crate) mod drawing;
pub(crate) mod phrases;
pub(crate) mod telling;
