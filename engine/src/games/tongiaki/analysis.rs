//! Doors for analysis: positions that no rule leads to, to ask what a choice is worth.

use super::moves::Move;
use super::phase::Phase;
use super::state::State;
use crate::bits::bits;

impl State {
    /// This position, where nothing but the legal moves that `keep` accepts can be chosen now; nothing if
    /// it accepts none. The choice made, the game goes on by the rules. Until then [`State::audit`] fails.
    #[must_use]
    pub fn restricted(&self, keep: impl Fn(Move) -> bool) -> Option<Self> {
        let is_kept = |&option: &usize| keep(self.move_of(option as u32));
        let options = bits(self.options()).filter(is_kept).fold(0, |all, option| all | 1 << option);
        let mut restricted = *self;
        restricted.offer(self.phase(), options);
        (options != 0).then_some(restricted)
    }

    /// What comes of this position if the seat whose turn begins loses it: nothing is done, the turn
    /// counts, and the next seat begins. Nothing if no turn is about to begin.
    #[must_use]
    pub fn turn_lost(&self) -> Option<Self> {
        let mut after = *self;
        (self.phase() == Phase::Turn).then(|| {
            after.end_turn(&mut ());
            after
        })
    }
}
