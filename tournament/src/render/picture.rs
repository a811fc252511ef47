//! Pictures: how seats look, what a board is made of, and a position as an SVG file.
//!
//! A board is a list of pieces, strings of SVG that lie one upon the other. A page that replays a game
//! holds every distinct piece once, so the pieces should be small and change seldom: a tile, a ship.

use crate::games::Render;
use engine::{Seat, Turn};
use std::f64::consts::TAU;
use std::fmt::{self, Write};

/// What lies on a table.
pub struct Board {
    /// SVG elements, the lowest first.
    pub pieces: Vec<String>,
    /// The part of the plane that they cover.
    pub bounds: Bounds,
}

/// A rectangle.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Bounds {
    /// Least x and y.
    pub from: Point,
    /// Greatest x and y.
    pub to: Point,
}

impl Bounds {
    /// The rectangle of this half width and half height around a point.
    pub fn around(centre: Point, width: f64, height: f64) -> Self {
        Self { from: centre.moved(-width, -height), to: centre.moved(width, height) }
    }

    /// The least rectangle that holds both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            from: Point { x: self.from.x.min(other.from.x), y: self.from.y.min(other.from.y) },
            to: Point { x: self.to.x.max(other.to.x), y: self.to.y.max(other.to.y) },
        }
    }

    /// Its middle.
    pub fn centre(self) -> Point {
        let (width, height) = self.size();
        self.from.moved(width / 2.0, height / 2.0)
    }

    /// Its width and height.
    pub fn size(self) -> (f64, f64) {
        (self.to.x - self.from.x, self.to.y - self.from.y)
    }
}

/// The rectangle as a `viewBox`.
impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = self.size();
        write!(f, "{} {} {}", self.from, rounded(width), rounded(height))
    }
}

/// A point; x grows to the right and y downwards.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

impl Point {
    /// The point so far to the right and down.
    #[must_use]
    pub fn moved(self, right: f64, down: f64) -> Self {
        Self { x: self.x + right, y: self.y + down }
    }

    /// The point at a distance in a direction: so many degrees clockwise from the right.
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

/// A length to a tenth of a unit: all that a picture shows, and the same on all machines.
pub fn rounded(length: f64) -> f64 {
    (length * 10.0).round() / 10.0 + 0.0
}

/// How a seat looks. The colours are those of Okabe and Ito, told apart by the colour-blind as well.
struct Look {
    colour: &'static str,
    ink: &'static str,
    /// The outline of a piece of radius 10.
    outline: &'static str,
    /// How far the letter lies below the middle.
    letter_at: f64,
}

const LOOKS: [Look; engine::MAX_SEATS] = [
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

/// The letter that stands for a seat in pictures and texts: A for seat 0.
pub fn seat_letter(seat: Seat) -> char {
    char::from(b'A' + seat.index() as u8)
}

/// The colour of a seat, as SVG has it.
pub fn seat_colour(seat: Seat) -> &'static str {
    LOOKS[seat.index()].colour
}

/// A colour for letters on that of the seat.
pub fn seat_ink(seat: Seat) -> &'static str {
    LOOKS[seat.index()].ink
}

/// A piece of the seat: its shape and letter in its colour.
pub fn token(seat: Seat, at: Point, radius: f64) -> String {
    let (letter, scale) = (seat_letter(seat), (radius * 10.0).round() / 100.0);
    format!("<use href=\"#seat-{letter}\" transform=\"translate({at}) scale({scale})\"/>")
}

/// The elements that [`token`] refers to.
pub fn definitions(players: usize) -> String {
    let mut text = String::new();
    for seat in Seat::all(players) {
        let Look { colour, ink, outline, letter_at } = &LOOKS[seat.index()];
        let letter = seat_letter(seat);
        let _ = write!(
            text,
            "<g id=\"seat-{letter}\"><g fill=\"{colour}\" stroke=\"#000\" stroke-width=\"1.2\" \
             stroke-linejoin=\"round\">{outline}</g><text y=\"{letter_at}\" fill=\"{ink}\" \
             font-size=\"12\" font-weight=\"bold\" text-anchor=\"middle\">{letter}</text></g>"
        );
    }
    text
}

/// Words in the middle of a line.
pub fn label(at: Point, size: f64, words: &str) -> String {
    let (Point { x, y }, size) = (Point { x: rounded(at.x), y: rounded(at.y) }, rounded(size));
    let words = escaped(words);
    format!("<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"middle\">{words}</text>")
}

/// Text as it may stand in XML. What XML has no character for is left out.
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

/// What stands beside a board.
pub struct Caption {
    /// When it is, and who is next.
    pub headline: String,
    /// What else there is to know.
    pub facts: String,
    /// How the seats stand.
    pub seats: Vec<SeatCaption>,
}

/// What stands beside a board of one seat.
pub struct SeatCaption {
    /// Which one.
    pub seat: Seat,
    /// Its points if the game ended now.
    pub points: i16,
    /// What else there is to know of it.
    pub facts: String,
    /// Whether it decides next.
    pub is_next: bool,
}

impl Caption {
    /// What is to be said of a position.
    pub fn of<G: Render>(state: &G) -> Self {
        let (outcome, turns) = (state.outcome(), state.turns_played());
        let when = match (state.is_between_turns(), turns) {
            (false, 0) => "at the start".to_owned(),
            (true, 0) => "before the first turn".to_owned(),
            (true, _) => format!("after turn {turns}"),
            (false, _) => format!("in turn {}", turns + 1),
        };
        let who = match state.turn() {
            Turn::Decide(seat) => format!("{} decides", seat_letter(seat)),
            Turn::Chance => "chance decides".to_owned(),
            Turn::Over => {
                let winners: Vec<_> =
                    outcome.winners().map(|seat| seat_letter(seat).to_string()).collect();
                let win = if winners.len() == 1 { "wins" } else { "share the win" };
                format!("game over, {} {win}", winners.join(" and "))
            }
        };
        let seats = Seat::all(state.players()).map(|seat| SeatCaption {
            seat,
            points: outcome.points()[seat.index()],
            facts: state.seat_facts(seat),
            is_next: state.turn() == Turn::Decide(seat),
        });
        Self { headline: format!("{when}: {who}"), facts: state.remarks(), seats: seats.collect() }
    }
}

const PANEL_WIDTH: f64 = 270.0;
const SEAT_HEIGHT: f64 = 52.0;
const HEAD_HEIGHT: f64 = 92.0;

/// A position as an SVG file, with what stands beside the board.
pub fn svg<G: Render>(state: &G, agents: &[String]) -> String {
    let Board { pieces, bounds } = state.board();
    let (board_width, board_height) = bounds.size();
    let caption = Caption::of(state);
    let height = board_height.max(HEAD_HEIGHT + SEAT_HEIGHT * caption.seats.len() as f64 + 10.0);
    let (width, height) = (rounded(PANEL_WIDTH + board_width), rounded(height));
    let shift = Point { x: PANEL_WIDTH - bounds.from.x, y: -bounds.from.y };
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"sans-serif\">\n<title>{title}, {headline}</title>\n\
         <defs>{definitions}</defs>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n",
        title = G::TITLE,
        headline = caption.headline,
        definitions = definitions(state.players()),
    );
    panel::<G>(&mut text, &caption, agents);
    let _ = writeln!(text, "<g transform=\"translate({shift})\">");
    for piece in pieces {
        text.push_str(&piece);
        text.push('\n');
    }
    text.push_str("</g>\n</svg>\n");
    text
}

/// The seats and how they stand, to the left of the board.
fn panel<G: Render>(text: &mut String, caption: &Caption, agents: &[String]) {
    let _ = writeln!(
        text,
        "<text x=\"14\" y=\"32\" font-size=\"22\" font-weight=\"bold\">{}</text>\n\
         <text x=\"14\" y=\"54\" font-size=\"14\">{}</text>\n\
         <text x=\"14\" y=\"74\" font-size=\"14\">{}</text>",
        G::TITLE,
        caption.headline,
        escaped(&caption.facts),
    );
    for (seat, agent) in caption.seats.iter().zip(agents) {
        let top = HEAD_HEIGHT + SEAT_HEIGHT * seat.seat.index() as f64;
        let edge =
            if seat.is_next { "stroke=\"#000\" stroke-width=\"2\"" } else { "stroke=\"#bbb\"" };
        let _ = writeln!(
            text,
            "<rect x=\"10\" y=\"{top}\" width=\"245\" height=\"44\" rx=\"6\" fill=\"#f7f7f7\" {edge}/>\
             {token}<text x=\"56\" y=\"{name_at}\" font-size=\"15\" font-weight=\"bold\">{agent}</text>\
             <text x=\"56\" y=\"{facts_at}\" font-size=\"11.5\">{facts}</text>\
             <text x=\"246\" y=\"{name_at}\" font-size=\"17\" font-weight=\"bold\" text-anchor=\"end\">\
             {points}</text>",
            token = token(seat.seat, Point { x: 32.0, y: top + 22.0 }, 13.0),
            name_at = top + 19.0,
            facts_at = top + 36.0,
            agent = escaped(&shortened(agent)),
            facts = escaped(&seat.facts),
            points = seat.points,
        );
    }
}

/// A name, cut where there is no more room for it.
fn shortened(name: &str) -> String {
    const ROOM: usize = 17;
    if name.chars().count() <= ROOM {
        return name.to_owned();
    }
    name.chars().take(ROOM - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_safe_in_xml() {
        assert_eq!(escaped("a<b & \"c\">\u{1b}\n"), "a&lt;b &amp; &quot;c&quot;&gt;");
        assert_eq!(shortened("mcts:iterations=2000"), "mcts:iterations=…");
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
