//! Drawing: the types with which a game shows its table and its events to people.
//!
//! A board is a stack of pieces, each a string of SVG. A replay page stores every distinct piece once, so pieces should be small
//! and rarely change: a tile, a ship.
//!
//! A shape with the attribute `data-place` outlines a tile, a region or another piece that moves name by its centre. The value is
//! the centre, as [`Point`] prints it.

pub use super::playable::{PlainText, Render};

use super::phrase::Phrase;
use super::{MAX_SEATS, Seat};
use std::f64::consts::TAU;
use std::fmt::{self, Write};

/// The person for whom a game is shown, which determines the hidden information that they may see.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Viewer {
    /// A viewer who sees all hands, for example after the game.
    Everything,
    /// The player in this seat.
    Seat(Seat),
    /// A viewer who sees only the information that all seats share.
    Public,
}

impl Viewer {
    /// Returns whether the viewer may see this seat's hand.
    pub fn sees_hand_of(self, seat: Seat) -> bool {
        self == Self::Everything || self == Self::Seat(seat)
    }
}

/// An entry of a board's legend.
pub struct LegendEntry {
    /// SVG elements within a square of 160 units around the origin.
    pub picture: String,
    /// The meaning of the picture.
    pub meaning: Phrase,
}

/// Several consecutive moves of a seat that people make as one choice: each piece goes to a place or back to its owner.
///
/// The game's moves have a canonical order, in which every distribution of the pieces is reached once. People may choose the
/// places in any order; the complete distribution determines the moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Arrangement<M> {
    /// The pieces without a place, as the number of pieces of each owner.
    pub pieces: Vec<(Seat, usize)>,
    /// The possible places.
    pub places: Vec<ArrangementPlace<M>>,
    /// All complete distributions.
    pub options: Vec<ArrangementOption<M>>,
}

/// A place of an [`Arrangement`].
#[derive(Clone, PartialEq, Debug)]
pub struct ArrangementPlace<M> {
    /// The move that puts a piece there.
    pub mv: M,
    /// The name of the place, such as "beach 2 of Hawaii".
    pub label: Phrase,
    /// The position of the place on the board.
    pub at: Point,
}

/// A complete distribution of an [`Arrangement`].
#[derive(Clone, PartialEq, Debug)]
pub struct ArrangementOption<M> {
    /// The owner of each piece and the index of its place, or `None` if the piece goes back to its owner.
    pub parts: Vec<(Seat, Option<usize>)>,
    /// The moves that lead to this distribution.
    pub moves: Vec<M>,
}

/// A drawing of the table.
pub struct Board {
    /// SVG elements, bottom first.
    pub pieces: Vec<String>,
    /// The part of the plane that the pieces cover.
    pub bounds: Bounds,
}

/// A drawing of the table after one event of several, for people who watch them one by one.
pub struct Frame {
    /// The table after the event.
    pub board: Board,
    /// The way of the topmost piece to its place, as an SVG path; empty if it has not travelled.
    pub way: String,
}

/// An axis-parallel rectangle.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Bounds {
    /// The corner with the smallest x and y.
    pub from: Point,
    /// The corner with the greatest x and y.
    pub to: Point,
}

impl Bounds {
    /// Returns the rectangle around a centre; `width` and `height` are half of its size.
    pub fn around(centre: Point, width: f64, height: f64) -> Self {
        Self { from: centre.moved(-width, -height), to: centre.moved(width, height) }
    }

    /// Returns the smallest rectangle that contains both rectangles.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            from: Point { x: self.from.x.min(other.from.x), y: self.from.y.min(other.from.y) },
            to: Point { x: self.to.x.max(other.to.x), y: self.to.y.max(other.to.y) },
        }
    }

    /// Returns the rectangle with a margin on all four sides.
    #[must_use]
    pub fn with_margin(self, width: f64) -> Self {
        Self { from: self.from.moved(-width, -width), to: self.to.moved(width, width) }
    }

    /// Returns the centre of the rectangle.
    pub fn centre(self) -> Point {
        let (width, height) = self.size();
        self.from.moved(width / 2.0, height / 2.0)
    }

    /// Returns the width and the height.
    pub fn size(self) -> (f64, f64) {
        (self.to.x - self.from.x, self.to.y - self.from.y)
    }
}

/// Formats the rectangle as the value of an SVG `viewBox`.
impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = self.size();
        write!(f, "{} {} {}", self.from, rounded(width), rounded(height))
    }
}

/// A point of the drawing; x grows to the right and y downwards.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Point {
    /// The distance to the right of the origin.
    pub x: f64,
    /// The distance below the origin.
    pub y: f64,
}

impl Point {
    /// Returns the point moved by these distances to the right and downwards.
    #[must_use]
    pub fn moved(self, right: f64, down: f64) -> Self {
        Self { x: self.x + right, y: self.y + down }
    }

    /// Returns the point at this distance and angle, in degrees clockwise from the right.
    #[must_use]
    pub fn toward(self, degrees: f64, distance: f64) -> Self {
        let (sine, cosine) = (degrees * TAU / 360.0).sin_cos();
        self.moved(distance * cosine, distance * sine)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", rounded(self.x), rounded(self.y))
    }
}

/// Rounds a length to a tenth of a unit, which is fine enough for a drawing and gives equal text on all machines.
pub fn rounded(length: f64) -> f64 {
    (length * 10.0).round() / 10.0 + 0.0
}

/// The appearance of a seat. The colours are the colour-blind safe palette of Okabe and Ito.
struct Look {
    colour: &'static str,
    ink: &'static str,
    /// The outline of a piece of radius 10.
    outline: &'static str,
    /// The distance of the letter's baseline below the centre.
    letter_at: f64,
}

const LOOKS: [Look; MAX_SEATS] = [
    look("#0072b2", "#fff", "<circle r=\"9.5\"/>", 4.2),
    look("#e69f00", "#000", "<path d=\"M-8.5 -8.5h17v17h-17z\"/>", 4.4),
    look("#009e73", "#000", "<path d=\"M0 -11.5 11.5 8.5h-23z\"/>", 6.4),
    look("#d55e00", "#000", "<path d=\"M0 -12 12 0 0 12 -12 0z\"/>", 4.2),
    look("#cc79a7", "#000", "<path d=\"M0 11.5 11.5 -8.5h-23z\"/>", 2.2),
    look("#f0e442", "#000", "<path d=\"M-5.5 -9.5h11L11 0 5.5 9.5h-11L-11 0z\"/>", 4.2),
];

const fn look(
    colour: &'static str,
    ink: &'static str,
    outline: &'static str,
    letter_at: f64,
) -> Look {
    Look { colour, ink, outline, letter_at }
}

/// Returns the colour of a seat, as an SVG value.
pub fn seat_colour(seat: Seat) -> &'static str {
    LOOKS[seat.index()].colour
}

/// Returns a text colour that is legible on the seat's colour.
pub fn seat_ink(seat: Seat) -> &'static str {
    LOOKS[seat.index()].ink
}

/// Draws a piece of the seat: the seat's shape and letter in its colour.
pub fn token(seat: Seat, at: Point, radius: f64) -> String {
    defined("seat", seat, at, radius)
}

/// Draws a ship of the seat: the seat's piece as the sail above a hull.
pub fn ship(seat: Seat, at: Point, radius: f64) -> String {
    defined("ship", seat, at, radius)
}

/// Draws the piece of each seat, as [`token`] or [`ship`] does, three in a row: the picture of a legend for this many players.
pub fn pieces_of_seats(players: usize, piece: fn(Seat, Point, f64) -> String) -> String {
    let places = Seat::all(players).map(|seat| {
        let (column, row) = (seat.index() % 3, seat.index() / 3);
        let at = Point { x: 46.0 * (column as f64 - 1.0), y: 50.0 * row as f64 - 25.0 };
        piece(seat, at, 17.0)
    });
    places.collect()
}

fn defined(kind: &str, seat: Seat, at: Point, radius: f64) -> String {
    let (letter, scale) = (seat.letter(), (radius * 10.0).round() / 100.0);
    format!("<use href=\"#{kind}-{letter}\" transform=\"translate({at}) scale({scale})\"/>")
}

/// Returns the SVG definitions that [`token`] and [`ship`] refer to.
pub fn definitions(players: usize) -> String {
    let mut text = String::new();
    for seat in Seat::all(players) {
        let Look { colour, ink, outline, letter_at } = &LOOKS[seat.index()];
        let letter = seat.letter();
        let _ = write!(
            text,
            "<g id=\"seat-{letter}\"><g fill=\"{colour}\" stroke=\"#000\" stroke-width=\"1.2\" \
             stroke-linejoin=\"round\">{outline}</g><text y=\"{letter_at}\" fill=\"{ink}\" \
             font-size=\"12\" font-weight=\"bold\" text-anchor=\"middle\">{letter}</text></g>\
             <g id=\"ship-{letter}\"><path d=\"M-13 4.5Q0 8.5 13 4.5Q9 12.5 0 12.5T-13 4.5z\" fill=\"#8a5a2b\" \
             stroke=\"#000\"/><use href=\"#seat-{letter}\" transform=\"translate(0 -2.5) scale(.86)\"/></g>"
        );
    }
    text
}

/// Draws a text centred at a point.
pub fn label(at: Point, size: f64, words: &str) -> String {
    text_element(at, size, "", words)
}

/// Draws a phrase centred at a point. The attribute `data-phrase` has its key and values, so that a page can translate it.
pub fn phrase_label(at: Point, size: f64, phrase: &Phrase) -> String {
    let data = escaped(&phrase.data().to_string());
    text_element(at, size, &format!(" data-phrase=\"{data}\""), &phrase.to_string())
}

fn text_element(at: Point, size: f64, data: &str, words: &str) -> String {
    let (Point { x, y }, size) = (Point { x: rounded(at.x), y: rounded(at.y) }, rounded(size));
    let words = escaped(words);
    format!(
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"middle\"{data}>{words}</text>"
    )
}

/// Escapes text for XML and drops characters that XML does not allow.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars().filter(|&character| !character.is_control()) {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => {}
            _ => safe.push(character),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_safe_in_xml() {
        assert_eq!(escaped("a<b & \"c\">\u{1b}\n"), "a&lt;b &amp; &quot;c&quot;&gt;");
    }

    #[test]
    fn lengths_have_one_decimal_and_no_negative_zero() {
        assert_eq!(Point { x: -0.01, y: 1.26 }.to_string(), "0 1.3");
        let bounds = Bounds::around(Point::default(), 1.0, 2.0);
        let both = bounds.and(Bounds::around(Point { x: 5.0, y: 0.0 }, 1.0, 1.0));
        assert_eq!(both.to_string(), "-1 -2 7 4");
    }

    #[test]
    fn angles_go_clockwise_from_the_right() {
        assert_eq!(Point::default().toward(90.0, 2.0).to_string(), "0 2");
        assert_eq!(Point::default().toward(180.0, 2.0).to_string(), "-2 0");
    }
}
