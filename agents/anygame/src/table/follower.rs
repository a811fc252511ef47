//! Replay of recorded games to reproduce the rows written when they were played.

use super::play::{LuckyDraw, rebuild};
use super::rows::GameRows;
use agents::forecast::{Forecast, Terms, Worth};
use engine::{
    FinishedGame, Outcome, PlayableGame, Record, RecordError, RecordHeader, Rules, Seat, Seating,
};

/// Follows the records of a game, to check the rows that were written when the games were played.
pub trait RecordFollower: Send + Sync {
    /// Follows a record and returns the rows that result from it. Records do not include forfeits, so the
    /// forfeits are taken from the stored rows, as are the ranks and decision counts that depend on them.
    ///
    /// # Errors
    /// Fails if the line is not a record of a legal game.
    fn rows(
        &self,
        line: &str,
        seating: &Seating,
        stored: &GameRows,
    ) -> Result<FollowedGame, RecordError>;

    /// Checks a record and measures the luck in it; the luck is zero unless the follower measures luck.
    ///
    /// # Errors
    /// Fails if the line is not a record of a legal game.
    fn luck(&self, line: &str) -> Result<LuckyGame, RecordError>;
}

/// The luck in a recorded game.
#[derive(Clone, Debug)]
pub struct LuckyGame {
    /// The seed and the agents named in the record.
    pub header: RecordHeader,
    /// The outcome by the rules, without forfeits, which records do not include.
    pub outcome: Outcome,
    /// The luck of every seat: in the terms of forecasts, and converted to win share and margin.
    pub luck: Vec<(Terms, Worth)>,
    /// The chance events with more than one possible result, in order.
    pub draws: Vec<LuckyDraw>,
}

impl LuckyGame {
    /// Returns the win share of every seat without its luck, which can lie outside the range from 0 to 1.
    pub fn win_shares_without_luck(&self) -> Vec<f64> {
        let seats = Seat::all(self.luck.len()).zip(&self.luck);
        seats.map(|(seat, (_, luck))| self.outcome.win_share(seat) - luck.win_share).collect()
    }
}

/// The rows that result from a record.
#[derive(Debug)]
pub struct FollowedGame {
    /// The seed and the agents named in the record.
    pub header: RecordHeader,
    /// The rows; `None` if the stored rows cannot belong to this game.
    pub rows: Option<GameRows>,
    /// The luck of every seat; empty unless the follower measures luck.
    pub luck: Vec<Worth>,
}

/// A follower that knows the type of its game.
pub struct TypedFollower<G: PlayableGame> {
    texts: Rules,
    forecast: Option<Forecast<G>>,
}

impl<G: PlayableGame> TypedFollower<G> {
    /// Creates a follower of records that may refer to these texts. Luck is measured if requested and if the
    /// game has an outcome model.
    pub fn new(texts: &Rules, measures_luck: bool) -> Self {
        let forecast = if measures_luck { Forecast::built_in() } else { None };
        Self { texts: texts.clone(), forecast }
    }
}

impl<G: PlayableGame> RecordFollower for TypedFollower<G> {
    fn rows(
        &self,
        line: &str,
        seating: &Seating,
        stored: &GameRows,
    ) -> Result<FollowedGame, RecordError> {
        let record = Record::<G>::parse(line, &self.texts)?;
        let mut builder = G::Tables::default();
        let rebuilt = rebuild(&record, &mut builder, self.forecast.as_ref())?;
        let rows = stored.outcome().and_then(|outcome| {
            let finished = FinishedGame {
                game: seating.game,
                block: seating.block,
                setup: record.setup(),
                end: &rebuilt.end,
                outcome: &outcome,
                agents: &record.header().agents,
            };
            stored.rebuilt(&finished, rebuilt.choices, builder)
        });
        Ok(FollowedGame { header: record.header().clone(), rows, luck: rebuilt.luck })
    }

    fn luck(&self, line: &str) -> Result<LuckyGame, RecordError> {
        let record = Record::<G>::parse(line, &self.texts)?;
        record.check()?;
        let rebuilt = rebuild(&record, &mut (), self.forecast.as_ref())?;
        Ok(LuckyGame {
            header: record.header().clone(),
            outcome: rebuilt.end.outcome(),
            luck: rebuilt.terms.into_iter().zip(rebuilt.luck).collect(),
            draws: rebuilt.draws,
        })
    }
}
