//! A position and a view of it, without the type of the game.

use super::afterstates::{Afterstates, Ahead, Described, Inputs};
use super::belief::Belief;
use super::error::ActionError;
use super::facts::{OfferedArrangement, OfferedDraw, OfferedMove, PositionFacts, ToldEvent};
use engine::drawing::{Board, Frame, Viewer};
use engine::phrase::Phrase;
use engine::{Outcome, RecordHeader, Seat, Turn};
use std::any::Any;

/// A position that people, web pages and Python can display and play: each method is one dynamic call.
///
/// Actions are moves, identified by their numbers in the game's encoding. In a game without an encoding, moves
/// are played with [`Self::apply_nth`] only.
///
/// # Examples
/// ```
/// use engine::{Rules, Turn};
///
/// let games = games::built_in();
/// let setup = anygame::find(&games, "kuhn").unwrap().setup(2, &Rules::new()).unwrap();
/// let mut position = setup.start(Some(7));
/// position.settle();
/// while position.turn() != Turn::Over {
///     position.apply_nth(0).unwrap();
///     position.settle();
/// }
/// assert!(position.facts().is_over);
/// ```
pub trait AnyPosition: Any + Send + Sync {
    /// Returns an independent copy of the position.
    fn copy(&self) -> Box<dyn AnyPosition>;

    /// Returns whose turn it is: a seat, chance, or neither if the game is over.
    fn turn(&self) -> Turn;

    /// Returns the number of finished turns of all seats.
    fn turns_played(&self) -> u32;

    /// Returns whether a turn is about to begin or the game is over.
    fn is_between_turns(&self) -> bool;

    /// Returns the outcome as if the game ended now, which is the result if the game is over.
    fn outcome(&self) -> Outcome;

    /// Returns the legal actions in ascending order. The list is empty if it is not a seat's decision, or if
    /// the game has no encoding.
    fn legal_actions(&mut self) -> &[usize];

    /// Plays the action with this number.
    ///
    /// # Errors
    /// Fails if it is not a seat's decision, the action is not legal, or the game has no encoding. The position
    /// then remains unchanged.
    fn apply(&mut self, action: usize) -> Result<(), ActionError>;

    /// Plays the legal move with this index, modulo the number of legal moves, and returns its index.
    ///
    /// # Errors
    /// Fails if it is not a seat's decision.
    fn apply_nth(&mut self, number: usize) -> Result<usize, ActionError>;

    /// Plays chance events until a seat decides or the game is over. Does nothing if the caller provides the
    /// chance events.
    fn settle(&mut self);

    /// Returns the possible chance outcomes in the game's notation, with their probabilities. The list is empty
    /// unless chance acts.
    fn chance_outcomes(&self) -> Vec<(String, f64)>;

    /// Plays the chance outcome with this index among the possible ones.
    ///
    /// # Errors
    /// Fails if chance does not act, or if it has fewer outcomes.
    fn apply_chance(&mut self, outcome: usize) -> Result<(), ActionError>;

    /// Returns the chance outcomes that people can draw themselves at a table with cards, in the order of
    /// [`Self::chance_outcomes`]. The list is empty unless chance acts, and in games with hidden hands.
    fn draws(&self) -> Vec<OfferedDraw>;

    /// Changes the deck so that the chance outcome with this index comes next. Returns false, and changes nothing, if the
    /// position has no deck, if chance has fewer outcomes, or if a deck of the game cannot be changed.
    fn draw_next(&mut self, outcome: usize) -> bool;

    /// Returns a seat's view of the position.
    fn view(&self, seat: Seat) -> Box<dyn AnyView>;

    /// Overwrites a slice with a seat's observation tensor, like [`AnyView::write_tensor`] on its view.
    ///
    /// # Panics
    /// If the length of the slice differs from the tensor's.
    fn write_tensor(&self, seat: Seat, into: &mut [f32]);

    /// Returns the inputs of networks, hidden information included. They are empty if the game has none.
    fn inputs(&self, seat: Seat) -> Inputs;

    /// Returns the facts about the position besides the board.
    fn facts(&self) -> PositionFacts;

    /// Returns the legal moves in ascending order, with their places on the board.
    fn moves(&self) -> Vec<OfferedMove>;

    /// Describes a move of the seat that decides, given in the game's notation. Other text is returned as it is.
    fn move_in_words(&self, mv: &str) -> Phrase;

    /// Returns the choice that people make at once instead of several consecutive moves, if there is one.
    fn arrangement(&self) -> Option<OfferedArrangement>;

    /// Draws the board without information hidden from the viewer.
    fn board(&self, viewer: Viewer) -> Board;

    /// Draws the board after each event since an earlier position of the game, for people who watch them one by one. The list is
    /// empty for games that do not draw their events, and unless the position keeps events.
    fn frames(&self, earlier: &dyn AnyPosition) -> Vec<Frame>;

    /// Describes the board in words, for people who do not see it: one line for each place, without information hidden from the
    /// viewer.
    fn words(&self, viewer: Viewer) -> Vec<Phrase>;

    /// Returns the board as text. Hidden information is included only for a viewer who sees everything.
    fn sketch(&self, viewer: Viewer) -> String;

    /// Returns the ids of the cards in the hand of a seat, face up.
    fn hand(&self, seat: Seat) -> Vec<&'static str>;

    /// Returns the win probabilities by seat, estimated by the game's built-in network. Returns `None` for an
    /// unfinished game without a network.
    fn win_chances(&self) -> Option<Vec<f64>>;

    /// Lets this position, and all positions that are reached from it, keep their events.
    fn keep_events(&mut self);

    /// Returns the events since the last move, including that move, without information hidden from the viewer.
    /// The list is empty unless the position keeps events.
    fn events(&self, viewer: Viewer) -> Vec<ToldEvent>;

    /// Inserts the events of an earlier position of the game before the events of this one.
    fn take_events(&mut self, earlier: &dyn AnyPosition);

    /// Returns the record of the game that ends in this position, from all its positions in order, including
    /// this one. Returns `None` unless the game is over, has a deck and kept its events.
    fn record(&self, positions: &[&dyn AnyPosition], header: RecordHeader) -> Option<String>;

    /// Returns the deck in the format of records, if the game was dealt one.
    fn deck(&self) -> Option<serde_json::Value>;

    /// Returns whether the other position is equal and belongs to the same game.
    fn is_same(&self, other: &dyn AnyPosition) -> bool;

    /// Returns a hash of the position, which is equal in every process.
    fn hash(&self) -> u64;
}

/// One seat's view of a game: all information that an agent receives.
pub trait AnyView: Any + Send + Sync {
    /// Returns the seat whose view this is.
    fn seat(&self) -> Seat;

    /// Returns the seat's legal moves in ascending order and in the game's notation; none if the seat does not
    /// decide.
    fn moves(&self) -> Vec<String>;

    /// Returns the seat's legal actions in ascending order; none if the seat does not decide or the game has no
    /// encoding.
    fn legal_actions(&self) -> Vec<usize>;

    /// Overwrites a slice with the observation tensor. If the game has no encoding, the slice remains
    /// unchanged.
    ///
    /// # Panics
    /// If the length of the slice differs from the tensor's.
    fn write_tensor(&self, into: &mut [f32]);

    /// Returns all information in the view, as JSON.
    fn describe(&self) -> String;

    /// Returns a determinization: a position with the same view for the seat, drawn at random by its
    /// probability. It draws chance events itself if the game was dealt.
    fn determinize(&self, seed: u64) -> Box<dyn AnyPosition>;

    /// Returns the positions that may follow the seat's decision, from determinizations like [`Self::determinize`]; none if the
    /// seat does not decide or the game has no encoding.
    fn afterstates(&self, ahead: Ahead, described: Described, seed: u64) -> Afterstates;

    /// Returns the seat's belief about the places of cards, estimated from this number of determinizations (at
    /// least 1): the hands by seat, then the deck.
    fn belief(&self, samples: u32, seed: u64) -> Vec<Belief>;

    /// Returns whether the other view is equal, so that the seat cannot distinguish the positions.
    fn is_same(&self, other: &dyn AnyView) -> bool;

    /// Returns a hash of the view, which is equal in every process.
    fn hash(&self) -> u64;
}
