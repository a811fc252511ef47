//! A course as a page shows it, step by step.

use super::{judging, table};
use crate::course::{Course, TakenMove};
use anygame::ReplayedGame;
use engine::drawing::{Board, Frame, Viewer};
use engine::search_notes;
use serde_json::{Value, json};

/// A course with the labels of its seats and the search notes of its record. Callers check that a step exists before they ask for
/// it.
pub struct ShownCourse {
    /// The course.
    pub course: Course,
    labels: Vec<String>,
    /// The record's search notes, by event.
    notes: Vec<Option<Value>>,
}

impl ShownCourse {
    /// Shows a course without a record.
    pub const fn new(course: Course) -> Self {
        Self { course, labels: Vec::new(), notes: Vec::new() }
    }

    /// Shows a replayed game with the search notes in the line of its record.
    pub fn of_record(mut game: ReplayedGame, line: &str) -> Self {
        game.header.seed = table::plain(&game.header.seed);
        let labels = game.header.agents.iter().map(|label| table::plain(label)).collect();
        Self { course: Course::of_record(game), labels, notes: search_notes(line) }
    }

    /// Takes back all steps after this one.
    pub fn take_back(&mut self, step: usize) {
        self.course.take_back(step);
        self.notes.truncate(self.course.event_numbers(step).end);
    }

    /// Describes the table: game, players, rules, labels, letters and colours.
    pub fn table(&self) -> Value {
        table::table(self.course.setup(), self.course.seed(), &self.labels)
    }

    /// Describes a step: its move, its events, the next seat, points and facts.
    pub fn step(&self, step: usize, viewer: Viewer) -> Value {
        let position = self.course.position(step);
        let mut shown = json!(position.facts());
        shown["events"] = json!(position.events(viewer));
        if let Some(TakenMove { seat, mv, is_revealing }) = self.course.taken(step) {
            shown["seat"] = seat.index().into();
            shown["move"] = mv.as_str().into();
            shown["reveals"] = (*is_revealing).into();
            let mut notes =
                self.course.event_numbers(step).filter_map(|event| self.notes.get(event)?.as_ref());
            if let Some(found) = notes.find_map(judging::noted) {
                shown["search"] = found;
            }
        }
        shown
    }

    /// Draws the board at a step and describes it in words: `view`, the `viewBox`; `pieces` of SVG, bottom first; and `words`, one
    /// line per place.
    pub fn scene(&self, step: usize, viewer: Viewer) -> Value {
        let position = self.course.position(step);
        let Board { pieces, bounds } = position.board(viewer);
        json!({"view": bounds.to_string(), "pieces": pieces, "words": position.words(viewer)})
    }

    /// Draws the board after each event of a step: `view` and `pieces` as in [`Self::scene`], and `way`, the path on which the last
    /// piece came to its place, or an empty text. The list is empty for step 0, and in games that do not draw their events.
    pub fn frames(&self, step: usize) -> Value {
        let before = step.checked_sub(1).map(|before| self.course.position(before));
        let frames =
            before.map_or_else(Vec::new, |before| self.course.position(step).frames(before));
        let drawn = frames.into_iter().map(|Frame { board: Board { pieces, bounds }, way }| {
            json!({"view": bounds.to_string(), "pieces": pieces, "way": way})
        });
        drawn.collect()
    }
}
