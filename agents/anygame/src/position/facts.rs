//! Facts about a position besides its board, as plain data.

use engine::drawing::Arrangement;
use engine::phrase::Phrase;
use serde::Serialize;
use serde_json::Value;
use std::fmt::Display;

/// The state of a game and of its seats.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PositionFacts {
    /// Number of finished turns.
    pub turn: u32,
    /// Whether a turn is about to begin or the game is over.
    pub is_between_turns: bool,
    /// The seat that decides next.
    pub next: Option<usize>,
    /// Whether the game is over.
    pub is_over: bool,
    /// Points by seat, as if the game ended now.
    pub points: Vec<i16>,
    /// Ranks by seat, as if the game ended now; the best rank is 1.
    pub ranks: Vec<u8>,
    /// The key of the game's phase, for help with the decision that is due.
    pub phase: &'static str,
    /// A summary of the state besides the board, such as the number of cards left in the deck.
    pub facts: Phrase,
    /// A summary of each seat, without its points.
    pub seat_facts: Vec<Phrase>,
}

/// A legal move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OfferedMove {
    /// The move in the game's notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// The board coordinates (x and y) that the move refers to; empty for a move chosen by its name.
    pub places: Vec<[f64; 2]>,
}

/// Several consecutive moves that people make as one choice; see [`engine::drawing::Arrangement`].
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OfferedArrangement {
    /// The pieces without a place, by owner.
    pub pieces: Vec<OfferedPieces>,
    /// The possible places.
    pub places: Vec<OfferedPlace>,
    /// All complete distributions; see [`Self::composed`].
    #[serde(skip)]
    pub options: Vec<OfferedDistribution>,
}

/// The pieces of one owner in an [`OfferedArrangement`].
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OfferedPieces {
    /// The owner.
    pub seat: usize,
    /// The number of pieces.
    pub count: usize,
}

/// A chance event that people can draw themselves, at a table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OfferedDraw {
    /// The event in the game's notation.
    pub draw: String,
    /// SVG elements within a square of 160 units around the origin.
    pub picture: String,
    /// The name of the card or tile.
    pub name: Phrase,
}

/// A place of an [`OfferedArrangement`].
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OfferedPlace {
    /// The move that puts a piece there, in the game's notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// The name of the place.
    pub label: Phrase,
    /// The board coordinates (x and y).
    pub at: [f64; 2],
}

/// A complete distribution of an [`OfferedArrangement`].
#[derive(Clone, PartialEq, Debug)]
pub struct OfferedDistribution {
    /// The owner of each piece and the index of its place; `None` for a piece that goes back to its owner.
    pub parts: Vec<(usize, Option<usize>)>,
    /// The moves that lead to this distribution, in the game's notation.
    pub moves: Vec<String>,
}

impl<M: Display> From<Arrangement<M>> for OfferedArrangement {
    fn from(Arrangement { pieces, places, options }: Arrangement<M>) -> Self {
        let pieces = pieces.into_iter();
        let places = places.into_iter().map(|place| OfferedPlace {
            mv: place.mv.to_string(),
            label: place.label,
            at: [place.at.x, place.at.y],
        });
        let options = options.into_iter().map(|option| OfferedDistribution {
            parts: option.parts.into_iter().map(|(seat, place)| (seat.index(), place)).collect(),
            moves: option.moves.iter().map(ToString::to_string).collect(),
        });
        Self {
            pieces: pieces
                .map(|(seat, count)| OfferedPieces { seat: seat.index(), count })
                .collect(),
            places: places.collect(),
            options: options.collect(),
        }
    }
}

/// An event as a viewer may see it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ToldEvent {
    /// The event in the format of records, without information hidden from the viewer.
    pub event: Value,
    /// The event as a sentence.
    pub told: Phrase,
}
