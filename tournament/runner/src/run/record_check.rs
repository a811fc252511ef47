//! Checks the rows of a run against its records.

use super::design::RunDesign;
use super::writer::layout;
use crate::job::pool;
use crate::play::forecasts::forecast_page;
use crate::play::luck::luck_page;
use anygame::AnyGame;
use engine::Rules;
use std::path::Path;
use store::Failure;
use store::in_order::in_order;
use store::manifest::Manifest;
use store::reader::{GameTraces, RECORDS};
use store::schedule::ScheduledGame;

/// Checks every row of a finished run against its record, and returns the number of records, which is 0 for a run
/// without records. `texts` contains the rule texts that the records may refer to by name.
///
/// # Errors
/// Fails at the first game whose rows or record are wrong.
pub fn check_records(game: &dyn AnyGame, folder: &Path, texts: &Rules) -> Result<u64, Failure> {
    let design = RunDesign::of(Manifest::read(folder)?)?;
    if !design.terms.records {
        return Ok(0);
    }
    let mut reader = layout(game, &design).reader(folder)?;
    let mut records = 0;
    let games = design.games_from(design.part.clone()).zip(1..);
    let mut read = games.map(|(scheduled, line)| (line, reader.game(scheduled.game), scheduled));
    let work = |(line, traces, scheduled): (u64, Result<GameTraces, Failure>, ScheduledGame)| {
        check(game, texts, &design, &scheduled, &traces?).map_err(|what| {
            let what = format!("line {line}, game {}: {what}", scheduled.game);
            Failure::content(folder.join(RECORDS), what)
        })
    };
    in_order(&pool(None)?, &mut read, &work, &mut |checked: Result<(), Failure>| {
        records += 1;
        checked
    })?;
    reader.end()?;
    Ok(records)
}

/// Checks the rows of one game against its record.
fn check(
    game: &dyn AnyGame,
    texts: &Rules,
    design: &RunDesign,
    scheduled: &ScheduledGame,
    traces: &GameTraces,
) -> Result<(), String> {
    let damaged = || "damaged rows".to_owned();
    let line = traces.record.as_deref().unwrap_or_default();
    let stored = game.read_rows(&traces.pages).map_err(|_| damaged())?;
    let (seating, terms) = (scheduled.seating(), design.terms);
    let given = game.follow(line, texts, &seating, &stored, terms.luck, terms.forecasts);
    let given = given.map_err(|error| error.to_string())?;
    let labels = &design.manifest.labels;
    let agents = scheduled.assignment.iter().map(|&agent| &labels[agent]);
    if !given.header.agents.iter().eq(agents) {
        return Err("the agents differ from the schedule".to_owned());
    }
    let seed = design
        .manifest
        .deck_seed(scheduled.game, scheduled.block)
        .map(|seed| seed.value().to_string());
    if seed.is_some_and(|seed| seed != given.header.seed) {
        return Err("the seed differs from the seed of the deck".to_owned());
    }
    let mut pages = given.rows.ok_or_else(damaged)?.pages();
    pages.extend(terms.luck.then(|| luck_page(scheduled.game, &given.luck)));
    pages.extend(terms.forecasts.then(|| forecast_page(scheduled.game, &given.forecasts)));
    if pages == traces.pages {
        Ok(())
    } else {
        Err("the rows differ from those computed from the record".to_owned())
    }
}
