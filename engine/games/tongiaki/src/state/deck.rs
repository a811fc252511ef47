//! The deck: the hidden order of the tiles (T3). The driver of a game keeps it; the state does not contain it.

use super::tiles::{Island, TILES, Tile};
use rand::Rng;
use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};

/// The number of tiles in the deck at the start.
pub const DECK_TILES: usize = TILES - 1;

/// The order in which the tiles are drawn, first tile first.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Vec<Tile>", into = "Vec<Tile>")]
pub struct Deck([Tile; DECK_TILES]);

/// The reason why a list of tiles is not a deck.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum DeckError {
    /// The list has too few or too many tiles.
    #[error("a deck has {DECK_TILES} tiles, not {0}")]
    Length(usize),
    /// The list contains Tonga, which is on the table from the start.
    #[error("tonga is not in the deck: the game begins with it")]
    Tonga,
    /// The list contains this tile twice.
    #[error("'{0}' is in the deck twice")]
    Twice(Tile),
}

impl Deck {
    /// Creates the deck with this order.
    ///
    /// # Errors
    /// If any tile except Tonga does not occur exactly once, or if Tonga occurs.
    pub fn new(tiles: &[Tile]) -> Result<Self, DeckError> {
        let order = tiles.try_into().map_err(|_| DeckError::Length(tiles.len()))?;
        for (position, &tile) in tiles.iter().enumerate() {
            if tile == Island::TONGA.tile() {
                return Err(DeckError::Tonga);
            }
            if tiles[..position].contains(&tile) {
                return Err(DeckError::Twice(tile));
            }
        }
        Ok(Self(order))
    }

    /// Returns a shuffled deck.
    pub fn shuffled<R: Rng>(rng: &mut R) -> Self {
        let mut tiles = std::array::from_fn(|position| Tile::new(position + 1));
        tiles.shuffle(rng);
        Self(tiles)
    }

    /// Exchanges this tile with the one that is drawn after `drawn` tiles. Returns whether the tile was still in the deck.
    pub fn draw_next(&mut self, drawn: usize, tile: Tile) -> bool {
        let rest = self.0.get_mut(drawn..).unwrap_or_default();
        let place = rest.iter().position(|&other| other == tile);
        if let Some(place) = place {
            rest.swap(0, place);
        }
        place.is_some()
    }

    /// Returns the tiles in the order in which they are drawn.
    pub const fn tiles(&self) -> &[Tile; DECK_TILES] {
        &self.0
    }
}

impl TryFrom<Vec<Tile>> for Deck {
    type Error = DeckError;
    fn try_from(tiles: Vec<Tile>) -> Result<Self, DeckError> {
        Self::new(&tiles)
    }
}

impl From<Deck> for Vec<Tile> {
    fn from(deck: Deck) -> Self {
        deck.0.to_vec()
    }
}
