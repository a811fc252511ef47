//! The phrases of Tongiaki, with their English texts.

use crate::{Direction, ISLANDS, Island, Tile};
use engine::Seat;
use engine::phrase::{Count, Listed, Owned, Parts, PhraseValue, Ships, phrases};
use serde_json::Value;

phrases! {
    in "tongiaki";

    hidden(islands: Count, waters: Count) = "still hidden: {islands}, {waters}";
    seat(parts: Parts<','>) = "{parts}";
    islands(islands: Count) = "{islands}";
    kings(kings: Count) = "{kings}";
    supply(ships: Count) = "{ships} in supply";

    island(island: Island, points: u8, beaches: Parts<';'>) = "{island}, worth {points}: {beaches}";
    king_island(island: Island, points: u8, king: Seat) = "{island}, worth {points}, king island of {king}";
    plate(island: Island, points: u8) = "{island} {points}";
    beach(beach: u8, ships: Commas<Seat>, free: u8) = "beach {beach}: {ships}, {free} free";
    mooring(beach: u8, island: Island) = "beach {beach} of {island}";
    empty_beach(beach: u8, free: u8) = "beach {beach}: {free} free";
    tile(tile: Tile) = "{tile}";
    waters(waters: Count) = "{waters}";
    fleet_adrift(fleet: Owned) = "adrift: {fleet}";
    fleet_under_way(fleet: Owned) = "under way: {fleet}";

    move_expand(island: Island) = "Expand on {island}";
    move_found(island: Island) = "Found a king island on {island}";
    move_enter(island: Island) = "Re-enter on {island}";
    move_resettle() = "Resettle: take all ships off the board";
    move_take(beach: u8, island: Island) = "Take the ship from beach {beach} of {island}";
    move_spread(island: Island, beaches: Beaches) = "Place new ships on {island}: {beaches}";
    move_moor(beach: u8, island: Island) = "Moor at beach {beach} of {island}";
    move_land(p: Seat, beach: u8, island: Island) = "Moor a ship of {p} at beach {beach} of {island}";
    move_emigrate(island: Island) = "Set sail from {island} next";
    move_sail(island: Island, to: Direction) = "Sail {to} from {island}";
    move_give_back(p: Seat) = "Return a ship to {p}";
    move_attach(tile: Tile) = "Place the tile next to {tile}";
    move_exit(tile: Tile, to: Direction) = "Place the tile {to} of {tile}";

    place(p: Seat, beach: u8) = "{p} places a ship on beach {beach} of Tonga.",
        "You place a ship on beach {beach} of Tonga.";
    expand(p: Seat, island: Island, ships: Count, beaches: Beaches) = "{p} expands on {island}: {ships} on {beaches}.",
        "You expand on {island}: {ships} on {beaches}.";
    expand_from(p: Seat, island: Island, beaches: Beaches, origin: Island, beach: u8) =
        "{p} has no ships in supply and expands on {island} with a ship from beach {beach} of {origin}, now on {beaches}.",
        "You have no ships in supply and expand on {island} with a ship from beach {beach} of {origin}, now on {beaches}.";
    enter(p: Seat, island: Island, ships: Count, beaches: Beaches) = "{p} re-enters the board on {island}: {ships} on {beaches}.",
        "You re-enter the board on {island}: {ships} on {beaches}.";
    king(p: Seat, island: Island, points: u8) =
        "{p} founds a king island on {island}. Its {points} points belong to {p} for the rest of the game.",
        "You found a king island on {island}. Its {points} points belong to you for the rest of the game.";
    resettle(p: Seat) = "{p} resettles: all their ships leave the board, except those on king islands.",
        "You resettle: all your ships leave the board, except those on king islands.";
    sail(island: Island, beach: u8, fleet: Ships) = "The fleet sails from beach {beach} of {island}: {fleet}.";
    draw_island(island: Island, points: u8) = "{island} is discovered, worth {points} points.";
    draw_water(tile: u8, colours: Listed<u8>) =
        "Water tile {tile} is drawn. Fleets need {colours} colours to pass its currents.";
    fail(tile: u8, fleet: Ships) =
        "The crossing fails: the fleet has too few colours for the current of water tile {tile}. Returned to their owners: {fleet}.";
    turn_back(island: Island) = "{island} is a king island, so the fleet turns back.";
    drift(fleet: Ships) = "No tile is left to sail to, so the fleet is adrift for the rest of the game: {fleet}.";
    land(island: Island, fleet: Ships) = "The fleet lands on {island}: {fleet}.";
    land_returned(island: Island, fleet: Ships, returned: Ships) =
        "The fleet lands on {island}: {fleet}. Returned to their owners for lack of moorings: {returned}.";
    settle(p: Seat, island: Island, beach: u8) = "{p} settles on beach {beach} of {island}.",
        "You settle on beach {beach} of {island}.";
    endless(island: Island, returned: Ships) =
        "The chain would never end, so {island} leaves the game. Returned to their owners: {returned}.";
    end_deck() = "The game is over: the last island or the last water tile has been drawn.";
    end_turn_limit() = "The game is over: the turn limit has been reached.";
    end_stall() = "The game is over: too many rounds have passed without a new tile.";

    legend_ships() = "Ships. Each player has a colour, a shape and a letter; A is seat 0 and goes first.";
    legend_island() =
        "An island with its name and its points, surrounded by sandy beaches. Each ring on a beach is a mooring for one ship, \
         and brown jetties lead to sea. The red crest marks the side at which the first fleet arrived.";
    legend_water() =
        "Water with three currents. A fleet follows the current that begins where it enters. The number is the number of \
         colours that a fleet needs to pass; any fleet passes a current without a number.";
    legend_king() =
        "A king island. No fleet can land on it, and only the king, whose colour the mask has, scores its points.";
}

/// The printed name of an island, which is the same in all languages.
impl PhraseValue for Island {
    fn kind() -> String {
        "string".to_owned()
    }

    fn english(&self) -> String {
        self.card().name.to_owned()
    }
}

/// A tile by its printed name or by its number. Its JSON form is the name of an island or the number of a water tile.
impl PhraseValue for Tile {
    fn kind() -> String {
        "string | number".to_owned()
    }

    fn json(&self) -> Value {
        self.island().map_or_else(|| water_number(*self).into(), |island| island.json())
    }

    fn english(&self) -> String {
        let number = || format!("water tile {}", water_number(*self));
        self.island().map_or_else(number, |island| island.english())
    }
}

/// Returns the number of a water tile, from 1.
pub(super) fn water_number(tile: Tile) -> u8 {
    tile.index().saturating_sub(ISLANDS) as u8 + 1
}

/// A direction on the board as a point of the compass: `northeast`.
impl PhraseValue for Direction {
    fn kind() -> String {
        "Compass".to_owned()
    }

    fn english(&self) -> String {
        COMPASS[self.index()].1.to_owned()
    }
}

/// The points of the compass, clockwise from south, each with its abbreviation.
pub(super) const COMPASS: [(&str, &str); 6] = [
    ("S", "south"),
    ("SW", "southwest"),
    ("NW", "northwest"),
    ("N", "north"),
    ("NE", "northeast"),
    ("SE", "southeast"),
];

/// Returns the names in phrases and moves, by their type.
pub(super) fn names() -> Vec<(String, Vec<String>)> {
    vec![(Direction::kind(), COMPASS.map(|(_, point)| point.to_owned()).to_vec())]
}

/// A list with commas only: `A, A, B`.
pub(crate) struct Commas<T>(pub Vec<T>);

impl<T: PhraseValue> PhraseValue for Commas<T> {
    fn kind() -> String {
        format!("{}[]", T::kind())
    }

    fn json(&self) -> Value {
        self.0.iter().map(T::json).collect()
    }

    fn english(&self) -> String {
        let texts: Vec<_> = self.0.iter().map(T::english).collect();
        texts.join(", ")
    }
}

/// Beaches of an island, counted from 1: `beaches 1 and 2`.
pub(crate) struct Beaches(Listed<u8>);

impl Beaches {
    /// Creates the list from the indices of the beaches.
    pub fn of(beaches: &[u8]) -> Self {
        Self(Listed::unique(beaches.iter().map(|beach| beach + 1).collect()))
    }
}

impl PhraseValue for Beaches {
    fn kind() -> String {
        Listed::<u8>::kind()
    }

    fn json(&self) -> Value {
        self.0.json()
    }

    fn english(&self) -> String {
        let noun = if self.0.0.len() == 1 { "beach" } else { "beaches" };
        format!("{noun} {}", self.0.english())
    }
}
