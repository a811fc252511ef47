//! The poker table as SVG: a card and the chips of every seat, with the public card after the first seat.

use super::game::{CardId, Poker, seen_card};
use super::phrases::{self, Letter};
use engine::Seat;
use engine::drawing::{
    Board, Bounds, Point, Viewer, label, phrase_label, rounded, seat_colour, token,
};
use std::fmt::Write;

/// The distance between cards, and the sizes of a card.
const STEP: f64 = 130.0;
const WIDTH: f64 = 84.0;
const HEIGHT: f64 = 120.0;
/// The heights of the signs of the seats and of the chips.
const SIGN_AT: f64 = -92.0;
const CHIPS_AT: f64 = 84.0;
/// The distance between chips, which overlap.
const CHIP_STEP: f64 = 10.0;

/// Draws the table as the viewer sees it.
pub(super) fn board<G: Poker>(game: &G, viewer: Viewer) -> Board {
    let columns = game.players() + usize::from(G::HAS_PUBLIC_CARD);
    let column =
        |number: usize| Point { x: STEP * (number as f64 - (columns as f64 - 1.0) / 2.0), y: 0.0 };
    let width = STEP * columns.max(3) as f64;
    let bounds = Bounds::around(Point::default(), width / 2.0 + 14.0, 130.0);
    let mut pieces = vec![cloth(bounds)];
    for seat in Seat::all(game.players()) {
        let is_right = G::HAS_PUBLIC_CARD && seat.index() > 0;
        let at = column(seat.index() + usize::from(is_right));
        pieces.push(token(seat, at.moved(0.0, SIGN_AT), 15.0));
        let card = match (game.card_of(seat), seen_card(game, seat, viewer)) {
            (_, Some(id)) => face(id, at),
            (Some(_), None) => back(at),
            (None, None) => outline(at),
        };
        let opacity = if game.has_folded(seat) { " opacity=\"0.4\"" } else { "" };
        pieces.push(format!("<g{opacity}>{card}</g>"));
        pieces.push(chips(seat, game.paid(seat), at.moved(0.0, CHIPS_AT)));
    }
    if G::HAS_PUBLIC_CARD {
        pieces
            .push(game.public_card().map_or_else(|| outline(column(1)), |id| face(id, column(1))));
    }
    Board { pieces, bounds }
}

fn cloth(bounds: Bounds) -> String {
    let (Point { x, y }, (width, height)) = (bounds.from.moved(4.0, 4.0), bounds.size());
    format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"40\" fill=\"#2c6a50\" stroke=\"#6b4420\" \
         stroke-width=\"8\"/>",
        rounded(x),
        rounded(y),
        rounded(width - 8.0),
        rounded(height - 8.0)
    )
}

/// Draws a rectangle of the size of a card, made smaller by a margin.
fn sheet(at: Point, margin: f64, style: &str) -> String {
    let Point { x, y } = at.moved(margin - WIDTH / 2.0, margin - HEIGHT / 2.0);
    let (width, height) = (WIDTH - 2.0 * margin, HEIGHT - 2.0 * margin);
    format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"9\" {style}/>")
}

fn face(id: CardId, at: Point) -> String {
    let (shape, colour) = match id.as_bytes() {
        [_, b'h'] => ("M0 16C-30 -4 -18 -26 0 -11C18 -26 30 -4 0 16z", "#b3261e"),
        [_, b's'] => ("M0 -18C-28 4 -17 20 -3 10L-7 19H7L3 10C17 20 28 4 0 -18z", "#1c1c1c"),
        _ => ("", "#1c1c1c"),
    };
    let rank =
        |right, down, size| phrase_label(at.moved(right, down), size, &phrases::rank(Letter(id)));
    let (down, suit) = match shape {
        "" => (18.0, String::new()),
        shape => {
            (2.0, format!("<path transform=\"translate({})\" d=\"{shape}\"/>", at.moved(0.0, 31.0)))
        }
    };
    format!(
        "{}<g fill=\"{colour}\" font-weight=\"bold\">{}{}{suit}</g>",
        sheet(at, 0.0, "fill=\"#fff\" stroke=\"#222\" stroke-width=\"1.5\""),
        rank(0.0, down, 50.0),
        rank(13.0 - WIDTH / 2.0, 20.0 - HEIGHT / 2.0, 16.0),
    )
}

fn back(at: Point) -> String {
    sheet(at, 0.0, "fill=\"#fff\" stroke=\"#222\" stroke-width=\"1.5\"")
        + &sheet(at, 6.0, "fill=\"#27496d\"")
        + &sheet(
            at,
            16.0,
            "fill=\"none\" stroke=\"#8fb3d9\" stroke-width=\"3\" stroke-dasharray=\"3 5\"",
        )
}

fn outline(at: Point) -> String {
    sheet(at, 0.0, "fill=\"none\" stroke=\"#cfe3d8\" stroke-width=\"2\" stroke-dasharray=\"7 6\"")
}

/// Draws the chips that a seat has paid, and their number.
fn chips(seat: Seat, paid: u8, at: Point) -> String {
    let width = CHIP_STEP * (f64::from(paid) - 1.0);
    let mut text = String::new();
    for chip in 0..paid {
        let x = rounded(at.x - 10.0 + CHIP_STEP * f64::from(chip) - width / 2.0);
        let _ = write!(
            text,
            "<circle cx=\"{x}\" cy=\"{}\" r=\"9\" fill=\"{}\" stroke=\"#fff\" stroke-width=\"2.5\" \
             stroke-dasharray=\"5 3\"/>",
            at.y,
            seat_colour(seat)
        );
    }
    let number = label(at.moved(width / 2.0 + 11.0, 6.0), 18.0, &paid.to_string());
    format!("<g>{text}</g><g fill=\"#fff\" font-weight=\"bold\">{number}</g>")
}
