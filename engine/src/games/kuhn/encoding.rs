//! Encoding of Kuhn poker: the numbering of actions and the observation tensors.

use super::{Bet, Encoded, Kuhn, Move, Pass, View};
use crate::{ActionGroup, Encoding, TensorBlock, TensorWriter};

impl Encoding<Kuhn> for Encoded {
    fn groups(&self) -> &'static [ActionGroup] {
        const {
            &[
                ActionGroup::new("pass", 1, "wait, or fold after a bet"),
                ActionGroup::new("bet", 1, "bet a chip, or call after a bet"),
            ]
        }
    }

    fn action(&self, number: usize) -> Option<Move> {
        [Pass, Bet].get(number).copied()
    }

    fn number_of(&self, mv: Move) -> Option<usize> {
        Some(mv as usize)
    }

    fn blocks(&self, _: usize) -> Vec<TensorBlock> {
        vec![
            TensorBlock::new("seat", [2], "1 at the observer's seat"),
            TensorBlock::new("hand", [3], "1 at the card of the seat: jack, queen, king"),
            TensorBlock::new("history", [3, 2], "by move so far: 1 at pass or bet"),
        ]
    }

    fn write_blocks(&self, view: &View, _: usize, writer: &mut TensorWriter<'_>) {
        writer.one_hot(2, Some(view.seat.index()));
        writer.one_hot(3, view.hand.map(|card| card as usize));
        for mv in view.history {
            writer.one_hot(2, mv.map(|mv| mv as usize));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Setup;
    use super::*;
    use crate::testing::{check_action_space, check_tensors};

    #[test]
    fn numbers_and_tensors_hold_what_they_promise() {
        check_action_space::<Kuhn>(&Setup, 0..40);
        check_tensors::<Kuhn>(&Setup, 0..40);
        assert_eq!((Encoded.actions(), Encoded.tensor_size(2)), (2, 11));
    }
}
