//! Input and output on the terminal.

use engine::is_printable;
pub use engine::{TextTable, decimal, percent};
use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use store::Failure;

/// The exit code after Ctrl-C.
pub const INTERRUPTED: u8 = 130;

/// Returns a text as it may be printed: what would control a terminal or turn around the direction of what
/// follows becomes a question mark. Names and records come from anywhere.
fn sanitize(text: &str) -> Cow<'_, str> {
    let is_harmful = |one: char| !is_printable(one) && one != '\n' && one != '\t';
    if text.contains(is_harmful) { text.replace(is_harmful, "?").into() } else { text.into() }
}

/// Clears the screen, if standard output is one.
///
/// # Errors
/// As for [`print()`].
pub fn clear() -> Result<(), Failure> {
    if io::stdout().is_terminal() { write("\x1b[2J\x1b[3J\x1b[H") } else { Ok(()) }
}

/// Writes to standard output. A reader that stops early (`| head`) is not a failure.
///
/// # Errors
/// Fails if standard output cannot be written for another reason.
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

/// Writes a message to standard error. Errors are ignored.
pub fn tell(text: &str) {
    let _ = writeln!(io::stderr(), "{}", sanitize(text));
}

/// Turns Ctrl-C, or a system's request to terminate, into a flag. The second time, the program ends
/// at once.
///
/// # Errors
/// Fails if the system does not allow it.
pub fn interrupt_flag() -> Result<Arc<AtomicBool>, Failure> {
    /// Several runs in one process share the flag.
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    if let Some(flag) = FLAG.get() {
        return Ok(Arc::clone(flag));
    }
    let flag = Arc::clone(FLAG.get_or_init(Arc::default));
    let raised = Arc::clone(&flag);
    ctrlc::set_handler(move || {
        if raised.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(INTERRUPTED));
        }
    })
    .map_err(|error| Failure::Interrupts(error.to_string()))?;
    Ok(flag)
}

/// Aligns columns: the first `words` columns to the left, the others, numbers, to the right.
pub fn aligned(header: &[&str], words: usize, rows: Vec<Vec<String>>) -> String {
    TextTable::new(header, words, rows).to_string()
}

/// Formats a difference of shares in percentage points with its sign; a dash if there is none.
pub fn signed_percent(difference: Option<f64>) -> String {
    difference.map_or("-".to_owned(), |difference| format!("{:+.1}%", 100.0 * difference))
}

/// Formats a difference with two decimals and its sign; a dash if there is none.
pub fn signed_points(difference: Option<f64>) -> String {
    difference.map_or("-".to_owned(), |difference| format!("{difference:+.2}"))
}

/// Formats an interval, each end by `tell`; a dash if there is none.
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
    fn what_controls_a_terminal_is_not_printed() {
        assert_eq!(sanitize("two\nlines\tand ä"), "two\nlines\tand ä");
        assert_eq!(sanitize("\x1b[31mred\u{202e}exe\r\u{7}"), "?[31mred?exe??");
    }
}
