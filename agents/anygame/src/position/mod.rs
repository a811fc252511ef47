//! A position in a game and what a seat knows of it, without the type of the game.

mod error;
mod facts;
mod typed;
mod typed_setup;

#[cfg(test)]
mod tests;

pub use error::ActionError;
pub use facts::{OfferedMove, PositionFacts, ToldEvent};
pub(crate) use typed::{TypedPosition, TypedView};
pub(crate) use typed_setup::TypedSetup;

use crate::belief::Belief;
use engine::drawing::{Board, Viewer};
use engine::{Outcome, RecordHeader, Seat, Turn};
use std::any::Any;

/// A position that people, pages and Python play on and look at: each method is one dynamic call.
///
/// Actions are moves by their numbers in the game's encoding; a game without one is played by
/// [`Self::apply_nth`] alone.
pub trait AnyPosition: Any + Send + Sync {
    /// Returns a copy, which can be played on separately.
    fn copy(&self) -> Box<dyn AnyPosition>;

    /// Returns who acts next.
    fn turn(&self) -> Turn;

    /// Returns how many turns of all seats have ended.
    fn turns_played(&self) -> u32;

    /// Returns whether a turn is about to begin or the game is over.
    fn is_between_turns(&self) -> bool;

    /// Returns the outcome if the game ended now; when it is over, the result.
    fn outcome(&self) -> Outcome;

    /// Returns the legal actions, ascending. The list is empty unless a seat decides, and for a game without an
    /// encoding.
    fn legal_actions(&mut self) -> &[usize];

    /// Plays the action with this number.
    ///
    /// # Errors
    /// If no seat decides, the action is not legal, or the game has no encoding. The position stays as it was.
    fn apply(&mut self, action: usize) -> Result<(), ActionError>;

    /// Plays the legal move at this place among all legal ones, counted round and round, and returns its place.
    ///
    /// # Errors
    /// If no seat decides.
    fn apply_nth(&mut self, number: usize) -> Result<usize, ActionError>;

    /// Lets chance act until a seat decides or the game is over. Does nothing if chance waits for the caller.
    fn settle(&mut self);

    /// Returns the possible outcomes of chance, in their notation, with their probabilities. The list is empty unless
    /// chance acts.
    fn chance_outcomes(&self) -> Vec<(String, f64)>;

    /// Lets chance take the outcome at this place among the possible ones.
    ///
    /// # Errors
    /// If chance does not act, or has fewer outcomes.
    fn apply_chance(&mut self, outcome: usize) -> Result<(), ActionError>;

    /// Returns what a seat knows.
    fn view(&self, seat: Seat) -> Box<dyn AnyView>;

    /// Returns what there is to know beside the board.
    fn facts(&self) -> PositionFacts;

    /// Returns the legal moves, ascending, with their places on the board.
    fn moves(&self) -> Vec<OfferedMove>;

    /// Draws the board.
    fn board(&self) -> Board;

    /// Describes the board to people who do not see it: a line for each place.
    fn words(&self) -> Vec<String>;

    /// Returns the board as text. Only a viewer who sees everything gets what is hidden from some seat.
    fn sketch(&self, viewer: Viewer) -> String;

    /// Returns the ids of the cards in the hand of a seat, face up.
    fn hand(&self, seat: Seat) -> Vec<&'static str>;

    /// Returns the chances to win by seat, by the game's built-in network; `None` for a game without one that is not
    /// over.
    fn win_chances(&self) -> Option<Vec<f64>>;

    /// Returns the events since the last move, its own included, without what the viewer cannot see; none unless
    /// the game keeps its events.
    fn events(&self, viewer: Viewer) -> Vec<ToldEvent>;

    /// Puts the events of an earlier position of the same game before those that led here.
    fn take_events(&mut self, earlier: &dyn AnyPosition);

    /// Returns the record of the game that ends here, from all its positions in order, this one included; `None`
    /// unless the game is over, was dealt and kept its events.
    fn record(&self, positions: &[&dyn AnyPosition], header: RecordHeader) -> Option<String>;

    /// Returns whether this is the same position of the same game.
    fn is_same(&self, other: &dyn AnyPosition) -> bool;

    /// Returns a hash of the position, the same in every process.
    fn hash(&self) -> u64;
}

/// What one seat knows of a game: all that an agent gets.
pub trait AnyView: Any + Send + Sync {
    /// Returns whose view this is.
    fn seat(&self) -> Seat;

    /// Returns the moves that the seat may choose now, ascending, in their notation; none if it does not decide.
    fn moves(&self) -> Vec<String>;

    /// Returns the actions that the seat may choose now, ascending; none if it does not decide, and for a game without
    /// an encoding.
    fn legal_actions(&self) -> Vec<usize>;

    /// Replaces the values by the observation tensor. A game without an encoding leaves them as they are.
    ///
    /// # Panics
    /// If the tensor has another size.
    fn write_tensor(&self, into: &mut [f32]);

    /// Returns all that the seat knows, in JSON.
    fn describe(&self) -> String;

    /// Returns a position that looks like this to the seat, drawn from all such positions, each with its probability.
    /// It draws chance events if the game was dealt.
    fn determinize(&self, seed: u64) -> Box<dyn AnyPosition>;

    /// Returns what the seat may believe about where the cards are, from this many determinizations, at least 1: the
    /// hands by seat, then the deck.
    fn belief(&self, samples: u32, seed: u64) -> Vec<Belief>;

    /// Returns whether the seat cannot tell the two apart.
    fn is_same(&self, other: &dyn AnyView) -> bool;

    /// Returns a hash of the view, the same in every process.
    fn hash(&self) -> u64;
}
