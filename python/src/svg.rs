//! A position as an SVG picture.

use anygame::AnyPosition;
use engine::Seat;
use engine::drawing::{Board, Point, Viewer, definitions, escaped, rounded};
use std::fmt::Write;

/// The height of the two lines above the board.
const HEAD: f64 = 64.0;
/// The minimum width, which leaves room for these lines.
const LEAST_WIDTH: f64 = 420.0;

/// Returns the board as a viewer sees it, as SVG, with the game's title and other facts in two lines above.
pub fn picture(position: &dyn AnyPosition, title: &str, viewer: Viewer) -> String {
    let Board { pieces, bounds } = position.board(viewer);
    let (width, height) = bounds.size();
    let (width, height) = (rounded(width.max(LEAST_WIDTH)), rounded(height + HEAD));
    let shift = Point { x: -bounds.from.x, y: HEAD - bounds.from.y };
    let facts = position.facts();
    let players = facts.points.len();
    let points =
        Seat::all(players).map(|seat| format!("{} {}", seat.letter(), facts.points[seat.index()]));
    let points: Vec<_> = points.collect();
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" font-family=\"sans-serif\">\n<title>{title}</title>\n\
         <defs>{definitions}</defs>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n\
         <text x=\"14\" y=\"26\" font-size=\"18\" font-weight=\"bold\">{title}, turn {turn}</text>\n\
         <text x=\"14\" y=\"48\" font-size=\"14\">{points}. {facts}</text>\n\
         <g transform=\"translate({shift})\">\n",
        definitions = definitions(players),
        turn = facts.turn,
        points = points.join(", "),
        facts = escaped(&facts.facts.to_string()),
    );
    for piece in pieces {
        let _ = writeln!(text, "{piece}");
    }
    text.push_str("</g>\n</svg>\n");
    text
}
