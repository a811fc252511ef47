//! Encoding of Kuhn poker: the numbering of actions and the observation tensors.

use super::{Kuhn, Move, View, deck};
use engine::{Encoding, TensorBlock, TensorWriter};

impl Kuhn {
    /// The encoding of the game: numbered actions and observation tensors.
    pub(super) const ENCODING: Encoding<Self> = Encoding {
        groups: Move::GROUPS,
        action: Move::numbered,
        number_of: Move::number,
        blocks,
        write_blocks,
    };
}

fn blocks(players: usize) -> Vec<TensorBlock> {
    vec![
        TensorBlock::new("seat", [players], "1 at the observer's seat"),
        TensorBlock::new("hand", [players + 1], "1 at the card of the seat, in ascending order"),
        TensorBlock::new("history", [2 * players - 1, 2], "by move so far: 1 at pass or bet"),
    ]
}

fn write_blocks(view: &View, players: usize, writer: &mut TensorWriter<'_>) {
    writer.one_hot(players, Some(view.seat.index()));
    let rank = |card| deck(players).iter().position(|&other| other == card);
    writer.one_hot(players + 1, view.hand.and_then(rank));
    for mv in &view.history[..2 * players - 1] {
        writer.one_hot(2, mv.map(|mv| mv as usize));
    }
}

#[cfg(test)]
mod tests {
    use super::super::Setup;
    use super::*;
    use engine::testing::{check_action_space, check_tensors};

    #[test]
    fn numbers_and_tensors_hold_what_they_promise() {
        for players in [2, 3] {
            check_action_space::<Kuhn>(&Setup { players }, 0..40);
            check_tensors::<Kuhn>(&Setup { players }, 0..40);
        }
        let sizes = (Kuhn::ENCODING.tensor_size(2), Kuhn::ENCODING.tensor_size(3));
        assert_eq!((Kuhn::ENCODING.actions(), sizes), (2, (11, 17)));
    }
}
