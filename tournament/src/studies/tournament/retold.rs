//! Holds the rows of a run against its records.

use super::config::RunConfig;
use super::writer::layout;
use crate::failure::Failure;
use crate::job::in_order::in_order;
use crate::job::pool;
use crate::play::luck::luck_page;
use crate::schedule::ScheduledGame;
use crate::store::manifest::Manifest;
use crate::store::reader::{GameTraces, RECORDS};
use agents::forecast::Forecast;
use anygame::GameRows;
use anygame::play::retell;
use engine::{FinishedGame, PlayableGame, Record, Rules};
use std::path::Path;

/// Checks that every row of a finished run is what its records give, and returns the number of records: none if
/// the run has none. The rules hold the texts that the records may refer to.
///
/// # Errors
/// Fails at the first game whose rows or record are not what they should be.
pub fn check_records<G: PlayableGame>(folder: &Path, texts: &Rules) -> Result<u64, Failure> {
    let config = RunConfig::of(Manifest::read(folder)?)?;
    if !config.terms.records {
        return Ok(0);
    }
    let forecast = if config.terms.luck { Forecast::built_in() } else { None };
    let mut reader = layout::<G>(&config).reader(folder)?;
    let mut records = 0;
    let games = config.games_from(config.part.clone()).zip(1..);
    let mut read = games.map(|(scheduled, line)| (line, reader.game(scheduled.game), scheduled));
    let work = |(line, traces, scheduled): (u64, Result<GameTraces, Failure>, ScheduledGame)| {
        let wrong = |what| Failure::Content {
            path: folder.join(RECORDS),
            what: format!("line {line}, game {}: {what}", scheduled.game),
        };
        check::<G>(&config, &scheduled, &traces?, forecast.as_ref(), texts).map_err(wrong)
    };
    in_order(&pool(None)?, &mut read, &work, &mut |checked: Result<(), Failure>| {
        records += 1;
        checked
    })?;
    reader.end()?;
    Ok(records)
}

/// Holds the rows of a game against its record.
fn check<G: PlayableGame>(
    config: &RunConfig,
    scheduled: &ScheduledGame,
    traces: &GameTraces,
    forecast: Option<&Forecast<G>>,
    texts: &Rules,
) -> Result<(), String> {
    let line = traces.record.as_deref().unwrap_or_default();
    let record = Record::<G>::parse(line, texts).map_err(|error| error.to_string())?;
    let labels = &config.manifest.labels;
    let agents: Vec<_> = scheduled.assignment.iter().map(|&agent| labels[agent].clone()).collect();
    if record.header().agents != agents {
        return Err("its agents are not those of the schedule".to_owned());
    }
    let seed = config.manifest.deck_seed(scheduled.block).map(|seed| seed.value().to_string());
    if seed.is_some_and(|seed| seed != record.header().seed) {
        return Err("its seed is not that of its deck".to_owned());
    }
    let mut builder = G::Tables::default();
    let retold = retell(&record, &mut builder, forecast).map_err(|error| error.to_string())?;
    let damaged = || "its rows are damaged".to_owned();
    let stored = GameRows::read::<G>(&traces.pages).map_err(|_| damaged())?;
    let outcome = stored.outcome().ok_or_else(damaged)?;
    let finished = FinishedGame {
        game: scheduled.game,
        block: scheduled.block,
        setup: record.setup(),
        end: &retold.end,
        outcome: &outcome,
        agents: &agents,
    };
    let mut due = stored.retold(&finished, retold.choices, builder).ok_or_else(damaged)?;
    let mut pages = due.pages();
    if config.terms.luck {
        pages.push(luck_page(scheduled.game, &retold.luck));
    }
    if pages == traces.pages { Ok(()) } else { Err("its rows are not what it gives".to_owned()) }
}
