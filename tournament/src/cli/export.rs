//! `tournament export`: its arguments.

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
    /// The master seed of the search
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Worker threads [default: all cores]
    #[arg(long, value_name = "T")]
    pub threads: Option<usize>,
    /// A board of your own that the run was played on; may be given several times
    #[arg(long = "board", value_name = "FILE")]
    pub boards: Vec<PathBuf>,
    /// Show no progress
    #[arg(long)]
    pub quiet: bool,
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
