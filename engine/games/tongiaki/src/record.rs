//! Records of games, and the conversion of recorded events back into decisions.

use crate::state::State;
use crate::state::event::{Cause, Event};
use crate::state::hex::Cell;
use crate::state::moves::{BeachSet, Move};
use crate::state::phase::Phase;
use crate::state::setup::Setup;
use crate::state::tiles::{Island, Tile};
use engine::{GameEvent, Seat, reason};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The result of a game as stored in records; lists are by seat.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(expecting = "a result: points, islands, ships, ranks, cause")]
pub struct GameResult {
    points: Vec<i16>,
    islands: Vec<u32>,
    ships: Vec<u32>,
    ranks: Vec<u8>,
    cause: Cause,
}

impl GameEvent<State> for Event {
    type Result = GameResult;

    fn play(game: &mut State, mv: Move, log: &mut Vec<Self>) {
        game.play_noting(mv, log);
    }

    fn happen(game: &mut State, drawn: Tile, log: &mut Vec<Self>) {
        game.draw(drawn, log);
    }

    fn move_toward(&self, game: &State) -> Option<Move> {
        move_toward(game, self)
    }

    fn result(end: &State) -> GameResult {
        let outcome = end.outcome();
        let seats = || Seat::all(end.players());
        GameResult {
            points: outcome.points().to_vec(),
            islands: seats().map(|seat| end.islands_of(seat).count() as u32).collect(),
            ships: seats().map(|seat| end.ships_on_board(seat)).collect(),
            ranks: outcome.ranks().to_vec(),
            cause: end.cause().expect("a finished game has a cause"),
        }
    }

    fn to_json(&self, _: &Setup) -> impl Serialize {
        self
    }

    fn from_json(json: &Value, _: &Setup) -> Result<Self, String> {
        Self::deserialize(json).map_err(|error| reason(&error))
    }

    /// `safety_net` is an addition to the rules that records may omit.
    fn is_same(&self, due: &Self) -> bool {
        match (self, due) {
            (
                Self::Endless { island, returned, .. },
                Self::Endless { island: due_island, returned: due_returned, .. },
            ) => (island, returned) == (due_island, due_returned),
            _ => self == due,
        }
    }
}

fn move_toward(state: &State, event: &Event) -> Option<Move> {
    let beach = |island: Island, index: &u8| island.beach(usize::from(*index)).map(Move::Moor);
    match (state.phase, event) {
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
