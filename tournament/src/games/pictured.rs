//! What a game has to say for itself so that its positions can be drawn and its games replayed.

use crate::render::picture::Board;
use engine::{Dealable, RecordError, RecordedGame, Seat};

/// A game that can be shown.
///
/// Seats are drawn and named as [`crate::render::picture`] has it: a colour, a shape and a letter each.
pub trait Render: Dealable {
    /// The game's name for people.
    const TITLE: &'static str;

    /// The rules for somebody who has never seen the game: a few sentences.
    const RULES: &'static [&'static str];

    /// Follows a record from the start to the end.
    ///
    /// # Errors
    /// What is wrong with it, as a replay would say.
    fn course(record: &str) -> Result<RecordedGame<Self>, RecordError>;

    /// What lies on the table.
    fn board(&self) -> Board;

    /// What there is to see on the board, and what it means.
    fn legend() -> Vec<Entry>;

    /// What everybody should know of the position beside the board: what is left to draw.
    fn remarks(&self) -> String;

    /// The same of one seat, its points apart.
    fn seat_facts(&self, seat: Seat) -> String;

    /// The board in letters, for a terminal.
    fn sketch(&self) -> String;

    /// What has happened, in plain English: a sentence.
    fn tell(event: &Self::Event) -> String;
}

/// Something to see on a board.
pub struct Entry {
    /// SVG elements, in a square of 160 units around the origin.
    pub picture: String,
    /// What it means.
    pub meaning: &'static str,
}
