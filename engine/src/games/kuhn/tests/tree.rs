//! Tests of the game tree of Kuhn poker: its size, its equilibria, and how exploitable random play is.

use super::*;
use crate::{GameTree, GameTreeError};

/// After each of 6 deals there are 9 histories: -, p, b, pp, pb, bp, bb, pbp, pbb. A player has 6
/// information sets: 3 cards times 2 histories.
#[test]
fn the_tree_has_the_known_size() {
    let most = 1 + 6 * 9;
    let tree = GameTree::new(Kuhn::start(&TWO), most).unwrap();
    assert_eq!((tree.histories(), tree.states().len()), (most, 12));
    let refusal = GameTree::new(Kuhn::start(&TWO), most - 1).unwrap_err();
    assert_eq!(refusal, GameTreeError::TooLarge(most - 1));
}

/// After each of 24 deals there are 25 histories: 12 decisions and 13 ends. A player has 16 information sets: 4 cards
/// times 4 histories. `OpenSpiel` counts the same.
#[test]
fn the_tree_of_three_players_has_the_known_size() {
    let tree = GameTree::new(Kuhn::start(&THREE), 1000).unwrap();
    assert_eq!((tree.histories(), tree.states().len()), (1 + 24 * 25, 48));
}

/// Returns the probability of a bet in one of the equilibria. Seat 0 bets the jack as a bluff with a
/// probability `bluff` from 0 to 1/3, bets the king three times as often, and calls with the queen 1/3 more
/// often.
fn equilibrium(view: View, bluff: f64) -> f64 {
    match (view.hand, view.history) {
        (Some(J), [None, ..]) => bluff,
        (Some(K), [None, ..]) => 3.0 * bluff,
        (Some(Q), [_, Some(Bet), ..]) => bluff + 1.0 / 3.0,
        (Some(K), _) => 1.0,
        (Some(J), [Some(Pass), None, ..]) | (Some(Q), [Some(Bet), ..]) => 1.0 / 3.0,
        _ => 0.0,
    }
}

/// The value of the game is -1/18 for seat 0 (Kuhn 1950).
#[test]
fn nobody_wins_more_against_an_equilibrium() {
    let tree = GameTree::new(Kuhn::start(&TWO), 100).unwrap();
    for bluff in [0.0, 0.2, 1.0 / 3.0] {
        let bets = tree.states().iter().map(|state| equilibrium(state.view, bluff));
        let worth = tree.nash_conv(&bets.map(|often| vec![1.0 - often, often]).collect());
        for seat in 0..2 {
            let due = if seat == 0 { -1.0 / 18.0 } else { 1.0 / 18.0 };
            assert!((worth.values[seat] - due).abs() < 1e-12, "{worth:?}");
            assert!((worth.best_responses[seat] - due).abs() < 1e-12, "{worth:?}");
        }
    }
}

/// Under uniformly random play, seat 0 wins 1/8 on average; the best responses win 1/2 and 5/12. `OpenSpiel`
/// computes the same sum, 11/12.
#[test]
fn random_play_is_as_exploitable_as_known() {
    let tree = GameTree::new(Kuhn::start(&TWO), 100).unwrap();
    let worth = tree.nash_conv(&tree.uniform_policy());
    let won = [worth.values[0], worth.best_responses[0], worth.best_responses[1]];
    for (won, due) in won.into_iter().zip([1.0 / 8.0, 1.0 / 2.0, 5.0 / 12.0]) {
        assert!((won - due).abs() < 1e-12, "{worth:?}");
    }
    assert!((worth.total() - 11.0 / 12.0).abs() < 1e-12, "{worth:?}");
    assert!((worth.exploitability() - 11.0 / 24.0).abs() < 1e-12);
}

/// The values of uniformly random play and the gains from best responses, as `OpenSpiel` computes them.
#[test]
fn random_play_of_three_is_as_exploitable_as_known() {
    let tree = GameTree::new(Kuhn::start(&THREE), 1000).unwrap();
    let worth = tree.nash_conv(&tree.uniform_policy());
    let gains = worth.best_responses.iter().zip(&worth.values).map(|(best, value)| best - value);
    let found = worth.values.iter().copied().chain(gains);
    let due = [15.0 / 64.0, -3.0 / 64.0, -12.0 / 64.0, 35.0 / 64.0, 133.0 / 192.0, 158.0 / 192.0];
    assert!(found.zip(due).all(|(found, due)| (found - due).abs() < 1e-12), "{worth:?}");
}
