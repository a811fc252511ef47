//! Replay of recorded games to reproduce the rows written when they were played.

use super::play::{LuckyDraw, rebuild};
use super::rows::GameRows;
use agents::forecast::{Forecast, Terms, TurnForecast, Worth};
use engine::{
    FinishedGame, Outcome, PlayableGame, Record, RecordError, RecordHeader, Seat, Seating,
};

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
    /// The luck of every seat; empty unless it was measured.
    pub luck: Vec<Worth>,
    /// The forecasts before every turn; empty unless they were asked for.
    pub forecasts: Vec<TurnForecast>,
}

/// Replays a record and returns the rows that result from it, the luck if the first forecast measures it,
/// and the win shares before every turn if the second one is given. Records do not include
/// forfeits, so the forfeits are taken from the stored rows, as are the ranks and decision counts that depend on them.
///
/// # Errors
/// Fails if the record is not a record of a legal game.
pub fn follow<G: PlayableGame>(
    record: &Record<G>,
    seating: &Seating,
    stored: &GameRows,
    forecast: Option<&Forecast<G>>,
    of_turns: Option<&Forecast<G>>,
) -> Result<FollowedGame, RecordError> {
    let mut builder = G::Tables::default();
    let rebuilt = rebuild(record, &mut builder, forecast, of_turns)?;
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
    let (luck, forecasts) = (rebuilt.luck, rebuilt.forecasts);
    Ok(FollowedGame { header: record.header().clone(), rows, luck, forecasts })
}

/// Checks a record and measures the luck in it, which is empty without a forecast.
///
/// # Errors
/// Fails if the record is not a record of a legal game.
pub fn luck<G: PlayableGame>(
    record: &Record<G>,
    forecast: Option<&Forecast<G>>,
) -> Result<LuckyGame, RecordError> {
    record.check()?;
    let rebuilt = rebuild(record, &mut (), forecast, None)?;
    Ok(LuckyGame {
        header: record.header().clone(),
        outcome: rebuilt.end.outcome(),
        luck: rebuilt.terms.into_iter().zip(rebuilt.luck).collect(),
        draws: rebuilt.draws,
    })
}
