//! The phases of the game.

use super::board::{REGIONS, Region};
use super::cards::{Cause, Figure, KINDS, Kind, Use};
use super::moves::Pick;
use engine::Seat;

/// The decision or chance event that is due next.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(crate) enum Phase {
    /// A stone is drawn from the bag (W4).
    Bag { placed: u8 },
    /// The first card of a region is turned up (W5).
    Open { region: Region },
    /// A ritual card is dealt (W6).
    Deal { seat: Seat, second: bool },
    /// The owner of a figure's token is drawn (W7).
    Token { figure: Figure },
    /// A player places a stone of the advanced setup (W29). Options are kinds and regions.
    Settle,
    /// An area card is turned up before the round (W9).
    Reveal { region: Region },
    /// A turn begins (W11, W30). Options are regions with open cards, then the player's own cards.
    Turn,
    /// The player places a stone or draws a card (W12). Options are regions from `floor` on, then drawing.
    Work { kind: Kind, left: u8, floor: Region },
    /// The player chooses a kind of stone (W13). Options are kinds.
    Triple,
    /// The player places a stone (W13). Options are regions from `floor` on.
    Spread { kind: Kind, left: u8, floor: Region },
    /// The player moves a figure (W15). Options are regions.
    Travel { figure: Figure },
    /// A ritual card is drawn (W16).
    Draw { left: u8, then: Then },
    /// A player looks through the pile (W31).
    Look { left: u8, then: Then },
    /// The player takes cards out of the pile (W31). Options are sets of cards.
    Choose { left: u8, then: Then },
    /// A player passes or plays a card in a ceremony (W19). Options are passing, then kinds and uses of a single card, then kinds
    /// and uses of a double.
    Ceremony { rite: Rite },
    /// The player chooses a stone for the card (W20, W21). Options are seats or regions.
    Stone { rite: Rite, play: Play },
    /// The game has ended (W24).
    Over,
}

/// The step that follows once all cards are drawn.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(crate) enum Then {
    /// The turns of the round (W11).
    Turns,
    /// The rest of the work with an area card (W12).
    Work { kind: Kind, left: u8 },
    /// The end of the turn.
    EndTurn,
}

/// A ceremony in progress.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(crate) struct Rite {
    pub(crate) region: Region,
    pub(crate) cause: Cause,
    /// The seats that have passed, one bit each.
    pub(crate) passed: u8,
}

/// A ritual card that is being played in a ceremony.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(crate) struct Play {
    pub(crate) double: bool,
    pub(crate) kind: Kind,
    pub(crate) usage: Use,
    /// The option that was chosen for the first stone of a double.
    pub(crate) first: Option<u8>,
}

/// The option to draw a card (W12), after the regions.
pub(crate) const DRAW: usize = REGIONS;
/// The first option for a player's own card (W30), after the regions.
pub(crate) const OWN: usize = REGIONS;
/// The first option for a double (W21), after passing and the single cards.
pub(crate) const DOUBLE: usize = 1 + KINDS * Use::ALL.len();
/// The factor in the number of a pick: its number of lenses times this, plus its number of cubes.
pub(crate) const PICK: usize = Pick::MOST as usize + 1;

const _: () = assert!(KINDS * REGIONS <= 64 && PICK * PICK <= 64);
