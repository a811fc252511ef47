//! The deal: all hidden information fixed before the first decision.

use super::State;
use super::board::{Board, REGIONS, Region};
use super::cards::{
    AREA_CARDS, AreaCard, FIRST_STONES, KINDS, Kind, RitualCard, Rituals, full_deck, one_by_one,
    position_of, total,
};
use super::chance::Chance;
use super::edition::Edition;
use super::event::Event;
use super::phase::Phase;
use super::setup::Setup;
use engine::{Seat, Seed, reason};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The bag, the stacks, the deck, the hands and the first owners.
///
/// The content of a new deck (W17, W18) depends on the play, so its order cannot be fixed in advance. Instead, the
/// deal fixes the rule that produces the order: the same deal and the same play give the same deck. A deal read
/// from a record uses the orders that the record lists. After these orders, or where the deck differs from the
/// recorded game, it produces new orders by the same rule.
#[derive(Clone, PartialEq, Debug)]
pub struct Deal {
    board: Arc<Board>,
    /// The stacks are in the order of the board.
    sheet: Sheet<Vec<Vec<AreaCard>>>,
    /// The seed for the orders of new decks that are not listed.
    seed: u64,
}

/// The reason why a deal does not fit its table.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum DealError {
    /// The value does not have the form of a deal.
    #[error("{0}")]
    Form(String),
    /// The bag does not contain four stones of each kind and player, or contains stones in the advanced game.
    #[error("the bag does not contain the required stones")]
    Bag,
    /// There is a stack for an unknown region.
    #[error("there is no region '{0}' on this board")]
    Region(String),
    /// A stack is missing or has the wrong cards.
    #[error("the stack of '{0}' does not contain the required cards")]
    Stack(String),
    /// The hands do not have the number of cards that are dealt, or contain a card that is never dealt.
    #[error("hands: expected {0} ritual cards for each player, without scorpions")]
    Hands(usize),
    /// The hands and the deck together do not contain the ritual cards of the game.
    #[error("hands and deck together do not contain the required ritual cards")]
    Rituals,
    /// The owners are not two different seats.
    #[error("the owners of the Ancestor and the Elder are not two of the players")]
    Owners,
}

/// A deal as stored in records, where the stacks have the names of their regions.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(expecting = "a deal")]
struct Sheet<S> {
    bag: Vec<(Seat, Kind)>,
    stacks: S,
    rituals: Vec<RitualCard>,
    hands: Vec<Vec<RitualCard>>,
    ancestor: Seat,
    elder: Seat,
    #[serde(default)]
    reshuffles: Vec<Vec<RitualCard>>,
}

impl<S> Sheet<S> {
    fn with_stacks<T>(self, stacks: T) -> Sheet<T> {
        let Self { bag, rituals, hands, ancestor, elder, reshuffles, .. } = self;
        Sheet { bag, stacks, rituals, hands, ancestor, elder, reshuffles }
    }
}

impl Deal {
    /// Returns a random deal.
    pub fn shuffled<R: Rng>(setup: &Setup, rng: &mut R) -> Self {
        let (players, edition) = (setup.players(), setup.edition());
        let mut bag = full_bag(setup);
        bag.shuffle(rng);
        let mut stack = one_by_one(&AreaCard::ALL, &stack_counts(edition));
        let stacks = Region::all().map(|_| {
            stack.shuffle(rng);
            stack.clone()
        });
        let stacks = stacks.collect();
        let [held @ .., scorpions] = full_deck(edition);
        let mut rituals = one_by_one(&RitualCard::ALL, &held);
        rituals.shuffle(rng);
        // Dealt scorpions are returned, and the rest is shuffled again (W6).
        let hand = usize::from(setup.house.hand());
        let dealt = rituals.split_off(rituals.len() - hand * players);
        let hands = dealt.chunks_exact(hand).map(<[_]>::to_vec).collect();
        rituals.extend(std::iter::repeat_n(RitualCard::Scorpion, usize::from(scorpions)));
        rituals.shuffle(rng);
        let mut tokens: Vec<Seat> = Seat::all(players).collect();
        tokens.shuffle(rng);
        let (ancestor, elder) = (tokens[0], tokens[1]);
        let reshuffles = Vec::new();
        let sheet = Sheet { bag, stacks, rituals, hands, ancestor, elder, reshuffles };
        Self { board: Arc::clone(setup.board()), sheet, seed: rng.next_u64() }
    }

    /// Reads a deal as stored in records.
    ///
    /// # Errors
    /// Fails if the value is not a deal, or does not fit the table.
    pub fn read(json: &Value, setup: &Setup) -> Result<Self, DealError> {
        let sheet = Sheet::<BTreeMap<String, Vec<AreaCard>>>::deserialize(json)
            .map_err(|error| DealError::Form(reason(&error)))?;
        let (players, edition, board) = (setup.players(), setup.edition(), setup.board());
        let mut bag = sheet.bag.clone();
        bag.sort_unstable();
        if bag != full_bag(setup) {
            return Err(DealError::Bag);
        }
        if let Some(name) = sheet.stacks.keys().find(|name| board.region(name).is_none()) {
            return Err(DealError::Region(name.clone()));
        }
        let mut stacks = Vec::with_capacity(REGIONS);
        for name in Region::all().map(|region| board.name(region)) {
            let stack = sheet.stacks.get(name).map_or(&[][..], |stack| stack);
            let mut counts = [0; AREA_CARDS];
            stack.iter().take(u8::MAX.into()).for_each(|card| counts[card.index()] += 1);
            if counts != stack_counts(edition) || stack.len() > u8::MAX.into() {
                return Err(DealError::Stack(name.to_owned()));
            }
            stacks.push(stack.to_vec());
        }
        let dealt = || sheet.hands.iter().flatten();
        let hand = usize::from(setup.house.hand());
        let are_full = sheet.hands.iter().all(|cards| cards.len() == hand);
        if !are_full
            || sheet.hands.len() != players
            || dealt().any(|&card| card == RitualCard::Scorpion)
        {
            return Err(DealError::Hands(hand));
        }
        if count(dealt().chain(&sheet.rituals)) != Some(full_deck(edition)) {
            return Err(DealError::Rituals);
        }
        let (ancestor, elder) = (sheet.ancestor, sheet.elder);
        if ancestor == elder || ancestor.index().max(elder.index()) >= players {
            return Err(DealError::Owners);
        }
        Ok(Self { board: Arc::clone(board), sheet: sheet.with_stacks(stacks), seed: 0 })
    }

    /// Returns the outcome of the chance event that this state waits for.
    pub(crate) fn chance(&self, state: &State) -> Chance {
        match state.phase {
            Phase::Bag { placed } => {
                let (seat, kind) = self.sheet.bag[usize::from(placed)];
                Chance::Stone(seat, kind)
            }
            Phase::Open { region } | Phase::Reveal { region } => {
                let left = usize::from(total(&state.stacks[region.index()].left));
                let stack = &self.sheet.stacks[region.index()];
                // The scorpions that were tucked under the stack come after its other cards.
                let next = stack.get(stack.len() - left).copied();
                Chance::Reveal(next.unwrap_or(AreaCard::Scorpion))
            }
            Phase::Deal { seat, dealt } => {
                Chance::Ritual(Some(self.sheet.hands[seat.index()][usize::from(dealt)]))
            }
            Phase::Token { figure } => {
                Chance::Owner([self.sheet.ancestor, self.sheet.elder][figure.index()])
            }
            Phase::Draw { .. } => {
                Chance::Ritual(Some(self.next_ritual(state.shuffles, state.deck)))
            }
            Phase::Look { .. } => state.pile(),
            _ => unreachable!("chance has no turn in {:?}", state.phase),
        }
    }

    /// Returns the next card of a deck with these cards left, after this many shuffles. It comes from the list if
    /// the rest of the list consists of the same cards.
    fn next_ritual(&self, shuffles: u32, deck: Rituals) -> RitualCard {
        let left = usize::from(total(&deck));
        let listed = match shuffles.checked_sub(1) {
            None => Some(&self.sheet.rituals),
            Some(number) => self.sheet.reshuffles.get(number as usize),
        };
        let rest = listed.and_then(|list| list.get(list.len().checked_sub(left)?..));
        match rest {
            Some(rest) if count(rest) == Some(deck) => rest[0],
            _ => {
                let place = Seed::new(self.seed).child(shuffles.into()).child(left as u64);
                let number = place.rng().random_range(0..left as u32);
                RitualCard::ALL[position_of(&deck, number)]
            }
        }
    }

    /// Returns whether the order of this new deck is listed and consists of exactly these cards.
    pub(crate) fn lists(&self, shuffle: u32, deck: Rituals) -> bool {
        let number = shuffle as usize - 1;
        self.sheet.reshuffles.get(number).is_some_and(|list| count(list) == Some(deck))
    }

    /// Returns the number of new decks whose order is listed.
    pub(crate) fn listed(&self) -> usize {
        self.sheet.reshuffles.len()
    }

    /// Returns the deal with the orders of all new decks that the events reveal.
    pub(crate) fn with_reshuffles(&self, edition: Edition, events: &[Event]) -> Self {
        let mut reshuffles = Vec::new();
        let mut deck = count(&self.sheet.rituals).unwrap_or_default();
        let mut discard = Rituals::default();
        for event in events {
            match *event {
                Event::Ritual { card, .. } => {
                    deck[card.index()] -= 1;
                    discard[card.index()] += u8::from(card == RitualCard::Scorpion);
                }
                Event::Play { card: RitualCard::Double, .. } if edition == Edition::Advanced => {}
                Event::Play { card, .. } => discard[card.index()] += 1,
                Event::Reshuffle => {
                    for (deck, discard) in deck.iter_mut().zip(&mut discard) {
                        *deck += std::mem::take(discard);
                    }
                    reshuffles.push(self.order(reshuffles.len() as u32 + 1, deck));
                }
                _ => {}
            }
        }
        let mut deal = self.clone();
        deal.sheet.reshuffles = reshuffles;
        deal
    }

    /// Returns the order in which the cards of a new deck are drawn.
    fn order(&self, shuffle: u32, mut deck: Rituals) -> Vec<RitualCard> {
        let draws = (0..total(&deck)).map(|_| {
            let card = self.next_ritual(shuffle, deck);
            deck[card.index()] -= 1;
            card
        });
        draws.collect()
    }
}

/// Returns the stones in the bag, sorted: four of each kind and player, or none in the advanced game.
fn full_bag(setup: &Setup) -> Vec<(Seat, Kind)> {
    if setup.edition() == Edition::Advanced {
        return Vec::new();
    }
    let stones = Seat::all(setup.players()).flat_map(|seat| Kind::ALL.map(|kind| (seat, kind)));
    stones.flat_map(|stone| std::iter::repeat_n(stone, usize::from(FIRST_STONES))).collect()
}

fn stack_counts(edition: Edition) -> [u8; AREA_CARDS] {
    AreaCard::ALL.map(|card| card.count(edition))
}

/// Counts the cards by kind; returns `None` if a count overflows.
fn count<'a>(cards: impl IntoIterator<Item = &'a RitualCard>) -> Option<Rituals> {
    let mut counts = Rituals::default();
    for card in cards {
        counts[card.index()] = counts[card.index()].checked_add(1)?;
    }
    Some(counts)
}

impl Serialize for Deal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.sheet.clone().with_stacks(Stacks(self)).serialize(serializer)
    }
}

/// The stacks by the names of their regions, in the order of the board.
struct Stacks<'a>(&'a Deal);

impl Serialize for Stacks<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let names = Region::all().map(|region| self.0.board.name(region));
        serializer.collect_map(names.zip(&self.0.sheet.stacks))
    }
}

const _: () =
    assert!(FIRST_STONES as usize * KINDS == 12, "a bag fills ten regions and two centres");
