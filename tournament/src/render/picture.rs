//! A position as an SVG file, with a caption next to the board.

use anygame::{AnyPosition, AnySetup, PositionFacts};
use engine::Seat;
use engine::drawing::{Board, Point, Viewer, definitions, escaped, rounded, token};
use std::fmt::Write;

/// The caption next to a board.
pub struct Caption {
    /// The turn, and the seat that decides next.
    pub headline: String,
    /// Other facts about the position.
    pub facts: String,
    /// The state of each seat.
    pub seats: Vec<SeatCaption>,
}

/// The caption for one seat.
pub struct SeatCaption {
    /// The seat.
    pub seat: Seat,
    /// The points that the seat would have if the game ended now.
    pub points: i16,
    /// Other facts about the seat.
    pub facts: String,
    /// Whether the seat decides next.
    pub is_next: bool,
}

impl Caption {
    /// Creates the caption for a position.
    pub fn of(position: &PositionFacts) -> Self {
        let when = match (position.is_between_turns, position.turn) {
            // The first turn has begun once the setup is over, which games without phases do not report.
            (false, 0) if matches!(position.phase, "setup" | "") => "at the start".to_owned(),
            (true, 0) => "before the first turn".to_owned(),
            (true, turns) => format!("after turn {turns}"),
            (false, turns) => format!("in turn {}", turns + 1),
        };
        let seats = || Seat::all(position.points.len());
        let who = match position.next {
            Some(seat) => format!("{} decides", Seat::new(seat).letter()),
            None if !position.is_over => "chance decides".to_owned(),
            None => {
                let winners: Vec<_> = seats()
                    .filter(|seat| position.ranks[seat.index()] == 1)
                    .map(|seat| seat.letter().to_string())
                    .collect();
                let win = if winners.len() == 1 { "wins" } else { "share the win" };
                format!("game over, {} {win}", winners.join(" and "))
            }
        };
        let seat = |seat: Seat| SeatCaption {
            seat,
            points: position.points[seat.index()],
            facts: position.seat_facts[seat.index()].to_string(),
            is_next: position.next == Some(seat.index()),
        };
        Self {
            headline: format!("{when}: {who}"),
            facts: position.facts.to_string(),
            seats: seats().map(seat).collect(),
        }
    }
}

const PANEL_WIDTH: f64 = 290.0;
const SEAT_HEIGHT: f64 = 52.0;
const HEAD_HEIGHT: f64 = 92.0;

/// Draws a position with its caption, and returns the text of an SVG file.
pub fn svg(position: &dyn AnyPosition, setup: &AnySetup, agents: &[String]) -> String {
    let Board { pieces, bounds } = position.board(Viewer::Everything);
    let title = setup.game().title;
    let (board_width, board_height) = bounds.size();
    let caption = Caption::of(&position.facts());
    let height = board_height.max(HEAD_HEIGHT + SEAT_HEIGHT * caption.seats.len() as f64 + 10.0);
    let (width, height) = (rounded(PANEL_WIDTH + board_width), rounded(height));
    let shift = Point { x: PANEL_WIDTH - bounds.from.x, y: -bounds.from.y };
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"sans-serif\">\n<title>{title}, {headline}</title>\n\
         <defs>{definitions}</defs>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n",
        headline = caption.headline,
        definitions = definitions(setup.players()),
    );
    panel(&mut text, title, &caption, agents);
    let _ = writeln!(text, "<g transform=\"translate({shift})\">");
    for piece in pieces {
        text.push_str(&piece);
        text.push('\n');
    }
    text.push_str("</g>\n</svg>\n");
    text
}

/// Draws the seats and their state to the left of the board.
fn panel(text: &mut String, title: &str, caption: &Caption, agents: &[String]) {
    let _ = writeln!(
        text,
        "<text x=\"14\" y=\"32\" font-size=\"22\" font-weight=\"bold\">{}</text>\n\
         <text x=\"14\" y=\"54\" font-size=\"14\">{}</text>\n\
         <text x=\"14\" y=\"74\" font-size=\"14\">{}</text>",
        title,
        caption.headline,
        escaped(&caption.facts),
    );
    for (seat, agent) in caption.seats.iter().zip(agents) {
        let top = HEAD_HEIGHT + SEAT_HEIGHT * seat.seat.index() as f64;
        let edge =
            if seat.is_next { "stroke=\"#000\" stroke-width=\"2\"" } else { "stroke=\"#bbb\"" };
        let _ = writeln!(
            text,
            "<rect x=\"10\" y=\"{top}\" width=\"265\" height=\"44\" rx=\"6\" fill=\"#f7f7f7\" {edge}/>\
             {token}<text x=\"56\" y=\"{name_at}\" font-size=\"15\" font-weight=\"bold\">{agent}</text>\
             <text x=\"56\" y=\"{facts_at}\" font-size=\"11.5\">{facts}</text>\
             <text x=\"266\" y=\"{name_at}\" font-size=\"17\" font-weight=\"bold\" text-anchor=\"end\">\
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

/// Shortens a name to the available width.
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
    fn long_names_are_cut() {
        assert_eq!(shortened("mcts:iterations=2000"), "mcts:iterations=…");
    }
}
