//! The board: the regions and their borders, the scorpion track, and the table of points.
//!
//! Boards are read from a text, so that owners of the game can enter the print of their boards. A state contains
//! only the part that play depends on, the [`BoardMap`]. Names and all other parts stay in the setup.

use super::cards::{Cause, Figure};
use std::fmt;
use std::hash::{Hash, Hasher};

/// The number of regions on a board.
pub const REGIONS: usize = 10;
/// The number of phases of the scorpion track.
pub const PHASES: usize = 3;

/// A region, by its place in the order of the board: row by row from the top left. Its text is a
/// letter from `A` to `J`, whatever the board calls it.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Region(u8);

engine::numbered! {
    Region: REGIONS, index;
}

impl Region {
    /// Returns the region as a bit.
    pub(crate) const fn bit(self) -> u16 {
        1 << self.0
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        char::from(b'A' + self.0).fmt(f)
    }
}

/// The error for a text that is not a region.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("'{0}' is not a region: expected A to J")]
pub struct NotARegion(String);

impl std::str::FromStr for Region {
    type Err = NotARegion;
    fn from_str(text: &str) -> Result<Self, NotARegion> {
        match text.as_bytes() {
            &[letter @ b'A'..=b'J'] => Ok(Self(letter - b'A')),
            _ => Err(NotARegion(text.to_owned())),
        }
    }
}

/// The printed contents of a board.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Board {
    pub(crate) id: String,
    pub(crate) reconstructed: Vec<String>,
    pub(crate) rows: Vec<usize>,
    pub(crate) names: [String; REGIONS],
    pub(crate) map: BoardMap,
}

/// The part of a board that play depends on, small enough to be a part of every state.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct BoardMap {
    /// The adjacent regions of every region, one bit each.
    pub(crate) neighbours: [u16; REGIONS],
    /// The other regions at most two steps from every region, one bit each.
    pub(crate) nearby: [u16; REGIONS],
    pub(crate) centres: [Region; 2],
    pub(crate) starts: [Region; 2],
    pub(crate) track: [u8; PHASES],
    /// The points for a majority, by cause and phase.
    pub(crate) points: [[u8; PHASES]; Cause::ALL.len()],
}

/// The reason why a board cannot be used.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum BoardError {
    /// The text does not have the form of a board.
    #[error("the board cannot be read: {0}")]
    Form(String),
    /// The id is empty.
    #[error("the board has no id: add one, by which records can refer to it")]
    NoId,
    /// Another board has this id.
    #[error("the id '{0}' belongs to another board: choose a different id")]
    IdTaken(String),
    /// No board with this id was given.
    #[error("unknown board '{0}': give its file with --board")]
    Unread(String),
    /// There are too few or too many regions.
    #[error("a board has {REGIONS} regions, not {0}")]
    Regions(usize),
    /// Two regions share a name.
    #[error("region '{0}' occurs twice")]
    Twice(String),
    /// A list of adjacent regions, centres or figures names something that is not a region.
    #[error("'{0}' is not one of the regions in the rows")]
    Unknown(String),
    /// A region has no list of adjacent regions.
    #[error("region '{0}' has no list of adjacent regions")]
    NoAdjacency(String),
    /// A region is listed as adjacent to itself.
    #[error("region '{0}' cannot be adjacent to itself")]
    Itself(String),
    /// The first region lists the second, but not the other way round.
    #[error("'{0}' is adjacent to '{1}', but '{1}' not to '{0}'")]
    OneWay(String, String),
    /// There is no path from the first region to the second.
    #[error("there is no path from region '{0}' to '{1}'")]
    Apart(String, String),
    /// The board does not have two different centres.
    #[error("a board has two different centres")]
    Centres,
    /// The track does not have three phases of 1 to 80 spaces.
    #[error("scorpion track: expected {PHASES} phases of 1 to 80 spaces")]
    Track,
    /// A cause does not have a number of points for each phase.
    #[error("points for '{0}': expected {PHASES} numbers from 0 to 99")]
    Points(&'static str),
}

impl Board {
    /// Returns the name of the board in records.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the parts of the board that are reconstructed, because their print is not known.
    pub fn reconstructed(&self) -> &[String] {
        &self.reconstructed
    }

    /// Returns the number of regions in each row, from the top.
    pub fn rows(&self) -> &[usize] {
        &self.rows
    }

    /// Returns the name of a region on this board.
    pub fn name(&self, region: Region) -> &str {
        &self.names[region.index()]
    }

    /// Returns the region with this name.
    pub fn region(&self, name: &str) -> Option<Region> {
        self.names.iter().position(|one| one == name).map(Region::new)
    }

    /// Returns the part that play depends on.
    pub const fn map(&self) -> &BoardMap {
        &self.map
    }
}

impl BoardMap {
    /// Returns the two centres, which get more stones (W4).
    pub const fn centres(&self) -> [Region; 2] {
        self.centres
    }

    /// Returns the region of a figure at the start (W7).
    pub const fn start_of(&self, figure: Figure) -> Region {
        self.starts[figure.index()]
    }

    /// Returns the adjacent regions, one bit each in the order of the board.
    #[inline]
    pub const fn neighbours(&self, region: Region) -> u16 {
        self.neighbours[region.index()]
    }

    /// Returns the other regions at most two steps away, one bit each (W15).
    #[inline]
    pub const fn nearby(&self, region: Region) -> u16 {
        self.nearby[region.index()]
    }

    /// Returns whether two regions are adjacent.
    pub const fn are_adjacent(&self, one: Region, other: Region) -> bool {
        self.neighbours(one) >> other.index() & 1 == 1
    }

    /// Returns the number of spaces of the scorpion track.
    pub fn spaces(&self) -> u8 {
        self.track.iter().sum()
    }

    /// Returns the phase of a space, both counted from 1.
    pub const fn phase_of(&self, space: u8) -> u8 {
        let [first, second, _] = self.track;
        1 + (space > first) as u8 + (space > first + second) as u8
    }

    /// Returns the points for a majority (W23). Phases count from 1.
    pub const fn points(&self, cause: Cause, phase: u8) -> i16 {
        self.points[cause.index()][phase as usize - 1] as i16
    }
}

/// Adds nothing to the hash: all states of a game have the same map, so it does not distinguish them.
impl Hash for BoardMap {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
