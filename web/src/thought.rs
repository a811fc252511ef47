//! What agents think of a position, and what a seat may believe.

use crate::course::{PageGame, Refusal};
use agents::{Agent, Participant, Registry};
use engine::{Seat, Seed, Turn, View};
use serde_json::{Map, Value, json};

/// Reads an agent, among those that need nothing besides the page.
fn participant<G: PageGame>(registry: &Registry<G>, spec: &str) -> Result<Participant<G>, Refusal> {
    let participants = registry.participants(spec);
    let mut participants = participants.map_err(|error| Refusal::Agent(error.to_string()))?;
    // A page starts no programs, and its module has no clock.
    let can_play = |agent: &Participant<G>| {
        agent.agent() != "external" && agent.parameters().iter().all(|(key, _)| key != "time")
    };
    match participants.pop() {
        Some(last) if participants.is_empty() && can_play(&last) => Ok(last),
        _ => Err(Refusal::Agent(format!("'{spec}' is no agent that can play here"))),
    }
}

/// An agent that keeps what it planned, as long as it is asked for one step after the other.
pub struct Thinker<G: PageGame> {
    spec: String,
    seat: Seat,
    step: usize,
    agent: Box<dyn Agent<G>>,
}

/// Asks an agent for a move. It sees the view of the seat that decides. `kept` is the agent that was asked
/// before.
pub fn think<G: PageGame>(
    state: &G,
    step: usize,
    kept: &mut Option<Thinker<G>>,
    registry: &Registry<G>,
    (spec, seed): (&str, u64),
) -> Result<Value, Refusal> {
    let Turn::Decide(seat) = state.turn() else { return Err(Refusal::Over) };
    let goes_on =
        |before: &Thinker<G>| before.spec == spec && before.seat == seat && before.step < step;
    let mut thinker = match kept.take().filter(goes_on) {
        Some(thinker) => thinker,
        None => Thinker {
            spec: spec.to_owned(),
            seat,
            step,
            agent: participant(registry, spec)?.make(),
        },
    };
    thinker.step = step;
    let chosen = thinker.agent.try_choose(&state.view(seat), &mut Seed::new(seed).rng());
    let chosen = chosen.map_err(|fault| Refusal::Agent(fault.to_string()))?;
    let table =
        thinker.agent.search_table().into_iter().map(
            |row| json!({"move": row.mv.to_string(), "visits": row.visits, "value": row.value}),
        );
    let thought = json!({"move": chosen.to_string(), "table": table.collect::<Vec<_>>()});
    *kept = Some(thinker);
    Ok(thought)
}

/// Returns by seat how many of each card a seat may expect in that hand, over so many determinizations.
pub fn belief<G: PageGame>(state: &G, seat: Seat, samples: u32, seed: u64) -> Value {
    let view = state.view(seat);
    let mut rng = Seed::new(seed).rng();
    let samples = samples.max(1);
    let mut hands = vec![Map::new(); state.players()];
    for _ in 0..samples {
        let world = view.determinize(&mut rng);
        for (other, hand) in Seat::all(state.players()).zip(&mut hands) {
            for card in G::renderer().hand(&world, other) {
                let before = hand.get(card).and_then(Value::as_f64).unwrap_or(0.0);
                hand.insert(card.to_owned(), (before + 1.0 / f64::from(samples)).into());
            }
        }
    }
    hands.into_iter().map(Value::Object).collect()
}
