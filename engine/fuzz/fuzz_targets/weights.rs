//! Fuzz target: any text is read as a weight file without a panic, and errors are reported in one line.
#![no_main]

use agents::evaluation::Weights;
use engine::{Evaluated, is_printable};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    read::<tongiaki::State>(text);
    read::<wongar::State>(text);
});

fn read<G: Evaluated>(text: &str) {
    match Weights::<G>::parse(text, "w.toml") {
        Ok(weights) => assert!(weights.named(2).all(|(_, weight)| weight.is_finite())),
        Err(error) => assert!(error.to_string().chars().all(is_printable), "{error:?}"),
    }
}
