//! Fuzz target: any bytes are read as checkpoints and as the rows of a game without a panic, and accepted rows survive a round
//! trip.
#![no_main]

use engine::is_printable;
use libfuzzer_sys::fuzz_target;
use tournament::testing;

fuzz_target!(|bytes: &[u8]| {
    testing::checkpoints(bytes);
    for game in games::built_in() {
        if let Err(sentence) = testing::rows(&*game, bytes) {
            assert!(sentence.chars().all(is_printable), "{sentence:?}");
        }
    }
});
