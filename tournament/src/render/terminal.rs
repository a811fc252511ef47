//! Talking to the person in front of the terminal.

use crate::failure::Failure;
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code of a program that Ctrl-C ended.
pub const INTERRUPTED: u8 = 130;

/// Writes to standard output. A reader who has seen enough (`| head`) is no failure.
///
/// # Errors
/// If standard output cannot be written for another reason.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut output = io::stdout().lock();
    match output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::Output(error)),
        _ => Ok(()),
    }
}

/// Says something on standard error. If nobody listens, the work goes on all the same.
pub fn tell(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Raises a flag at Ctrl-C, or a system's polite request to end. The second time, the program ends at once.
///
/// # Errors
/// If the system does not allow it.
pub fn on_interrupt(flag: &Arc<AtomicBool>) -> Result<(), Failure> {
    let raised = Arc::clone(flag);
    ctrlc::set_handler(move || {
        if raised.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(INTERRUPTED));
        }
    })?;
    Ok(())
}

/// Lines up columns: words to the left, as many as `words` says, and numbers to the right.
pub fn aligned(header: &[&str], words: usize, rows: Vec<Vec<String>>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    if !header.is_empty() {
        table.set_header(header);
    }
    table.add_rows(rows);
    for (number, column) in table.column_iter_mut().enumerate() {
        let is_word = number < words;
        column.set_cell_alignment(if is_word { CellAlignment::Left } else { CellAlignment::Right });
        column.set_padding((0, 2));
    }
    table.trim_fmt() + "\n"
}

/// A share as a percentage; a dash if there is none.
pub fn percent(share: Option<f64>) -> String {
    share.map_or("-".to_owned(), |share| format!("{:.1}%", 100.0 * share))
}

/// A difference of shares in points of a hundred, with its sign; a dash if there is none.
pub fn signed_percent(difference: Option<f64>) -> String {
    difference.map_or("-".to_owned(), |difference| format!("{:+.1}%", 100.0 * difference))
}

/// A difference with two decimals and its sign; a dash if there is none.
pub fn signed_points(difference: Option<f64>) -> String {
    difference.map_or("-".to_owned(), |difference| format!("{difference:+.2}"))
}

/// An interval, each end told by `tell`; a dash if there is none.
pub fn interval(low: Option<f64>, high: Option<f64>, tell: fn(Option<f64>) -> String) -> String {
    let ends = low.zip(high);
    ends.map_or("-".to_owned(), |(low, high)| {
        format!("{} to {}", tell(Some(low)), tell(Some(high)))
    })
}

/// A number with so many decimals; a dash if there is none.
pub fn decimal(value: Option<f64>, decimals: usize) -> String {
    value.map_or("-".to_owned(), |value| format!("{value:.decimals$}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let rows = vec![
            vec!["mcts".to_owned(), "10".to_owned(), percent(Some(0.625))],
            vec!["greedy#2".to_owned(), "9".to_owned(), percent(None)],
        ];
        assert_eq!(
            aligned(&["agent", "games", "share"], 1, rows),
            "agent     games  share\nmcts         10  62.5%\ngreedy#2      9      -\n"
        );
        assert_eq!(decimal(Some(1.0 / 3.0), 2), "0.33");
    }
}
