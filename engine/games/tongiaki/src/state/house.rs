//! House rules: numbers of the game that a table may change, and that no booklet changes.

use super::fleet::{MOST_SHIPS, SHIPS};
use super::tiles::{ISLANDS, Island, TILES, Tile, WATERS};
use engine::{RuleOption, RuleValues, Rules};

/// The largest number of king islands that a player may found, unless a house rule changes it (T8).
pub const MAX_KING_ISLANDS: u32 = 2;

/// The numbers in force, packed because they are copied with every state.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct HouseRules([u8; 2]);

/// A number of the game that a house rule changes.
struct Number {
    key: &'static str,
    meaning: &'static str,
    least: u32,
    most: u32,
    /// The number in the booklet.
    usual: u32,
    /// The lowest of the bits for the number, and how many there are; they contain its excess over `least`.
    shift: u32,
    width: u32,
}

impl Number {
    const fn get(&self, rules: HouseRules) -> u32 {
        self.least + (u16::from_le_bytes(rules.0) as u32 >> self.shift & ((1 << self.width) - 1))
    }

    const fn bits(&self, number: u32) -> u16 {
        ((number - self.least) << self.shift) as u16
    }

    const fn option(&self) -> RuleOption {
        assert!(self.most - self.least < 1 << self.width);
        let range = self.least as u64..=self.most as u64;
        let values = RuleValues::Whole { range, default: self.usual as u64 };
        RuleOption { key: self.key, meaning: self.meaning, values }
    }
}

// The fewest ships suffice to enter on Tonga with all king islands founded (T13).
const SHIP_NUMBER: Number = Number {
    key: "ships",
    meaning: "house rule: number of ships of each player",
    least: 6,
    most: 21,
    usual: SHIPS,
    shift: 0,
    width: 4,
};
const SETUP_SHIPS: Number = Number {
    key: "setup-ships",
    meaning: "house rule: number of ships that each player places before the first turn",
    least: 1,
    most: 4,
    usual: 2,
    shift: 4,
    width: 2,
};
const KING_ISLANDS: Number = Number {
    key: "king-islands",
    meaning: "house rule: number of king islands that each player may found",
    least: 0,
    most: 3,
    usual: MAX_KING_ISLANDS,
    shift: 6,
    width: 2,
};
const DECK_ISLANDS: Number = Number {
    key: "deck-islands",
    meaning: "house rule: number of islands in the deck; the most valuable are left out",
    least: 1,
    most: ISLANDS as u32 - 1,
    usual: ISLANDS as u32 - 1,
    shift: 8,
    width: 4,
};
const DECK_WATERS: Number = Number {
    key: "deck-waters",
    meaning: "house rule: number of waters in the deck; the last on the list are left out",
    least: 1,
    most: WATERS as u32,
    usual: WATERS as u32,
    shift: 12,
    width: 4,
};

const NUMBERS: [&Number; 5] =
    [&SHIP_NUMBER, &SETUP_SHIPS, &KING_ISLANDS, &DECK_ISLANDS, &DECK_WATERS];

impl HouseRules {
    /// Returns the option of a house rule, from 0 to 4.
    pub(crate) const fn option(number: usize) -> RuleOption {
        NUMBERS[number].option()
    }

    /// The numbers of the booklet.
    pub(crate) const NONE: Self = {
        let (mut bits, mut place) = (0, 0);
        while place < NUMBERS.len() {
            bits |= NUMBERS[place].bits(NUMBERS[place].usual);
            place += 1;
        }
        Self(bits.to_le_bytes())
    };

    /// Reads the given numbers, which must be in their ranges.
    pub(crate) fn of(rules: &Rules) -> Self {
        let given = |number: &Number| rules.parsed(number.key).unwrap_or(number.usual);
        let bits = NUMBERS.map(|number| number.bits(given(number)));
        Self(bits.into_iter().fold(0, |all, bits| all | bits).to_le_bytes())
    }

    /// Returns the names and values of the numbers that differ from the booklet.
    pub(crate) fn changed(self) -> impl Iterator<Item = (&'static str, u64)> {
        let changed = NUMBERS.into_iter().filter(move |number| number.get(self) != number.usual);
        changed.map(move |number| (number.key, number.get(self).into()))
    }

    pub(crate) const fn ships(self) -> u32 {
        SHIP_NUMBER.get(self)
    }

    pub(crate) const fn setup_ships(self) -> u32 {
        SETUP_SHIPS.get(self)
    }

    pub(crate) const fn king_islands(self) -> u32 {
        KING_ISLANDS.get(self)
    }

    /// Returns the tiles in the deck before the first draw, one bit per tile.
    pub(crate) const fn deck(self) -> u32 {
        let islands = ((1 << DECK_ISLANDS.get(self)) - 1) << 1;
        let waters = ((1 << DECK_WATERS.get(self)) - 1) << ISLANDS;
        islands | waters
    }

    /// Returns whether the tile is in the deck before the first draw.
    pub(crate) const fn is_in_play(self, tile: Tile) -> bool {
        self.deck() >> tile.index() & 1 == 1
    }

    /// Returns the number of tiles in the deck before the first draw.
    pub(crate) const fn deck_tiles(self) -> u32 {
        DECK_ISLANDS.get(self) + DECK_WATERS.get(self)
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

const _: () = {
    let none = HouseRules::NONE;
    assert!(none.deck() == !1 && none.deck_tiles() == TILES as u32 - 1 && none.ships() == SHIPS);
    assert!(SHIP_NUMBER.most <= MOST_SHIPS && SHIP_NUMBER.least >= KING_ISLANDS.most + 2);
};
