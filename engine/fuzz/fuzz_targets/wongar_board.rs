//! Fuzz target: any text is read as a Wongar board without a panic, and games on accepted boards end.
#![no_main]

use wongar::{Board, Setup, State};
#[allow(clippy::wildcard_imports)]
use engine::*;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(board) = Board::parse(text) else { return };
    let setup = Setup::new(3).expect("three may play").with_board(board);
    let mut game = State::start(&setup);
    game.play_out(u32::MAX, &mut Seed::new(1).rng());
    assert_eq!(game.turn(), Turn::Over);
});
