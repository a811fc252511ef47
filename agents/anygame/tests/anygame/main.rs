//! Tests of games as values, on all games.

mod anchors;
mod chooser;
mod position;
