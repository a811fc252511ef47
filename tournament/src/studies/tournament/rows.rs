//! The rows of a game: typed columns that all games share, and the game's own.

use crate::csv_table::{CsvRows, CsvTable, page, rows};
use crate::schedule::ScheduledGame;
use anygame::GameResult;
use anygame::play::TypedResult;
use engine::{
    Dealable, GameRows, Outcome, PlayableGame, Row, RowBuilder, Seat, Seed, SummaryVisitor,
    TableVisitor, joined,
};
use serde::{Deserialize, Serialize};
use std::convert::Infallible;

const GAMES: &str = "games.csv";
const SEATS: &str = "seats.csv";
/// The column of a seed, which has all its bits.
const DECK_SEED: &str = "deck_seed";

/// The rows that the tables of a game add.
pub type OwnRows<G> = <<G as PlayableGame>::Tables as RowBuilder<G>>::Rows;

/// The first columns of `games.csv`. Turns count from 1; 0 is the setup.
#[derive(Debug, Default, Serialize, Deserialize)]
struct GameColumns {
    game: u64,
    block: u64,
    deck_seed: u64,
    players: usize,
    turns: u32,
    decisions: u64,
    /// The seats of rank 1, joined by `|`.
    winners: String,
    /// The seats whose agents failed and how, joined by `|`.
    forfeits: String,
}

/// The first columns of `seats.csv`.
#[derive(Debug, Default, Serialize, Deserialize)]
struct SeatColumns {
    game: u64,
    block: u64,
    seat: usize,
    agent: String,
    points: i16,
    rank: u8,
    win_share: f64,
    margin: i16,
}

/// All rows of one game.
#[derive(Debug, Default)]
pub struct AllRows<R> {
    game: GameColumns,
    seats: Vec<SeatColumns>,
    own: R,
}

impl<R: GameRows> AllRows<R> {
    /// The rows of a finished game.
    pub fn new<G: Dealable>(
        scheduled: &ScheduledGame,
        played: &TypedResult<G>,
        agents: &[String],
        own: R,
    ) -> Self {
        let TypedResult { end, result, .. } = played;
        let GameResult { outcome, forfeits, thinking, .. } = result;
        let seat = |(seat, agent): (Seat, &String)| SeatColumns {
            game: scheduled.game,
            block: scheduled.block,
            seat: seat.index(),
            agent: agent.clone(),
            points: outcome.points()[seat.index()],
            rank: outcome.ranks()[seat.index()],
            win_share: outcome.win_share(seat),
            margin: outcome.margin(seat),
        };
        Self {
            game: GameColumns {
                game: scheduled.game,
                block: scheduled.block,
                deck_seed: played.deck_seed.value(),
                players: end.players(),
                turns: end.turns_played(),
                decisions: thinking.iter().map(|thinking| thinking.decisions).sum(),
                winners: joined(outcome.winners()),
                forfeits: joined(forfeits),
            },
            seats: Seat::all(end.players()).zip(agents).map(seat).collect(),
            own,
        }
    }

    /// Returns the rows with everything that the end of a game gives put in their place: what these rows should
    /// say. Who forfeited, and the ranks that follow from it, stay as they are, and so do then the decisions.
    pub fn retold<G: Dealable>(&self, end: &G, choices: u64, own: R) -> Option<Self> {
        let outcome = self.outcome()?;
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
        let game = GameColumns {
            players: end.players(),
            turns: end.turns_played(),
            decisions: if is_forfeited { self.game.decisions } else { choices },
            winners: self.game.winners.clone(),
            forfeits: self.game.forfeits.clone(),
            ..self.game
        };
        (self.seats.len() == end.players()).then(|| Self {
            game,
            seats: Seat::all(end.players()).zip(&self.seats).map(seat).collect(),
            own,
        })
    }

    /// Returns the tables that games of this kind add to.
    pub fn tables() -> Vec<CsvTable> {
        let mut headers = Headers {
            games: CsvTable::of::<GameColumns>(GAMES).unsigned(DECK_SEED),
            seats: CsvTable::of::<SeatColumns>(SEATS),
            own: Vec::new(),
        };
        let Ok(()) = R::default().visit(&mut headers);
        [headers.games, headers.seats].into_iter().chain(headers.own).collect()
    }

    /// Returns what the rows add to each of the [`tables`](Self::tables).
    pub fn pages(&mut self) -> Vec<CsvRows> {
        let Self { game, seats, own } = self;
        let mut pages = Pages { game, seats, games: None, all_seats: None, own: Vec::new() };
        let Ok(()) = own.visit(&mut pages);
        let games = pages.games.unwrap_or_else(|| page(&[&*pages.game]));
        let all_seats = pages.all_seats.unwrap_or_else(|| page(pages.seats));
        [games, all_seats].into_iter().chain(pages.own).collect()
    }

    /// Parses the rows from their pages, one for each of the [`tables`](Self::tables).
    ///
    /// # Errors
    /// Fails if the pages do not have such rows.
    pub fn read(pages: &[CsvRows]) -> Result<Self, csv::Error> {
        let mut own = R::default();
        let mut reader = PageReader { pages, game: None, seats: None, own: 2 };
        own.visit(&mut reader)?;
        let PageReader { game, seats, .. } = reader;
        Ok(Self {
            game: game.map_or_else(|| only(rows(&pages[0])?), Ok)?,
            seats: seats.map_or_else(|| rows(&pages[1]), Ok)?,
            own,
        })
    }

    /// Returns the final outcome, or `None` if the rows of the seats cannot be those of a game.
    pub fn outcome(&self) -> Option<Outcome> {
        Outcome::from_ranks(self.seats.iter().map(|seat| (seat.points, seat.rank)))
    }

    /// Returns what contradicts the schedule, the deck's seed or other rows, if anything does.
    pub fn contradiction(
        &self,
        scheduled: &ScheduledGame,
        labels: &[String],
        deck_seed: Option<Seed>,
    ) -> Option<&'static str> {
        let Self { game, seats, own } = self;
        let Some(outcome) = self.outcome() else { return Some("these are no ranks") };
        let is_seat = |(seat, row): (Seat, &SeatColumns)| {
            let expected = (scheduled.game, scheduled.block, seat.index());
            let result = (outcome.win_share(seat), outcome.margin(seat));
            let agent = scheduled.assignment.get(seat.index()).map(|&agent| &labels[agent]);
            (row.game, row.block, row.seat) == expected
                && Some(&row.agent) == agent
                && (row.win_share, row.margin) == result
        };
        let players = scheduled.assignment.len();
        let checks = [
            (
                (game.game, game.block, game.players) == (scheduled.game, scheduled.block, players),
                "games.csv does not fit the schedule",
            ),
            (
                deck_seed.is_none_or(|seed| seed.value() == game.deck_seed),
                "the deck's seed is another",
            ),
            (
                seats.len() == players && Seat::all(players).zip(seats).all(is_seat),
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

    /// Returns the place in the schedule that the rows claim, and the labels of the agents, which sit in order.
    pub fn claimed(&self) -> (ScheduledGame, Vec<String>) {
        let Self { game, seats, .. } = self;
        let labels: Vec<_> = seats.iter().map(|seat| seat.agent.clone()).collect();
        let scheduled = ScheduledGame {
            game: game.game,
            block: game.block,
            matchup: 0,
            assignment: (0..labels.len()).collect(),
            repeat: 0,
            left_in_block: 0,
        };
        (scheduled, labels)
    }

    /// Returns the seats that forfeited the game and how, joined by `|`.
    pub fn forfeits(&self) -> &str {
        &self.game.forfeits
    }

    /// Returns the number of decisions that agents were asked for.
    pub const fn decisions(&self) -> u64 {
        self.game.decisions
    }

    /// Returns the number of turns of all seats together.
    pub const fn turns(&self) -> u32 {
        self.game.turns
    }

    /// Returns the agents' labels, by seat, and the rows of the game's own tables.
    pub fn into_agents_and_own(self) -> (Vec<String>, R) {
        (self.seats.into_iter().map(|seat| seat.agent).collect(), self.own)
    }
}

/// Returns the only row of a page.
fn only<R>(rows: Vec<R>) -> Result<R, csv::Error> {
    let wrong = || std::io::Error::new(std::io::ErrorKind::InvalidData, "there is no such row");
    let [row] = <[R; 1]>::try_from(rows).map_err(|_| wrong())?;
    Ok(row)
}

/// Collects the headers of all tables.
struct Headers {
    games: CsvTable,
    seats: CsvTable,
    own: Vec<CsvTable>,
}

impl TableVisitor for Headers {
    type Error = Infallible;

    fn game<R: Row>(&mut self, _: &mut R) -> Result<(), Infallible> {
        self.games.extend_by::<R>();
        Ok(())
    }

    fn seats<R: Row>(&mut self, _: &mut Vec<R>) -> Result<(), Infallible> {
        self.seats.extend_by::<R>();
        Ok(())
    }

    fn table<R: Row>(&mut self, file: &'static str, _: &mut Vec<R>) -> Result<(), Infallible> {
        self.own.push(CsvTable::of::<R>(file));
        Ok(())
    }
}

/// Turns rows into text.
struct Pages<'a> {
    game: &'a GameColumns,
    seats: &'a [SeatColumns],
    games: Option<CsvRows>,
    all_seats: Option<CsvRows>,
    own: Vec<CsvRows>,
}

impl TableVisitor for Pages<'_> {
    type Error = Infallible;

    fn game<R: Row>(&mut self, columns: &mut R) -> Result<(), Infallible> {
        self.games = Some(page(&[(self.game, &*columns)]));
        Ok(())
    }

    fn seats<R: Row>(&mut self, columns: &mut Vec<R>) -> Result<(), Infallible> {
        let rows: Vec<_> = self.seats.iter().zip(&*columns).collect();
        self.all_seats = Some(page(&rows));
        Ok(())
    }

    fn table<R: Row>(&mut self, _: &'static str, rows: &mut Vec<R>) -> Result<(), Infallible> {
        self.own.push(page(rows));
        Ok(())
    }
}

/// Turns text back into rows.
struct PageReader<'a> {
    pages: &'a [CsvRows],
    game: Option<GameColumns>,
    seats: Option<Vec<SeatColumns>>,
    /// The page of the next of the game's own tables.
    own: usize,
}

impl TableVisitor for PageReader<'_> {
    type Error = csv::Error;

    fn game<R: Row>(&mut self, columns: &mut R) -> Result<(), csv::Error> {
        let (shared, own) = only(rows::<(GameColumns, R)>(&self.pages[0])?)?;
        (self.game, *columns) = (Some(shared), own);
        Ok(())
    }

    fn seats<R: Row>(&mut self, columns: &mut Vec<R>) -> Result<(), csv::Error> {
        let (shared, own) = rows::<(SeatColumns, R)>(&self.pages[1])?.into_iter().unzip();
        (self.seats, *columns) = (Some(shared), own);
        Ok(())
    }

    fn table<R: Row>(&mut self, _: &'static str, own: &mut Vec<R>) -> Result<(), csv::Error> {
        *own = rows(&self.pages[self.own])?;
        self.own += 1;
        Ok(())
    }
}

/// Collects summary tables.
#[derive(Default)]
pub struct SummaryTables(pub Vec<(CsvTable, CsvRows)>);

impl SummaryVisitor for SummaryTables {
    fn table<R: Serialize + Default>(&mut self, file: &'static str, rows: &[R]) {
        self.0.push((CsvTable::of::<R>(file), page(rows)));
    }
}
