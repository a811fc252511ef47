//! Moves and their notation. A turn consists of several moves.

use super::board::{NotARegion, Region};
use super::cards::{Figure, KINDS, Kind, Use};
use super::setup::SEATS;
use engine::Seat;
use engine::words::UnknownWord;
use std::fmt;
use std::str::FromStr;

/// One decision of a player. Its notation is a readable phrase that parses back: `take B`, `play double lens out`,
/// `to D`. Regions are letters in the order of the board.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum Move {
    /// Put a stone of this kind into this region before the game (W29).
    Settle(Kind, Region),
    /// Take the open card of this region (W11).
    Take(Region),
    /// Play the player's own card for this figure (W30).
    Own(Figure),
    /// Put the next stone into this region (W12, W13).
    Place(Region),
    /// Draw a ritual card instead of placing a stone (W12).
    Draw,
    /// Place stones of this kind (W13).
    Triple(Kind),
    /// Take these cards out of the pile (W31).
    Choose(Pick),
    /// Take this many cards out of the pile, as the other seats observe it (W31). Never legal.
    ChooseUnseen(u8),
    /// Move the figure to this region (W15).
    Travel(Region),
    /// Pass for the rest of the ceremony (W19).
    Pass,
    /// Play a ritual card of this kind for this use (W20).
    Play(Kind, Use),
    /// Play a double for this kind and use (W21).
    PlayDouble(Kind, Use),
    /// Remove a stone of this player (W20, W21).
    From(Seat),
    /// Move a stone out to this region, or in from it (W20, W21).
    Via(Region),
}

/// Ritual cards taken out of the pile at once, by kind.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Pick([u8; KINDS]);

impl Pick {
    /// The largest number of cards that are taken out at once (W14).
    pub const MOST: u8 = 4;

    /// Returns the pick with these counts by kind.
    pub const fn new(counts: [u8; KINDS]) -> Self {
        Self(counts)
    }

    /// Returns the pick of one card.
    pub(crate) const fn one(kind: Kind) -> Self {
        let mut counts = [0; KINDS];
        counts[kind.index()] = 1;
        Self(counts)
    }

    /// Returns the counts by kind.
    pub const fn counts(self) -> [u8; KINDS] {
        self.0
    }

    /// Returns the number of cards.
    pub const fn total(self) -> u8 {
        self.0[0] + self.0[1] + self.0[2]
    }

    /// Returns the kinds of the cards, one by one.
    pub fn kinds(self) -> impl Iterator<Item = Kind> {
        let counts = Kind::ALL.into_iter().zip(self.0);
        counts.flat_map(|(kind, count)| std::iter::repeat_n(kind, usize::from(count)))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Settle(kind, region) => write!(f, "settle {kind} {region}"),
            Self::Take(region) => write!(f, "take {region}"),
            Self::Own(figure) => write!(f, "own {figure}"),
            Self::Place(region) => write!(f, "place {region}"),
            Self::Draw => f.write_str("draw"),
            Self::Triple(kind) => write!(f, "triple {kind}"),
            Self::Choose(pick) => {
                f.write_str("choose ")?;
                for (position, kind) in pick.kinds().enumerate() {
                    write!(f, "{}{kind}", if position == 0 { "" } else { "+" })?;
                }
                Ok(())
            }
            Self::ChooseUnseen(count) => write!(f, "choose-unseen {count}"),
            Self::Travel(region) => write!(f, "travel {region}"),
            Self::Pass => f.write_str("pass"),
            Self::Play(kind, usage) => write!(f, "play {kind} {usage}"),
            Self::PlayDouble(kind, usage) => write!(f, "play-double {kind} {usage}"),
            Self::From(seat) => write!(f, "from {seat}"),
            Self::Via(region) => write!(f, "via {region}"),
        }
    }
}

/// The reason why a text is not a move.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum MoveError {
    /// The first word does not begin any move.
    #[error("no move begins with '{0}'")]
    Word(String),
    /// The rest of the text does not fit the first word.
    #[error("'{0}' has too few or too many words: write for example '{1}'")]
    Rest(String, &'static str),
    /// An unknown word.
    #[error(transparent)]
    Unknown(#[from] UnknownWord),
    /// A letter that is not a region.
    #[error(transparent)]
    Region(#[from] NotARegion),
}

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let unclear = |example| MoveError::Rest(text.to_owned(), example);
        let two = |example| rest.split_once(' ').ok_or_else(|| unclear(example));
        Ok(match word {
            "settle" => {
                let (kind, region) = two("settle lens B")?;
                Self::Settle(kind.parse()?, region.parse()?)
            }
            "take" => Self::Take(rest.parse()?),
            "own" => Self::Own(rest.parse()?),
            "place" => Self::Place(rest.parse()?),
            "triple" => Self::Triple(rest.parse()?),
            "choose" => Self::Choose(parse_pick(rest)?.ok_or_else(|| unclear("choose lens+cube"))?),
            "choose-unseen" => {
                let count = rest.parse().ok().filter(|count| (1..=Pick::MOST).contains(count));
                Self::ChooseUnseen(count.ok_or_else(|| unclear("choose-unseen 2"))?)
            }
            "travel" => Self::Travel(rest.parse()?),
            "play" => {
                let (kind, usage) = two("play lens out")?;
                Self::Play(kind.parse()?, usage.parse()?)
            }
            "play-double" => {
                let (kind, usage) = two("play-double lens out")?;
                Self::PlayDouble(kind.parse()?, usage.parse()?)
            }
            "from" => {
                let seat = rest.parse().ok().filter(|&seat| seat < SEATS);
                Self::From(Seat::new(seat.ok_or_else(|| unclear("from 0"))?))
            }
            "via" => Self::Via(rest.parse()?),
            "draw" if rest.is_empty() => Self::Draw,
            "draw" => return Err(unclear("draw")),
            "pass" if rest.is_empty() => Self::Pass,
            "pass" => return Err(unclear("pass")),
            _ => return Err(MoveError::Word(word.to_owned())),
        })
    }
}

fn parse_pick(list: &str) -> Result<Option<Pick>, UnknownWord> {
    let mut counts = [0; KINDS];
    for word in list.split('+') {
        counts[word.parse::<Kind>()?.index()] += 1;
        if super::cards::total(&counts) > Pick::MOST {
            return Ok(None);
        }
    }
    Ok(Some(Pick(counts)))
}
