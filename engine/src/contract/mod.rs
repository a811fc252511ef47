//! The contract: what a game is to search, to agents and to drivers.

mod game;
mod observable;
mod outcome;
mod seat;

pub use game::{Dealable, Game, RecordError, RecordHeader, Turn, View};
pub use observable::Observable;
pub use outcome::Outcome;
pub use seat::{MAX_SEATS, NotASeat, Seat};
