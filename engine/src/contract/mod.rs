//! The contract: what a game is to search, to agents and to drivers.
//!
//! | a game | must | may |
//! | --- | --- | --- |
//! | plays | [`Game`], [`View`], [`Dealable`] | |
//! | tells bots what they see | | [`Observable`] |
//! | says what positions are worth | | [`Evaluate`] |
//! | adds columns and tables | | [`RowBuilder`] |
//! | asks what a kind of move is worth | | [`study::MoveStudy`] |
//! | is drawn and told in words | | [`drawing::Render`] |

pub mod drawing;
mod evaluate;
mod game;
mod observable;
mod outcome;
mod playable;
mod seat;
pub mod study;
mod tables;
mod text;

pub use evaluate::{Defaults, Evaluate, Feature, MAX_FEATURES, OutcomeModel};
pub use game::{Dealable, Game, RecordError, RecordHeader, Turn, View};
pub use observable::Observable;
pub use outcome::Outcome;
pub use playable::PlayableGame;
pub use seat::{MAX_SEATS, NotASeat, Seat};
pub use tables::{
    AgentTotals, Aggregator, FinishedGame, GameRows, Mean, Row, RowBuilder, RunTotals,
    SummaryVisitor, SummedGame, TableVisitor, joined,
};
pub use text::{TextTable, decimal, percent};
