//! The deck: the hidden order of the tiles (T3). The driver of a game holds it; the state does not.

use super::tiles::{Island, TILES, Tile};
use rand::Rng;
use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};

/// Tiles in the deck at the start.
pub const DECK_TILES: usize = TILES - 1;

/// The order in which the tiles are drawn, from the front.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Vec<Tile>", into = "Vec<Tile>")]
pub struct Deck([Tile; DECK_TILES]);

/// Why a list of tiles is not a deck.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum DeckError {
    /// Too few or too many tiles.
    #[error("a deck has {DECK_TILES} tiles, not {0}")]
    Length(usize),
    /// Tonga lies on the table from the start.
    #[error("tonga is not in the deck: the game begins with it")]
    Tonga,
    /// A tile that occurs twice.
    #[error("'{0}' is in the deck twice")]
    Twice(Tile),
}

impl Deck {
    /// Returns the deck with this order.
    ///
    /// # Errors
    /// Unless every tile but Tonga occurs exactly once.
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

    /// Returns the tiles in the order of drawing.
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
