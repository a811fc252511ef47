//! Fuzz target: any text is read as a Tongiaki deck without a panic, and accepted decks survive a round trip.
#![no_main]

use tongiaki::Deck;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(deck) = serde_json::from_str::<Deck>(text) else { return };
    let written = serde_json::to_string(&deck).expect("a deck has a JSON form");
    let again: Deck = serde_json::from_str(&written).expect("written values can be read");
    assert_eq!(again.tiles(), deck.tiles());
});
