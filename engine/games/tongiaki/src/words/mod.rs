//! Tongiaki for people: phrases, sentences, drawings.

pub(crate) mod arranging;
pub(crate) mod drawing;
pub(crate) mod frames;
pub(crate) mod phrases;
pub(crate) mod telling;
pub(crate) mod tile;
