//! Agents' moves and search tables at a position.

use crate::refusal::Refusal;
use anygame::{AnyAgent, AnyParticipant, AnyPosition, ShownGame};
use engine::{Seat, Seed, Turn};
use serde_json::{Value, json};

/// Parses an agent spec. Refuses agents that need an external program or a clock.
fn participant(game: &dyn ShownGame, spec: &str) -> Result<AnyParticipant, Refusal> {
    let participants = game.participants(spec);
    let mut participants = participants.map_err(|error| Refusal::Agent(error.to_string()))?;
    // A page starts no programs, and its module has no clock.
    let can_play = |agent: &AnyParticipant| {
        agent.agent() != "external" && agent.parameters().iter().all(|(key, _)| key != "time")
    };
    match participants.pop() {
        Some(last) if participants.is_empty() && can_play(&last) => Ok(last),
        _ => Err(Refusal::Agent(format!("'{spec}' is not an agent that can play on the page"))),
    }
}

/// An agent with its plan, which it keeps while it is asked about successive steps of one seat.
pub struct Thinker {
    spec: String,
    seat: Seat,
    step: usize,
    agent: Box<dyn AnyAgent>,
}

/// Asks an agent for a move from the view of the seat that decides. `kept` is the agent of the previous call;
/// it continues its plan if it matches.
pub fn think(
    position: &dyn AnyPosition,
    step: usize,
    kept: &mut Option<Thinker>,
    game: &dyn ShownGame,
    (spec, seed): (&str, u64),
) -> Result<Value, Refusal> {
    let Turn::Decide(seat) = position.turn() else { return Err(Refusal::Over) };
    let goes_on =
        |before: &Thinker| before.spec == spec && before.seat == seat && before.step < step;
    let mut thinker = match kept.take().filter(goes_on) {
        Some(thinker) => thinker,
        None => {
            Thinker { spec: spec.to_owned(), seat, step, agent: participant(game, spec)?.make() }
        }
    };
    thinker.step = step;
    let view = position.view(seat);
    let place = thinker.agent.choose(&*view, Seed::new(seed));
    let place = place.map_err(|error| Refusal::Agent(error.to_string()))?;
    let thought = json!({"move": view.moves()[place], "table": thinker.agent.search_table()});
    *kept = Some(thinker);
    Ok(thought)
}
