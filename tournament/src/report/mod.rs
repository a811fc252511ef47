//! The results of a run: summaries and the final table.

pub mod final_table;
pub mod summary;
