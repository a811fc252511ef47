//! The tables of Tongiaki: turns what happens in a game into rows.

use super::rows::{GameColumns, IslandRow, KingRow, Rows, SeatColumns};
use super::summaries::Kings;
use super::{Cause, Event, Island, Move, State, Tile};
use crate::{FinishedGame, GameRows, MAX_SEATS, RowBuilder, Seat, TableVisitor, Turn, joined};

/// What happened in a game, as far as its final state does not show.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    sails: u32,
    fails: u32,
    turn_backs: u32,
    endless: u32,
    safety_nets: u32,
    seats: [SeatLog; MAX_SEATS],
    kings: Vec<Founding>,
    /// The tiles in the order of drawing, each with its turn.
    drawn: Vec<(Tile, u32)>,
}

#[derive(Copy, Clone, Debug, Default)]
struct SeatLog {
    expands: u32,
    resettles: u32,
    enters: u32,
    ships_lost: u32,
}

/// A king island at the time of its founding.
#[derive(Clone, Debug)]
struct Founding {
    turn: u32,
    seat: Seat,
    island: Island,
    ships_returned: u32,
    tiles_left: u32,
    points_before: i16,
    rank_before: u8,
}

impl Builder {
    fn lose(&mut self, ships: &[u8]) {
        for (seat, &ships) in self.seats.iter_mut().zip(ships) {
            seat.ships_lost += u32::from(ships);
        }
    }

    fn seat(&mut self, seat: Seat) -> &mut SeatLog {
        &mut self.seats[seat.index()]
    }
}

impl RowBuilder<State> for Builder {
    type Rows = Rows;

    fn decide(&mut self, before: &State, mv: Move) {
        if let (Move::Found(island), Turn::Decide(seat)) = (mv, before.turn()) {
            self.kings.push(Founding {
                turn: before.turns_played() + 1,
                seat,
                island,
                ships_returned: before.ships_on(island, seat) - 1,
                tiles_left: before.tiles_left(),
                points_before: before.points(seat),
                rank_before: before.outcome().ranks()[seat.index()],
            });
        }
    }

    fn follow(&mut self, turn: u32, events: &[Event]) {
        for event in events {
            match event {
                Event::Expand { p, .. } => self.seat(*p).expands += 1,
                Event::Enter { p, .. } => self.seat(*p).enters += 1,
                Event::Resettle { p } => self.seat(*p).resettles += 1,
                Event::Sail { .. } => self.sails += 1,
                Event::Draw { tile, .. } => self.drawn.push((*tile, turn)),
                Event::Fail { fleet, .. } => {
                    self.fails += 1;
                    self.lose(fleet);
                }
                Event::TurnBack { .. } => self.turn_backs += 1,
                Event::Land { returned, .. } => self.lose(returned),
                Event::Endless { returned, safety_net, .. } => {
                    self.endless += 1;
                    self.safety_nets += u32::from(*safety_net);
                    self.lose(returned);
                }
                Event::King { .. } // `decide` has noted it.
                | Event::Place { .. }
                | Event::Adrift { .. }
                | Event::Settle { .. }
                | Event::End { .. } => {}
            }
        }
    }

    fn finish(self, game: &FinishedGame<'_, State>) -> Rows {
        Rows {
            game: self.game_columns(game.end),
            seats: Seat::all(game.end.players())
                .map(|seat| self.seat_columns(game.end, seat))
                .collect(),
            kings: self.kings.iter().map(|king| king.row(game)).collect(),
            islands: [(Island::TONGA.tile(), 0)]
                .iter()
                .chain(&self.drawn)
                .filter_map(|&(tile, turn)| Some(island_row(game, tile.island()?, turn)))
                .collect(),
        }
    }
}

impl Builder {
    fn game_columns(&self, end: &State) -> GameColumns {
        let islands = self.drawn.iter().filter(|(tile, _)| tile.island().is_some()).count();
        GameColumns {
            edition: end.edition().id().into(),
            tiles_drawn: self.drawn.len(),
            waters: self.drawn.len() - islands,
            islands,
            cause: end.cause().map_or("", Cause::id).into(),
            sails: self.sails,
            fails: self.fails,
            turn_backs: self.turn_backs,
            endless: self.endless,
            resettles: self.seats.iter().map(|seat| seat.resettles).sum(),
            kings: self.kings.len(),
            safety_nets: self.safety_nets,
        }
    }

    fn seat_columns(&self, end: &State, seat: Seat) -> SeatColumns {
        let SeatLog { expands, resettles, enters, ships_lost } = self.seats[seat.index()];
        SeatColumns {
            islands: end.islands_of(seat).count(),
            ships: end.ships_on_board(seat),
            kings: end.kings_founded(seat),
            expands,
            resettles,
            enters,
            ships_lost,
        }
    }
}

impl Founding {
    fn row(&self, game: &FinishedGame<'_, State>) -> KingRow {
        let outcome = game.outcome;
        let own = |island: &Island| game.end.king(*island) == Some(self.seat);
        KingRow {
            game: game.game,
            block: game.block,
            turn: self.turn,
            seat: self.seat.index(),
            agent: game.agents[self.seat.index()].clone(),
            island: self.island.card().id.into(),
            value: self.island.points(),
            ships_returned: self.ships_returned,
            tiles_left: self.tiles_left,
            points_before: self.points_before,
            rank_before: self.rank_before,
            rank: outcome.ranks()[self.seat.index()],
            win_share: outcome.win_share(self.seat),
            margin: outcome.margin(self.seat),
            points_secured: Island::all().filter(own).map(Island::points).sum(),
        }
    }
}

fn island_row(game: &FinishedGame<'_, State>, island: Island, drawn_turn: u32) -> IslandRow {
    let is_there = |seat: &Seat| game.end.islands_of(*seat).any(|held| held == island);
    let seats = || Seat::all(game.end.players()).filter(is_there);
    IslandRow {
        game: game.game,
        island: island.card().id.into(),
        value: island.points(),
        drawn_turn,
        seats_at_end: joined(seats()),
        king_seat: game.end.king(island).map(Seat::index),
        points_paid: usize::from(island.points()) * seats().count(),
    }
}

impl GameRows for Rows {
    type Aggregator = Kings;

    fn visit<V: TableVisitor>(&mut self, visitor: &mut V) -> Result<(), V::Error> {
        visitor.game(&mut self.game)?;
        visitor.seats(&mut self.seats)?;
        visitor.table("kings.csv", &mut self.kings)?;
        visitor.table("islands.csv", &mut self.islands)
    }
}
