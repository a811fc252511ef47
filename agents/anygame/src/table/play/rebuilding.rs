//! Replay of a recorded game with the same rows and luck as when it was played.

use super::USUAL_MOVES;
use agents::forecast::{Forecast, LuckMeter, Outlook, Terms, TurnForecast, Worth};
use engine::drawing::Viewer;
use engine::phrase::Phrase;
use engine::{PlayableGame, Record, RecordError, Tables, Turn};
use serde::Serialize;

/// The results of replaying a record.
pub struct Rebuilt<G> {
    /// The final state.
    pub end: G,
    /// Number of decisions between several legal moves.
    pub choices: u64,
    /// The luck of every seat as win share and margin, if a forecast for it was given.
    pub luck: Vec<Worth>,
    /// The forecasts before every turn, if a forecast for them was given.
    pub forecasts: Vec<TurnForecast>,
    /// The chance events with more than one possible result, if a forecast for luck was given.
    pub draws: Vec<LuckyDraw>,
    /// The luck of every seat in the terms of forecasts.
    pub terms: Vec<Terms>,
}

/// A chance event, or several before the first event in the record, and their effect on the seats.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LuckyDraw {
    /// The turn, from 1.
    pub turn: u32,
    /// The index in the record of the first event that they caused.
    pub event: usize,
    /// This event as a sentence.
    pub told: Phrase,
    /// The surprise for each seat; see [`agents::forecast`].
    pub luck: Vec<Worth>,
}

fn sum(mut luck: Vec<Worth>, other: Vec<Worth>) -> Vec<Worth> {
    for (luck, other) in luck.iter_mut().zip(other) {
        luck.win_share += other.win_share;
        luck.margin += other.margin;
    }
    luck
}

/// Replays a record while a builder collects its rows. The first forecast measures luck, the second forecasts all turns.
///
/// # Errors
/// Fails if the record is not a record of a legal game.
pub fn rebuild<G: PlayableGame>(
    record: &Record<G>,
    builder: &mut impl Tables<G>,
    forecast: Option<&Forecast<G>>,
    of_turns: Option<&Forecast<G>>,
) -> Result<Rebuilt<G>, RecordError> {
    let mut decisions = record.decisions()?.into_iter();
    let mut game = G::start(record.setup());
    let mut luck = forecast.map(|forecast| LuckMeter::new(forecast, game.players()));
    let mut outlook = of_turns.map(Outlook::new);
    let (mut choices, mut past, mut draws) = (0, 0, Vec::new());
    // The effects of chance events whose first event comes only after further decisions.
    let mut untold = Vec::new();
    let mut moves = Vec::with_capacity(USUAL_MOVES);
    let mut events = Vec::new();
    loop {
        events.clear();
        let turn = game.turns_played() + 1;
        if let Some(outlook) = &mut outlook {
            outlook.note(&game);
        }
        match game.turn() {
            Turn::Over => break,
            Turn::Chance => {
                let chance = game.dealt(record.deal());
                if let Some(luck) = &mut luck {
                    untold.extend(luck.note(&game, chance).map(|surprise| luck.worth(&surprise)));
                }
                game.happen_recorded(chance, &mut events);
            }
            Turn::Decide(_) => {
                let Some(decision) = decisions.next() else { break };
                game.moves(&mut moves);
                choices += u64::from(moves.len() > 1);
                builder.decide(&game, decision.mv);
                game.play_recorded(decision.mv, &mut events);
            }
        }
        if let Some(event) = events.first()
            && let Some(luck) = untold.drain(..).reduce(sum)
        {
            let told = G::renderer().describe(event, &game, record.setup(), Viewer::Everything);
            draws.push(LuckyDraw { turn, event: past, told, luck });
        }
        builder.follow(turn, &events);
        past += events.len();
    }
    let terms = luck.as_ref().map(|luck| luck.terms().to_vec()).unwrap_or_default();
    let luck = luck.map(|luck| luck.luck()).unwrap_or_default();
    let forecasts = outlook.map(Outlook::finish).unwrap_or_default();
    Ok(Rebuilt { end: game, choices, luck, forecasts, draws, terms })
}
