//! The drawing of a printed tile, rotated as it is laid (T2).

use crate::words::phrases::{self, water_number};
use crate::{Beach, BeachCard, Direction, Island, IslandCard, Side, Tile, WaterCard};
use engine::drawing::{Point, label, phrase_label};
use std::fmt::Write;

/// The distance from the centre of a tile to its corners.
pub const RADIUS: f64 = 72.0;
/// The distance from the centre of a tile to its sides.
pub const APOTHEM: f64 = 0.866_025_4 * RADIUS;

/// The radius of the circle of moorings; of the outer row if there are two.
const ROW: f64 = 0.62 * RADIUS;
/// The distance between the two rows; also the smallest distance between moorings.
const PITCH: f64 = 0.19 * RADIUS;
/// The width of the sand around the moorings of a beach.
const SAND: f64 = 0.105 * RADIUS;
/// The angle from one side to the next, in degrees.
const SIXTH: f64 = 60.0;

const OCEAN: &str = "#c3e1ef";
const COAST: &str = "#d4ecf4";
/// Rings from the coast to the middle of an island: the radius, and the colour.
const RINGS: [(f64, &str); 4] = [
    (0.84 * RADIUS, "#dff4f2"),
    (0.66 * RADIUS, "#9fca8b"),
    (0.53 * RADIUS, "#b2d69f"),
    (0.40 * RADIUS, "#c3e2b2"),
];

/// A tile on the table, to be drawn.
pub struct Tilework {
    /// The centre of the tile.
    pub centre: Point,
    /// The direction in which the crest points.
    pub crest: Direction,
}

/// The arrangement of a beach's moorings: one row, or two rows if space is short.
struct Rows {
    /// The direction of the middle of the beach, in degrees.
    middle: f64,
    /// The number of moorings in the outer and in the inner row.
    moorings: [u32; 2],
    /// The angle between neighbouring moorings of the outer row, in degrees.
    step: f64,
    /// The angle from the middle of the beach to its end, in degrees.
    reach: f64,
}

impl Tilework {
    /// Draws everything that is printed on the tile.
    pub fn tile(&self, tile: Tile) -> String {
        match (tile.island(), tile.water()) {
            (Some(island), _) => self.island(island),
            (None, Some(water)) => self.water(tile, water),
            (None, None) => unreachable!("a tile is an island or water"),
        }
    }

    /// Returns the positions of the moorings of a beach, berth by berth.
    pub fn moorings(&self, beach: Beach) -> Vec<Point> {
        self.berths(&beach.island().card().beaches[beach.index()])
    }

    /// Returns the middle of a beach.
    pub fn shore(&self, beach: Beach) -> Point {
        let rows = self.rows(&beach.island().card().beaches[beach.index()]);
        self.centre.toward(rows.middle, ROW)
    }

    /// Returns the middle of a side.
    pub fn edge(&self, side: Side) -> Point {
        self.centre.toward(self.side(side.index() as u8), APOTHEM)
    }

    /// Returns the curve of a current from one side to another, for a path that has come to the first.
    pub fn current(&self, from: Side, to: Side) -> String {
        let [near, far] = [from, to]
            .map(|side| self.centre.toward(self.side(side.index() as u8), 0.35 * APOTHEM));
        format!(" C{near} {far} {}", self.edge(to))
    }

    fn island(&self, island: Island) -> String {
        let IslandCard { points, beaches, .. } = island.card();
        let mut text = self.hexagon(COAST);
        let Point { x, y } = self.centre;
        for (radius, colour) in RINGS {
            let _ = write!(
                text,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{colour}\"/>"
            );
        }
        for beach in *beaches {
            text.push_str(&self.beach(beach));
        }
        let name = phrases::tile(island.into());
        text.push_str(&phrase_label(self.centre.moved(0.0, -4.0), 10.0, &name));
        if island != Island::TONGA {
            text.push_str("<g font-weight=\"bold\">");
            text.push_str(&label(self.centre.moved(0.0, 16.0), 21.0, &points.to_string()));
            text.push_str("</g>");
            text.push_str(&self.shield());
        }
        text
    }

    /// Draws three currents, each with its number at both ends, where a fleet may enter, and the number of the tile in a corner.
    fn water(&self, tile: Tile, water: &WaterCard) -> String {
        let mut text = self.hexagon(OCEAN);
        let numbers = water.currents.iter().map(|&(one, other, colours)| [one, other, colours]);
        text.push_str(&self.waves(numbers.flatten().map(usize::from).sum()));
        let mut path = String::new();
        for (one, other, _) in water.currents {
            let [one, other] = [one, other].map(|side| Side::new(side.into()));
            let _ = write!(path, "M{}{}", self.edge(one), self.current(one, other));
        }
        let _ = write!(
            text,
            "<path d=\"{path}\" fill=\"none\" stroke=\"#fff\" stroke-width=\"11\"/>\
             <path d=\"{path}\" fill=\"none\" stroke=\"#2b6f93\" stroke-width=\"2.5\"/>"
        );
        for (one, other, colours) in water.currents {
            for side in [one, other].into_iter().filter(|_| colours > 0) {
                let Point { x, y } = self.centre.toward(self.side(side), 0.63 * APOTHEM);
                let _ = write!(
                    text,
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"9.5\" fill=\"#fff\" stroke=\"#2b6f93\" \
                     stroke-width=\"1.5\"/>"
                );
                text.push_str(&label(Point { x, y: y + 5.0 }, 14.0, &colours.to_string()));
            }
        }
        let corner = self.centre.toward(4.0 * SIXTH, 0.85 * RADIUS).moved(0.0, 3.0);
        let number = label(corner, 8.0, &water_number(tile).to_string());
        let _ = write!(text, "<g opacity=\"0.6\">{number}</g>");
        text.push_str(&self.shield());
        text
    }

    /// Draws waves around the centre, at other places for each number. They do not turn with the tile.
    fn waves(&self, number: usize) -> String {
        let mut path = String::new();
        for wave in 0..6 {
            let angle = SIXTH * f64::from(wave) + 17.0 * (number % 7) as f64;
            let near = if wave % 2 == 0 { 1.0 } else { 0.8 };
            let at = self.centre.toward(angle, near * 0.45 * APOTHEM).moved(-8.0, 0.0);
            let _ = write!(path, "M{at}q4 -4 8 0t8 0");
        }
        format!(
            "<path d=\"{path}\" fill=\"none\" stroke=\"#fff\" stroke-width=\"2\" stroke-linecap=\"round\"/>"
        )
    }

    fn hexagon(&self, colour: &str) -> String {
        let corners: Vec<_> = (0..6)
            .map(|corner| self.centre.toward(SIXTH * f64::from(corner), RADIUS).to_string())
            .collect();
        let corners = corners.join(" ");
        format!(
            "<path data-place=\"{}\" d=\"M{corners}z\" fill=\"{colour}\" stroke=\"#5f7f8f\" stroke-width=\"1.5\"/>",
            self.centre
        )
    }

    /// Draws a beach: sand, jetties, moorings.
    fn beach(&self, card: &BeachCard) -> String {
        let rows = self.rows(card);
        let inner = if rows.moorings[1] > 0 { ROW - PITCH } else { ROW } - SAND;
        let outer = ROW + SAND;
        let [first, last] = [rows.middle - rows.reach, rows.middle + rows.reach];
        let wide = u8::from(rows.reach > 90.0);
        let at = |angle, distance| self.centre.toward(angle, distance);
        let mut text = String::new();
        for &side in card.jetties {
            let angle = self.side(side);
            let _ = write!(
                text,
                "<path d=\"M{} L{}\" stroke=\"#7a4a1e\" stroke-width=\"6\"/>",
                at(angle, outer - 2.0),
                at(angle, APOTHEM - 1.0)
            );
        }
        let _ = write!(
            text,
            "<path d=\"M{} A{outer:.1} {outer:.1} 0 {wide} 1 {} L{} A{inner:.1} {inner:.1} 0 {wide} 0 {}z\" \
             fill=\"#f4e3b2\" stroke=\"#b8995a\" stroke-width=\"1\" stroke-linejoin=\"round\"/>",
            at(first, outer),
            at(last, outer),
            at(last, inner),
            at(first, inner),
        );
        text.push_str("<g fill=\"#fff\" stroke=\"#b8995a\">");
        for Point { x, y } in self.berths(card) {
            let _ = write!(text, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"/>");
        }
        text.push_str("</g>");
        text
    }

    fn berths(&self, card: &BeachCard) -> Vec<Point> {
        let Rows { middle, moorings, step, .. } = self.rows(card);
        let mut berths = Vec::new();
        for (row, count) in moorings.into_iter().enumerate() {
            let radius = ROW - PITCH * row as f64;
            // The distance between moorings is the same in both rows.
            let step = step * ROW / radius;
            for position in 0..count {
                let angle = middle + step * (f64::from(position) - (f64::from(count) - 1.0) / 2.0);
                berths.push(self.centre.toward(angle, radius));
            }
        }
        berths
    }

    fn rows(&self, card: &BeachCard) -> Rows {
        /// The angle that a mooring of the outer row takes up, in degrees.
        const STEP: f64 = PITCH / ROW * 57.295_78;
        /// The angle from the last mooring to the end of the sand, in degrees.
        const END: f64 = SAND / ROW * 57.295_78;
        let sides = card.jetties.len() as u32;
        let first = card.jetties.first().copied().unwrap_or_default();
        let jetties = SIXTH * (f64::from(sides) - 1.0);
        let room = jetties + SIXTH - 3.0 - 2.0 * END;
        let fits = 1 + (room / STEP) as u32;
        let moorings = u32::from(card.moorings);
        let outer = if moorings <= fits { moorings } else { moorings.div_ceil(2) };
        let gaps = f64::from(outer.saturating_sub(1).max(1));
        let step = (room / gaps).clamp(STEP, 1.6 * STEP);
        let reach = (step * f64::from(outer - 1)).max(jetties) / 2.0 + END;
        Rows {
            middle: self.side(first) + jetties / 2.0,
            moorings: [outer, moorings - outer],
            step,
            reach,
        }
    }

    /// Draws the red crest, which faces the tile at which this tile was laid.
    fn shield(&self) -> String {
        let (angle, at) = (self.side(Side::CREST.index() as u8) - 90.0, APOTHEM);
        format!(
            "<path transform=\"translate({}) rotate({angle:.0}) translate(0 {:.1})\" \
             d=\"M-5 0h10v-5L0 -10 -5 -5z\" fill=\"#c1272d\" stroke=\"#5c0f12\"/>",
            self.centre,
            at - 1.0
        )
    }

    /// Returns the angle toward a side of the tile: direction 0 is south, and directions proceed clockwise (T1).
    fn side(&self, side: u8) -> f64 {
        90.0 + SIXTH * f64::from(self.crest.index() as u8 + side)
    }
}
