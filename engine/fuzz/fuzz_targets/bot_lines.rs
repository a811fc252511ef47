//! Fuzz target: any output of a bot is read line by line without a panic, and the error messages fit into a table cell.
#![no_main]

use agents::Fault;
use agents::external::{read_answer, read_greeting, read_line, read_ready};
use engine::is_printable;
use libfuzzer_sys::fuzz_target;
use std::io::Cursor;

fuzz_target!(|bytes: &[u8]| {
    let mut written = Cursor::new(bytes);
    while let Some(line) = read_line(&mut written) {
        let text = match line {
            Ok(text) => text,
            Err(fault) => {
                fits(&fault);
                continue;
            }
        };
        if let Ok(greeting) = read_greeting(&text) {
            let words = [greeting.name, greeting.version];
            assert!(words.iter().all(|word| word.chars().all(is_printable) && word.len() < 400));
        }
        read_greeting(&text).err().iter().for_each(fits);
        read_ready(&text).err().iter().for_each(fits);
        read_answer(&text).err().iter().for_each(fits);
    }
});

fn fits(fault: &Fault) {
    let cause = fault.to_string();
    assert!(cause.chars().all(|one| is_printable(one) && one != '|') && cause.len() < 1000, "{cause:?}");
}
