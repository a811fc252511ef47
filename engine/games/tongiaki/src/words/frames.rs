//! The events of a step one by one: the board after each of them, and the ways of the fleets.

use crate::state::border::Border;
use crate::state::chart::{Place, Spot};
use crate::state::hex::Cell;
use crate::state::phase::{Phase, Voyage};
use crate::words::drawing;
use crate::{Event, Island, State};
use engine::Seat;
use engine::drawing::{Frame, Point};
use std::fmt::Write;

/// Draws the board after each of the events that followed a state. The fleet that has travelled is the topmost piece.
pub fn frames(before: &State, events: &[Event]) -> Vec<Frame> {
    let mut state = *before;
    let frame = |event| {
        let way = retrace(&mut state, event);
        Frame { board: drawing::board(&state), way }
    };
    events.iter().map(frame).collect()
}

/// Changes what is on the board as the event did, and returns the way of the fleet under way as an SVG path. Supplies and options
/// are left alone. The phase contains the results of earlier decisions in the same event, so they are not repeated.
fn retrace(state: &mut State, event: &Event) -> String {
    // Long, because it has an arm for each event.
    match event {
        &Event::Place { p, beach } => moor(state, p, Island::TONGA, [beach]),
        Event::Expand { p, island, beaches, from } => {
            let is_taken = matches!(state.phase, Phase::Spread { from: Some(_), .. });
            let from = from.filter(|_| !is_taken);
            if let Some(beach) = from.and_then(|(island, beach)| island.beach(beach.into())) {
                state.cast_off(*p, beach);
            }
            moor(state, *p, *island, beaches.iter().copied());
        }
        Event::Enter { p, island, beaches } => {
            let entered = usize::from(matches!(state.phase, Phase::Enter { first: Some(_), .. }));
            moor(state, *p, *island, beaches.iter().skip(entered).copied());
        }
        &Event::Settle { p, island, beach } => moor(state, p, island, [beach]),
        &Event::King { p, island } => {
            state.evacuate(island);
            state.crown(p, island);
        }
        &Event::Resettle { p } => state.withdraw(p),
        &Event::Sail { island, beach, jetty, .. } => {
            let Some(beach) = island.beach(beach.into()) else { return String::new() };
            let from = drawing::shore(state, beach);
            let fleet = state.clear(beach);
            let border = Border::new(island.tile(), jetty);
            return travel(state, Voyage { home: island, fleet, border }, from);
        }
        &Event::Draw { tile, q, r, crest } => {
            let place = Place { spot: Spot::new(Cell { q, r }), crest };
            if let Phase::Voyage { voyage } = state.phase {
                let from = drawing::anchorage(state, voyage.border.tile());
                state.sea.lay(tile, place);
                return travel(state, voyage, from);
            }
            state.sea.lay(tile, place);
        }
        &Event::TurnBack { island, .. } => {
            if let Phase::Voyage { voyage } = state.phase {
                let home = voyage.home;
                let [from, to] = [island, home].map(|one| drawing::anchorage(state, one.tile()));
                let border = Border::new(home.tile(), voyage.border.side());
                state.phase = Phase::Voyage { voyage: Voyage { border, ..voyage } };
                return format!("M{} L{}", from.unwrap_or_default(), to.unwrap_or_default());
            }
        }
        Event::Land { island, beaches, .. } => land(state, *island, beaches),
        Event::Fail { .. } => state.phase = Phase::Emigrate,
        &Event::Adrift { tile, .. } => {
            if let Phase::Voyage { voyage } = state.phase {
                state.set_adrift(voyage.fleet, tile);
            }
            state.phase = Phase::Emigrate;
        }
        &Event::Endless { island, .. } => {
            state.evacuate(island);
            state.sea.remove(island.tile());
        }
        Event::End { .. } => {}
    }
    String::new()
}

fn moor(state: &mut State, seat: Seat, island: Island, beaches: impl IntoIterator<Item = u8>) {
    for beach in beaches.into_iter().filter_map(|beach| island.beach(beach.into())) {
        state.berth(seat, beach);
    }
}

/// Puts the ships of a finished landing on the beaches, except for those that had landed before.
fn land(state: &mut State, island: Island, beaches: &[impl AsRef<[u8]>]) {
    let mut landed: Vec<(Seat, usize)> = match state.phase {
        Phase::Land { landing } => landing.ashore().collect(),
        _ => Vec::new(),
    };
    for (beach, ships) in island.beaches().zip(beaches) {
        for (number, &count) in ships.as_ref().iter().enumerate() {
            for ship in (0..count).map(|_| (Seat::new(number), beach.index())) {
                match landed.iter().position(|&other| other == ship) {
                    Some(place) => drop(landed.swap_remove(place)),
                    None => state.berth(ship.0, beach),
                }
            }
        }
    }
    state.phase = Phase::Emigrate;
}

/// Moves a fleet from a point across the border that it has reached, then along the currents to the end of the laid tiles.
fn travel(state: &mut State, voyage: Voyage, from: Option<Point>) -> String {
    let mut border = voyage.border;
    let mut way = format!("M{}", from.unwrap_or_default());
    while let Some(entry) = state.sea.beyond(border) {
        // A border that is reached is passed where a tile lies beyond it.
        let _ = write!(way, " L{}", drawing::edge(state, border).unwrap_or_default());
        border = entry;
        if entry.tile().island().is_some() {
            break;
        }
        let (exit, needed) = entry.current();
        if voyage.fleet.colours() < needed {
            break;
        }
        border = exit;
        if state.sea.beyond(exit).is_some()
            && let Some(curve) = drawing::current(state, entry, exit)
        {
            way.push_str(&curve);
        }
    }
    state.phase = Phase::Voyage { voyage: Voyage { border, ..voyage } };
    let to = drawing::anchorage(state, border.tile()).unwrap_or_default();
    let _ = write!(way, " L{to}");
    way
}
