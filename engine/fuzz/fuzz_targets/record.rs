//! Fuzz target: any line is checked as a record of each game without a panic, and accepted records survive a round trip.
#![no_main]

use engine::{PlayableGame, Record, Rules};
use poker::{kuhn, leduc};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|line: &str| {
    check::<tongiaki::State>(line);
    check::<wongar::State>(line);
    check::<kuhn::Kuhn>(line);
    check::<leduc::Leduc>(line);
});

fn check<G: PlayableGame>(line: &str) {
    let Ok(record) = Record::<G>::parse(line, &Rules::new()) else { return };
    let checked = record.check();
    let again = Record::<G>::parse(&record.to_line(), &Rules::new());
    let again = again.expect("written values can be read");
    assert_eq!(again.check().is_ok(), checked.is_ok());
}
