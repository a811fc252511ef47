//! Events as a viewer may see them.

use super::typed_setup::TypedSetup;
use engine::drawing::Viewer;
use engine::{GameEvent, PlayableGame, Seat};
use serde_json::{Value, json};

/// Returns an event as JSON, without information hidden from the viewer.
pub fn seen<G: PlayableGame>(event: &G::Event, viewer: Viewer, table: &TypedSetup<G>) -> Value {
    let to = |seat| json!(G::observe_event(event, seat, &table.setup));
    match viewer {
        Viewer::Everything => json!(event.to_json(&table.setup)),
        Viewer::Seat(seat) => to(seat),
        // Information hidden from one seat is hidden from all seats except its owner.
        Viewer::Public => {
            let seen: Vec<_> = Seat::all(table.players).map(to).collect();
            let is_shared = |one: &Value| seen.iter().filter(|other| *other == one).count() > 1;
            let shared = seen.iter().find(|one| is_shared(one)).cloned();
            shared.unwrap_or_else(|| json!({"event": "hidden"}))
        }
    }
}
