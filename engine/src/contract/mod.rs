//! The contract between a game and its users: search, agents and drivers.
//!
//! | capability | required | optional |
//! | --- | --- | --- |
//! | play | [`Game`], [`View`], [`PlayableGame`] | |
//! | separate event types | | [`GameEvent`] |
//! | evaluation of positions | | items of [`Game`] |
//! | numbering of moves, observation tensors | | [`Encoding`] |
//! | columns and tables of a run | | [`Tables`] |
//! | studies of kinds of decisions | | [`study::Study`] |
//! | drawings and text for people | | [`drawing::Render`] |

mod defaults;
pub mod drawing;
mod encoding;
mod evaluate;
mod event;
mod game;
mod outcome;
pub mod phrase;
mod playable;
mod rules;
mod seat;
pub mod study;
mod tables;
mod tensor;
mod text;

pub use defaults::{Reward, Search, SearchDefaults};
pub use encoding::{ActionGroup, Encoding};
pub use evaluate::{Evaluated, Feature, Input, InputGroup, MAX_FEATURES, MAX_INPUTS, OutcomeModel};
pub use event::{PlainEvent, PlainResult};
pub use game::{Game, Turn, View};
pub use outcome::Outcome;
pub use playable::{GameEvent, PlayableGame, TableSums, Tables};
pub use rules::{RuleError, RuleOption, RuleValue, RuleValues, Rules};
pub use seat::{MAX_SEATS, NotASeat, Seat};
pub use tables::{
    AgentTotals, FinishedGame, Mean, RunTotals, SummedGame, TablePlace, TableRow, TableSpec, joined,
};
pub use tensor::{SeatOrder, TensorBlock, TensorWriter};
pub use text::{Column, TextTable, decimal, first_word, percent};
