//! What agents think of a position, and what a seat may believe.

use crate::course::{PageGame, Refusal};
use agents::{Participant, Registry};
use engine::{Seat, Seed, Turn, View};
use serde_json::{Map, Value, json};

/// The children of a seed.
const WORLD: u64 = 0;
const CHOICES: u64 = 1;
const LUCK: u64 = 2;

/// Reads an agent, among those that need nothing besides the page.
fn participant<G: PageGame>(registry: &Registry<G>, spec: &str) -> Result<Participant<G>, Refusal> {
    let participants = registry.participants(spec);
    let mut participants = participants.map_err(|error| Refusal::Agent(error.to_string()))?;
    match participants.pop() {
        Some(last) if participants.is_empty() && last.agent() != "external" => Ok(last),
        _ => Err(Refusal::Agent(format!("'{spec}' is no agent that can play here"))),
    }
}

/// Asks an agent for a move. It sees the view of the seat that decides.
pub fn think<G: PageGame>(
    state: &G,
    registry: &Registry<G>,
    spec: &str,
    seed: u64,
) -> Result<Value, Refusal> {
    let Turn::Decide(seat) = state.turn() else { return Err(Refusal::Over) };
    let mut agent = participant(registry, spec)?.make();
    let chosen = agent.try_choose(&state.view(seat), &mut Seed::new(seed).rng());
    let chosen = chosen.map_err(|fault| Refusal::Agent(fault.to_string()))?;
    let table = agent
        .search_table()
        .into_iter()
        .map(|row| json!({"move": row.mv.to_string(), "visits": row.visits, "value": row.value}));
    Ok(json!({"move": chosen.to_string(), "table": table.collect::<Vec<_>>()}))
}

/// Estimates every seat's chance to win: the mean win share of games that the agent plays to their end on
/// all seats, from what the seat to decide knows.
pub fn chances<G: PageGame>(
    state: &G,
    registry: &Registry<G>,
    spec: &str,
    games: u32,
    seed: u64,
) -> Result<Value, Refusal> {
    let participant = participant(registry, spec)?;
    let mut shares = vec![0.0; state.players()];
    let games = if state.turn() == Turn::Over { 1 } else { games.max(1) };
    for number in 0..games {
        let seed = Seed::new(seed).child(number.into());
        let end = play_on(state, &participant, seed)?;
        let outcome = end.outcome();
        for seat in Seat::all(state.players()) {
            shares[seat.index()] += outcome.win_share(seat) / f64::from(games);
        }
    }
    Ok(shares.into())
}

fn play_on<G: PageGame>(state: &G, participant: &Participant<G>, seed: Seed) -> Result<G, Refusal> {
    let [mut world, mut choices, mut luck] =
        [WORLD, CHOICES, LUCK].map(|child| seed.child(child).rng());
    let mut game = match state.turn() {
        Turn::Decide(seat) => state.view(seat).determinize(&mut world),
        Turn::Chance | Turn::Over => state.clone(),
    };
    let mut agents: Vec<_> = Seat::all(state.players()).map(|_| participant.make()).collect();
    loop {
        match game.turn() {
            Turn::Over => return Ok(game),
            Turn::Chance => game.happen(game.random_chance(&mut luck)),
            Turn::Decide(seat) => {
                let chosen = agents[seat.index()].try_choose(&game.view(seat), &mut choices);
                game.play(chosen.map_err(|fault| Refusal::Agent(fault.to_string()))?);
            }
        }
    }
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
