//! A recorded game as the frames that a page shows in sequence.

use super::picture::Caption;
use agents::evaluation::{Network, win_chances};
use engine::drawing::{Bounds, Viewer};
use engine::{PlayableGame, RecordedGame, Turn, search_notes};
use serde::Serialize;
use serde_json::Value;
use std::collections::HashMap;

/// Everything that a page draws, ready to use.
#[derive(Serialize)]
pub struct Replay {
    /// Every distinct piece of a board, once.
    pieces: Vec<String>,
    /// The positions; the first is before any event.
    frames: Vec<Frame>,
}

/// A position and the events that led to it.
#[derive(Serialize)]
struct Frame {
    /// The `viewBox`: it covers all boards up to this one and never shrinks.
    view: String,
    /// The turn of the events, from 1; 0 is the setup.
    turn: u32,
    headline: String,
    facts: String,
    /// The moves and chance events since the previous frame, in the notation.
    notation: Vec<String>,
    /// The same in words.
    told: Vec<String>,
    /// Points by seat.
    points: Vec<i16>,
    /// Chances to win by seat, by the game's network, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    chances: Option<Vec<f64>>,
    /// Other facts, by seat.
    seats: Vec<String>,
    /// The seat that decides next.
    next: Option<u8>,
    /// The board: indices into the list of pieces.
    board: Vec<usize>,
    /// The record's data on the search behind the move, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<Value>,
}

impl Replay {
    /// Returns the frames of a game: one for each step with a note.
    pub fn new<G: PlayableGame>(course: &RecordedGame<G>, record: &str) -> Self {
        let setup = &course.setup;
        let mut pieces = Pieces::default();
        let network = Network::built_in();
        let chances = |state: &G| win_chances(state, network.as_ref()).map(rounded);
        let (first, mut seen) = Frame::new(&course.start, setup, 0, &mut pieces);
        let mut views = vec![seen];
        let laid = vec!["The table is laid.".to_owned()];
        let mut frames = vec![Frame { told: laid, chances: chances(&course.start), ..first }];
        let mut searches = search_notes(record).into_iter();
        let mut notation = Vec::new();
        let mut turn = u32::from(course.start.is_between_turns());
        for step in &course.steps {
            notation.push(step.notation.clone());
            if step.events.is_empty() {
                continue;
            }
            let thoughts: Vec<_> = searches.by_ref().take(step.events.len()).flatten().collect();
            let (frame, bounds) = Frame::new(&step.after, setup, turn, &mut pieces);
            seen = seen.and(bounds);
            views.push(seen);
            frames.push(Frame {
                notation: std::mem::take(&mut notation),
                told: step
                    .events
                    .iter()
                    .map(|event| G::renderer().describe(event, setup, Viewer::Everything))
                    .collect(),
                search: thoughts.into_iter().next(),
                chances: chances(&step.after),
                ..frame
            });
            if step.after.is_between_turns() {
                turn = step.after.turns_played() + 1;
            }
        }
        // Half of the last view at the start, so that small boards are not magnified.
        let (width, height) = seen.size();
        let least = Bounds::around(views[0].centre(), width / 4.0, height / 4.0);
        for (frame, view) in frames.iter_mut().zip(views) {
            frame.view = view.and(least).to_string();
        }
        Self { pieces: pieces.all, frames }
    }

    /// Returns the number of the frame that a turn ends with; 0 is the setup.
    pub fn frame_after(&self, turn: u32) -> usize {
        let last = self.frames.iter().rposition(|frame| frame.turn <= turn);
        last.unwrap_or_default()
    }
}

impl Frame {
    fn new<G: PlayableGame>(
        state: &G,
        setup: &G::Setup,
        turn: u32,
        pieces: &mut Pieces,
    ) -> (Self, Bounds) {
        let board = G::renderer().board(state, setup);
        let caption = Caption::of(state);
        let next = match state.turn() {
            Turn::Decide(seat) => Some(seat.into()),
            Turn::Chance | Turn::Over => None,
        };
        let frame = Self {
            view: String::new(),
            turn,
            headline: caption.headline,
            facts: caption.facts,
            notation: Vec::new(),
            told: Vec::new(),
            points: caption.seats.iter().map(|seat| seat.points).collect(),
            seats: caption.seats.into_iter().map(|seat| seat.facts).collect(),
            next,
            board: board.pieces.into_iter().map(|piece| pieces.number(piece)).collect(),
            search: None,
            chances: None,
        };
        (frame, board.bounds)
    }
}

/// Returns the chances with as many digits as a curve shows.
fn rounded(chances: Vec<f64>) -> Vec<f64> {
    chances.into_iter().map(|chance| (chance * 1e4).round() / 1e4).collect()
}

/// The distinct pieces.
#[derive(Default)]
struct Pieces {
    all: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl Pieces {
    fn number(&mut self, piece: String) -> usize {
        *self.numbers.entry(piece).or_insert_with_key(|piece| {
            self.all.push(piece.clone());
            self.all.len() - 1
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_kept_once() {
        let mut pieces = Pieces::default();
        let numbers = ["a", "b", "a"].map(|piece| pieces.number(piece.to_owned()));
        assert_eq!(numbers, [0, 1, 0]);
        assert_eq!(pieces.all, ["a", "b"]);
    }
}
