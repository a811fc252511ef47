//! The rows of a game: the columns that all games share, and the columns of the individual game.

use super::play::GameResult;
use engine::csv_table::{CsvError, CsvLines, CsvRows, CsvTable, FilledTable, only, rows};
use engine::{
    FinishedGame, Outcome, PlayableGame, RunTotals, Seat, Seating, Seed, SummedGame, TablePlace,
    TableSums, Tables, TextTable, joined,
};
use serde::{Deserialize, Serialize};
use std::any::Any;
use std::fmt;

const GAMES: &str = "games.csv";
const SEATS: &str = "seats.csv";

/// The number of columns of [`GameColumns`].
const GAME_COLUMNS: usize = 8;
/// The number of columns of [`SeatColumns`].
const SEAT_COLUMNS: usize = 8;

/// The rows that the tables of a game add.
type OwnRows<G> = <<G as PlayableGame>::Tables as Tables<G>>::Rows;
type OwnSums<G> = <<G as PlayableGame>::Tables as Tables<G>>::TableSums;

/// A row of `games.csv`: one game.
///
/// The columns of all games come first, and the columns of the game that is played follow. Read columns by name, not by
/// position.
///
/// An agent *forfeits* a game if it panics, names an illegal move, or is a bot that exits, hangs or sends an invalid
/// answer. The program then makes the remaining decisions of its seat at random, so that the other agents can finish
/// the game. The points stay as played, but the seat ranks behind all others and gets no share of the win. Several
/// forfeiting seats share the last rank; if every seat forfeits, all of them share rank 1. After 20 forfeits in a
/// row the agent is out: all its further games are forfeited at once, and `forfeits` reports `out after 20 forfeits
/// in a row` without a decision number. `rank` and `win_share` follow this rule in all files, whereas a record contains
/// the result of the game as played.
#[derive(Debug, Default, Serialize, Deserialize)]
struct GameColumns {
    /// Number of the game in the run, from 0.
    game: u64,
    /// Number of the block, from 0; all games of a block share one deck.
    block: u64,
    /// Seed of the deck and of all random choices of agents in the block; with `--repeats`, random choices also
    /// depend on the number of the repeat.
    deck_seed: u64,
    /// Number of seats at the table.
    players: usize,
    /// Number of completed turns of all seats together.
    turns: u32,
    /// Number of decisions that agents were asked to make.
    decisions: u64,
    /// Seats with rank 1, joined by `|`.
    winners: String,
    /// Seats whose agents forfeited, each with the cause and the number of the decision, such as `1: no answer
    /// within 500 ms at decision 12`, joined by `|`; empty if no agent forfeited.
    forfeits: String,
}

/// A row of `seats.csv`: one seat of one game.
#[derive(PartialEq, Debug, Default, Serialize, Deserialize)]
struct SeatColumns {
    /// Number of the game in the run, from 0.
    game: u64,
    /// Number of the block, from 0; all games of a block share one deck.
    block: u64,
    /// Seat number, from 0; seat 0 takes the first turn.
    seat: usize,
    /// Label of the agent in this seat.
    agent: String,
    /// Final points.
    points: i16,
    /// Final rank, from 1; seats that tie share the better rank.
    rank: u8,
    /// Share of the win: 1 divided by the number of seats with rank 1, or 0 for any other rank.
    win_share: f64,
    /// Points minus the points of the best other seat.
    margin: i16,
}

impl SeatColumns {
    /// Returns the row of a seat in a game with this outcome.
    fn new(game: u64, block: u64, seat: Seat, agent: &str, outcome: &Outcome) -> Self {
        Self {
            game,
            block,
            seat: seat.index(),
            agent: agent.to_owned(),
            points: outcome.points()[seat.index()],
            rank: outcome.ranks()[seat.index()],
            win_share: outcome.win_share(seat),
            margin: outcome.margin(seat),
        }
    }
}

/// All rows of one game, with the type of the game erased.
pub struct GameRows {
    game: GameColumns,
    seats: Vec<SeatColumns>,
    own: Box<dyn ErasedRows>,
}

/// The rows of the game's own tables, with the type of the game erased.
trait ErasedRows: Any + Send {
    /// Returns one page for each table, starting with the shared tables.
    fn pages(&mut self, games: CsvLines, seats: CsvLines) -> Vec<CsvRows>;
    fn contradiction(&self) -> Option<&'static str>;
}

struct Own<G: PlayableGame>(OwnRows<G>);

impl<G: PlayableGame> ErasedRows for Own<G> {
    fn pages(&mut self, mut games: CsvLines, mut seats: CsvLines) -> Vec<CsvRows> {
        let mut files = Vec::new();
        for table in G::Tables::tables() {
            let lines = table.write(&mut self.0);
            match table.place() {
                TablePlace::Games => games = games.beside(&lines),
                TablePlace::Seats => seats = seats.beside(&lines),
                TablePlace::File(_) => files.push(lines),
            }
        }
        [games, seats].into_iter().chain(files).map(CsvLines::into_text).collect()
    }

    fn contradiction(&self) -> Option<&'static str> {
        G::Tables::contradiction(&self.0)
    }
}

impl GameRows {
    /// Creates the rows of a finished game from the moves and events that its builder has followed.
    pub fn of_game<G: PlayableGame>(
        finished: &FinishedGame<'_, G>,
        deck_seed: Seed,
        result: &GameResult,
        builder: G::Tables,
    ) -> Self {
        let &FinishedGame { game, block, end, outcome, agents, .. } = finished;
        let seats = Seat::all(end.players()).zip(agents);
        let seats = seats.map(|(seat, agent)| SeatColumns::new(game, block, seat, agent, outcome));
        Self {
            game: GameColumns {
                game,
                block,
                deck_seed: deck_seed.value(),
                players: end.players(),
                turns: end.turns_played(),
                decisions: result.thinking.iter().map(|thinking| thinking.decisions).sum(),
                winners: joined(outcome.winners()),
                forfeits: joined(&result.forfeits),
            },
            seats: seats.collect(),
            own: Box::new(Own::<G>(builder.finish(finished))),
        }
    }

    /// Returns these rows with every value that the end of the game determines recomputed. Forfeits are kept, as
    /// are the ranks and the number of decisions that follow from them.
    ///
    /// Returns `None` if the rows do not belong to a game with these players.
    pub fn rebuilt<G: PlayableGame>(
        &self,
        finished: &FinishedGame<'_, G>,
        choices: u64,
        builder: G::Tables,
    ) -> Option<Self> {
        let &FinishedGame { end, outcome, .. } = finished;
        let fair = end.outcome();
        let is_forfeited = !self.game.forfeits.is_empty();
        let seat = |(seat, row): (Seat, &SeatColumns)| SeatColumns {
            agent: row.agent.clone(),
            points: fair.points()[seat.index()],
            rank: if is_forfeited { row.rank } else { fair.ranks()[seat.index()] },
            win_share: outcome.win_share(seat),
            margin: fair.margin(seat),
            ..*row
        };
        (self.seats.len() == end.players()).then(|| Self {
            game: GameColumns {
                players: end.players(),
                turns: end.turns_played(),
                decisions: if is_forfeited { self.game.decisions } else { choices },
                winners: self.game.winners.clone(),
                forfeits: self.game.forfeits.clone(),
                ..self.game
            },
            seats: Seat::all(end.players()).zip(&self.seats).map(seat).collect(),
            own: Box::new(Own::<G>(builder.finish(finished))),
        })
    }

    /// Returns the tables to which games of this kind add rows.
    pub fn tables<G: PlayableGame>() -> Vec<CsvTable> {
        let mut games = CsvTable::of::<GameColumns>(GAMES);
        let mut seats = CsvTable::of::<SeatColumns>(SEATS);
        let mut files = Vec::new();
        for table in G::Tables::tables() {
            match table.place() {
                TablePlace::Games => games.extend(&table.columns(GAMES)),
                TablePlace::Seats => seats.extend(&table.columns(SEATS)),
                TablePlace::File(name) => files.push(table.columns(name)),
            }
        }
        [games, seats].into_iter().chain(files).collect()
    }

    /// Parses the rows from one page per table. Further pages are ignored.
    ///
    /// # Errors
    /// Fails if the pages do not contain the rows of a game.
    ///
    /// # Panics
    /// Panics if there are fewer pages than tables.
    pub fn read<G: PlayableGame>(pages: &[CsvRows]) -> Result<Self, CsvError> {
        let (game, seats) = (only(rows(&pages[0])?)?, rows(&pages[1])?);
        let mut own = OwnRows::<G>::default();
        let mut files = pages[2..].iter();
        for table in G::Tables::tables() {
            let (page, skip) = match table.place() {
                TablePlace::Games => (&pages[0], GAME_COLUMNS),
                TablePlace::Seats => (&pages[1], SEAT_COLUMNS),
                TablePlace::File(_) => (files.next().expect("every table has a page"), 0),
            };
            table.read(&mut own, page, skip)?;
        }
        Ok(Self { game, seats, own: Box::new(Own::<G>(own)) })
    }

    /// Returns the rows for each table, one page per table.
    pub fn pages(&mut self) -> Vec<CsvRows> {
        let games = CsvLines::of(&[&self.game]);
        self.own.pages(games, CsvLines::of(&self.seats))
    }

    /// Returns the final outcome, or `None` if no game could have these rows of seats.
    pub fn outcome(&self) -> Option<Outcome> {
        Outcome::from_ranks(self.seats.iter().map(|seat| (seat.points, seat.rank)))
    }

    /// Returns the first contradiction between these rows and the seat assignment, the deck's seed or each other,
    /// if there is one. `labels` are the labels of all participants.
    pub fn contradiction(
        &self,
        seating: &Seating,
        labels: &[String],
        deck_seed: Option<Seed>,
    ) -> Option<&'static str> {
        let Self { game, seats, own } = self;
        let Some(outcome) = self.outcome() else { return Some("invalid ranks") };
        let is_due = |(row, (seat, &agent)): (&SeatColumns, (Seat, &usize))| {
            *row == SeatColumns::new(seating.game, seating.block, seat, &labels[agent], &outcome)
        };
        let players = seating.assignment.len();
        let checks = [
            (
                (game.game, game.block, game.players) == (seating.game, seating.block, players),
                "games.csv does not fit the schedule",
            ),
            (
                deck_seed.is_none_or(|seed| seed.value() == game.deck_seed),
                "the deck's seed is another",
            ),
            (
                seats.len() == players
                    && seats.iter().zip(Seat::all(players).zip(&seating.assignment)).all(is_due),
                "seats.csv does not fit the schedule, or the ranks",
            ),
            (
                game.winners == joined(outcome.winners()),
                "the winners in games.csv are not those in seats.csv",
            ),
        ];
        let shared = checks.into_iter().find(|(holds, _)| !holds).map(|(_, what)| what);
        shared.or_else(|| own.contradiction())
    }

    /// Returns the seat assignment that the rows imply, and the labels of the agents in the order of their seats.
    pub fn claimed(&self) -> (Seating, Vec<String>) {
        let GameColumns { game, block, .. } = self.game;
        let assignment = (0..self.seats.len()).collect();
        (Seating { game, block, repeat: 0, assignment }, self.agents())
    }

    /// Returns the labels of the agents, by seat.
    pub fn agents(&self) -> Vec<String> {
        self.seats.iter().map(|seat| seat.agent.clone()).collect()
    }

    /// Returns the forfeiting seats, each with the cause and the decision, joined by `|`.
    pub fn forfeits(&self) -> &str {
        &self.game.forfeits
    }

    /// Returns the number of decisions that agents were asked to make.
    pub const fn decisions(&self) -> u64 {
        self.game.decisions
    }

    /// Returns the number of turns of all seats together.
    pub const fn turns(&self) -> u32 {
        self.game.turns
    }
}

impl fmt::Debug for GameRows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, seats, .. } = self;
        f.debug_struct("GameRows").field("game", game).field("seats", seats).finish_non_exhaustive()
    }
}

/// The sums over the rows of all games of a run.
pub trait AnySums: Send {
    /// Adds the next game.
    ///
    /// # Panics
    /// Panics if the rows belong to another game.
    fn add(&mut self, rows: &GameRows, outcome: &Outcome);

    /// Returns the game's own summary tables, with the same names for every run.
    fn summaries(&self, run: &RunTotals) -> Vec<FilledTable>;

    /// Returns the game's own tables for the final report.
    fn report(&self, run: &RunTotals) -> Vec<TextTable>;
}

/// The sums of a game, with the type of the game.
pub struct TypedSums<G: PlayableGame>(pub OwnSums<G>);

impl<G: PlayableGame> AnySums for TypedSums<G> {
    fn add(&mut self, rows: &GameRows, outcome: &Outcome) {
        let own: &dyn Any = &*rows.own;
        let Own::<G>(own) = own.downcast_ref().expect("the rows are of this game");
        let game = SummedGame { turns: rows.turns(), outcome, agents: &rows.agents() };
        self.0.add(&game, own);
    }

    fn summaries(&self, run: &RunTotals) -> Vec<FilledTable> {
        self.0.summaries(run)
    }

    fn report(&self, run: &RunTotals) -> Vec<TextTable> {
        self.0.report(run)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shared_columns_are_counted() {
        let columns = |table: CsvTable| table.header.split(|&byte| byte == b',').count();
        assert_eq!(columns(CsvTable::of::<GameColumns>(GAMES)), GAME_COLUMNS);
        assert_eq!(columns(CsvTable::of::<SeatColumns>(SEATS)), SEAT_COLUMNS);
    }
}
