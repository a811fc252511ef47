//! `tournament export`: its arguments.

use super::arguments::JudgingArguments;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// The name of the file unless another is asked for.
const FILE: &str = "decisions.parquet";

/// `tournament export`
#[derive(Debug, Args)]
pub struct ExportArguments {
    /// The folder of a finished run with records
    #[arg(value_name = "RUN")]
    pub run: PathBuf,
    /// The format of the file
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t, ignore_case = true)]
    pub format: ExportFormat,
    /// The file to write [default: decisions.parquet in the folder of the run]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Let this search judge every decision, for visits and values: `name[:key=value…]`
    #[arg(long, value_name = "AGENT")]
    pub agent: Option<String>,
    #[command(flatten)]
    pub judging: JudgingArguments,
}

/// What training data can be written as.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, ValueEnum)]
pub enum ExportFormat {
    /// Parquet, compressed
    #[default]
    Parquet,
}

impl ExportArguments {
    /// Returns the file to write.
    pub fn file(&self) -> PathBuf {
        self.out.clone().unwrap_or_else(|| self.run.join(FILE))
    }
}
