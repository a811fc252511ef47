//! One game at a table, from the deal to the end.

mod contain;
mod rebuilding;
mod result;
mod seated;
mod streams;
mod terms;
#[cfg(test)]
mod tests;
mod thinking;
mod typed_table;

pub use agents::{SECRET_BYTES, Secret};
pub use rebuilding::LuckyDraw;
pub(crate) use rebuilding::rebuild;
pub use result::{Forfeit, GameResult};
pub use seated::MAX_CONSECUTIVE_FORFEITS;
pub use streams::Streams;
pub use terms::TableTerms;
pub use thinking::Thinking;
pub(crate) use typed_table::{TypedResult, TypedTable};

/// Initial capacity of the list of moves; few positions have more moves.
const USUAL_MOVES: usize = 64;
