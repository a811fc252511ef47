//! Positions for analysis. They go beyond the rules, so these tests have no rule number.

use super::scene::{Scene, island, turn_limit};
use crate::tongiaki::{Cause, Move};
use crate::{Game, Seat, Turn};

/// Seat 0 may expand on Tonga and Samoa and found a king island on Samoa.
fn scene() -> Scene {
    let scene = Scene::new(2).lay("samoa", "tonga>0");
    scene.ships("tonga", "0.. 1.. ... ... ... ...").ships("samoa", "0.. .... .....").turn()
}

#[test]
fn a_restricted_position_offers_what_is_kept_and_goes_on_by_the_rules() {
    let scene = scene();
    let is_founding = |mv| matches!(mv, Move::Found(_));
    let founding = scene.state.restricted(is_founding).unwrap();
    let mut moves = Vec::new();
    founding.moves(&mut moves);
    assert_eq!(moves, [Move::Found(island("samoa"))]);
    assert!(!founding.is_legal(Move::Expand(island("samoa"))));

    let mut other = scene.state.restricted(|mv| !is_founding(mv)).unwrap();
    other.moves(&mut moves);
    assert_eq!(
        moves,
        [Move::Expand(island("tonga")), Move::Expand(island("samoa")), Move::Resettle]
    );
    let mut free = scene.state;
    for state in [&mut free, &mut other] {
        state.play(moves[1]);
    }
    assert_eq!(free, other);
    assert!(scene.state.restricted(|mv| matches!(mv, Move::Take(_))).is_none());
}

#[test]
fn a_lost_turn_counts_and_changes_nothing_else() {
    let scene = scene();
    let after = scene.state.turn_lost().unwrap();
    after.audit();
    assert_eq!(after.turn(), Turn::Decide(Seat::new(1)));
    assert_eq!(after.turns_played(), 1);
    assert_eq!(after.outcome(), scene.state.outcome());
    assert_eq!(after.tiles_left(), scene.state.tiles_left());

    let mut last = Scene::of(turn_limit(2, 1)).ships("tonga", "0.. 1.. ... ... ... ...").turn();
    assert_eq!(last.state.turn_lost().unwrap().cause(), Some(Cause::TurnLimit));

    last.play("expand tonga");
    assert_eq!(last.state.turn_lost(), None, "the turn is under way");
}
