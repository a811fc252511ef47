//! The contract: what a game is to search, to agents and to drivers.

mod dealable;
mod event;
mod game;
mod observable;
mod outcome;
mod rules;
mod seat;
mod view;

pub use dealable::Dealable;
pub use event::{GameEvent, PlainEvent, PlainResult};
pub use game::{Game, Turn};
pub use observable::Observable;
pub use outcome::Outcome;
pub use rules::{RuleError, RuleOption, RuleValue, RuleValues, Rules};
pub use seat::{MAX_SEATS, NotASeat, Seat};
pub use view::View;
