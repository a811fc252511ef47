//! The phases of the game.

use super::board::{REGIONS, Region};
use super::cards::{Cause, Figure, KINDS, Kind, Use};
use super::moves::Pick;
use crate::Seat;

/// What is to be decided or drawn next.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(super) enum Phase {
    /// A stone is drawn from the bag (W4).
    Bag { placed: u8 },
    /// The first card of a region is turned up (W5).
    Open { region: Region },
    /// A card is dealt (W6).
    Deal { seat: Seat, second: bool },
    /// The owner of a token is drawn (W7).
    Token { figure: Figure },
    /// A stone is placed before the game (W29): options are kinds and regions.
    Settle,
    /// A card is turned up before the round (W9).
    Reveal { region: Region },
    /// The turn begins (W11, W30): options are regions, then own cards.
    Turn,
    /// A stone is placed or a card drawn (W12): options are regions from `floor`, then drawing.
    Work { kind: Kind, left: u8, floor: Region },
    /// A kind is chosen (W13): options are kinds.
    Triple,
    /// A stone is placed (W13): options are regions from `floor`.
    Spread { kind: Kind, left: u8, floor: Region },
    /// A figure moves (W15): options are regions.
    Travel { figure: Figure },
    /// A ritual card is drawn (W16).
    Draw { left: u8, then: Then },
    /// The pile is looked through (W31).
    Look { left: u8, then: Then },
    /// Cards are taken out of it (W31): options are sets of cards.
    Choose { left: u8, then: Then },
    /// A card is played in a ceremony (W19): options are passing, then kinds and uses of a single
    /// card, then of a double.
    Ceremony { rite: Rite },
    /// A stone for the card is chosen (W20, W21): options are seats or regions.
    Stone { rite: Rite, play: Play },
    /// The game has ended (W24).
    Over,
}

/// What follows when all cards are drawn.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(super) enum Then {
    /// The turns of the round (W11).
    Turns,
    /// The rest of the work (W12).
    Work { kind: Kind, left: u8 },
    /// The end of the turn.
    EndTurn,
}

/// A ceremony under way.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(super) struct Rite {
    pub(super) region: Region,
    pub(super) cause: Cause,
    /// Who has passed, a bit a seat.
    pub(super) passed: u8,
}

/// A card played in a ceremony.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(super) struct Play {
    pub(super) double: bool,
    pub(super) kind: Kind,
    pub(super) usage: Use,
    /// The option chosen for the first stone of a double.
    pub(super) first: Option<u8>,
}

/// The option to draw (W12), after the regions.
pub(super) const DRAW: usize = REGIONS;
/// The first option for an own card (W30), after the regions.
pub(super) const OWN: usize = REGIONS;
/// The first option for a double (W21), after passing and the single cards.
pub(super) const DOUBLE: usize = 1 + KINDS * Use::ALL.len();
/// A pick's option: its lenses times this, and its cubes.
pub(super) const PICK: usize = Pick::MOST as usize + 1;

const _: () = assert!(KINDS * REGIONS <= 64 && PICK * PICK <= 64);
