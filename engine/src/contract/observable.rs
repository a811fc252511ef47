//! Games as players outside this program are told of them.

use super::{Dealable, Game, Seat};
use serde::Serialize;

/// A game that can be told in JSON: what bots in other languages play by.
///
/// Names are those of records, moves are written in their own notation. What is told to a seat depends
/// on nothing that the seat cannot see.
pub trait Observable: Dealable + Game<Observation: Serialize> {
    /// What is settled before the first move and open to all: the rules in force, the printed material.
    fn describe_table(setup: &Self::Setup) -> impl Serialize;

    /// Everything that a seat knows.
    fn describe_view(view: &Self::View) -> impl Serialize;

    /// An event as this seat sees it. What it cannot see of it is left out.
    fn observe_event(event: &Self::Event, observer: Seat, setup: &Self::Setup)
    -> Self::Observation;
}
