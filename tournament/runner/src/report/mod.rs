//! Results of a run: summaries and the final table.

pub mod degenerate;
pub mod final_table;
pub mod luck;
pub mod summary;
