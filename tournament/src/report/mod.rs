//! What a run adds up to: summaries and the final table.

pub mod final_table;
pub mod summary;
