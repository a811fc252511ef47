//! The formats of a run's tables.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// What the tables of a finished run are written as.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// CSV
    #[default]
    Csv,
    /// CSV, and beside it Parquet
    Parquet,
}

impl Format {
    /// Whether there is nothing but CSV.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it like this")]
    pub fn is_csv(&self) -> bool {
        *self == Self::Csv
    }
}

impl std::fmt::Display for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let value = ValueEnum::to_possible_value(self);
        f.write_str(value.as_ref().map_or("", |value| value.get_name()))
    }
}
