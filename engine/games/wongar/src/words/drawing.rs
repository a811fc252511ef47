//! The board of Wongar as SVG: a schematic map whose regions are arranged in the rows of the board file.

use crate::state::phase::Phase;
use crate::words::phrases::{self, RegionName};
use crate::{Board as PrintedBoard, Figure, Kind, Move, PHASES, Region, SEATS, State};
use engine::Seat;
use engine::drawing::{
    Board, Bounds, LegendEntry, Point, escaped, label, phrase_label, pieces_of_seats, seat_colour,
    seat_ink, token,
};
use std::fmt::Write;

const WIDTH: f64 = 210.0;
const HEIGHT: f64 = 220.0;
/// The space between regions; adjacent regions are connected by a line.
const GAP: f64 = 26.0;

/// Draws the board, with the scorpion track above it.
pub fn board(state: &State, printed: &PrintedBoard) -> Board {
    let places = places(printed);
    let mut pieces = vec![track(state), ways(state, &places)];
    let mut bounds = track_bounds();
    for (region, &centre) in Region::all().zip(&places) {
        bounds = bounds.and(Bounds::around(centre, WIDTH / 2.0, HEIGHT / 2.0));
        pieces.push(land(printed, region, centre));
        pieces.extend(inhabitants(state, region, centre));
    }
    pieces.extend(state.ceremony().map(|(region, _)| ring(places[region.index()])));
    Board { pieces, bounds: bounds.with_margin(8.0) }
}

/// Returns the place that a move names: a region, or in it the row of a kind of stone or the stones of a seat. Ritual cards concern
/// stones in the region of the ceremony.
pub fn place(state: &State, printed: &PrintedBoard, mv: Move) -> Option<Point> {
    let at = |region: Region| places(printed)[region.index()];
    match mv {
        Move::Settle(kind, region) => Some(row_of(kind, at(region))),
        Move::Play(kind, _) | Move::PlayDouble(kind, _) => {
            state.ceremony().map(|(region, _)| row_of(kind, at(region)))
        }
        Move::From(seat) => match state.phase {
            Phase::Stone { rite, play } => Some(stones_at(state, play.kind, seat, at(rite.region))),
            _ => None,
        },
        Move::Take(region) | Move::Place(region) | Move::Travel(region) | Move::Via(region) => {
            Some(at(region))
        }
        Move::Own(_)
        | Move::Draw
        | Move::Triple(_)
        | Move::Choose(_)
        | Move::ChooseUnseen(_)
        | Move::Pass => None,
    }
}

/// Returns the centres of all regions: row by row from the top, each row centred.
fn places(board: &PrintedBoard) -> Vec<Point> {
    let mut places = Vec::new();
    for (row, &regions) in board.rows().iter().enumerate() {
        for column in 0..regions {
            places.push(Point {
                x: (WIDTH + GAP) * (column as f64 - (regions as f64 - 1.0) / 2.0),
                y: (HEIGHT + GAP) * row as f64,
            });
        }
    }
    places
}

/// Draws lines between adjacent regions.
fn ways(state: &State, places: &[Point]) -> String {
    let mut path = String::new();
    for one in Region::all() {
        for other in Region::all().filter(|&other| one < other) {
            if state.board().are_adjacent(one, other) {
                let _ = write!(path, "M{} L{}", places[one.index()], places[other.index()]);
            }
        }
    }
    format!("<path d=\"{path}\" stroke=\"#a07a4a\" stroke-width=\"5\" fill=\"none\"/>")
}

/// Draws a region: its name, and a row for every kind of stone.
fn land(board: &PrintedBoard, region: Region, centre: Point) -> String {
    let Point { x, y } = centre.moved(-WIDTH / 2.0, -HEIGHT / 2.0);
    let is_centre = board.map().centres().contains(&region);
    let colour = if is_centre { "#f3d9a8" } else { "#f8ecd4" };
    let stones = Kind::ALL.map(|kind| stone(kind, row_of(kind, centre), "#fff"));
    format!(
        "<rect data-place=\"{centre}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"14\" \
         fill=\"{colour}\" stroke=\"#7a5a2e\" stroke-width=\"2\"/><g font-weight=\"bold\">{}</g>{}",
        phrase_label(
            centre.moved(0.0, -85.0),
            19.0,
            &phrases::region(RegionName::on(board, region))
        ),
        stones.concat(),
    )
}

/// Draws a ring around the region of a ceremony.
fn ring(centre: Point) -> String {
    let (width, height) = (WIDTH + 8.0, HEIGHT + 8.0);
    let Point { x, y } = centre.moved(-width / 2.0, -height / 2.0);
    format!(
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width}\" height=\"{height}\" rx=\"18\" fill=\"none\" \
         stroke=\"#b3005e\" stroke-width=\"7\"/>"
    )
}

/// Returns the point where the row of a kind begins.
fn row_of(kind: Kind, centre: Point) -> Point {
    centre.moved(20.0 - WIDTH / 2.0, 31.0 * kind.index() as f64 - 60.0)
}

/// Returns the place of a seat's stones of a kind in a region.
fn stones_at(state: &State, kind: Kind, seat: Seat, centre: Point) -> Point {
    let pitch = (WIDTH - 35.0) / state.players() as f64;
    row_of(kind, centre).moved(22.0 + pitch * seat.index() as f64, 0.0)
}

/// Draws the changing content of a region: stones (one number per seat), figures and cards.
fn inhabitants(state: &State, region: Region, centre: Point) -> Vec<String> {
    let mut pieces = Vec::new();
    for kind in Kind::ALL {
        for seat in Seat::all(state.players()) {
            let stones = state.stones(region, kind, seat);
            if stones > 0 {
                let at = stones_at(state, kind, seat, centre);
                let number = label(at.moved(18.0, 6.0), 17.0, &stones.to_string());
                pieces.push(token(seat, at, 10.0) + &number);
            }
        }
    }
    for figure in Figure::ALL.into_iter().filter(|&figure| state.figure(figure) == region) {
        let right = if figure == Figure::Ancestor { -85.0 } else { 22.0 };
        pieces.push(statue(figure, state.owner(figure), centre.moved(right, 37.0)));
    }
    pieces.push(cards(state, region, centre.moved(0.0, 79.0)));
    pieces
}

/// Draws the open card of a region and, next to it, the back of its stack with the number of cards.
fn cards(state: &State, region: Region, at: Point) -> String {
    let Point { x, y } = at.moved(-97.0, -19.0);
    let (words, style) = match state.open_card(region) {
        Some(card) => (phrases::card(card), "fill=\"#fff\" stroke=\"#333\" stroke-width=\"1.5\""),
        None => {
            (phrases::no_open_card(), "fill=\"none\" stroke=\"#7a5a2e\" stroke-dasharray=\"5 4\"")
        }
    };
    let back = at.moved(76.0, 0.0);
    format!(
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"146\" height=\"38\" rx=\"6\" {style}/>{}\
         <rect x=\"{:.1}\" y=\"{y:.1}\" width=\"42\" height=\"38\" rx=\"6\" fill=\"#6b4420\" \
         stroke=\"#333\"/><g font-weight=\"bold\" fill=\"#fff\">{}</g>",
        phrase_label(at.moved(-24.0, 6.0), 17.0, &words),
        back.x - 21.0,
        label(back.moved(0.0, 6.0), 17.0, &state.stack_size(region).to_string()),
    )
}

/// Draws a stone: lenses are flat, cubes square, cylinders upright.
fn stone(kind: Kind, Point { x, y }: Point, colour: &str) -> String {
    let shape = match kind {
        Kind::Lens => "M-10 0Q0 -9 10 0Q0 9 -10 0z",
        Kind::Cube => "M-8 -8h16v16h-16z",
        Kind::Cylinder => "M-5 -10Q0 -13 5 -10V10Q0 13 -5 10z",
    };
    format!(
        "<path transform=\"translate({x} {y})\" d=\"{shape}\" fill=\"{colour}\" stroke=\"#000\"/>"
    )
}

/// Draws a figure in the colour and with the letter of the owner of its token, or in white if there is no owner.
fn statue(figure: Figure, owner: Option<Seat>, at: Point) -> String {
    let colour = owner.map_or("#fff", seat_colour);
    let letter = owner.map_or(String::new(), |owner| {
        let letter = label(at.moved(0.0, 9.0), 13.0, &owner.letter().to_string());
        format!("<g font-weight=\"bold\" fill=\"{}\">{letter}</g>", seat_ink(owner))
    });
    format!(
        "<path transform=\"translate({at})\" d=\"M-14 13L-9 -7A9 9 0 1 1 9 -7L14 13z\" fill=\"{colour}\" \
         stroke=\"#000\" stroke-width=\"1.5\"/>{letter}{}",
        phrase_label(at.moved(48.0, 8.0), 15.0, &phrases::figure(figure))
    )
}

/// Draws the scorpion track, phase by phase.
fn track(state: &State) -> String {
    let spaces = state.board().spaces();
    let step = 2.0 * TRACK_HALF / f64::from(spaces);
    let beside = Point { x: -TRACK_HALF - 42.0, y: TRACK_AT + 6.0 };
    // This label is outside the board, where a page may have another text colour.
    let mut text =
        format!("<g class=\"ink\">{}</g>", phrase_label(beside, 17.0, &phrases::scorpion()));
    for space in 1..=spaces {
        let x = -TRACK_HALF + step * (f64::from(space) - 0.5);
        let phase = state.board().phase_of(space);
        let fill = ["#fff", "#eee", "#ddd"][usize::from(phase.saturating_sub(1)) % PHASES];
        let _ = write!(
            text,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"30\" fill=\"{fill}\" stroke=\"#555\"/>",
            x - step / 2.0,
            TRACK_AT - 15.0,
            step
        );
        let size = if space == state.space() { 26.0 } else { 15.0 };
        let words = if space == state.space() { "\u{25cf}".to_owned() } else { phase.to_string() };
        text.push_str(&label(Point { x, y: TRACK_AT + size / 3.0 }, size, &escaped(&words)));
    }
    text
}

const TRACK_HALF: f64 = 330.0;
const TRACK_AT: f64 = -HEIGHT / 2.0 - 62.0;

fn track_bounds() -> Bounds {
    Bounds::around(Point { x: 0.0, y: TRACK_AT }, TRACK_HALF + 80.0, 20.0)
}

/// Returns the legend of the board.
pub fn legend() -> Vec<LegendEntry> {
    let mut stones = String::new();
    for (row, kind) in Kind::ALL.into_iter().enumerate() {
        let y = 45.0 * row as f64 - 45.0;
        stones.push_str(&stone(kind, Point { x: -45.0, y }, "#fff"));
        let words = phrases::kind(kind);
        stones.push_str(&phrase_label(Point { x: 20.0, y: y + 6.0 }, 17.0, &words));
    }
    let figures = statue(Figure::Ancestor, Some(Seat::new(1)), Point { x: -40.0, y: -30.0 })
        + &statue(Figure::Elder, None, Point { x: -40.0, y: 30.0 });
    let track = "<path d=\"M-60 -20h60v40h-60zM0 -20h60v40h-60z\" fill=\"#fff\" stroke=\"#555\"/>\
                 <circle cx=\"30\" r=\"12\"/>";
    vec![
        LegendEntry { picture: pieces_of_seats(SEATS, token), meaning: phrases::legend_players() },
        LegendEntry { picture: stones, meaning: phrases::legend_stones() },
        LegendEntry { picture: figures, meaning: phrases::legend_figures() },
        LegendEntry { picture: track.to_owned(), meaning: phrases::legend_track() },
    ]
}
