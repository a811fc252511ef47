//! How a record's events lead from decision to decision.

use super::event::Event;
use super::hex::Cell;
use super::moves::{BeachSet, Move};
use super::phase::Phase;
use super::state::State;
use super::tiles::{Island, Tile};
use crate::replay::Replayed;

impl Replayed for State {
    fn move_toward(&self, event: &Event) -> Option<Move> {
        move_toward(self, event)
    }

    /// `safety_net` is a remark of ours that records may lack.
    fn is_same(event: &Event, due: &Event) -> bool {
        match (event, due) {
            (
                Event::Endless { island, returned, .. },
                Event::Endless { island: due_island, returned: due_returned, .. },
            ) => (island, returned) == (due_island, due_returned),
            _ => event == due,
        }
    }
}

fn move_toward(state: &State, event: &Event) -> Option<Move> {
    let beach = |island: Island, index: &u8| island.beach(usize::from(*index)).map(Move::Moor);
    match (state.phase(), event) {
        (Phase::Setup, Event::Place { beach: index, .. }) => beach(Island::TONGA, index),
        (Phase::Turn, Event::Expand { island, .. }) => Some(Move::Expand(*island)),
        (Phase::Turn, Event::Enter { island, .. }) => Some(Move::Enter(*island)),
        (Phase::Turn, Event::King { island, .. }) => Some(Move::Found(*island)),
        (Phase::Turn, Event::Resettle { .. }) => Some(Move::Resettle),
        (Phase::Take { .. }, Event::Expand { from: Some((island, index)), .. }) => {
            island.beach(usize::from(*index)).map(Move::Take)
        }
        (Phase::Spread { .. }, Event::Expand { island, beaches, .. }) => {
            let indices = beaches.iter().map(|&index| usize::from(index));
            let all_there = indices.clone().all(|index| index < island.beach_count());
            all_there.then(|| Move::Spread(*island, indices.fold(BeachSet::EMPTY, BeachSet::with)))
        }
        (Phase::Enter { first, .. }, Event::Enter { island, beaches, .. }) => {
            beaches.get(usize::from(first.is_some())).and_then(|index| beach(*island, index))
        }
        (Phase::Emigrate, Event::Sail { island, .. } | Event::Endless { island, .. }) => {
            Some(Move::Emigrate(*island))
        }
        (Phase::Sail { .. }, Event::Sail { island, jetty, .. }) => {
            Some(Move::Sail(*island, *jetty))
        }
        (Phase::GiveBack { landing, .. }, Event::Land { returned, .. }) => {
            landing.next_given_back(returned).map(Move::GiveBack)
        }
        (Phase::Land { landing }, Event::Land { beaches, .. }) => {
            landing.next_beach(beaches).map(Move::Moor)
        }
        (Phase::Attach { drawn }, Event::Draw { tile, q, r, crest }) if *tile == drawn => {
            tile_at(state, Cell { q: *q, r: *r }.step(*crest)).map(Move::Attach)
        }
        (Phase::Exit { drawn, at }, Event::Draw { tile, crest, .. }) if *tile == drawn => {
            let (_, facing) = state.laid(at)?;
            Some(Move::Exit(at, crest.opposite().side_of(facing)))
        }
        (Phase::Settle { .. }, Event::Settle { island, beach: index, .. }) => beach(*island, index),
        _ => None,
    }
}

fn tile_at(state: &State, cell: Cell) -> Option<Tile> {
    Tile::all().find(|&tile| state.laid(tile).is_some_and(|(place, _)| place == cell))
}
