//! The tables of Tongiaki: converts the events of a game into rows.

use crate::tables::rows::{GameColumns, IslandRow, KingRow, Rows, SeatColumns};
use crate::tables::summaries::Kings;
use crate::{Cause, Event, Island, Move, State, Tile};
use engine::{FinishedGame, MAX_SEATS, Seat, TableSpec, Tables, Turn, joined};

/// Collects the events of a game so far, in the form of the rows that will contain them.
#[derive(Debug, Default)]
pub struct Builder {
    game: GameColumns,
    seats: [SeatColumns; MAX_SEATS],
    kings: Vec<KingRow>,
    /// The tiles in the order of drawing, each with its turn.
    drawn: Vec<(Tile, u32)>,
}

impl Builder {
    fn lose(&mut self, ships: &[u8]) {
        for (seat, &ships) in self.seats.iter_mut().zip(ships) {
            seat.ships_lost += u32::from(ships);
        }
    }

    fn seat(&mut self, seat: Seat) -> &mut SeatColumns {
        &mut self.seats[seat.index()]
    }
}

impl Tables<State> for Builder {
    type Rows = Rows;
    type TableSums = Kings;

    fn tables() -> Vec<TableSpec<Rows>> {
        vec![
            TableSpec::games(|rows| &mut rows.game),
            TableSpec::seats(|rows| &mut rows.seats),
            TableSpec::file("kings.csv", |rows| &mut rows.kings),
            TableSpec::file("islands.csv", |rows| &mut rows.islands),
        ]
    }

    fn decide(&mut self, before: &State, mv: Move) {
        if let (Move::Found(island), Turn::Decide(seat)) = (mv, before.turn()) {
            self.kings.push(KingRow {
                turn: before.turns_played() + 1,
                seat: seat.index(),
                island: island.id().into(),
                value: island.points(),
                ships_returned: before.ships_on(island, seat) - 1,
                tiles_left: before.tiles_left(),
                points_before: before.points(seat),
                rank_before: before.outcome().ranks()[seat.index()],
                ..KingRow::default()
            });
        }
    }

    fn follow(&mut self, turn: u32, events: &[Event]) {
        for event in events {
            match event {
                Event::Expand { p, .. } => self.seat(*p).expands += 1,
                Event::Enter { p, .. } => self.seat(*p).enters += 1,
                Event::Resettle { p } => self.seat(*p).resettles += 1,
                Event::Sail { .. } => self.game.sails += 1,
                Event::Draw { tile, .. } => self.drawn.push((*tile, turn)),
                Event::Fail { fleet, .. } => {
                    self.game.fails += 1;
                    self.lose(fleet);
                }
                Event::TurnBack { .. } => self.game.turn_backs += 1,
                Event::Land { returned, .. } => self.lose(returned),
                Event::Endless { returned, safety_net, .. } => {
                    self.game.endless += 1;
                    self.game.safety_nets += u32::from(*safety_net);
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
        let (end, drawn) = (game.end, self.drawn.len());
        let islands = self.drawn.iter().filter(|(tile, _)| tile.island().is_some()).count();
        let seats = Seat::all(end.players()).zip(self.seats).map(|(seat, columns)| SeatColumns {
            islands: end.islands_of(seat).count(),
            ships: end.ships_on_board(seat),
            kings: end.kings_founded(seat),
            ..columns
        });
        let seats: Vec<_> = seats.collect();
        Rows {
            game: GameColumns {
                edition: end.edition().id().into(),
                tiles_drawn: drawn,
                waters: drawn - islands,
                islands,
                cause: end.cause().map_or("", Cause::id).into(),
                resettles: seats.iter().map(|seat| seat.resettles).sum(),
                kings: self.kings.len(),
                ..self.game
            },
            seats,
            kings: self.kings.into_iter().map(|king| finished(king, game)).collect(),
            islands: [(Island::TONGA.tile(), 0)]
                .iter()
                .chain(&self.drawn)
                .filter_map(|&(tile, turn)| Some(island_row(game, tile.island()?, turn)))
                .collect(),
        }
    }

    fn contradiction(rows: &Rows) -> Option<&'static str> {
        let Rows { game, seats, kings, islands } = rows;
        let kings_of = |seat: usize| kings.iter().filter(|king| king.seat == seat).count();
        let resettles: u32 = seats.iter().map(|seat| seat.resettles).sum();
        let checks = [
            (kings.len() == game.kings, "kings.csv has another number of kings than games.csv"),
            (
                (seats.iter().enumerate())
                    .all(|(seat, columns)| kings_of(seat) == columns.kings as usize),
                "kings.csv has other kings than seats.csv",
            ),
            (
                islands.len() == game.islands + 1,
                "islands.csv has another number of islands than games.csv",
            ),
            (
                game.tiles_drawn == game.islands + game.waters,
                "the islands and waters are not the tiles",
            ),
            (resettles == game.resettles, "seats.csv has other resettlements than games.csv"),
        ];
        checks.into_iter().find(|(holds, _)| !holds).map(|(_, what)| what)
    }
}

/// Fills in the values of a row that are known only at the end of the game.
fn finished(king: KingRow, game: &FinishedGame<'_, State>) -> KingRow {
    let (seat, outcome) = (Seat::new(king.seat), game.outcome);
    let own = |island: &Island| game.end.king(*island) == Some(seat);
    KingRow {
        game: game.game,
        block: game.block,
        agent: game.agents[king.seat].clone(),
        rank: outcome.ranks()[king.seat],
        win_share: outcome.win_share(seat),
        margin: outcome.margin(seat),
        points_secured: Island::all().filter(own).map(Island::points).sum(),
        ..king
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
