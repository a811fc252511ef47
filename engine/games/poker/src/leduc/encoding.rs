//! Encoding of Leduc hold'em: the numbering of actions and the observation tensors.

use super::{Card, Leduc, Move, View};
use engine::{Encoding, TensorBlock, TensorWriter};

const CARDS: usize = Card::ALL.len();

impl Leduc {
    /// The encoding of the game: numbered actions and observation tensors.
    pub(super) const ENCODING: Encoding<Self> = Encoding {
        groups: Move::GROUPS,
        action: Move::numbered,
        number_of: Move::number,
        blocks,
        write_blocks,
    };
}

fn blocks(_: usize) -> Vec<TensorBlock> {
    vec![
        TensorBlock::new("seat", [2], "1 at the observer's seat"),
        TensorBlock::new("hand", [CARDS], "1 at the card of the seat: Js, Jh, Qs, Qh, Ks, Kh"),
        TensorBlock::new("open", [CARDS], "1 at the open card, once it is turned up"),
        TensorBlock::new("history", [8, 3], "by move so far: 1 at fold, call or raise"),
    ]
}

fn write_blocks(view: &View, _: usize, writer: &mut TensorWriter<'_>) {
    writer.one_hot(2, Some(view.seat.index()));
    for card in [view.hand, view.open] {
        writer.one_hot(CARDS, card.map(|card| card as usize));
    }
    for mv in view.history {
        writer.one_hot(3, mv.map(|mv| mv as usize));
    }
}

#[cfg(test)]
mod tests {
    use super::super::Setup;
    use super::*;
    use engine::testing::{check_action_space, check_tensors};

    #[test]
    fn numbers_and_tensors_hold_what_they_promise() {
        check_action_space::<Leduc>(&Setup, 0..40);
        check_tensors::<Leduc>(&Setup, 0..40);
        assert_eq!((Leduc::ENCODING.actions(), Leduc::ENCODING.tensor_size(2)), (3, 38));
    }
}
