//! A page that replays a game, as a single self-contained HTML file.

use super::picture::Caption;
use super::replay::Replay;
use anygame::{AnySetup, ReplayedGame};
use engine::drawing::{definitions, escaped, seat_colour};
use engine::{MAX_SEATS, Seat};
use serde_json::{Value, json};
use std::fmt::Write;

/// Returns the page for a checked record, opened at the position after `turn` turns.
pub fn html(game: &ReplayedGame, record: &str, turn: u32) -> String {
    let replay = Replay::new(game, record);
    let seats = Seat::all(game.setup.players()).zip(&game.header.agents).map(|(seat, agent)| {
        json!({ "letter": seat.letter(), "colour": seat_colour(seat), "agent": agent })
    });
    let opens = if turn == 0 { 0 } else { replay.frame_after(turn) };
    let data = json!({ "seats": seats.collect::<Vec<_>>(), "opens": opens, "game": replay });
    let mut page = include_str!("page.html").to_owned();
    for (place, content) in [
        ("{{title}}", escaped(&title(game, record)).replace("{{", "")),
        ("{{heading}}", escaped(&heading(&game.setup))),
        ("{{style}}", include_str!("page.css").to_owned()),
        ("{{definitions}}", definitions(MAX_SEATS)),
        ("{{legend}}", legend(&game.setup)),
        ("{{rules}}", rules(&game.setup)),
        ("{{script}}", include_str!("page.js").to_owned()),
        // This must be the last replacement, because names in the record may look like a placeholder.
        ("{{data}}", escape_for_script(&data.to_string())),
    ] {
        page = page.replace(place, &content);
    }
    page
}

/// Escapes JSON so that it cannot end the HTML element that contains it.
pub fn escape_for_script(json: &str) -> String {
    json.replace('<', "\\u003c")
}

fn heading(setup: &AnySetup) -> String {
    format!("A game of {}", setup.game().title)
}

/// Returns a title that identifies the game by its options, seed and winner.
fn title(game: &ReplayedGame, record: &str) -> String {
    let header: Value = serde_json::from_str(record).unwrap_or_default();
    let fact = |name: &str| header[name].as_str().map(str::to_owned);
    let seed = fact("seed").map(|seed| format!("seed {seed}"));
    let end = game.steps.last().map(|step| Caption::of(&step.after.facts()).headline);
    let facts = [Some(heading(&game.setup)), fact("edition"), seed, end];
    facts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn legend(setup: &AnySetup) -> String {
    let mut text = String::new();
    for entry in setup.legend() {
        let _ = writeln!(
            text,
            "<li><svg viewBox=\"-80 -80 160 160\">{}</svg><span>{}</span></li>",
            entry.picture,
            escaped(&entry.meaning.to_string())
        );
    }
    text
}

fn rules(setup: &AnySetup) -> String {
    let items = setup.introduction().iter().map(|rule| format!("<li>{}</li>\n", escaped(rule)));
    items.collect()
}
