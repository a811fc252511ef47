//! The numbers of moves.

use crate::{Edition, Move, Setup, State};
use engine::ActionGroup;
use engine::testing::check_action_space;

#[test]
fn every_legal_move_has_a_number() {
    for players in 3..=5 {
        for edition in Edition::ALL {
            let setup = Setup::new(players).unwrap().with_edition(edition);
            check_action_space::<State>(&setup, 0..20);
        }
    }
    assert_eq!(ActionGroup::total(Move::GROUPS), 134);
}
