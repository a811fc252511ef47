//! Tests of positions for analysis. These go beyond the rules, so the tests have no rule number.

use super::scene::{Scene, island, turn_limit};
use crate::{Cause, Move};
use engine::{Game, Seat, Seed, Turn};

/// Creates a scene in which seat 0 may expand on Tonga and Samoa and found a king island on Samoa.
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
fn a_seat_without_kings_founds_none_in_any_turn_and_others_still_may() {
    let state = scene().state;
    let barred = state.without_kings(Seat::new(0));
    barred.audit();
    assert_eq!((state.kings_left(Seat::new(0)), barred.kings_left(Seat::new(0))), (2, 0));
    let mut moves = Vec::new();
    for seed in 0..5 {
        let mut later = barred;
        let (choices, luck) = (&mut Seed::new(seed).rng(), &mut Seed::new(seed + 9).rng());
        while later.turns_played() < 40 && later.turn() != Turn::Over {
            if later.is_between_turns() {
                later.audit();
                later.moves(&mut moves);
                let founds = moves.iter().any(|mv| matches!(mv, Move::Found(_)));
                assert!(!founds || later.active() != Seat::new(0));
            }
            later.play_turn(choices, luck);
        }
    }
    // The other seat may found on Samoa as soon as it is alone there.
    let other = Scene::new(2).lay("samoa", "tonga>0").ships("tonga", "0.. 1.. ... ... ... ...");
    let other = other.ships("samoa", "0.. .... .....").turn().state.without_kings(Seat::new(1));
    other.moves(&mut moves);
    assert!(moves.contains(&Move::Found(island("samoa"))));
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
