//! The events of a game's record, in the terms of the rules.

use super::board::{Board, Region};
use super::cards::{AreaCard, Cause, Ending, Figure, Kind, RitualCard, Use};
use super::setup::SEATS;
use arrayvec::ArrayVec;
use engine::Seat;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;

/// An entry of a record. `p` is the player who causes or receives the event. In the record itself, regions are given by their
/// names on the board ([`Event::with_names`]).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case", expecting = "an event")]
pub enum Event<R = Region> {
    /// A stone moves from the supply onto the board (W12, W13, W29).
    Place {
        /// The stone's owner.
        p: Seat,
        /// The kind of stone.
        kind: Kind,
        /// The region that receives the stone.
        region: R,
    },
    /// A round begins (W8).
    Round {
        /// The number of the round, from 1.
        n: u8,
        /// The seat with the boomerang.
        start: Seat,
    },
    /// A card of a stack is turned up before the round (W9).
    Reveal {
        /// The stack's region.
        region: R,
        /// The card that is turned up.
        card: AreaCard,
    },
    /// A player takes an open card (W11).
    Take {
        /// The seat that takes it.
        p: Seat,
        /// The region of the card.
        region: R,
        /// The card that is taken.
        card: AreaCard,
    },
    /// A player plays one of their own cards, an Ancestor or an Elder (W30).
    OwnCard {
        /// The seat that plays it.
        p: Seat,
        /// The figure of the card: Ancestor or Elder.
        card: Figure,
    },
    /// A ritual card is drawn or chosen (W16, W31).
    Ritual {
        /// The seat that gets it.
        p: Seat,
        /// The card, which may be a scorpion.
        card: RitualCard,
    },
    /// A seat should draw, but there is no card (W18).
    Lapse {
        /// The seat that would have drawn.
        p: Seat,
    },
    /// A new face-down deck is shuffled (W17, W18).
    Reshuffle,
    /// The scorpion advances (W16).
    Scorpion {
        /// The seat that got the scorpion.
        p: Seat,
        /// The new space of the scorpion, from 1.
        space: u8,
        /// The points that the player loses.
        penalty: u8,
    },
    /// A figure is moved (W15).
    Move {
        /// The figure.
        figure: Figure,
        /// The new region of the figure.
        region: R,
    },
    /// A ceremony begins (W15, W19).
    Ceremony {
        /// The region of the ceremony.
        region: R,
        /// The cause of the ceremony.
        cause: Cause,
    },
    /// A ritual card is played (W20, W21).
    Play {
        /// The seat that plays it.
        p: Seat,
        /// The card that is played.
        card: RitualCard,
        /// The kind of stone on which it works.
        kind: Kind,
        /// The use of the card.
        #[serde(rename = "use")]
        usage: Use,
        /// The owner and a region for every stone: the region of the ceremony for a removed stone, the destination for a stone
        /// that moves out, the origin for a stone that moves in.
        stones: ArrayVec<(Seat, R), 2>,
    },
    /// A player plays no more cards in this ceremony (W19).
    Pass {
        /// The seat that passes.
        p: Seat,
    },
    /// A majority scores (W23).
    Score {
        /// The kind of stone.
        kind: Kind,
        /// The seat with the majority.
        p: Seat,
        /// The points for the majority.
        points: i16,
    },
    /// Seats get the bonus for the most area cards of a kind (W25).
    Bonus {
        /// The kind of the area cards.
        kind: Kind,
        /// The seats that get the bonus, ascending.
        seats: ArrayVec<Seat, SEATS>,
    },
    /// The game ends (W24).
    End {
        /// The cause of the end.
        cause: Ending,
    },
}

impl Event {
    /// Returns the event with the board's names for its regions.
    pub fn with_names(&self, board: &Board) -> Event<String> {
        let name = |region| Ok::<_, Infallible>(board.name(region).to_owned());
        let Ok(event) = self.clone().map(name);
        event
    }
}

impl Event<String> {
    /// Returns the event with the board's regions for its region names.
    ///
    /// # Errors
    /// If the board has no region of such a name.
    pub fn with_regions(self, board: &Board) -> Result<Event, String> {
        self.map(|name| {
            board.region(&name).ok_or_else(|| format!("there is no region '{name}' on this board"))
        })
    }
}

impl<R> Event<R> {
    fn map<S, E>(self, mut of: impl FnMut(R) -> Result<S, E>) -> Result<Event<S>, E> {
        Ok(match self {
            Self::Place { p, kind, region } => Event::Place { p, kind, region: of(region)? },
            Self::Round { n, start } => Event::Round { n, start },
            Self::Reveal { region, card } => Event::Reveal { region: of(region)?, card },
            Self::Take { p, region, card } => Event::Take { p, region: of(region)?, card },
            Self::OwnCard { p, card } => Event::OwnCard { p, card },
            Self::Ritual { p, card } => Event::Ritual { p, card },
            Self::Lapse { p } => Event::Lapse { p },
            Self::Reshuffle => Event::Reshuffle,
            Self::Scorpion { p, space, penalty } => Event::Scorpion { p, space, penalty },
            Self::Move { figure, region } => Event::Move { figure, region: of(region)? },
            Self::Ceremony { region, cause } => Event::Ceremony { region: of(region)?, cause },
            Self::Play { p, card, kind, usage, stones } => {
                let stones = stones.into_iter().map(|(seat, region)| Ok((seat, of(region)?)));
                Event::Play { p, card, kind, usage, stones: stones.collect::<Result<_, _>>()? }
            }
            Self::Pass { p } => Event::Pass { p },
            Self::Score { kind, p, points } => Event::Score { kind, p, points },
            Self::Bonus { kind, seats } => Event::Bonus { kind, seats },
            Self::End { cause } => Event::End { cause },
        })
    }
}
