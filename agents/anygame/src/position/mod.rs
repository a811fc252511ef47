//! Positions and seats' views of them, without the types of their games.

mod afterstates;
mod any_position;
mod belief;
mod chance_source;
mod composing;
mod error;
mod facts;
mod legal_moves;
mod replayed;
mod seen_event;
mod setup;
mod typed;
mod typed_setup;

pub use afterstates::{Afterstates, Ahead, Described, Inputs};
pub use any_position::{AnyPosition, AnyView};
pub use belief::{Belief, BelievedCard};
pub use composing::{Composition, Part};
pub use error::ActionError;
pub use facts::{
    OfferedArrangement, OfferedDistribution, OfferedDraw, OfferedMove, OfferedPieces, OfferedPlace,
    PositionFacts, ToldEvent,
};
pub use replayed::{DecidedGame, ReplayedDecision, ReplayedGame, ReplayedStep};
pub use setup::{AnySetup, EncodingFacts, TableSetup};
pub(crate) use typed::{TypedPosition, TypedView};
pub(crate) use typed_setup::TypedSetup;
