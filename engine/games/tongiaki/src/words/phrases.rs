//! The phrases of Tongiaki, with their English texts.

use crate::{Direction, ISLANDS, Tile};
use engine::phrase::{Count, Listed, Owned, Parts, PhraseValue, Player, Ships, phrases};
use serde_json::Value;
use std::fmt;

phrases! {
    in "tongiaki";

    hidden(islands: Count, waters: Count) = "still hidden: {islands}, {waters}";
    seat(parts: Parts<','>) = "{parts}";
    islands(islands: Count) = "{islands}";
    kings(kings: Count) = "{kings}";
    supply(ships: Count) = "{ships} in supply";

    island(island: &str, points: u8, beaches: Parts<';'>) = "{island}, worth {points}: {beaches}";
    king_island(island: &str, points: u8, king: Player) = "{island}, worth {points}, king island of {king}";
    beach(beach: u8, ships: Commas<Player>, free: u8) = "beach {beach}: {ships}, {free} free";
    mooring(beach: u8, island: &str) = "beach {beach} of {island}";
    empty_beach(beach: u8, free: u8) = "beach {beach}: {free} free";
    tile(tile: TileName) = "{tile}";
    waters(waters: Count) = "{waters}";
    fleet_adrift(fleet: Owned) = "adrift: {fleet}";
    fleet_under_way(fleet: Owned) = "under way: {fleet}";

    move_expand(island: &str) = "Expand on {island}";
    move_found(island: &str) = "Found a king island on {island}";
    move_enter(island: &str) = "Re-enter on {island}";
    move_resettle() = "Resettle: take all ships off the board";
    move_take(beach: u8, island: &str) = "Take the ship from beach {beach} of {island}";
    move_spread(island: &str, beaches: Beaches) = "Place new ships on {island}: {beaches}";
    move_moor(beach: u8, island: &str) = "Moor at beach {beach} of {island}";
    move_land(p: Player, beach: u8, island: &str) = "Moor a ship of {p} at beach {beach} of {island}";
    move_emigrate(island: &str) = "Set sail from {island} next";
    move_sail(island: &str, to: Compass) = "Sail {to} from {island}";
    move_give_back(p: Player) = "Return a ship to {p}";
    move_attach(tile: TileName) = "Place the tile next to {tile}";
    move_exit(tile: TileName, to: Compass) = "Place the tile {to} of {tile}";

    place(p: Player, beach: u8) = "{p} places a ship on beach {beach} of Tonga.";
    expand(p: Player, island: &str, ships: Count, beaches: Beaches) = "{p} expands on {island}: {ships} on {beaches}.";
    expand_from(p: Player, island: &str, beaches: Beaches, origin: &str, beach: u8) =
        "{p} has no ships in supply and expands on {island} with a ship from beach {beach} of {origin}, now on {beaches}.";
    enter(p: Player, island: &str, ships: Count, beaches: Beaches) = "{p} re-enters the board on {island}: {ships} on {beaches}.";
    king(p: Player, island: &str, points: u8) =
        "{p} founds a king island on {island}. Its {points} points belong to {p} for the rest of the game.";
    resettle(p: Player) = "{p} resettles: all their ships leave the board, except those on king islands.";
    sail(island: &str, beach: u8, fleet: Ships) = "The fleet sails from beach {beach} of {island}: {fleet}.";
    draw_island(island: &str, points: u8) = "{island} is discovered, worth {points} points.";
    draw_water(tile: u8, colours: Listed<u8>) =
        "Water tile {tile} is drawn. Fleets need {colours} colours to pass its currents.";
    fail(tile: u8, fleet: Ships) =
        "The crossing fails: the fleet has too few colours for the current of water tile {tile}. Returned to their owners: {fleet}.";
    turn_back(island: &str) = "{island} is a king island, so the fleet turns back.";
    drift(fleet: Ships) = "No tile is left to sail to, so the fleet is adrift for the rest of the game: {fleet}.";
    land(island: &str, fleet: Ships) = "The fleet lands on {island}: {fleet}.";
    land_returned(island: &str, fleet: Ships, returned: Ships) =
        "The fleet lands on {island}: {fleet}. Returned to their owners for lack of moorings: {returned}.";
    settle(p: Player, island: &str, beach: u8) = "{p} settles on beach {beach} of {island}.";
    endless(island: &str, returned: Ships) =
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

/// A list with commas only: `A, A, B`.
pub(crate) struct Commas<T>(pub Vec<T>);

impl<T: fmt::Display> fmt::Display for Commas<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<_> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&texts.join(", "))
    }
}

impl<T: PhraseValue> PhraseValue for Commas<T> {
    fn kind() -> String {
        format!("{}[]", T::kind())
    }

    fn json(&self) -> Value {
        self.0.iter().map(T::json).collect()
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

impl fmt::Display for Beaches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let noun = if self.0.0.len() == 1 { "beach" } else { "beaches" };
        write!(f, "{noun} {}", self.0)
    }
}

impl PhraseValue for Beaches {
    fn kind() -> String {
        Listed::<u8>::kind()
    }

    fn json(&self) -> Value {
        self.0.json()
    }
}

/// A tile by its printed name or by its number. Its JSON form is the name of an island or the number of a water tile.
pub(crate) struct TileName(pub Tile);

impl TileName {
    /// Returns the number of a water tile, from 1.
    pub fn water_number(tile: Tile) -> u8 {
        tile.index().saturating_sub(ISLANDS) as u8 + 1
    }
}

impl fmt::Display for TileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.island() {
            Some(island) => f.write_str(island.card().name),
            None => write!(f, "water tile {}", Self::water_number(self.0)),
        }
    }
}

impl PhraseValue for TileName {
    fn kind() -> String {
        "string | number".to_owned()
    }

    fn json(&self) -> Value {
        match self.0.island() {
            Some(island) => island.card().name.into(),
            None => Self::water_number(self.0).into(),
        }
    }
}

/// A direction on the board as a point of the compass: `northeast`.
pub(crate) struct Compass(pub Direction);

impl Compass {
    const POINTS: [&str; 6] =
        ["south", "southwest", "northwest", "north", "northeast", "southeast"];

    /// Returns the abbreviation, such as `NE`.
    pub const fn letters(self) -> &'static str {
        ["S", "SW", "NW", "N", "NE", "SE"][self.0.index()]
    }

    const fn point(&self) -> &'static str {
        Self::POINTS[self.0.index()]
    }
}

impl fmt::Display for Compass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.point())
    }
}

impl PhraseValue for Compass {
    fn kind() -> String {
        "Compass".to_owned()
    }

    fn json(&self) -> Value {
        self.point().into()
    }
}

/// Returns the names in phrases and moves, by their type.
pub(crate) fn names() -> Vec<(String, Vec<String>)> {
    vec![(Compass::kind(), Compass::POINTS.map(str::to_owned).to_vec())]
}
