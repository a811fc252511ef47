//! Tables as text: the header of a CSV file is the serde struct of its rows.

use crate::row::{write_header, write_row};
use serde::Serialize;

/// More than most rows have bytes.
const USUAL_LENGTH: usize = 96;

/// Rows as CSV text, without a header.
pub type Page = Vec<u8>;

/// A CSV file: its name and its header.
#[derive(Debug)]
pub struct Sheet {
    /// The file's name.
    pub name: &'static str,
    /// The first line.
    pub header: Page,
}

impl Sheet {
    /// The file whose rows are these. Its header is there even if no row ever is.
    pub fn of<R: Serialize + Default>(name: &'static str) -> Self {
        let mut header = Vec::new();
        write_header(&R::default(), &mut header).expect("a row is a flat struct");
        Self { name, header }
    }
}

/// The text of some rows.
pub fn page<R: Serialize>(rows: &[R]) -> Page {
    let mut text = Vec::with_capacity(rows.len() * USUAL_LENGTH);
    for row in rows {
        write_row(row, &mut text).expect("a row is a flat struct");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default, Serialize)]
    struct Row {
        agent: String,
        games: u32,
        mean: Option<f64>,
    }

    #[test]
    fn the_header_comes_from_the_struct_and_missing_values_are_empty() {
        let sheet = Sheet::of::<Row>("rows.csv");
        assert_eq!(sheet.header, b"agent,games,mean\n");
        let rows = [
            Row { agent: "a,b".into(), games: 2, mean: Some(0.5) },
            Row { agent: "c".into(), games: 0, mean: None },
        ];
        assert_eq!(page(&rows), b"\"a,b\",2,0.5\nc,0,\n");
    }
}
