//! Tongiaki as text: descriptions of events, and the board in letters.

use crate::state::phase::Phase;
use crate::words::phrases::{self, Beaches, Commas, Compass, TileName};
use crate::words::{arranging, drawing};
use crate::{Beach, Cause, Cell, Direction, Event, Fleet, Island, Move, Setup, Side, State, Tile};
use engine::drawing::{Arrangement, Board, LegendEntry, Point, Render, Viewer};
use engine::phrase::{Count, Listed, Owned, Parts, Phrase, PhraseKind, Player, Ships};
use engine::{MAX_SEATS, Seat};
use std::fmt::Write;

/// The rules in six sentences.
const RULES: &[&str] = &[
    "At the end you score the number of each island on which you have a ship. Tonga, in the middle, is worth nothing.",
    "On your turn you expand: choose an island where you have ships, and add as many new ships as you already have there, \
     at most one per beach.",
    "When all moorings of a beach are taken, the whole fleet sails, no matter who owns the ships. The player whose turn it is \
     chooses one of the beach's jetties and, when the fleet lands, the beaches for its ships.",
    "Where the sea is unknown, a tile is drawn and placed. A current with a number lets a fleet pass only if it has at \
     least that many colours; other fleets are lost, and their ships return to their owners.",
    "Instead of expanding, you may found a king island where only you have ships, up to twice per game: the island is yours \
     for the rest of the game, and only one ship stays there. Or you may resettle: take your ships off the board and start \
     again on a newly drawn island.",
    "When the last island or the last water tile has been drawn, the game ends after that turn. The player with the most points \
     wins.",
];

/// The renderer of Tongiaki.
pub struct Renderer;

impl Render<State> for Renderer {
    fn rules(&self) -> &'static [&'static str] {
        RULES
    }

    fn board(&self, state: &State, _: &Setup, _: Viewer) -> Board {
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

    fn chance_picture(&self, tile: Tile) -> Option<LegendEntry> {
        Some(drawing::tile_alone(tile))
    }

    fn facts(&self, state: &State) -> Phrase {
        let waters = Count { number: state.waters_left() as usize, thing: "water tile" };
        phrases::hidden(islands(state.islands_left() as usize), waters)
    }

    fn seat_facts(&self, state: &State, seat: Seat) -> Phrase {
        let mut parts = vec![phrases::islands(islands(state.islands_of(seat).count()))];
        let kings = state.kings_founded(seat) as usize;
        if kings > 0 {
            parts.push(phrases::kings(Count { number: kings, thing: "king" }));
        }
        let supply = state.supply(seat) as usize;
        parts.push(phrases::supply(Count { number: supply, thing: "ship" }));
        phrases::seat(Parts(parts))
    }

    fn phase(&self, state: &State) -> &'static str {
        state.phase.chapter()
    }

    fn phases(&self) -> &'static [&'static str] {
        Phase::chapters()
    }

    fn phrases(&self) -> &'static [PhraseKind] {
        phrases::PHRASES
    }

    fn names(&self) -> Vec<(String, Vec<String>)> {
        phrases::names()
    }

    fn move_in_words(&self, state: &State, _: &Setup, mv: Move) -> Phrase {
        move_in_words(state, mv)
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
        text + "\nIslands: name and points, then the beaches: number, ships by letter, a dot for\n\
                each free mooring, jetties. A * marks a king island. Water: number, then the sides\n\
                that each current joins and the colours that a fleet needs.\n"
    }

    fn words(&self, state: &State, _: &Setup, _: Viewer) -> Vec<Phrase> {
        let laid = || Tile::all().filter(|&tile| state.laid(tile).is_some());
        let mut lines: Vec<_> =
            laid().filter_map(Tile::island).map(|island| island_in_words(state, island)).collect();
        let number = laid().filter(|tile| tile.water().is_some()).count();
        lines.push(phrases::waters(Count { number, thing: "water tile" }));
        let owned = |fleet: Fleet| Owned::of(&fleet.counts(state.players()));
        let adrift = laid().filter_map(|tile| state.adrift_on(tile));
        lines.extend(adrift.map(|fleet| phrases::fleet_adrift(owned(fleet))));
        let under_way = state.under_way().map(|(_, fleet)| fleet);
        let under_way = under_way.filter(|fleet| !fleet.is_empty());
        lines.extend(under_way.map(|fleet| phrases::fleet_under_way(owned(fleet))));
        lines
    }

    fn describe(&self, event: &Event, _: &State, _: &Setup, _: Viewer) -> Phrase {
        describe(event)
    }
}

/// Describes the ships on an island, beach by beach.
fn island_in_words(state: &State, island: Island) -> Phrase {
    let (title, points) = (title(island), island.points());
    if let Some(king) = state.king(island) {
        return phrases::king_island(title, points, Player(king));
    }
    let beaches = island.beaches().map(|beach| {
        let ashore = Seat::all(state.players())
            .flat_map(|seat| (0..state.ships(beach, seat)).map(move |_| Player(seat)));
        let ashore: Vec<_> = ashore.collect();
        let (number, free) = (beach.index() as u8 + 1, state.free_moorings(beach) as u8);
        if ashore.is_empty() {
            phrases::empty_beach(number, free)
        } else {
            phrases::beach(number, Commas(ashore), free)
        }
    });
    phrases::island(title, points, Parts(beaches.collect()))
}

/// Describes a move of the seat that decides.
fn move_in_words(state: &State, mv: Move) -> Phrase {
    let mooring = |beach: Beach| (beach.index() as u8 + 1, title(beach.island()));
    let compass = |tile: Tile, side: Side| {
        let crest = state.laid(tile).map_or(Direction::ALL[0], |(_, crest)| crest);
        Compass(side.facing(crest))
    };
    match mv {
        Move::Expand(island) => phrases::move_expand(title(island)),
        Move::Found(island) => phrases::move_found(title(island)),
        Move::Enter(island) => phrases::move_enter(title(island)),
        Move::Resettle => phrases::move_resettle(),
        Move::Take(beach) => {
            let (number, island) = mooring(beach);
            phrases::move_take(number, island)
        }
        Move::Spread(island, beaches) => {
            let beaches: Vec<_> = beaches.iter().map(|index| index as u8).collect();
            phrases::move_spread(title(island), Beaches::of(&beaches))
        }
        Move::Moor(beach) => {
            let (number, island) = mooring(beach);
            match state.phase {
                Phase::Land { landing } => {
                    let owner = Player(landing.at_sea().first_seat());
                    phrases::move_land(owner, number, island)
                }
                _ => phrases::move_moor(number, island),
            }
        }
        Move::Emigrate(island) => phrases::move_emigrate(title(island)),
        Move::Sail(island, side) => phrases::move_sail(title(island), compass(island.into(), side)),
        Move::GiveBack(seat) => phrases::move_give_back(Player(seat)),
        Move::Attach(tile) => phrases::move_attach(TileName(tile)),
        Move::Exit(tile, side) => phrases::move_exit(TileName(tile), compass(tile, side)),
    }
}

/// Describes an event.
fn describe(event: &Event) -> Phrase {
    match event {
        Event::Place { p, beach } => phrases::place(Player(*p), beach + 1),
        Event::Expand { p, island, beaches, from: None } => phrases::expand(
            Player(*p),
            title(*island),
            Count { number: beaches.len(), thing: "new ship" },
            Beaches::of(beaches),
        ),
        Event::Expand { p, island, beaches, from: Some((origin, beach)) } => phrases::expand_from(
            Player(*p),
            title(*island),
            Beaches::of(beaches),
            title(*origin),
            beach + 1,
        ),
        Event::Enter { p, island, beaches } => phrases::enter(
            Player(*p),
            title(*island),
            Count { number: beaches.len(), thing: "ship" },
            Beaches::of(beaches),
        ),
        Event::King { p, island } => phrases::king(Player(*p), title(*island), island.points()),
        Event::Resettle { p } => phrases::resettle(Player(*p)),
        Event::Sail { island, beach, fleet, .. } => {
            phrases::sail(title(*island), beach + 1, Ships::of(fleet))
        }
        Event::Draw { tile, .. } => match (tile.island(), tile.water()) {
            (Some(island), _) => phrases::draw_island(title(island), island.points()),
            (None, water) => {
                // Every fleet has a colour, so a current without a number requires one.
                let currents = water.iter().flat_map(|water| water.currents);
                let mut colours: Vec<_> = currents.map(|(.., colours)| colours.max(1)).collect();
                colours.sort_unstable();
                phrases::draw_water(TileName::water_number(*tile), Listed(colours))
            }
        },
        Event::Fail { tile, fleet } => {
            phrases::fail(TileName::water_number(*tile), Ships::of(fleet))
        }
        Event::TurnBack { island, .. } => phrases::turn_back(title(*island)),
        Event::Adrift { fleet, .. } => phrases::drift(Ships::of(fleet)),
        Event::Land { island, fleet, returned, .. } => {
            if returned.iter().any(|&ships| ships > 0) {
                phrases::land_returned(title(*island), Ships::of(fleet), Ships::of(returned))
            } else {
                phrases::land(title(*island), Ships::of(fleet))
            }
        }
        Event::Settle { p, island, beach } => {
            phrases::settle(Player(*p), title(*island), beach + 1)
        }
        Event::Endless { island, returned, .. } => {
            phrases::endless(title(*island), Ships::of(returned))
        }
        Event::End { cause: Cause::Deck } => phrases::end_deck(),
        Event::End { cause: Cause::TurnLimit } => phrases::end_turn_limit(),
        Event::End { cause: Cause::Stall } => phrases::end_stall(),
    }
}

fn islands(number: usize) -> Count {
    Count { number, thing: "island" }
}

fn name(seat: Seat) -> char {
    seat.letter()
}

fn title(island: Island) -> &'static str {
    island.card().name
}

/// The characters from one tile to the next; `HEIGHT` is the number of lines for a tile.
const WIDTH: usize = 18;
const HEIGHT: usize = 4;

/// Draws a tile in letters, at most [`HEIGHT`] lines.
fn block(state: &State, tile: Tile, crest: Direction) -> Vec<String> {
    let compass = |side: Side| Compass(side.facing(crest)).letters();
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
                let mut text = format!("{}:", beach.index() + 1);
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
            lines.push(both.join(" "));
        }
    } else if let Some(water) = tile.water() {
        for (number, (one, other, colours)) in water.currents.into_iter().enumerate() {
            let needs = if colours > 0 { format!(" {colours}") } else { String::new() };
            let name = match number {
                0 => TileName::water_number(tile).to_string(),
                _ => String::new(),
            };
            lines.push(format!(
                "{name:>2}~ {}-{}{needs}",
                compass(side(one)),
                compass(side(other))
            ));
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
