//! Games that external players can follow.

use super::{Dealable, Game, Seat, View};
use serde::Serialize;
use serde_json::json;

/// A game that can be described in JSON, for bots in other languages.
///
/// Names match those of records, and moves use their own notation. What a seat receives depends
/// only on what it can see.
pub trait Observable: Dealable + Game<Observation: Serialize> {
    /// Describes what is public and fixed before the first move: the rules in force and the printed
    /// material.
    fn describe_table(_setup: &Self::Setup) -> impl Serialize {
        json!({})
    }

    /// Describes everything that a seat knows. By default that is the seat alone: bots then follow the
    /// game by its events.
    fn describe_view(view: &Self::View) -> impl Serialize {
        json!({ "seat": view.seat() })
    }

    /// Describes an event as this seat sees it, without what it cannot see.
    fn observe_event(event: &Self::Event, observer: Seat, setup: &Self::Setup)
    -> Self::Observation;
}
