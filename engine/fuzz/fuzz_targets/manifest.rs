//! Fuzz target: any text is read as a manifest without a panic, and the job that an accepted manifest describes is planned
//! quickly.
#![no_main]

use engine::is_printable;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Err(sentence) = tournament::testing::manifest(text) {
        assert!(sentence.chars().all(is_printable), "{sentence:?}");
    }
});
