//! The board: regions and who is next to whom, the scorpion track, the table of points.
//!
//! It is read from a text, so that an owner of the game can put in what is printed on his board. A state
//! holds what play depends on, the [`BoardMap`]; names and all the rest stay with the table's setup.

use super::cards::{Cause, Figure};
use std::fmt;
use std::hash::{Hash, Hasher};

/// Regions on a board.
pub const REGIONS: usize = 10;
/// Phases of the scorpion track.
pub const PHASES: usize = 3;

/// A region, by its place in the order of the board: row by row from the top left. Its text is a
/// letter from `A` to `J`, whatever the board calls it.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Region(u8);

impl Region {
    /// The region with this number.
    ///
    /// # Panics
    /// If the number is not below [`REGIONS`].
    pub const fn new(number: usize) -> Self {
        assert!(number < REGIONS, "a region's number is below REGIONS");
        Self(number as u8)
    }

    /// The region's number.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All regions, in order.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (0..REGIONS).map(Self::new)
    }

    /// The region as a bit.
    pub(super) const fn bit(self) -> u16 {
        1 << self.0
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        char::from(b'A' + self.0).fmt(f)
    }
}

/// A text that is no region.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("'{0}' is no region: regions are written A to J")]
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

/// What is printed on a board.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Board {
    pub(super) id: String,
    pub(super) reconstructed: Vec<String>,
    pub(super) rows: Vec<usize>,
    pub(super) names: [String; REGIONS],
    pub(super) map: BoardMap,
}

/// What of a board play depends on: few enough bytes for every state to hold them.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct BoardMap {
    /// For every region, those that are next to it, a bit a region.
    neighbours: [u16; REGIONS],
    /// For every region, the others that lie at most two steps away.
    nearby: [u16; REGIONS],
    centres: [Region; 2],
    starts: [Region; 2],
    track: [u8; PHASES],
    points: PointTable,
}

/// The points of a majority by cause and phase.
pub(super) type PointTable = [[u8; PHASES]; Cause::ALL.len()];

/// A board that cannot be played on.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum BoardError {
    /// The text is not of the form that a board has.
    #[error("the board cannot be read: {0}")]
    Form(String),
    /// The id is empty.
    #[error("the board has no id: give it one, for records to name it")]
    NoId,
    /// Another board has the id.
    #[error("the id '{0}' belongs to another board: give this one an id of its own")]
    IdTaken(String),
    /// A board that has not been given.
    #[error("the board '{0}' is not known: its file must be given")]
    Unread(String),
    /// Too few or too many regions.
    #[error("a board has {REGIONS} regions, not {0}")]
    Regions(usize),
    /// Two regions of one name.
    #[error("there are two regions '{0}'")]
    Twice(String),
    /// A name in the list of adjacent regions, centres or figures that is no region.
    #[error("'{0}' is none of the regions in the rows")]
    Unknown(String),
    /// A region without a list of adjacent regions.
    #[error("it is not said which regions are adjacent to '{0}'")]
    NoAdjacency(String),
    /// A region next to itself.
    #[error("'{0}' cannot be adjacent to itself")]
    Itself(String),
    /// One is next to the other, but not the other to the one.
    #[error("'{0}' is adjacent to '{1}', but '{1}' not to '{0}'")]
    OneWay(String, String),
    /// There is no way between two regions.
    #[error("there is no way from '{0}' to '{1}'")]
    Apart(String, String),
    /// Not two different centres.
    #[error("a board has two different centres")]
    Centres,
    /// Not three phases of one to eighty spaces.
    #[error("the scorpion track has {PHASES} phases of 1 to 80 spaces")]
    Track,
    /// Not a number of points for each phase.
    #[error("the points for '{0}' are {PHASES} numbers from 0 to 99")]
    Points(&'static str),
}

impl Board {
    /// The name of the board in records.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What of the board is not printed anywhere but reconstructed.
    pub fn reconstructed(&self) -> &[String] {
        &self.reconstructed
    }

    /// Regions in every row, from the top.
    pub fn rows(&self) -> &[usize] {
        &self.rows
    }

    /// What the board calls a region.
    pub fn name(&self, region: Region) -> &str {
        &self.names[region.index()]
    }

    /// The region of this name.
    pub fn region(&self, name: &str) -> Option<Region> {
        self.names.iter().position(|one| one == name).map(Region::new)
    }

    /// What play depends on.
    pub const fn map(&self) -> &BoardMap {
        &self.map
    }
}

impl BoardMap {
    pub(super) fn new(
        neighbours: [u16; REGIONS],
        centres: [Region; 2],
        starts: [Region; 2],
        track: [u8; PHASES],
        points: PointTable,
    ) -> Self {
        let nearby = std::array::from_fn(|region| {
            let steps = crate::bits::bits(u64::from(neighbours[region]));
            let reached = steps.fold(neighbours[region], |all, step| all | neighbours[step]);
            reached & !(1 << region)
        });
        Self { neighbours, nearby, centres, starts, track, points }
    }

    /// The two centres, which get more stones (W4).
    pub const fn centres(&self) -> [Region; 2] {
        self.centres
    }

    /// Where a figure stands at the start (W7).
    pub const fn start_of(&self, figure: Figure) -> Region {
        self.starts[figure.index()]
    }

    /// The adjacent regions, a bit each in the order of the board.
    #[inline]
    pub const fn neighbours(&self, region: Region) -> u16 {
        self.neighbours[region.index()]
    }

    /// The other regions at most two steps away, a bit each (W15).
    #[inline]
    pub const fn nearby(&self, region: Region) -> u16 {
        self.nearby[region.index()]
    }

    /// Whether two regions are next to each other.
    pub const fn are_adjacent(&self, one: Region, other: Region) -> bool {
        self.neighbours(one) >> other.index() & 1 == 1
    }

    /// Spaces of the scorpion track.
    pub fn spaces(&self) -> u8 {
        self.track.iter().sum()
    }

    /// The phase of a space, both counted from 1.
    pub const fn phase_of(&self, space: u8) -> u8 {
        let [first, second, _] = self.track;
        1 + (space > first) as u8 + (space > first + second) as u8
    }

    /// The points of a majority (W23); phases count from 1.
    pub const fn points(&self, cause: Cause, phase: u8) -> i16 {
        self.points[cause.index()][phase as usize - 1] as i16
    }
}

/// All states of a game have the same map, so it tells none from another.
impl Hash for BoardMap {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
