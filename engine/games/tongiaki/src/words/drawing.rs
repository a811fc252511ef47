//! The board of Tongiaki as SVG.

use crate::state::border::Border;
use crate::state::phase::Phase;
use crate::words::phrases;
use crate::words::tile::{APOTHEM, RADIUS, Tilework};
use crate::{Beach, Cell, Direction, Fleet, Island, Move, State, Tile};
use engine::drawing::{
    Board, Bounds, LegendEntry, Point, phrase_label, pieces_of_seats, seat_colour, seat_ink, ship,
};
use engine::{MAX_SEATS, Seat};

const SHIP: f64 = 0.1 * RADIUS;

/// The maximum width of a row of ships at sea, so that long rows leave the neighbouring tiles legible.
const ROW: f64 = 1.5 * RADIUS;

/// Draws the board, from the tiles at the bottom to the ships on top.
pub fn board(state: &State) -> Board {
    let mut pieces = Vec::new();
    let mut bounds = Bounds::around(Point::default(), RADIUS, APOTHEM);
    let tiles = || Tile::all().filter_map(|tile| Some((tile, laid_work(state, tile)?)));
    for (tile, work) in tiles() {
        bounds = bounds.and(Bounds::around(work.centre, RADIUS, APOTHEM));
        pieces.push(work.tile(tile));
    }
    for (tile, work) in tiles() {
        if let Some(island) = tile.island() {
            pieces.extend(on_island(state, island, &work));
        } else if let Some(fleet) = state.adrift_on(tile) {
            pieces.extend(flotilla(fleet, work.centre));
        }
    }
    if let Some((tile, fleet)) = state.under_way()
        && let Some(at) = anchorage(state, tile)
    {
        bounds = bounds.and(Bounds::around(at, RADIUS, 4.0));
        pieces.extend(flotilla(fleet, at));
    }
    Board { pieces, bounds: bounds.with_margin(8.0) }
}

/// Returns the places on the board that a move names: islands, beaches, sides of tiles.
pub fn places(state: &State, mv: Move) -> Vec<Point> {
    let middle = |tile: Tile| laid_work(state, tile).map(|work| work.centre);
    let place = match mv {
        Move::Expand(island)
        | Move::Found(island)
        | Move::Enter(island)
        | Move::Emigrate(island) => middle(island.into()),
        Move::Take(beach) => shore(state, beach),
        Move::Moor(beach) => free_mooring(state, beach),
        Move::Spread(island, beaches) => {
            let chosen = island.beaches().filter(|beach| beaches.contains(beach.index()));
            return chosen.filter_map(|beach| free_mooring(state, beach)).collect();
        }
        Move::Sail(island, side) => edge(state, Border::new(island.into(), side)),
        Move::Attach(tile) => middle(tile),
        Move::Exit(tile, side) => edge(state, Border::new(tile, side)),
        Move::Resettle | Move::GiveBack(_) => None,
    };
    place.into_iter().collect()
}

fn laid_work(state: &State, tile: Tile) -> Option<Tilework> {
    let (cell, crest) = state.laid(tile)?;
    Some(Tilework { centre: centre(cell), crest })
}

/// Returns the middle of a beach of a laid island.
pub fn shore(state: &State, beach: Beach) -> Option<Point> {
    Some(laid_work(state, beach.island().into())?.shore(beach))
}

/// Returns the free mooring of a beach that is nearest to its middle, or the middle of a full beach.
fn free_mooring(state: &State, beach: Beach) -> Option<Point> {
    let middle = shore(state, beach)?;
    let moorings = laid_work(state, beach.island().into())?.moorings(beach);
    let far = |at: &Point| (at.x - middle.x).hypot(at.y - middle.y);
    let free = moorings.into_iter().skip(state.fleet_at(beach).total() as usize);
    free.min_by(|one, other| far(one).total_cmp(&far(other))).or(Some(middle))
}

/// Returns the middle of a side of a laid tile.
pub(super) fn edge(state: &State, border: Border) -> Option<Point> {
    Some(laid_work(state, border.tile())?.edge(border.side()))
}

/// Returns the current between two borders of a water tile, as a part of an SVG path that has come to the first of them.
pub(super) fn current(state: &State, from: Border, to: Border) -> Option<String> {
    Some(laid_work(state, from.tile())?.current(from.side(), to.side()))
}

/// Returns the place of a fleet that has reached a laid tile. The middle of an island has its name and its points, so that a fleet
/// lies beyond it, and at the end of its jetty while the sea there is unknown.
pub fn anchorage(state: &State, tile: Tile) -> Option<Point> {
    let work = laid_work(state, tile)?;
    match state.phase {
        _ if tile.island().is_none() => Some(work.centre),
        Phase::Voyage { voyage } if state.sea.beyond(voyage.border).is_none() => {
            Some(work.edge(voyage.border.side()))
        }
        _ => Some(work.centre.moved(0.0, -APOTHEM)),
    }
}

/// Returns the centre of a cell in the drawing (T1).
fn centre(cell: Cell) -> Point {
    let (q, r) = (f64::from(cell.q), f64::from(cell.r));
    Point { x: 1.5 * RADIUS * q, y: 2.0 * APOTHEM * (r + q / 2.0) }
}

/// Draws the ships on an island, beach by beach, or the mask of its king.
fn on_island(state: &State, island: Island, work: &Tilework) -> Vec<String> {
    if let Some(king) = state.king(island) {
        return vec![mask(king, work.centre) + &plate(island, work.centre)];
    }
    let beaches = island.beaches().map(|beach| {
        let owners = state.fleet_at(beach).owners();
        let ships = owners.zip(work.moorings(beach)).map(|(owner, at)| ship(owner, at, SHIP));
        ships.collect::<String>()
    });
    beaches.filter(|ships| !ships.is_empty()).collect()
}

/// Draws the mask that marks a king island (T8), with the colour and letter of the king.
fn mask(king: Seat, at: Point) -> String {
    let (colour, ink) = (seat_colour(king), seat_ink(king));
    let letter = king.letter();
    format!(
        "<g transform=\"translate({at})\"><path d=\"M-20 -24Q0 -34 20 -24L23 0Q18 26 0 32Q-18 26 -23 0z\" \
         fill=\"{colour}\" stroke=\"#000\" stroke-width=\"2\" stroke-linejoin=\"round\"/>\
         <path d=\"M-16 -10Q-10 -17 -3 -9Q-10 -6 -16 -10zM16 -10Q10 -17 3 -9Q10 -6 16 -10z\" fill=\"#fff\" \
         stroke=\"#000\"/><text y=\"18\" font-size=\"22\" font-weight=\"bold\" fill=\"{ink}\" \
         text-anchor=\"middle\">{letter}</text></g>"
    )
}

/// Draws a plate with the name and the points of the island, which the mask covers.
fn plate(island: Island, at: Point) -> String {
    let Point { x, y } = at.moved(-33.0, 34.0);
    let words = phrases::plate(island, island.points());
    format!(
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"66\" height=\"16\" rx=\"8\" fill=\"#fff\" stroke=\"#000\"/>{}",
        phrase_label(at.moved(0.0, 45.5), 10.0, &words)
    )
}

/// Draws a fleet at sea: its ships in a row on a shield, which is flat enough to leave the numbers of a water tile legible.
fn flotilla(fleet: Fleet, at: Point) -> Option<String> {
    if fleet.is_empty() {
        return None;
    }
    let ships = f64::from(fleet.total());
    let pitch = (ROW / ships).min(19.0);
    let half = 0.5 * pitch * ships + 3.0;
    let Point { x, y } = at.moved(-half, -10.0);
    let mut text = format!(
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"20\" rx=\"8\" fill=\"#fff\" stroke=\"#000\" \
         stroke-width=\"1.5\"/>",
        2.0 * half,
    );
    for (position, owner) in fleet.owners().enumerate() {
        let right = pitch * (position as f64 - 0.5 * (ships - 1.0));
        text.push_str(&ship(owner, at.moved(right, -0.5), SHIP));
    }
    Some(text)
}

/// A tile with its crest to the north, as an entry of a legend.
const ALONE: Tilework = Tilework { centre: Point { x: 0.0, y: 0.0 }, crest: Direction::ALL[0] };

/// Returns the picture of a tile and its name.
pub fn tile_alone(tile: Tile) -> LegendEntry {
    LegendEntry { picture: ALONE.tile(tile), meaning: phrases::tile(tile) }
}

/// Returns the legend of the board.
pub fn legend() -> Vec<LegendEntry> {
    let tile = |id: &str| id.parse::<Tile>().expect("a printed tile");
    let ships = pieces_of_seats(MAX_SEATS, ship);
    let tahiti = tile("tahiti");
    let crowned = ALONE.tile(tahiti)
        + &mask(Seat::new(1), Point::default())
        + &tahiti.island().map_or(String::new(), |island| plate(island, Point::default()));
    vec![
        LegendEntry { picture: ships, meaning: phrases::legend_ships() },
        LegendEntry { picture: ALONE.tile(tahiti), meaning: phrases::legend_island() },
        LegendEntry { picture: ALONE.tile(tile("water-15")), meaning: phrases::legend_water() },
        LegendEntry { picture: crowned, meaning: phrases::legend_king() },
    ]
}
