//! The table.

use anygame::AnySetup;
use engine::drawing::{definitions, seat_colour, seat_ink};
use engine::{Seat, is_printable};
use serde_json::{Value, json};

/// Maximum length of a displayed text from outside, in characters.
const LONGEST: usize = 80;

/// Strips control characters and bidirectional overrides from a text from outside, and truncates it.
pub fn plain(text: &str) -> String {
    text.chars().filter(|&one| is_printable(one)).take(LONGEST).collect()
}

/// Describes the table.
pub(super) fn table(setup: &AnySetup, seed: &str, labels: &[String]) -> Value {
    let (game, players) = (setup.game(), setup.players());
    let seats = Seat::all(players).map(|seat| {
        json!({
            "letter": seat.letter(),
            "colour": seat_colour(seat),
            "ink": seat_ink(seat),
            "label": labels.get(seat.index()),
        })
    });
    let rules = setup.rules().iter().map(|(key, value)| ((*key).to_owned(), json!(value)));
    let legend = setup.legend().into_iter().map(|entry| json!([entry.picture, entry.meaning]));
    json!({
        "game": game.name,
        "title": game.title,
        "players": players,
        "seed": seed,
        "isOpen": game.is_open,
        "rules": rules.collect::<serde_json::Map<_, _>>(),
        "seats": seats.collect::<Vec<_>>(),
        "definitions": definitions(players),
        "legend": legend.collect::<Vec<_>>(),
    })
}
