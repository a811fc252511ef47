//! Tests of Leduc hold'em: its points.

use super::*;
use engine::testing::{check_game, check_observations};

#[test]
fn the_contract_holds() {
    check_game::<Leduc>(&Setup, 0..40);
    check_observations::<Leduc>(&Setup, 0..40);
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
