//! Tests of Leduc hold'em: the size of its tree, and its points.

use super::*;
use crate::GameTree;
use crate::testing::{check_game, check_observations};

#[test]
fn the_contract_holds() {
    check_game::<Leduc>(&Setup, 0..40);
    check_observations::<Leduc>(&Setup, 0..40);
}

/// Suits are distinguished. A betting round can end in 9 ways, 4 of them folds (rf, rrf, crf, crrf) and 5 not
/// (cc, rc, rrc, crc, crrc), and has 6 points at which a seat decides, so a round has 15 histories. Between the
/// rounds, chance turns up one of 4 cards. A seat has 6 hands x 6 decision points in the first round, and 6
/// hands x 5 public cards x 5 ways x 6 decision points in the second. These numbers match `OpenSpiel`.
#[test]
fn the_tree_has_the_known_size() {
    let tree = GameTree::new(Leduc::start(&Setup), 10_000).unwrap();
    assert_eq!(tree.histories(), 1 + 30 * (15 + 5 * 4 * 15));
    assert_eq!(tree.states().len(), 6 * 6 + 6 * 5 * 5 * 6);
}

/// `OpenSpiel` computes the same value: 4.747222...
#[test]
fn random_play_is_as_exploitable_as_known() {
    let tree = GameTree::new(Leduc::start(&Setup), 10_000).unwrap();
    let worth = tree.nash_conv(&tree.uniform_policy());
    assert!((worth.total() - 4.747_222_222).abs() < 1e-8, "{worth:?}");
}

/// Returns the points of seat 0 in a game given as moves in words.
fn won(hands: [Card; 2], open: Card, moves: &str) -> i16 {
    let history = moves.split(' ').map(|word| Some(word.parse().expect("a move")));
    let mut all = [None; 8];
    history.zip(&mut all).for_each(|(mv, place)| *place = mv);
    let game = Leduc { hands: Some(hands), open: Some(open), history: all };
    assert_eq!(game.turn(), Turn::Over);
    game.outcome().points()[0]
}

#[test]
fn points_reveal_nothing_before_the_end() {
    let history = [Some(Raise), Some(Call), None, None, None, None, None, None];
    let mut game = Leduc { hands: Some([Card::Js, Card::Kh]), open: None, history };
    game.happen(Chance::Open(Card::Ks));
    assert_eq!(game.outcome().points(), [0, 0]);
}

#[test]
fn chips_go_to_the_pair_or_the_higher_rank() {
    use Card::{Jh, Js, Kh, Ks, Qh};
    assert_eq!(won([Js, Kh], Qh, "call call call call"), -1);
    assert_eq!(won([Js, Kh], Jh, "call raise call raise raise call"), 11);
    assert_eq!(won([Ks, Kh], Jh, "raise raise call raise raise call"), 0);
    assert_eq!(won([Js, Kh], Qh, "raise raise fold"), -3);
    assert_eq!(won([Js, Kh], Qh, "raise call raise fold"), 3);
}
