//! The numbers of moves.

use crate::{Move, Setup, Side, State};
use engine::testing::{check_action_space, random_game};
use engine::{ActionGroup, Game};
use std::collections::BTreeSet;

#[test]
fn every_legal_move_has_a_number() {
    for players in 2..=6 {
        check_action_space::<State>(&Setup::new(players).unwrap(), 0..60);
    }
}

/// Checks that random games offer all numbered moves, except that exits at the crest of a water may be missing. Such an exit
/// is rarely offered: the tile was laid with its crest toward another tile, so that side opens only if the other tile leaves
/// the game.
#[test]
fn random_games_offer_all_moves_but_exits_at_the_crest_of_waters() {
    let mut offered = BTreeSet::new();
    let mut moves = Vec::new();
    for seed in 0..4000 {
        let setup = Setup::new(2 + seed as usize % 5).unwrap();
        random_game::<State>(&setup, seed, |game| {
            game.moves(&mut moves);
            offered.extend(moves.iter().copied());
        });
    }
    let all = (0..ActionGroup::total(Move::GROUPS)).map(|number| Move::numbered(number).unwrap());
    for mv in all.filter(|mv| !offered.contains(mv)) {
        let Move::Exit(tile, side) = mv else { panic!("{mv} is never offered") };
        assert!(tile.water().is_some() && side == Side::CREST, "{mv} is never offered");
    }
    assert_eq!(ActionGroup::total(Move::GROUPS), 586);
}
