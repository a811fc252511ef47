//! Moves. A turn consists of several moves.

pub use super::arguments::Pick;
use super::arguments::{Ritual, Rival, Settlement, Unseen};
use super::board::Region;
use super::cards::{Figure, Kind, Use};
use engine::Seat;

engine::moves! {
    /// One decision of a player. Its notation is a readable phrase that parses back: `take B`, `play double lens out`,
    /// `to D`. Regions are letters in the order of the board.
    pub enum Move;
    Settle(Kind, Region) as Settlement = "settle", "put a stone into a region before the game (W29)";
    Take(Region) = "take", "take the open card of this region (W11)";
    Own(Figure) = "own", "play the player's card of this figure (W30)";
    Place(Region) = "place", "put the next stone into this region (W12, W13)";
    Draw = "draw", "draw a ritual card instead of placing a stone (W12)";
    Triple(Kind) = "triple", "place three stones of this kind (W13)";
    Choose(Pick) = "choose", "take these cards out of the pile (W31)";
    Travel(Region) = "travel", "move the figure to this region (W15)";
    Pass = "pass", "pass for the rest of the ceremony (W19)";
    Play(Kind, Use) as Ritual = "play", "play a ritual card of this kind for this use (W20)";
    PlayDouble(Kind, Use) as Ritual = "play-double", "play a double for this kind and use (W21)";
    From(Seat) as Rival = "from", "remove a stone of this seat (W20, W21)";
    Via(Region) = "via", "move a stone to this region or from it (W20, W21)";
    ! ChooseUnseen(u8) as Unseen = "choose-unseen", "take this many cards out of the pile, as the other seats observe it (W31)";
}
