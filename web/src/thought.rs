//! What agents think of a position, and what a seat may believe.

use crate::course::{PageGame, Refusal};
use agents::{Agent, Participant, Registry};
use engine::{Seat, Seed, Turn, View};
use serde_json::{Value, json};
use std::collections::BTreeMap;

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

/// What may be in one place: by card, the sum over worlds, and the number of worlds with at least one.
type Sightings = BTreeMap<&'static str, (u32, u32)>;

/// Returns what a seat may believe of where the cards are, over so many determinizations: a list of the hands by
/// seat, then the deck. For each card it gives the number `expected` there, and how `likely` at least one is.
pub fn belief<G: PageGame>(state: &G, seat: Seat, samples: u32, seed: u64) -> Value {
    let view = state.view(seat);
    let mut rng = Seed::new(seed).rng();
    let samples = samples.max(1);
    let mut places = vec![Sightings::new(); state.players() + 1];
    for _ in 0..samples {
        let world = view.determinize(&mut rng);
        let hands = Seat::all(state.players()).map(|other| G::renderer().hand(&world, other));
        let there = hands.chain([G::renderer().deck(&world)]);
        for (cards, seen) in there.zip(&mut places) {
            let mut counts = BTreeMap::<_, u32>::new();
            for card in cards {
                *counts.entry(card).or_default() += 1;
            }
            for (card, count) in counts {
                let (sum, worlds) = seen.entry(card).or_default();
                *sum += count;
                *worlds += 1;
            }
        }
    }
    let mean = |count: u32| f64::from(count) / f64::from(samples);
    let told = |seen: Sightings| -> Value {
        let entry = |(card, (sum, worlds)): (&str, _)| {
            (card.to_owned(), json!({"expected": mean(sum), "likely": mean(worlds)}))
        };
        Value::Object(seen.into_iter().map(entry).collect())
    };
    places.into_iter().map(told).collect()
}
