//! The phases of the game.

use super::board::{REGIONS, Region};
use super::cards::{Cause, Figure, KINDS, Kind, Use};
use super::moves::Pick;
use engine::Seat;
use serde::Serialize;

engine::phases! {
    /// The decision or chance event that is due next.
    pub(crate) enum Phase;
    /// A stone is drawn from the bag (W4).
    Bag { placed: u8 } = "bag" in "setup";
    /// The first card of a region is turned up (W5).
    Open { region: Region } = "open" in "setup";
    /// A ritual card is dealt to a seat that has this number of dealt cards (W6).
    Deal { seat: Seat, dealt: u8 } = "deal" in "setup";
    /// The owner of a figure's token is drawn (W7).
    Token { figure: Figure } = "token" in "setup";
    /// A player places a stone of the advanced setup (W29). Options are kinds and regions.
    Settle = "settle" in "setup";
    /// An area card is turned up before the round (W9).
    Reveal { region: Region } = "reveal" in "round";
    /// A turn begins (W11, W30). Options are regions with open cards, then the player's own cards.
    Turn = "turn" in "turn";
    /// The player places a stone or draws a card (W12). Options are regions from `floor` on, then drawing.
    Work { kind: Kind, left: u8, floor: Region } = "work" in "stones";
    /// The player chooses a kind of stone (W13). Options are kinds.
    Triple = "triple" in "stones";
    /// The player places a stone (W13). Options are regions from `floor` on.
    Spread { kind: Kind, left: u8, floor: Region } = "spread" in "stones";
    /// The player moves a figure (W15). Options are regions.
    Travel { figure: Figure } = "travel" in "figures";
    /// A ritual card is drawn (W16).
    Draw { left: u8, then: Then } = "draw" in "draw";
    /// A player looks through the pile (W31).
    Look { left: u8, then: Then } = "look" in "draw";
    /// The player takes cards out of the pile (W31). Options are sets of cards.
    Choose { left: u8, then: Then } = "choose" in "draw";
    /// A player passes or plays a card in a ceremony (W19). Options are passing, then kinds and uses of a single card, then kinds
    /// and uses of a double.
    Ceremony { rite: Rite } = "ceremony" in "ceremony";
    /// The player chooses a stone for the card (W20, W21). Options are seats or regions.
    Stone { rite: Rite, play: Play } = "stone" in "ceremony";
    /// The game has ended (W24).
    Over = "over" in "over";
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

impl Rite {
    /// Returns whether the seat has passed for the rest of the ceremony (W19).
    pub(crate) const fn has_passed(self, seat: Seat) -> bool {
        self.passed >> seat.index() & 1 == 1
    }
}

/// A ritual card that is being played in a ceremony.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Serialize)]
pub(crate) struct Play {
    pub(crate) double: bool,
    pub(crate) kind: Kind,
    #[serde(rename = "use")]
    pub(crate) usage: Use,
    /// The option that was chosen for the first stone of a double.
    #[serde(skip)]
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
