//! Encoding of Kuhn poker: the numbering of actions and the observation tensors.

use super::{Kuhn, Move, deck};

engine::encoding! {
    /// The encoding of the game: numbered actions and observation tensors.
    ENCODING: Kuhn, Move;
    (view, players, writer) {
        let rank = |card| deck(players).iter().position(|&other| other == card);
        let history = &view.history[..2 * players - 1];
    }
    seat[players]: writer.one_hot(players, Some(view.seat.index())), "1 at the observer's seat";
    hand[players + 1]: writer.one_hot(players + 1, view.hand.and_then(rank)),
        "1 at the card of the seat, in ascending order";
    history[2 * players - 1, 2]: for mv in history { writer.one_hot(2, mv.map(|mv| mv as usize)) },
        "by move so far: 1 at pass or bet";
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
