//! Any bytes are read as checkpoints and as the rows of a game without a panic; rows that are accepted are written and read
//! once more.
#![no_main]

use engine::{PlayableGame, is_printable, kuhn, tongiaki, wongar};
use libfuzzer_sys::fuzz_target;
use tournament::foreign;

fuzz_target!(|bytes: &[u8]| {
    foreign::checkpoints(bytes);
    read::<tongiaki::State>(bytes);
    read::<wongar::State>(bytes);
    read::<kuhn::Kuhn>(bytes);
});

fn read<G: PlayableGame>(bytes: &[u8]) {
    if let Err(sentence) = foreign::rows::<G>(bytes) {
        assert!(sentence.chars().all(is_printable), "{sentence:?}");
    }
}
