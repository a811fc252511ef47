//! Any line is checked as a record of Wongar without a panic, and what is accepted is written and accepted once more.
#![no_main]

use engine::wongar::State;
use engine::{Record, Rules};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|line: &str| {
    let Ok(record) = Record::<State>::parse(line, &Rules::new()) else { return };
    let checked = record.check();
    let again = Record::<State>::parse(&record.to_line(), &Rules::new());
    let again = again.expect("what was written is read");
    assert_eq!(again.check().is_ok(), checked.is_ok());
});
