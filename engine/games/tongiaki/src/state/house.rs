//! House rules: numbers of the game that a table may change, and that no booklet changes.

use super::fleet::{MOST_SHIPS, SHIPS};
use super::tiles::{ISLANDS, Island, Tile, WATERS};
use engine::Rules;
use engine::house::{HouseNumber, HouseNumbers};

/// The largest number of king islands that a player may found, unless a house rule changes it (T8).
pub const MAX_KING_ISLANDS: u32 = 2;

// The fewest ships suffice to enter on Tonga with all king islands founded (T13).
const SHIP_NUMBER: HouseNumber = HouseNumber {
    key: "ships",
    meaning: "house rule: number of ships of each player",
    least: 6,
    most: 21,
    usual: SHIPS,
    shift: 0,
    width: 4,
};
const SETUP_SHIPS: HouseNumber = HouseNumber {
    key: "setup-ships",
    meaning: "house rule: number of ships that each player places before the first turn",
    least: 1,
    most: 4,
    usual: 2,
    shift: 4,
    width: 2,
};
const KING_ISLANDS: HouseNumber = HouseNumber {
    key: "king-islands",
    meaning: "house rule: number of king islands that each player may found",
    least: 0,
    most: 3,
    usual: MAX_KING_ISLANDS,
    shift: 6,
    width: 2,
};
const DECK_ISLANDS: HouseNumber = HouseNumber {
    key: "deck-islands",
    meaning: "house rule: number of islands in the deck; the most valuable are left out",
    least: 1,
    most: ISLANDS as u32 - 1,
    usual: ISLANDS as u32 - 1,
    shift: 8,
    width: 4,
};
const DECK_WATERS: HouseNumber = HouseNumber {
    key: "deck-waters",
    meaning: "house rule: number of waters in the deck; the last on the list are left out",
    least: 1,
    most: WATERS as u32,
    usual: WATERS as u32,
    shift: 12,
    width: 4,
};

/// The numbers in force.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct HouseRules(HouseNumbers);

impl HouseRules {
    pub(crate) const NUMBERS: [&HouseNumber; 5] =
        [&SHIP_NUMBER, &SETUP_SHIPS, &KING_ISLANDS, &DECK_ISLANDS, &DECK_WATERS];

    /// Reads the given numbers, which must be in their ranges.
    pub(crate) fn of(rules: &Rules) -> Self {
        Self(HouseNumbers::of(&Self::NUMBERS, rules))
    }

    /// Returns the names and values of the numbers that differ from the booklet.
    pub(crate) fn changed(self) -> impl Iterator<Item = (&'static str, u64)> {
        self.0.changed(&Self::NUMBERS)
    }

    pub(crate) const fn ships(self) -> u32 {
        self.0.get(&SHIP_NUMBER)
    }

    pub(crate) const fn setup_ships(self) -> u32 {
        self.0.get(&SETUP_SHIPS)
    }

    pub(crate) const fn king_islands(self) -> u32 {
        self.0.get(&KING_ISLANDS)
    }

    /// Returns the tiles in the deck before the first draw, one bit per tile.
    pub(crate) const fn deck(self) -> u32 {
        let islands = ((1 << self.0.get(&DECK_ISLANDS)) - 1) << 1;
        let waters = ((1 << self.0.get(&DECK_WATERS)) - 1) << ISLANDS;
        islands | waters
    }

    /// Returns whether the tile is in the deck before the first draw.
    pub(crate) const fn is_in_play(self, tile: Tile) -> bool {
        self.deck() >> tile.index() & 1 == 1
    }

    /// Returns the number of tiles in the deck before the first draw.
    pub(crate) const fn deck_tiles(self) -> u32 {
        self.0.get(&DECK_ISLANDS) + self.0.get(&DECK_WATERS)
    }

    /// Returns the reason why this number of players cannot play by these rules, if there is one.
    pub(crate) fn objection(self, players: usize) -> Option<String> {
        // Every beach of Tonga must keep a free mooring (T4).
        let room: u32 = Island::TONGA.beaches().map(|beach| beach.moorings() - 1).sum();
        let (most, given) = (room / players as u32, self.setup_ships());
        (given > most).then(|| {
            format!("setup-ships must be at most {most} with {players} players, not {given}: every beach of Tonga keeps a free mooring")
        })
    }
}

const _: () = assert!(SHIP_NUMBER.most <= MOST_SHIPS && SHIP_NUMBER.least >= KING_ISLANDS.most + 2);
