//! Landings as people make them: all ships of a fleet at once, in any order (T19).

use crate::state::fleet::Fleet;
use crate::state::landing::Landing;
use crate::state::phase::Phase;
use crate::words::{drawing, phrases};
use crate::{Event, Move, State};
use engine::drawing::{Arrangement, ArrangementOption, ArrangementPlace};
use engine::{Game, PlayableGame, Seat};

/// Returns all complete distributions of the fleet that is landing, or `None` if no fleet is landing.
pub fn arrangement(state: &State) -> Option<Arrangement<Move>> {
    let landing = landing_in(state)?;
    let at_sea = landing.at_sea;
    let pieces = at_sea.seats().map(|seat| (seat, at_sea.ships(seat) as usize)).collect();
    let places = landing.island.beaches().map(|beach| ArrangementPlace {
        mv: Move::Moor(beach),
        label: phrases::mooring(beach.index() as u8 + 1, landing.island),
        at: drawing::places(state, Move::Moor(beach)).first().copied().unwrap_or_default(),
    });
    let mut options = Vec::new();
    collect(state, &landing, &mut Vec::new(), &mut options);
    Some(Arrangement { pieces, places: places.collect(), options })
}

fn landing_in(state: &State) -> Option<Landing> {
    match state.phase {
        Phase::GiveBack { landing, .. } | Phase::Land { landing } => Some(landing),
        _ => None,
    }
}

/// Collects the distributions that can follow the moves. `start` is the landing before the first of them.
fn collect(
    state: &State,
    start: &Landing,
    moves: &mut Vec<Move>,
    options: &mut Vec<ArrangementOption<Move>>,
) {
    let mut legal = Vec::new();
    state.moves(&mut legal);
    for mv in legal {
        let (mut next, mut log) = (*state, Vec::new());
        next.play_recorded(mv, &mut log);
        moves.push(mv);
        // Forced choices are made at once, and further fleets may land after this one.
        match log.iter().find(|event| matches!(event, Event::Land { .. })) {
            Some(Event::Land { returned, beaches, .. }) => {
                let parts = parts(start, returned, beaches);
                options.push(ArrangementOption { parts, moves: moves.clone() });
            }
            _ => collect(&next, start, moves, options),
        }
        moves.pop();
    }
}

/// Returns the ships of a finished landing that were still at sea at its `start`, each with the index of its beach, or `None` for
/// a ship that was returned to its owner.
fn parts(
    start: &Landing,
    returned: &[u8],
    beaches: &[impl AsRef<[u8]>],
) -> Vec<(Seat, Option<usize>)> {
    let given: Fleet = start.arrived.minus(start.staying);
    let landed: Vec<_> = start.ashore().collect();
    let mut parts = Vec::new();
    for seat in start.at_sea.seats() {
        let back = usize::from(returned[seat.index()]) - given.ships(seat) as usize;
        parts.extend((0..back).map(|_| (seat, None)));
        for (beach, ships) in beaches.iter().enumerate() {
            let before = landed.iter().filter(|&&ship| ship == (seat, beach)).count();
            let ashore = usize::from(ships.as_ref()[seat.index()]) - before;
            parts.extend((0..ashore).map(|_| (seat, Some(beach))));
        }
    }
    parts
}
