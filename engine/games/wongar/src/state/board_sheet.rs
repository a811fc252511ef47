//! The text form of a board, and its checks.

use super::board::{Board, BoardError, BoardMap, PHASES, REGIONS, Region};
use super::cards::Cause;
use engine::bits::bits;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

/// A board as its file describes it.
#[derive(Deserialize)]
pub(crate) struct Sheet {
    id: String,
    #[serde(default)]
    reconstructed: Vec<String>,
    rows: Vec<Vec<String>>,
    centres: Vec<String>,
    ancestor_start: String,
    elder_start: String,
    adjacency: BTreeMap<String, Vec<String>>,
    track: Track,
    points: Points,
}

#[derive(Deserialize)]
struct Track {
    phases: Vec<u8>,
}

#[derive(Deserialize)]
struct Points {
    ancestor: Vec<i16>,
    elder: Vec<i16>,
    both: Vec<i16>,
}

impl Sheet {
    pub(crate) fn parse(text: &str) -> Result<Self, BoardError> {
        toml::from_str(text).map_err(|error| {
            let what = error.message().lines().next().unwrap_or_default().to_owned();
            let before = error.span().and_then(|span| text.get(..span.start));
            BoardError::Form(match before {
                Some(before) => format!("line {}: {what}", before.matches('\n').count() + 1),
                None => what,
            })
        })
    }

    /// Checks the sheet and returns the board that it describes.
    pub(crate) fn check(self) -> Result<Board, BoardError> {
        if self.id.trim().is_empty() {
            return Err(BoardError::NoId);
        }
        let rows = self.rows.iter().map(Vec::len).collect();
        let names: Vec<String> = self.rows.into_iter().flatten().collect();
        let names: [String; REGIONS] =
            names.try_into().map_err(|names: Vec<_>| BoardError::Regions(names.len()))?;
        for (number, name) in names.iter().enumerate() {
            if names[..number].contains(name) {
                return Err(BoardError::Twice(name.clone()));
            }
        }
        let neighbours = adjacency_of(&names, &self.adjacency)?;
        let nearby = std::array::from_fn(|region| {
            reached_from(neighbours[region], &neighbours) & !(1 << region)
        });
        let centres = match &self.centres[..] {
            [one, other] if one != other => [find(&names, one)?, find(&names, other)?],
            _ => return Err(BoardError::Centres),
        };
        let starts = [find(&names, &self.ancestor_start)?, find(&names, &self.elder_start)?];
        let track: [u8; PHASES] = self.track.phases.try_into().map_err(|_| BoardError::Track)?;
        if !track.iter().all(|spaces| (1..=80).contains(spaces)) {
            return Err(BoardError::Track);
        }
        let points = [
            points_of(Cause::Ancestor, self.points.ancestor)?,
            points_of(Cause::Elder, self.points.elder)?,
            points_of(Cause::Both, self.points.both)?,
        ];
        let map = BoardMap { neighbours, nearby, centres, starts, track, points };
        Ok(Board { id: self.id, reconstructed: self.reconstructed, rows, names, map })
    }
}

fn find(names: &[String; REGIONS], name: &str) -> Result<Region, BoardError> {
    let number = names.iter().position(|one| one == name);
    number.map(Region::new).ok_or_else(|| BoardError::Unknown(name.to_owned()))
}

fn points_of(cause: Cause, points: Vec<i16>) -> Result<[u8; PHASES], BoardError> {
    let wrong = || BoardError::Points(cause.id());
    let sane = |points: i16| u8::try_from(points).ok().filter(|&points| points <= 99);
    let points: Option<Vec<u8>> = points.into_iter().map(sane).collect();
    points.ok_or_else(wrong)?.try_into().map_err(|_| wrong())
}

/// Returns the adjacent regions of each region as bits. Checks that adjacency is symmetric and that every region can be reached
/// from every other.
fn adjacency_of(
    names: &[String; REGIONS],
    lists: &BTreeMap<String, Vec<String>>,
) -> Result<[u16; REGIONS], BoardError> {
    for name in lists.keys() {
        find(names, name)?;
    }
    let mut adjacency = [0; REGIONS];
    for (name, adjacent) in names.iter().zip(&mut adjacency) {
        let list = lists.get(name).ok_or_else(|| BoardError::NoAdjacency(name.clone()))?;
        for other in list {
            if other == name {
                return Err(BoardError::Itself(name.clone()));
            }
            *adjacent |= find(names, other)?.bit();
        }
    }
    for (one, name) in names.iter().enumerate() {
        for other in bits(u64::from(adjacency[one])) {
            if adjacency[other] >> one & 1 == 0 {
                return Err(BoardError::OneWay(name.clone(), names[other].clone()));
            }
        }
    }
    let mut reached = 1_u16;
    for _ in 0..REGIONS {
        reached = reached_from(reached, &adjacency);
    }
    match (0..REGIONS).find(|&region| reached >> region & 1 == 0) {
        Some(region) => Err(BoardError::Apart(names[0].clone(), names[region].clone())),
        None => Ok(adjacency),
    }
}

/// Returns these regions and their adjacent regions, as bits.
fn reached_from(regions: u16, adjacency: &[u16; REGIONS]) -> u16 {
    bits(u64::from(regions)).fold(regions, |all, region| all | adjacency[region])
}

static RECONSTRUCTION: LazyLock<Arc<Board>> = LazyLock::new(|| {
    let sheet = Sheet::parse(include_str!("../../data/board.toml"));
    Arc::new(sheet.and_then(Sheet::check).expect("the built-in board is sound"))
});

impl Board {
    /// Returns the built-in board, a reconstruction; [`Self::reconstructed`] lists its reconstructed parts.
    pub fn reconstruction() -> Arc<Self> {
        Arc::clone(&RECONSTRUCTION)
    }

    /// Reads a board from a TOML text.
    ///
    /// # Errors
    /// If the text is not a board, the board fails the checks, or a different board has the id of the built-in board.
    pub fn parse(text: &str) -> Result<Self, BoardError> {
        let board = Sheet::parse(text)?.check()?;
        if board.id == RECONSTRUCTION.id && board != **RECONSTRUCTION {
            return Err(BoardError::IdTaken(board.id));
        }
        Ok(board)
    }

    /// Returns the board with this id: the built-in board, or a board among these texts.
    ///
    /// # Errors
    /// If no board has this id, or several do.
    pub(crate) fn among<'a>(
        id: &str,
        texts: impl Iterator<Item = &'a str>,
    ) -> Result<Arc<Self>, BoardError> {
        if id == RECONSTRUCTION.id {
            return Ok(Self::reconstruction());
        }
        let mut found: Option<Self> = None;
        for text in texts {
            let board = Self::parse(text)?;
            match &found {
                _ if board.id != id => {}
                Some(other) if board != *other => return Err(BoardError::IdTaken(board.id)),
                _ => found = Some(board),
            }
        }
        found.map(Arc::new).ok_or_else(|| BoardError::Unread(id.to_owned()))
    }
}
