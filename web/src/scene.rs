//! A position for the page: the table, the board, facts and moves as JSON.

use crate::course::PageGame;
use engine::drawing::{Board, definitions, seat_colour, seat_ink, seat_letter};
use engine::{Seat, Turn, is_printable};
use serde_json::{Value, json};

/// The longest text from outside that is shown, in characters.
const LONGEST: usize = 80;

/// Returns a text from outside without characters that control or turn around what is shown, and cut.
pub fn plain(text: &str) -> String {
    text.chars().filter(|&one| is_printable(one)).take(LONGEST).collect()
}

/// Describes the table.
pub fn table<G: PageGame>(
    setup: &G::Setup,
    players: usize,
    seed: &str,
    labels: &[String],
) -> Value {
    let seats = Seat::all(players).map(|seat| {
        json!({
            "letter": seat_letter(seat),
            "colour": seat_colour(seat),
            "ink": seat_ink(seat),
            "label": labels.get(seat.index()),
        })
    });
    let rules =
        G::rules_in_force(setup).into_iter().map(|(key, value)| (key.to_owned(), json!(value)));
    let legend =
        G::renderer().legend().into_iter().map(|entry| [entry.picture, entry.meaning.to_owned()]);
    json!({
        "game": G::NAME,
        "title": G::TITLE,
        "players": players,
        "seed": seed,
        "isOpen": G::IS_OPEN,
        "rules": rules.collect::<serde_json::Map<_, _>>(),
        "seats": seats.collect::<Vec<_>>(),
        "definitions": definitions(players),
        "legend": legend.collect::<Vec<_>>(),
    })
}

/// Draws the board, and tells it in words.
pub fn board<G: PageGame>(state: &G, setup: &G::Setup) -> Value {
    let Board { pieces, bounds } = G::renderer().board(state, setup);
    let words = G::renderer().words(state, setup);
    json!({"view": bounds.to_string(), "pieces": pieces, "words": words})
}

/// Returns what there is to know beside the board.
pub fn facts<G: PageGame>(state: &G) -> Value {
    let outcome = state.outcome();
    let next = match state.turn() {
        Turn::Decide(seat) => Some(seat.index()),
        Turn::Chance | Turn::Over => None,
    };
    let by_seat = |seat| G::renderer().seat_facts(state, seat);
    json!({
        "turn": state.turns_played(),
        "isBetweenTurns": state.is_between_turns(),
        "next": next,
        "isOver": state.turn() == Turn::Over,
        "points": outcome.points(),
        "ranks": outcome.ranks(),
        "facts": G::renderer().facts(state),
        "seatFacts": Seat::all(state.players()).map(by_seat).collect::<Vec<_>>(),
    })
}

/// Lists the legal moves with their places.
pub fn moves<G: PageGame>(state: &G, setup: &G::Setup) -> Value {
    let mut moves = Vec::new();
    if matches!(state.turn(), Turn::Decide(_)) {
        state.moves(&mut moves);
    }
    let listed = moves.into_iter().map(|mv| {
        let places = G::renderer().places(state, setup, mv);
        let places: Vec<_> = places.into_iter().map(|place| [place.x, place.y]).collect();
        json!({"move": mv.to_string(), "places": places})
    });
    listed.collect()
}
