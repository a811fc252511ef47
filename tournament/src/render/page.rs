//! A page that replays a game: a single self-contained HTML file.

use super::picture::Caption;
use super::replay::Replay;
use engine::drawing::{definitions, escaped, seat_colour, seat_letter};
use engine::{MAX_SEATS, PlayableGame, RecordedGame, Seat};
use serde_json::{Value, json};
use std::fmt::Write;

/// Returns the page of a checked record, opened at the position after `turn` turns.
pub fn html<G: PlayableGame>(course: &RecordedGame<G>, record: &str, turn: u32) -> String {
    let replay = Replay::new(course, record);
    let seats = Seat::all(course.start.players()).zip(&course.agents).map(|(seat, agent)| {
        json!({ "letter": seat_letter(seat), "colour": seat_colour(seat), "agent": agent })
    });
    let opens = if turn == 0 { 0 } else { replay.frame_after(turn) };
    let data = json!({ "seats": seats.collect::<Vec<_>>(), "opens": opens, "game": replay });
    let mut page = include_str!("page.html").to_owned();
    for (place, content) in [
        ("{{title}}", escaped(&title::<G>(course, record)).replace("{{", "")),
        ("{{heading}}", escaped(&heading::<G>())),
        ("{{style}}", include_str!("page.css").to_owned()),
        ("{{definitions}}", definitions(MAX_SEATS)),
        ("{{legend}}", legend::<G>()),
        ("{{rules}}", rules::<G>()),
        ("{{script}}", include_str!("page.js").to_owned()),
        // Last, because names in the record may look like a placeholder.
        ("{{data}}", harmless(&data.to_string())),
    ] {
        page = page.replace(place, &content);
    }
    page
}

/// Returns JSON as a page can hold it: nothing in it ends its element.
pub fn harmless(json: &str) -> String {
    json.replace('<', "\\u003c")
}

fn heading<G: PlayableGame>() -> String {
    format!("A game of {}", G::TITLE)
}

/// Returns a title that identifies the game: its options, seed and winner.
fn title<G: PlayableGame>(course: &RecordedGame<G>, record: &str) -> String {
    let header: Value = serde_json::from_str(record).unwrap_or_default();
    let fact = |name: &str| header[name].as_str().map(str::to_owned);
    let seed = fact("seed").map(|seed| format!("seed {seed}"));
    let end = course.steps.last().map(|step| Caption::of(&step.after).headline);
    let facts = [Some(heading::<G>()), fact("edition"), seed, end];
    facts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn legend<G: PlayableGame>() -> String {
    let mut text = String::new();
    for entry in G::renderer().legend() {
        let _ = writeln!(
            text,
            "<li><svg viewBox=\"-80 -80 160 160\">{}</svg><span>{}</span></li>",
            entry.picture,
            escaped(entry.meaning)
        );
    }
    text
}

fn rules<G: PlayableGame>() -> String {
    let items = G::renderer().rules().iter().map(|rule| format!("<li>{}</li>\n", escaped(rule)));
    items.collect()
}
