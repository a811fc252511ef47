//! Any line is checked as a record of Tongiaki without a panic, and what is accepted is written and accepted once more.
#![no_main]

use engine::tongiaki::Record;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|line: &str| {
    let Ok(record) = Record::parse(line) else { return };
    let checked = record.check();
    let again = Record::parse(&record.to_line()).expect("what was written is read");
    assert_eq!(again.check().is_ok(), checked.is_ok());
});
