//! House rules: numbers of the game that a table may change, and that no booklet changes.

use super::fleet::{MOST_SHIPS, SHIPS};
use super::tiles::{ISLANDS, Island, Tile, WATERS};

/// The largest number of king islands that a player may found, unless a house rule changes it (T8).
pub const MAX_KING_ISLANDS: u32 = 2;

engine::house_rules! {
    // The fewest ships suffice to enter on Tonga with all king islands founded (T13).
    Ships = "ships", 6..=21, usually SHIPS, "number of ships of each player";
    SetupShips = "setup-ships", 1..=4, usually 2, "number of ships that each player places before the first turn";
    KingIslands = "king-islands", 0..=3, usually MAX_KING_ISLANDS, "number of king islands that each player may found";
    DeckIslands = "deck-islands", 1..=ISLANDS as u32 - 1, usually ISLANDS as u32 - 1,
        "number of islands in the deck; the most valuable are left out";
    DeckWaters = "deck-waters", 1..=WATERS as u32, usually WATERS as u32,
        "number of waters in the deck; the last on the list are left out";
}

impl HouseRules {
    pub(crate) const fn ships(self) -> u32 {
        self.get(Number::Ships)
    }

    pub(crate) const fn setup_ships(self) -> u32 {
        self.get(Number::SetupShips)
    }

    pub(crate) const fn king_islands(self) -> u32 {
        self.get(Number::KingIslands)
    }

    /// Returns the tiles in the deck before the first draw, one bit per tile.
    pub(crate) const fn deck(self) -> u32 {
        let islands = ((1 << self.get(Number::DeckIslands)) - 1) << 1;
        let waters = ((1 << self.get(Number::DeckWaters)) - 1) << ISLANDS;
        islands | waters
    }

    /// Returns whether the tile is in the deck before the first draw.
    pub(crate) const fn is_in_play(self, tile: Tile) -> bool {
        self.deck() >> tile.index() & 1 == 1
    }

    /// Returns the number of tiles in the deck before the first draw.
    pub(crate) const fn deck_tiles(self) -> u32 {
        self.get(Number::DeckIslands) + self.get(Number::DeckWaters)
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
    let [ships, _, kings, ..] = HouseRules::NUMBERS;
    assert!(ships.most <= MOST_SHIPS && ships.least >= kings.most + 2);
};
