//! The luck in a finished game: the effect of each chance event on the win probability of every seat.

use crate::course::Course;
use anygame::ShownGame;
use anygame::play::LuckyDraw;
use engine::{RecordError, Rules, Seat};
use serde_json::{Value, json};

/// Measures the luck in a game, as changes of the win probability by seat: `draws`, the chance events with their `step`, `told` and
/// `luck`; `byStep`, the sum of luck up to each step; `luck`, the sum over the game; `results`, the shares of the win; and
/// `withoutLuck`, the results without the luck. Null before the end of the game. `texts` are those that its record refers to.
///
/// # Errors
/// Fails if the game belongs to another course.
pub fn luck(game: &dyn ShownGame, course: &Course, texts: &Rules) -> Result<Value, RecordError> {
    let players = course.setup().players();
    let Some(line) = course.record(vec![String::new(); players]) else { return Ok(Value::Null) };
    let lucky = game.luck(&line, texts)?;
    let last = course.last();
    let mut sums = vec![0.0; lucky.luck.len()];
    let (mut draws, mut by_step) = (Vec::new(), Vec::with_capacity(last + 1));
    let mut rest = lucky.draws.iter().peekable();
    for step in 0..=last {
        let end = course.event_numbers(step).end;
        while let Some(LuckyDraw { told, luck, .. }) =
            rest.next_if(|draw| draw.event < end || step == last)
        {
            let luck: Vec<_> = luck.iter().map(|luck| luck.win_share).collect();
            for (sum, luck) in sums.iter_mut().zip(&luck) {
                *sum += luck;
            }
            draws.push(json!({"step": step, "told": told, "luck": luck}));
        }
        by_step.push(sums.clone());
    }
    let results = Seat::all(players).map(|seat| lucky.outcome.win_share(seat));
    let luck = lucky.luck.iter().map(|(_, luck)| luck.win_share);
    Ok(json!({
        "draws": draws,
        "byStep": by_step,
        "luck": luck.collect::<Vec<_>>(),
        "results": results.collect::<Vec<_>>(),
        "withoutLuck": lucky.win_shares_without_luck(),
    }))
}
