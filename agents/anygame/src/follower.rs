//! Follows recorded games as they were followed when they were played.

use crate::play::rebuild;
use crate::{GameRows, Seating};
use agents::forecast::{Forecast, Terms, Worth};
use engine::{FinishedGame, Outcome, PlayableGame, Record, RecordError, RecordHeader, Rules};

/// Follows the records of a game, for checks of the rows that were written when the games were played.
pub trait RecordFollower: Send + Sync {
    /// Follows a record and returns the rows that it gives. Forfeits are not part of a record, so they are taken from
    /// the stored rows, with the ranks and the number of decisions that follow from them.
    ///
    /// # Errors
    /// If the line is not the record of a game by the rules.
    fn rows(
        &self,
        line: &str,
        seating: &Seating,
        stored: &GameRows,
    ) -> Result<FollowedGame, RecordError>;

    /// Checks a record and measures the luck in it: nothing, unless the follower measures luck.
    ///
    /// # Errors
    /// If the line is not the record of a game by the rules.
    fn luck(&self, line: &str) -> Result<LuckyGame, RecordError>;
}

/// The luck in a recorded game.
#[derive(Clone, Debug)]
pub struct LuckyGame {
    /// The seed and the agents that the record names.
    pub header: RecordHeader,
    /// The outcome by the rules: a record does not know forfeits.
    pub outcome: Outcome,
    /// The luck of every seat, in the terms of forecasts and in what the forecasts say.
    pub luck: Vec<(Terms, Worth)>,
}

/// The rows that a record gives.
#[derive(Debug)]
pub struct FollowedGame {
    /// The seed and the agents that the record names.
    pub header: RecordHeader,
    /// The rows; `None` if the stored rows cannot belong to this game.
    pub rows: Option<GameRows>,
    /// What chance gave to each seat; empty unless it is measured.
    pub luck: Vec<Worth>,
}

/// The follower of a game with its type.
pub struct TypedFollower<G: PlayableGame> {
    texts: Rules,
    forecast: Option<Forecast<G>>,
}

impl<G: PlayableGame> TypedFollower<G> {
    /// Returns a follower of records that may refer to these texts. Luck is measured if it is asked for and the game
    /// has an outcome model.
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
        })
    }
}
