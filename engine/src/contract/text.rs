//! Plain-text tables for people, and the format of numbers in these tables.

use std::fmt::{self, Write};

/// A table for a terminal. Columns of words are left-aligned, columns of numbers are right-aligned.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct TextTable {
    /// The column headings; empty for a table without headings.
    pub header: Vec<String>,
    /// Number of columns, from the left, that contain words.
    pub words: usize,
    /// The cells, row by row.
    pub rows: Vec<Vec<String>>,
}

impl TextTable {
    /// Creates a table with these headings, of which the first `words` columns contain words.
    pub fn new<H: ToString>(header: &[H], words: usize, rows: Vec<Vec<String>>) -> Self {
        Self { header: header.iter().map(ToString::to_string).collect(), words, rows }
    }

    /// Creates a table of these columns, of which the first `words` contain words, with a line for each row.
    pub fn of<R>(columns: &[Column<R>], words: usize, rows: &[R]) -> Self {
        let header = columns.iter().map(|&(heading, _)| heading.to_owned()).collect();
        let line = |row| columns.iter().map(|(_, cell)| cell(row)).collect();
        Self { header, words, rows: rows.iter().map(line).collect() }
    }
}

/// A column of a [`TextTable`]: its heading, and the function that formats the cell of a row.
pub type Column<R> = (&'static str, fn(&R) -> String);

/// Number of spaces between columns.
const GAP: usize = 2;

impl fmt::Display for TextTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let header = (!self.header.is_empty()).then_some(&self.header);
        let lines = || header.into_iter().chain(&self.rows);
        let columns = lines().map(Vec::len).max().unwrap_or(0);
        let width = |cell: &String| cell.chars().count();
        let widths: Vec<_> = (0..columns)
            .map(|column| lines().filter_map(|line| line.get(column)).map(width).max().unwrap_or(0))
            .collect();
        for line in lines() {
            let mut text = String::new();
            for (column, (cell, &widest)) in line.iter().zip(&widths).enumerate() {
                // The formatter's own widths end at 65,535, but a cell may be of any length.
                let padding = " ".repeat(widest - width(cell));
                if column < self.words {
                    write!(text, "{cell}{padding}{:GAP$}", "")?;
                } else {
                    write!(text, "{padding}{cell}{:GAP$}", "")?;
                }
            }
            writeln!(f, "{}", text.trim_end())?;
        }
        Ok(())
    }
}

/// Returns the first word of a value's text form.
pub fn first_word(shown: impl fmt::Display) -> String {
    let text = shown.to_string();
    text.split(' ').next().unwrap_or(&text).to_owned()
}

/// Formats a share as a percentage, or as a dash if it is `None`.
pub fn percent(share: Option<f64>) -> String {
    share.map_or("-".to_owned(), |share| format!("{:.1}%", 100.0 * share))
}

/// Formats a number with this number of decimals, or as a dash if it is `None`.
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
            TextTable::new(&["agent", "games", "share"], 1, rows).to_string(),
            "agent     games  share\nmcts         10  62.5%\ngreedy#2      9      -\n"
        );
        assert_eq!(decimal(Some(1.0 / 3.0), 2), "0.33");
        assert_eq!((first_word("expand samoa"), first_word(7)), ("expand".into(), "7".into()));
    }
}
