//! Positions for analysis that no rule leads to, to measure what a choice is worth.

use super::record::moves::Move;
use super::state::State;
use super::state::phase::Phase;
use crate::Seat;
use crate::bits::bits;

impl State {
    /// Returns this position with only the legal moves that `keep` accepts; `None` if it accepts
    /// none. After the choice the game follows the rules again. Until then [`State::audit`] fails.
    #[must_use]
    pub fn restricted(&self, keep: impl Fn(Move) -> bool) -> Option<Self> {
        let is_kept = |&option: &usize| keep(self.move_of(option as u32));
        let options = bits(self.options()).filter(is_kept).fold(0, |all, option| all | 1 << option);
        let mut restricted = *self;
        restricted.offer(self.phase(), options);
        (options != 0).then_some(restricted)
    }

    /// Returns this position in a game in which the seat founds no king island from now on. Whoever
    /// looks ahead sees that, and judges it as if the seat had founded all that it may.
    #[must_use]
    pub fn without_kings(&self, seat: Seat) -> Self {
        let mut barred = *self;
        barred.bar_kings(seat);
        barred.offer(self.phase(), barred.options_of(self.phase()));
        barred
    }

    /// Returns the position after the seat whose turn begins has skipped it: the turn counts, and
    /// the next seat begins. Returns `None` if no turn is about to begin.
    #[must_use]
    pub fn turn_lost(&self) -> Option<Self> {
        let mut after = *self;
        (self.phase() == Phase::Turn).then(|| {
            after.end_turn(&mut ());
            after
        })
    }
}
