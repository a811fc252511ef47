//! The view of a player of Tongiaki, who knows everything except the order of the deck (T3).

use super::State;
use super::moves::Move;
use engine::{Game, Seat};
use rand::Rng;

/// The table as a seat sees it. The state does not contain the order of the deck, so nothing needs to be hidden.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct View {
    seat: Seat,
    state: State,
}

impl View {
    pub(crate) const fn new(seat: Seat, state: &State) -> Self {
        Self { seat, state: *state }
    }

    /// Returns the whole state, which contains only public information.
    pub const fn state(&self) -> &State {
        &self.state
    }
}

impl engine::View for View {
    type Game = State;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn moves(&self, into: &mut Vec<Move>) {
        if self.state.turn() == engine::Turn::Decide(self.seat) {
            self.state.moves(into);
        } else {
            into.clear();
        }
    }

    fn determinize<R: Rng>(&self, _: &mut R) -> State {
        self.state
    }
}
