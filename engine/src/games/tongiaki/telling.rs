//! Tongiaki as text: descriptions of events, and the board in letters.

use super::{
    Cause, Cell, Direction, Event, Fleet, Island, Move, Setup, Side, State, Tile, arranging,
    drawing,
};
use crate::drawing::{Arrangement, Board, LegendEntry, Point, Render, Viewer, seat_letter};
use crate::{MAX_SEATS, Seat};
use std::fmt::Write;

/// The rules in six sentences.
const RULES: &[&str] = &[
    "At the end you score the number of each island on which you have a ship. Tonga, in the middle, is worth nothing.",
    "On your turn you expand: choose an island where you have ships, and add as many new ships as you have there, at \
     most one per beach.",
    "When all moorings of a beach are taken, its whole fleet sails, no matter who owns the ships. The player whose turn it is \
     chooses one of the beach's jetties and, on arrival, the beaches.",
    "Where the sea is unknown, a tile is drawn and placed. A current with a number lets a fleet pass only if it has at \
     least that many colours; other fleets are lost, and their ships return to their owners.",
    "Instead of expanding, you may found a king island where only you have ships, up to twice a game: it is yours for \
     good, and only one ship stays. Or you may resettle: take your ships off the board and start again on a newly drawn island.",
    "When the last island or the last water tile has been drawn, the game ends with that turn. The most points win.",
];

/// The renderer of Tongiaki.
pub struct Renderer;

impl Render<State> for Renderer {
    fn rules(&self) -> &'static [&'static str] {
        RULES
    }

    fn board(&self, state: &State, _: &Setup) -> Board {
        drawing::board(state)
    }

    fn places(&self, state: &State, _: &Setup, mv: Move) -> Vec<Point> {
        drawing::places(state, mv)
    }

    fn arrangement(&self, state: &State, _: &Setup) -> Option<Arrangement<Move>> {
        arranging::arrangement(state)
    }

    fn legend(&self) -> Vec<LegendEntry> {
        drawing::legend()
    }

    fn facts(&self, state: &State) -> String {
        format!(
            "still hidden: {}, {} of water",
            count(state.islands_left() as usize, "island"),
            state.waters_left()
        )
    }

    fn seat_facts(&self, state: &State, seat: Seat) -> String {
        let islands = count(state.islands_of(seat).count(), "island");
        let kings = match state.kings_founded(seat) as usize {
            0 => String::new(),
            kings => format!(", {}", count(kings, "king")),
        };
        format!("{islands}{kings}, {} in supply", count(state.supply(seat) as usize, "ship"))
    }

    /// Draws the board in letters: one block per tile, columns of hexagons half a block apart.
    fn sketch(&self, state: &State, _: &Setup) -> String {
        let tiles: Vec<_> = Tile::all()
            .filter_map(|tile| state.laid(tile).map(|(cell, crest)| (tile, cell, crest)))
            .collect();
        let column = |cell: Cell| i32::from(cell.q);
        let line = |cell: Cell| (2 * i32::from(cell.r) + i32::from(cell.q)) * HEIGHT as i32 / 2;
        let least =
            |place: &dyn Fn(Cell) -> i32| tiles.iter().map(|&(_, cell, _)| place(cell)).min();
        let (left, top) = (least(&column).unwrap_or_default(), least(&line).unwrap_or_default());
        let bottom = tiles.iter().map(|&(_, cell, _)| line(cell) - top).max().unwrap_or_default();
        let right =
            tiles.iter().map(|&(_, cell, _)| column(cell) - left + 1).max().unwrap_or_default();
        let mut page = vec![vec![' '; WIDTH * right as usize]; bottom as usize + HEIGHT];
        for &(tile, cell, crest) in &tiles {
            let (x, y) = ((column(cell) - left) as usize * WIDTH, (line(cell) - top) as usize);
            for (row, text) in block(state, tile, crest).into_iter().enumerate() {
                for (place, character) in
                    page[y + row][x..].iter_mut().zip(text.chars().take(WIDTH))
                {
                    *place = character;
                }
            }
        }
        let mut text = String::new();
        for line in page {
            let _ = writeln!(text, "{}", line.into_iter().collect::<String>().trim_end());
        }
        text + "\nIslands: name and value; a line a beach: a letter a ship, a dot a free mooring, where its jetties lead.\n\
                Water: from side to side, and the colours that a fleet needs. King islands are marked with *.\n"
    }

    fn words(&self, state: &State, _: &Setup) -> Vec<String> {
        let laid = || Tile::all().filter(|&tile| state.laid(tile).is_some());
        let mut lines: Vec<_> =
            laid().filter_map(Tile::island).map(|island| island_in_words(state, island)).collect();
        let waters = laid().filter_map(|tile| Some((tile, tile.water()?))).count();
        lines.push(format!("{waters} of water"));
        let at_sea = laid().filter_map(|tile| Some(("adrift", state.adrift_on(tile)?)));
        let under_way = state.under_way().map(|(_, fleet)| ("under way", fleet));
        for (what, fleet) in at_sea.chain(under_way).filter(|(_, fleet)| !fleet.is_empty()) {
            lines.push(format!("{what}: {}", ships(&fleet.counts(state.players()))));
        }
        lines
    }

    fn describe(&self, event: &Event, _: &Setup, _: Viewer) -> String {
        describe(event)
    }
}

/// Describes the ships on an island, beach by beach.
fn island_in_words(state: &State, island: Island) -> String {
    let (title, points) = (title(island), island.points());
    if let Some(king) = state.king(island) {
        return format!("{title}, worth {points}, king island of {}", name(king));
    }
    let beaches = island.beaches().map(|beach| {
        let ashore = Seat::all(state.players())
            .flat_map(|seat| (0..state.ships(beach, seat)).map(move |_| name(seat)));
        let mut words: Vec<_> = ashore.map(|letter| letter.to_string()).collect();
        words.push(format!("{} free", state.free_moorings(beach)));
        format!("beach {}: {}", beach.index() + 1, words.join(", "))
    });
    format!("{title}, worth {points}: {}", beaches.collect::<Vec<_>>().join("; "))
}

/// Describes an event.
fn describe(event: &Event) -> String {
    match event {
        Event::Place { p, beach } => {
            format!("{} places a ship on beach {} of Tonga.", name(*p), beach + 1)
        }
        Event::Expand { p, island, beaches, from } => {
            let from = from.map_or(String::new(), |(from, beach)| {
                format!(
                    ", taken from beach {} of {} as no ship is left in the supply",
                    beach + 1,
                    title(from)
                )
            });
            let ships = count(beaches.len(), "new ship");
            format!(
                "{} expands on {}: {ships} on {}{from}.",
                name(*p),
                title(*island),
                listed(beaches)
            )
        }
        Event::Enter { p, island, beaches } => {
            let ships = count(beaches.len(), "ship");
            format!("{} enters with {ships} on {}, {}.", name(*p), title(*island), listed(beaches))
        }
        Event::King { p, island } => format!(
            "{} founds a king island: {} and its {} points are {}'s for good, for one ship.",
            name(*p),
            title(*island),
            island.points(),
            name(*p)
        ),
        Event::Resettle { p } => {
            format!(
                "{} resettles: all their ships leave the board, except on king islands.",
                name(*p)
            )
        }
        Event::Sail { island, beach, fleet, .. } => format!(
            "Beach {} of {} is full, so its fleet sails: {}.",
            beach + 1,
            title(*island),
            ships(fleet)
        ),
        Event::Draw { tile, .. } => match tile.island() {
            Some(island) => format!("{}, worth {}, is discovered.", title(island), island.points()),
            None => format!("A water tile is laid ({tile})."),
        },
        Event::Fail { tile, fleet } => format!(
            "The crossing fails: the current of {tile} asks for more colours. Back to their owners: {}.",
            ships(fleet)
        ),
        Event::TurnBack { island, .. } => {
            format!("{} is a king island: the fleet turns back.", title(*island))
        }
        Event::Adrift { fleet, .. } => {
            format!(
                "No tile is left to sail to: adrift for the rest of the game: {}.",
                ships(fleet)
            )
        }
        Event::Land { island, fleet, returned, .. } => {
            let rest = if returned.iter().any(|&ships| ships > 0) {
                format!(" There is no room for all; back to their owners: {}.", ships(returned))
            } else {
                String::new()
            };
            format!("The fleet lands on {}: {}.{rest}", title(*island), ships(fleet))
        }
        Event::Settle { p, island, beach } => {
            format!("{} starts again on beach {} of {}.", name(*p), beach + 1, title(*island))
        }
        Event::Endless { island, returned, .. } => format!(
            "The chain would never end: {} leaves the game. Back to their owners: {}.",
            title(*island),
            ships(returned)
        ),
        Event::End { cause: Cause::Deck } => {
            "The game is over: no island or no water is left.".to_owned()
        }
        Event::End { cause: Cause::TurnLimit } => {
            "The game is over: it has reached the turn limit.".to_owned()
        }
        Event::End { cause: Cause::Stall } => {
            "The game is over: nobody has found a new tile for too many rounds.".to_owned()
        }
    }
}

fn name(seat: Seat) -> char {
    seat_letter(seat)
}

pub(super) fn title(island: Island) -> &'static str {
    island.card().name
}

fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// Lists beaches by their numbers, from 1.
fn listed(beaches: &[u8]) -> String {
    let numbers: Vec<_> = beaches.iter().map(|beach| (beach + 1).to_string()).collect();
    let (noun, numbers) = match &numbers[..] {
        [only] => ("beach", only.clone()),
        [before @ .., last] => ("beaches", format!("{} and {last}", before.join(", "))),
        [] => ("no beach", String::new()),
    };
    format!("{noun} {numbers}").trim_end().to_owned()
}

/// Lists the ships of a fleet by owner.
fn ships(counts: &[u8]) -> String {
    let owners = counts.iter().enumerate().filter(|&(_, &ships)| ships > 0);
    let parts: Vec<_> =
        owners.map(|(seat, ships)| format!("{ships} of {}", name(Seat::new(seat)))).collect();
    if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
}

/// The characters from one tile to the next; `HEIGHT` is the number of lines for a tile.
const WIDTH: usize = 17;
const HEIGHT: usize = 4;

/// Draws a tile in letters, at most [`HEIGHT`] lines.
fn block(state: &State, tile: Tile, crest: Direction) -> Vec<String> {
    let compass = |side: Side| ["S", "SW", "NW", "N", "NE", "SE"][side.facing(crest).index()];
    let side = |number: u8| Side::ALL[usize::from(number)];
    let mut lines = Vec::new();
    if let Some(island) = tile.island() {
        let mark = state.king(island).map_or(String::new(), |king| format!(" *{}", name(king)));
        lines.push(format!("{} {}{mark}", title(island).to_uppercase(), island.points()));
        if !mark.is_empty() {
            return lines;
        }
        let beaches: Vec<_> = island
            .beaches()
            .zip(island.card().beaches)
            .map(|(beach, card)| {
                let mut text = String::new();
                for seat in Seat::all(state.players()) {
                    text.extend((0..state.ships(beach, seat)).map(|_| name(seat)));
                }
                text.extend((0..state.free_moorings(beach)).map(|_| '.'));
                let sides: Vec<_> =
                    card.jetties.iter().map(|&jetty| compass(side(jetty))).collect();
                format!("{text} {}", sides.join(","))
            })
            .collect();
        // Tonga alone has more beaches than lines.
        let rows = HEIGHT - 1;
        for row in 0..rows.min(beaches.len()) {
            let both: Vec<_> = beaches.iter().skip(row).step_by(rows).cloned().collect();
            lines.push(both.join("  "));
        }
    } else if let Some(water) = tile.water() {
        for (one, other, colours) in water.currents {
            let needs = if colours > 0 { format!(" {colours}") } else { String::new() };
            lines.push(format!("~ {}-{}{needs}", compass(side(one)), compass(side(other))));
        }
        if let Some(fleet) = state.adrift_on(tile).and_then(letters) {
            lines.push(fleet);
        }
    }
    lines
}

/// Writes a fleet as one letter per ship.
fn letters(fleet: Fleet) -> Option<String> {
    let seats =
        Seat::all(MAX_SEATS).flat_map(|seat| (0..fleet.ships(seat)).map(move |_| name(seat)));
    (!fleet.is_empty()).then(|| seats.collect())
}
