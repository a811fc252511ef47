//! Positions for analysis that the rules do not produce, used to measure the value of a choice.

use crate::state::State;
use crate::state::moves::Move;
use crate::state::phase::Phase;
use engine::Seat;
use engine::bits::bits;

impl State {
    /// Returns this position with only those legal moves that `keep` accepts, or `None` if it accepts none. After the choice, the
    /// game follows the rules again.
    #[must_use]
    pub fn restricted(&self, keep: impl Fn(Move) -> bool) -> Option<Self> {
        let is_kept = |&option: &usize| keep(self.move_of(option as u32));
        let options = bits(self.options).filter(is_kept).fold(0, |all, option| all | 1 << option);
        let mut restricted = *self;
        restricted.offer(self.phase, options);
        (options != 0).then_some(restricted)
    }

    /// Returns this position in a game in which the seat may not found any more king islands. Lookahead sees this restriction,
    /// and evaluates the position as if the seat had already founded the maximum number.
    #[must_use]
    pub fn without_kings(&self, seat: Seat) -> Self {
        let mut barred = *self;
        barred.bar_kings(seat);
        barred.offer(self.phase, barred.options_of(self.phase));
        barred
    }

    /// Returns the position after the seat whose turn begins has skipped that turn: the turn is counted, and the next seat
    /// begins. Returns `None` if no turn is about to begin.
    #[must_use]
    pub fn turn_lost(&self) -> Option<Self> {
        let mut after = *self;
        (self.phase == Phase::Turn).then(|| {
            after.end_turn(&mut ());
            after
        })
    }
}
