//! The deck: the hidden order of the tiles (T3). The driver of a game keeps it; the state does not contain it.

use super::setup::Setup;
use super::tiles::{Island, TILES, Tile};
use arrayvec::ArrayVec;
use rand::Rng;
use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};

/// The number of tiles in the deck at the start, unless a house rule leaves some out.
pub const DECK_TILES: usize = TILES - 1;

/// The order in which the tiles are drawn, first tile first.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Vec<Tile>")]
pub struct Deck(ArrayVec<Tile, DECK_TILES>);

/// The reason why a list of tiles is not a deck.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum DeckError {
    /// The list has too few or too many tiles.
    #[error("a deck has {due} tiles, not {given}")]
    Length {
        /// The number of tiles in the deck by the rules of the table.
        due: usize,
        /// The number of tiles in the list.
        given: usize,
    },
    /// The list contains this tile, which a house rule leaves out.
    #[error("'{0}' is not in the deck: a house rule leaves it out")]
    LeftOut(Tile),
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
    /// If a tile occurs twice, or if Tonga occurs.
    pub fn new(tiles: &[Tile]) -> Result<Self, DeckError> {
        for (position, &tile) in tiles.iter().enumerate() {
            if tile == Island::TONGA.tile() {
                return Err(DeckError::Tonga);
            }
            if tiles[..position].contains(&tile) {
                return Err(DeckError::Twice(tile));
            }
        }
        // Distinct tiles other than Tonga always fit.
        Ok(Self(tiles.iter().copied().collect()))
    }

    /// Checks that the deck has the tiles of a table.
    ///
    /// # Errors
    /// If tiles are missing or left out by a house rule.
    pub fn check(&self, setup: &Setup) -> Result<(), DeckError> {
        let (house, given) = (setup.house, self.0.len());
        if let Some(&tile) = self.0.iter().find(|&&tile| !house.is_in_play(tile)) {
            return Err(DeckError::LeftOut(tile));
        }
        let due = house.deck_tiles() as usize;
        if given == due { Ok(()) } else { Err(DeckError::Length { due, given }) }
    }

    /// Returns a shuffled deck for a table. If a house rule leaves out tiles, the others keep their order.
    pub fn shuffled<R: Rng>(setup: &Setup, rng: &mut R) -> Self {
        let mut tiles: [Tile; DECK_TILES] = std::array::from_fn(|position| Tile::new(position + 1));
        tiles.shuffle(rng);
        Self(tiles.into_iter().filter(|&tile| setup.house.is_in_play(tile)).collect())
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
    pub fn tiles(&self) -> &[Tile] {
        &self.0
    }
}

impl TryFrom<Vec<Tile>> for Deck {
    type Error = DeckError;
    fn try_from(tiles: Vec<Tile>) -> Result<Self, DeckError> {
        Self::new(&tiles)
    }
}
