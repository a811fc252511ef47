//! A recorded game as a sequence of frames, which the page shows one after the other.

use super::picture::Caption;
use anygame::{AnyPosition, ReplayedGame};
use engine::drawing::{Bounds, Viewer};
use engine::search_notes;
use serde::Serialize;
use serde_json::Value;
use std::collections::HashMap;

/// The data of a replay page, ready to draw.
#[derive(Serialize)]
pub struct Replay {
    /// Every distinct piece on the boards, stored once.
    pieces: Vec<String>,
    /// The positions in order. The first frame shows the position before any event.
    frames: Vec<Frame>,
}

/// A position and the events that led to it.
#[derive(Serialize)]
struct Frame {
    /// The SVG `viewBox`: it covers all boards up to this frame and never shrinks.
    view: String,
    /// The turn in which the events happened, counted from 1; 0 for the setup.
    turn: u32,
    headline: String,
    facts: String,
    /// The moves and chance events since the previous frame, in notation.
    notation: Vec<String>,
    /// The events of the move and the chance events in words; the move itself if its events wait for further moves.
    told: Vec<String>,
    /// The points of each seat.
    points: Vec<i16>,
    /// Each seat's chance to win according to the game's network, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    chances: Option<Vec<f64>>,
    /// Other facts about each seat.
    seats: Vec<String>,
    /// The seat that decides next.
    next: Option<usize>,
    /// The pieces on the board, as indices into `pieces`.
    board: Vec<usize>,
    /// The search results in the record for this move, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<Value>,
}

impl Replay {
    /// Creates the frames of a game: one for each decision, with the chance events that follow it.
    pub fn new(game: &ReplayedGame, record: &str) -> Self {
        let mut pieces = Pieces::default();
        let (first, mut seen) = Frame::new(&*game.start, 0, &mut pieces);
        let mut views = vec![seen];
        let laid = vec!["The table is laid.".to_owned()];
        let mut frames = vec![Frame { told: laid, ..first }];
        let mut searches = search_notes(record).into_iter();
        let mut turn = u32::from(game.start.is_between_turns());
        let mut before = &*game.start;
        for step in &game.steps {
            let events = step.after.events(Viewer::Everything);
            let thoughts: Vec<_> = searches.by_ref().take(events.len()).flatten().collect();
            let (mut frame, bounds) = Frame::new(&*step.after, turn, &mut pieces);
            let mut notation = vec![step.notation.clone()];
            let mut told: Vec<_> = events.iter().map(|event| event.told.to_string()).collect();
            let mut search = thoughts.into_iter().next();
            // A chance event belongs to the decision before it, as in the page to play.
            let earlier = if step.seat.is_none() { frames.pop() } else { None };
            if let Some(earlier) = earlier {
                views.pop();
                notation.splice(0..0, earlier.notation);
                told.splice(0..0, earlier.told);
                search = earlier.search.or(search);
                frame.turn = earlier.turn;
            } else if told.is_empty() {
                told.push(before.move_in_words(&step.notation).to_string());
            }
            seen = seen.and(bounds);
            views.push(seen);
            frames.push(Frame { notation, told, search, ..frame });
            before = &*step.after;
            if step.after.is_between_turns() {
                turn = step.after.turns_played() + 1;
            }
        }
        // The first view covers at least half of the last view, so that small boards are not magnified.
        let (width, height) = seen.size();
        let least = Bounds::around(views[0].centre(), width / 4.0, height / 4.0);
        for (frame, view) in frames.iter_mut().zip(views) {
            frame.view = view.and(least).to_string();
        }
        Self { pieces: pieces.all, frames }
    }

    /// Returns the index of the last frame of a turn; turn 0 is the setup.
    pub fn frame_after(&self, turn: u32) -> usize {
        let last = self.frames.iter().rposition(|frame| frame.turn <= turn);
        last.unwrap_or_default()
    }
}

impl Frame {
    fn new(position: &dyn AnyPosition, turn: u32, pieces: &mut Pieces) -> (Self, Bounds) {
        let (board, facts) = (position.board(Viewer::Everything), position.facts());
        let caption = Caption::of(&facts);
        let frame = Self {
            view: String::new(),
            turn,
            headline: caption.headline,
            facts: caption.facts,
            notation: Vec::new(),
            told: Vec::new(),
            points: facts.points,
            seats: facts.seat_facts.iter().map(ToString::to_string).collect(),
            next: facts.next,
            board: board.pieces.into_iter().map(|piece| pieces.number(piece)).collect(),
            search: None,
            chances: position.win_chances().map(rounded),
        };
        (frame, board.bounds)
    }
}

/// Rounds chances to the number of digits that the curve shows.
fn rounded(chances: Vec<f64>) -> Vec<f64> {
    chances.into_iter().map(|chance| (chance * 1e4).round() / 1e4).collect()
}

/// Distinct pieces with their indices.
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
