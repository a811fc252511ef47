//! Chance events: draws from the bag, revealed area cards, dealt ritual cards, draws from the deck. One event, the content of the
//! pile, is not random but is new information for a player.

use super::State;
use super::board::Region;
use super::cards::{
    AREA_CARDS, AreaCard, Counts, FIRST_STONES, Figure, HELD, KINDS, Kind, RitualCard,
};
use super::phase::Phase;
use super::setup::SEATS;
use engine::Seat;
use rand::Rng;
use std::fmt;

/// A chance event.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum Chance {
    /// A stone is drawn from the bag (W4).
    Stone(Seat, Kind),
    /// A card of a stack is turned up (W5, W9).
    Reveal(AreaCard),
    /// A ritual card is dealt or drawn (W6, W16). `None` is the observation of a player who cannot see the card; it never happens
    /// in a game.
    Ritual(Option<RitualCard>),
    /// The owner of a figure's token is drawn (W7).
    Owner(Seat),
    /// A player looks through the pile before choosing, and finds these numbers of cards by kind (W31). Given the state, the
    /// event is certain. `None` is the observation of the other players.
    Pile(Option<[u8; KINDS]>),
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stone(seat, kind) => write!(f, "stone {kind} of {seat}"),
            Self::Reveal(card) => write!(f, "reveal {card}"),
            Self::Ritual(Some(card)) => write!(f, "ritual {card}"),
            Self::Ritual(None) => f.write_str("ritual unseen"),
            Self::Owner(seat) => write!(f, "owner {seat}"),
            Self::Pile(Some([lens, cube, cylinder])) => {
                write!(f, "pile {lens}+{cube}+{cylinder}")
            }
            Self::Pile(None) => f.write_str("pile unseen"),
        }
    }
}

impl State {
    /// Returns the number of the seat's stones that are still in the bag (W4).
    pub(crate) fn in_bag(&self, seat: Seat, kind: Kind) -> u8 {
        self.supply[seat.index()][kind.index()] - (self.house.stones(kind) - FIRST_STONES)
    }

    /// Returns the possible next cards of a stack by kind: the face-down cards above the tucked scorpions, or the tucked
    /// scorpions if there are no others.
    #[inline]
    fn next_cards(&self, region: Region) -> [u8; AREA_CARDS] {
        let stack = &self.stacks[region.index()];
        let mut next = stack.left;
        if next == [0; AREA_CARDS] {
            next[AreaCard::Scorpion.index()] = stack.tucked;
        }
        next
    }

    pub(crate) fn list_chances(&self, into: &mut Vec<(Chance, u32)>) {
        into.clear();
        let mut list = |chance, weight: u8| {
            if weight > 0 {
                into.push((chance, u32::from(weight)));
            }
        };
        match self.phase {
            Phase::Bag { .. } => {
                for seat in Seat::all(self.players()) {
                    for kind in Kind::ALL {
                        list(Chance::Stone(seat, kind), self.in_bag(seat, kind));
                    }
                }
            }
            Phase::Open { region } | Phase::Reveal { region } => {
                for (card, weight) in AreaCard::ALL.into_iter().zip(self.next_cards(region)) {
                    list(Chance::Reveal(card), weight);
                }
            }
            Phase::Deal { .. } => {
                // No scorpions are dealt (W6).
                for (&card, &weight) in RitualCard::ALL.iter().zip(&self.deck[..HELD]) {
                    list(Chance::Ritual(Some(card)), weight);
                }
            }
            Phase::Draw { .. } => {
                for (card, weight) in RitualCard::ALL.into_iter().zip(self.deck) {
                    list(Chance::Ritual(Some(card)), weight);
                }
            }
            Phase::Token { figure } => {
                for seat in Seat::all(self.players()) {
                    let free = figure == Figure::Ancestor || seat != self.owners[0];
                    list(Chance::Owner(seat), u8::from(free));
                }
            }
            Phase::Look { .. } => list(self.pile(), 1),
            _ => {}
        }
    }

    /// Returns the event that shows a player the content of the pile.
    pub(crate) fn pile(&self) -> Chance {
        let [lens, cube, cylinder, ..] = self.deck;
        Chance::Pile(Some([lens, cube, cylinder]))
    }

    pub(crate) fn draw_chance<R: Rng>(&self, rng: &mut R) -> Chance {
        match self.phase {
            Phase::Open { region } | Phase::Reveal { region } => {
                Chance::Reveal(self.draw_area_card(region, rng))
            }
            Phase::Deal { .. } | Phase::Draw { .. } => {
                Chance::Ritual(Some(self.draw_ritual_card(rng)))
            }
            Phase::Look { .. } => self.pile(),
            Phase::Bag { .. } => {
                let (seat, kind) = self.draw_stone(rng);
                Chance::Stone(seat, kind)
            }
            Phase::Token { figure } => {
                let mut free = [0; SEATS];
                free[..self.players()].fill(1);
                if figure == Figure::Elder {
                    free[self.owners[0].index()] = 0;
                }
                Chance::Owner(Seat::new(Counts::new(&free).draw(rng)))
            }
            _ => unreachable!("chance has no turn in {:?}", self.phase),
        }
    }

    /// Draws a stone from the bag (W4).
    #[inline]
    pub(crate) fn draw_stone<R: Rng>(&self, rng: &mut R) -> (Seat, Kind) {
        let not_in_bag = std::array::from_fn::<_, { SEATS * KINDS }, _>(|number| {
            self.house.stones(Kind::ALL[number % KINDS]) - FIRST_STONES
        });
        let not_in_bag = Counts::new(&not_in_bag).first(KINDS * self.players());
        let number = Counts::new(self.supply.as_flattened()).less(not_in_bag).draw(rng);
        (Seat::new(number / KINDS), Kind::ALL[number % KINDS])
    }

    /// Draws the next card of a stack (W5, W9).
    #[inline(always)]
    pub(crate) fn draw_area_card<R: Rng>(&self, region: Region, rng: &mut R) -> AreaCard {
        AreaCard::ALL[Counts::new(&self.next_cards(region)).draw(rng)]
    }

    /// Draws the next ritual card. While hands are dealt, it is never a scorpion (W6).
    #[inline]
    pub(crate) fn draw_ritual_card<R: Rng>(&self, rng: &mut R) -> RitualCard {
        let is_dealt = matches!(self.phase, Phase::Deal { .. });
        let deck = Counts::new(&self.deck);
        RitualCard::ALL[if is_dealt { deck.first(HELD) } else { deck }.draw(rng)]
    }

    /// Returns a chance event as the observer sees it (W33).
    pub(crate) fn seen_by(&self, chance: Chance, observer: Seat) -> Chance {
        match chance {
            // A scorpion is revealed at once (W17).
            Chance::Ritual(Some(card)) if card != RitualCard::Scorpion => {
                Chance::Ritual((self.decider == observer).then_some(card))
            }
            Chance::Pile(Some(_)) if self.decider != observer => Chance::Pile(None),
            _ => chance,
        }
    }
}
