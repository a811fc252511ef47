//! Encoding of Leduc hold'em: the numbering of actions and the observation tensors.

use super::{Card, Leduc, Move};

const CARDS: usize = Card::ALL.len();

engine::encoding! {
    /// The encoding of the game: numbered actions and observation tensors.
    ENCODING: Leduc, Move;
    (view, players, writer) {}
    seat[2]: writer.one_hot(2, Some(view.seat.index())), "1 at the observer's seat";
    hand[CARDS]: writer.one_hot(CARDS, view.hand.map(|card| card as usize)),
        "1 at the card of the seat: Js, Jh, Qs, Qh, Ks, Kh";
    open[CARDS]: writer.one_hot(CARDS, view.open.map(|card| card as usize)),
        "1 at the open card, once it is turned up";
    history[8, 3]: for mv in view.history { writer.one_hot(3, mv.map(|mv| mv as usize)) },
        "by move so far: 1 at fold, call or raise";
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
