//! The contract: what a game is to search, to agents and to drivers.
//!
//! | a game | must | may |
//! | --- | --- | --- |
//! | plays | [`Game`], [`View`], [`Dealable`] | |
//! | names its events | | [`GameEvent`] |
//! | tells bots what they see | | [`Observable`] |
//! | says what positions are worth | | [`Evaluate`] |
//! | adds columns and tables | | [`RowBuilder`] |
//! | asks what a kind of move is worth | | [`study::MoveStudy`] |
//! | is drawn and told in words | | [`drawing::Render`] |

mod dealable;
mod defaults;
pub mod drawing;
mod evaluate;
mod event;
mod game;
mod observable;
mod outcome;
mod playable;
mod rules;
mod seat;
pub mod study;
mod tables;
mod text;

pub use dealable::{Dealable, GameEvent};
pub use defaults::{Reward, Search, SearchDefaults};
pub use evaluate::{Evaluate, Feature, MAX_FEATURES, OutcomeModel};
pub use event::{PlainEvent, PlainResult};
pub use game::{Game, Turn, View};
pub use observable::Observable;
pub use outcome::Outcome;
pub use playable::PlayableGame;
pub use rules::{RuleError, RuleOption, RuleValue, RuleValues, Rules};
pub use seat::{MAX_SEATS, NotASeat, Seat};
pub use tables::{
    AgentTotals, Aggregator, FinishedGame, GameRows, Mean, Row, RowBuilder, RunTotals,
    SummaryVisitor, SummedGame, TableVisitor, joined,
};
pub use text::{TextTable, decimal, percent};
