//! The view of a player of Wongar (W33).

use super::State;
use super::cards::{HELD, RitualCard};
use super::edition::Edition;
use super::memory::Memory;
use super::moves::Move;
use super::setup::SEATS;
use engine::{Game, Seat, Turn};
use rand::Rng;

/// The table as a seat sees it.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct View {
    seat: Seat,
    /// The state without the information hidden from the seat: the others' hands, the content of the deck, the others' memories,
    /// and their options.
    table: State,
}

impl View {
    pub(crate) fn new(seat: Seat, state: &State) -> Self {
        let mut table = *state;
        for other in (0..SEATS).filter(|&other| other != seat.index()) {
            table.hands[other] = [0; HELD];
            table.hands[other][RitualCard::Double.index()] = state.open_doubles(Seat::new(other));
            table.memories[other] = Memory::EMPTY;
        }
        table.deck = [0; RitualCard::ALL.len()];
        if table.turn() != Turn::Decide(seat) {
            table.options = 0;
        }
        Self { seat, table }
    }

    /// Returns everything on the table, with the seat's own hand. The others' hands and the deck are empty except for public
    /// cards, but their sizes are correct. Everything else is as in the game.
    pub const fn table(&self) -> &State {
        &self.table
    }

    /// Returns the pile as the seat last left it, by kind of card, and the number of cards that the others have since taken from
    /// it. Returns `None` in the base game, or if the seat has only public information (W31).
    pub fn pile_last_seen(&self) -> Option<([u8; 3], u8)> {
        let memory = &self.table.memories[self.seat.index()];
        let [lens, cube, cylinder, _] = memory.pile;
        let looked = self.table.edition() == Edition::Advanced
            && *memory != self.table.open_memory(self.seat);
        looked.then(|| ([lens, cube, cylinder], super::cards::total(&memory.drawn)))
    }

    /// Returns the number of cards of a kind that another player certainly has, according to the seat's memory (W28, W31).
    pub fn surely_held(&self, other: Seat, card: RitualCard) -> u8 {
        let memory = &self.table.memories[self.seat.index()];
        let known = memory.known[other.index()].get(card.index()).copied().unwrap_or(0);
        known + self.table.hand(other, card)
    }
}

impl engine::View for View {
    type Game = State;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn moves(&self, into: &mut Vec<Move>) {
        self.table.moves(into);
    }

    /// Draws hands and deck so that each way to distribute the individual cards is equally likely, given the seat's information
    /// and memory. The others' memories cannot be inferred: in the result, the others know public information and their hands.
    /// This does not affect their legal moves.
    fn determinize<R: Rng>(&self, rng: &mut R) -> State {
        let mut state = self.table;
        let (hands, deck) = state.unseen(self.seat).determinize(rng);
        for seat in state.others(self.seat) {
            let hand = state.hands[seat.index()].iter_mut();
            hand.zip(hands[seat.index()]).for_each(|(held, guessed)| *held += guessed);
        }
        state.deck[..HELD].copy_from_slice(&deck);
        let scorpion = RitualCard::Scorpion;
        state.deck[scorpion.index()] = scorpion.count(state.edition()) - state.discarded(scorpion);
        if state.edition() == Edition::Advanced {
            for seat in state.others(self.seat) {
                state.memories[seat.index()] = state.open_memory(seat);
            }
        }
        if state.turn() != Turn::Decide(self.seat) {
            state.options = state.options_of(state.phase);
        }
        state
    }
}
