//! Terminal output, formatting of tables, and Ctrl-C.

use engine::{TextTable, is_printable, printable};
pub use engine::{decimal, percent};
use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use store::Failure;

/// The exit code of a program that Ctrl-C interrupted.
pub const INTERRUPTED: u8 = 130;

/// Makes a text safe to print: control characters and bidirectional overrides, which names and records from untrusted sources may
/// contain, are replaced by question marks.
fn sanitize(text: &str) -> Cow<'_, str> {
    let is_harmful = |one: char| !is_printable(one) && one != '\n' && one != '\t';
    if text.contains(is_harmful) { text.replace(is_harmful, "?").into() } else { text.into() }
}

/// Clears the screen if standard output is a terminal.
///
/// # Errors
/// Fails as [`print()`] does.
pub fn clear() -> Result<(), Failure> {
    if io::stdout().is_terminal() { write("\x1b[2J\x1b[3J\x1b[H") } else { Ok(()) }
}

/// Writes a text to standard output, without characters that would control the terminal. A reader that closes the pipe early, as
/// `head` does, is not an error.
///
/// # Errors
/// Fails if standard output cannot be written for any other reason.
pub fn print(text: &str) -> Result<(), Failure> {
    write(&sanitize(text))
}

fn write(text: &str) -> Result<(), Failure> {
    let mut output = io::stdout().lock();
    match output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::Output(error)),
        _ => Ok(()),
    }
}

/// Writes a line to standard error, without characters that would control the terminal. Errors are ignored.
pub fn tell(text: &str) {
    let _ = writeln!(io::stderr(), "{}", sanitize(text));
}

/// Installs a handler for Ctrl-C and for the system's request to terminate, and returns the flag that it sets. A second request
/// ends the program at once.
///
/// # Errors
/// Fails if the handler cannot be installed.
pub fn interrupt_flag() -> Result<Arc<AtomicBool>, Failure> {
    /// The flag, shared by all runs in the process.
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    if let Some(flag) = FLAG.get() {
        return Ok(Arc::clone(flag));
    }
    let flag = Arc::clone(FLAG.get_or_init(Arc::default));
    let raised = Arc::clone(&flag);
    ctrlc::set_handler(move || {
        if raised.swap(true, Ordering::Relaxed) {
            agents::external::kill_all();
            std::process::exit(i32::from(INTERRUPTED));
        }
    })
    .map_err(|error| Failure::Interrupts(error.to_string()))?;
    Ok(flag)
}

/// Aligns the columns of a table: the first `words` columns to the left, the others (numbers) to the right. Cells may come from
/// untrusted sources: line breaks and other characters that are not printable are replaced by question marks.
pub fn aligned(header: &[&str], words: usize, rows: Vec<Vec<String>>) -> String {
    let header: Vec<_> = header.iter().map(|cell| printable(cell)).collect();
    let printed = |row: Vec<String>| row.iter().map(|cell| printable(cell).into_owned()).collect();
    TextTable::new(&header, words, rows.into_iter().map(printed).collect()).to_string()
}

/// Formats a difference of shares in percentage points with its sign, or a dash for `None`.
pub fn signed_percent(difference: Option<f64>) -> String {
    difference.map_or("-".to_owned(), |difference| format!("{:+.1}%", 100.0 * difference))
}

/// Formats a difference of points with its sign and two decimals, or a dash for `None`.
pub fn signed_points(difference: Option<f64>) -> String {
    difference.map_or("-".to_owned(), |difference| format!("{difference:+.2}"))
}

/// Formats an interval, with each end formatted by `tell`, or a dash if there is no interval.
pub fn interval(low: Option<f64>, high: Option<f64>, tell: fn(Option<f64>) -> String) -> String {
    let ends = low.zip(high);
    ends.map_or("-".to_owned(), |(low, high)| {
        format!("{} to {}", tell(Some(low)), tell(Some(high)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_break_in_a_cell_does_not_break_a_table() {
        let rows = vec![vec!["one\ntwo".to_owned(), "1".to_owned()]];
        assert_eq!(aligned(&["a\tb", "n"], 1, rows), "a?b      n\none?two  1\n");
    }

    #[test]
    fn control_characters_are_replaced() {
        assert_eq!(sanitize("two\nlines\tand ä"), "two\nlines\tand ä");
        assert_eq!(sanitize("\x1b[31mred\u{202e}exe\r\u{7}"), "?[31mred?exe??");
    }
}
