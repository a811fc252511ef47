//! Tongiaki as text: descriptions of events, and the board in letters.

use crate::state::phase::Phase;
use crate::words::phrases::{self, Beaches, COMPASS, Commas, water_number};
use crate::words::{arranging, drawing, frames};
use crate::{Cause, Cell, Direction, Event, Fleet, Island, Move, Setup, Side, State, Tile};
use engine::Seat;
use engine::drawing::{Arrangement, Board, Frame, LegendEntry, Point, Render, Viewer};
use engine::phrase::{Count, Listed, Owned, Parts, Phrase, PhraseKind, Ships};
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

    fn frames(&self, before: &State, events: &[Event]) -> Vec<Frame> {
        frames::frames(before, events)
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
        let islands = Count { number: state.islands_left() as usize, thing: "island" };
        let waters = Count { number: state.waters_left() as usize, thing: "water tile" };
        phrases::hidden(islands, waters)
    }

    fn seat_facts(&self, state: &State, seat: Seat) -> Phrase {
        let number = state.islands_of(seat).count();
        let mut parts = vec![phrases::islands(Count { number, thing: "island" })];
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
    if let Some(king) = state.king(island) {
        return phrases::king_island(island, island.points(), king);
    }
    let beaches = island.beaches().map(|beach| {
        let ashore: Vec<_> = state.fleet_at(beach).owners().collect();
        let (number, free) = (beach.index() as u8 + 1, state.free_moorings(beach) as u8);
        if ashore.is_empty() {
            phrases::empty_beach(number, free)
        } else {
            phrases::beach(number, Commas(ashore), free)
        }
    });
    phrases::island(island, island.points(), Parts(beaches.collect()))
}

/// Describes a move of the seat that decides.
fn move_in_words(state: &State, mv: Move) -> Phrase {
    let facing = |tile: Tile, side: Side| {
        let crest = state.laid(tile).map_or(Direction::ALL[0], |(_, crest)| crest);
        side.facing(crest)
    };
    match mv {
        Move::Expand(island) => phrases::move_expand(island),
        Move::Found(island) => phrases::move_found(island),
        Move::Enter(island) => phrases::move_enter(island),
        Move::Resettle => phrases::move_resettle(),
        Move::Take(beach) => phrases::move_take(beach.index() as u8 + 1, beach.island()),
        Move::Spread(island, beaches) => {
            let beaches: Vec<_> = beaches.iter().map(|index| index as u8).collect();
            phrases::move_spread(island, Beaches::of(&beaches))
        }
        Move::Moor(beach) => {
            let (number, island) = (beach.index() as u8 + 1, beach.island());
            match state.phase {
                Phase::Land { landing } => {
                    phrases::move_land(landing.at_sea.first_seat(), number, island)
                }
                _ => phrases::move_moor(number, island),
            }
        }
        Move::Emigrate(island) => phrases::move_emigrate(island),
        Move::Sail(island, side) => phrases::move_sail(island, facing(island.into(), side)),
        Move::GiveBack(seat) => phrases::move_give_back(seat),
        Move::Attach(tile) => phrases::move_attach(tile),
        Move::Exit(tile, side) => phrases::move_exit(tile, facing(tile, side)),
    }
}

/// Describes an event.
fn describe(event: &Event) -> Phrase {
    match *event {
        Event::Place { p, beach } => phrases::place(p, beach + 1),
        Event::Expand { p, island, ref beaches, from: None } => {
            let ships = Count { number: beaches.len(), thing: "new ship" };
            phrases::expand(p, island, ships, Beaches::of(beaches))
        }
        Event::Expand { p, island, ref beaches, from: Some((origin, beach)) } => {
            phrases::expand_from(p, island, Beaches::of(beaches), origin, beach + 1)
        }
        Event::Enter { p, island, ref beaches } => {
            let ships = Count { number: beaches.len(), thing: "ship" };
            phrases::enter(p, island, ships, Beaches::of(beaches))
        }
        Event::King { p, island } => phrases::king(p, island, island.points()),
        Event::Resettle { p } => phrases::resettle(p),
        Event::Sail { island, beach, ref fleet, .. } => {
            phrases::sail(island, beach + 1, Ships::of(fleet))
        }
        Event::Draw { tile, .. } => match (tile.island(), tile.water()) {
            (Some(island), _) => phrases::draw_island(island, island.points()),
            (None, water) => {
                // Every fleet has a colour, so a current without a number requires one.
                let currents = water.iter().flat_map(|water| water.currents);
                let mut colours: Vec<_> = currents.map(|(.., colours)| colours.max(1)).collect();
                colours.sort_unstable();
                phrases::draw_water(water_number(tile), Listed(colours))
            }
        },
        Event::Fail { tile, ref fleet } => phrases::fail(water_number(tile), Ships::of(fleet)),
        Event::TurnBack { island, .. } => phrases::turn_back(island),
        Event::Adrift { ref fleet, .. } => phrases::drift(Ships::of(fleet)),
        Event::Land { island, ref fleet, ref returned, .. } => {
            let fleet = Ships::of(fleet);
            if returned.iter().any(|&ships| ships > 0) {
                phrases::land_returned(island, fleet, Ships::of(returned))
            } else {
                phrases::land(island, fleet)
            }
        }
        Event::Settle { p, island, beach } => phrases::settle(p, island, beach + 1),
        Event::Endless { island, ref returned, .. } => {
            phrases::endless(island, Ships::of(returned))
        }
        Event::End { cause: Cause::Deck } => phrases::end_deck(),
        Event::End { cause: Cause::TurnLimit } => phrases::end_turn_limit(),
        Event::End { cause: Cause::Stall } => phrases::end_stall(),
    }
}

/// The characters from one tile to the next; `HEIGHT` is the number of lines for a tile.
const WIDTH: usize = 18;
const HEIGHT: usize = 4;

/// Draws a tile in letters, at most [`HEIGHT`] lines.
fn block(state: &State, tile: Tile, crest: Direction) -> Vec<String> {
    let compass = |side: u8| COMPASS[Side::ALL[usize::from(side)].facing(crest).index()].0;
    let mut lines = Vec::new();
    if let Some(island) = tile.island() {
        let mark = state.king(island).map_or(String::new(), |king| format!(" *{}", king.letter()));
        lines.push(format!("{} {}{mark}", island.card().name.to_uppercase(), island.points()));
        if !mark.is_empty() {
            return lines;
        }
        let beaches: Vec<_> = island
            .beaches()
            .zip(island.card().beaches)
            .map(|(beach, card)| {
                let mut text = format!("{}:", beach.index() + 1);
                text.extend(state.fleet_at(beach).owners().map(Seat::letter));
                text.extend((0..state.free_moorings(beach)).map(|_| '.'));
                let sides: Vec<_> = card.jetties.iter().map(|&jetty| compass(jetty)).collect();
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
                0 => water_number(tile).to_string(),
                _ => String::new(),
            };
            lines.push(format!("{name:>2}~ {}-{}{needs}", compass(one), compass(other)));
        }
        if let Some(fleet) = state.adrift_on(tile) {
            lines.push(fleet.owners().map(Seat::letter).collect());
        }
    }
    lines
}
