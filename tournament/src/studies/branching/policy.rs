//! The policy that plays on all seats.

use agents::{Agent, Participant};
use engine::{Game, Seat, Seed, Turn};

/// A decision in a game that is played on.
pub struct Decision<'a, G: Game> {
    /// The state before it.
    pub state: &'a G,
    /// Who decides.
    pub seat: Seat,
    /// The legal moves.
    pub moves: &'a [G::Move],
    /// What the policy chose.
    pub chosen: G::Move,
    /// Whether it is the first between several moves since chance spoke, another seat decided or the turn
    /// began.
    pub is_first: bool,
}

/// One agent on all seats.
pub struct Policy<'a, G: Game>(pub &'a Participant<G>);

impl<G: Game> Policy<'_, G> {
    /// The policy's choice. It is new at the table: it remembers nothing of the game.
    pub fn choose(&self, state: &G, seed: Seed) -> G::Move {
        Seated::new(self, state).choose(state, seed)
    }

    /// All that a seat decides in a row, until chance speaks, somebody else decides or the turn ends, and
    /// where that leads. The policy is new at the table, and remembers what it planned in the meantime.
    pub fn choose_in_a_row(&self, state: &G, seed: Seed) -> (Vec<G::Move>, G) {
        let (mut state, begin) = (state.clone(), (state.turn(), state.turns_played()));
        let mut seated = Seated::new(self, &state);
        let mut chosen = Vec::new();
        while (state.turn(), state.turns_played()) == begin {
            let mv = seated.choose(&state, seed.child(chosen.len() as u64));
            state.play(mv);
            chosen.push(mv);
        }
        (chosen, state)
    }

    /// Plays a game on to its end, with agents that are new at the table.
    ///
    /// The random numbers of an event of chance depend on how many there were since the beginning, so a
    /// deck has the same order whatever is played; those of a decision depend on the turn and on how many
    /// decisions there were in it. `watch` sees every decision before it is played.
    pub fn play_on(&self, mut state: G, seed: Seed, mut watch: impl FnMut(&Decision<'_, G>)) -> G {
        let (chances, decisions) = (seed.child(0), seed.child(1));
        let (mut chance, mut turn, mut decision) = (0, state.turns_played(), 0);
        // Who has begun to decide between several moves, since chance spoke, another seat decided or the turn
        // began.
        let mut deciding = None;
        let mut seated = Seated::new(self, &state);
        loop {
            if state.turns_played() != turn {
                (turn, decision, deciding) = (state.turns_played(), 0, None);
            }
            match state.turn() {
                Turn::Over => return state,
                Turn::Chance => {
                    state.happen(state.random_chance(&mut chances.child(chance).rng()));
                    chance += 1;
                    deciding = None;
                }
                Turn::Decide(seat) => {
                    let address = decisions.child(turn.into()).child(decision);
                    let chosen = seated.choose(&state, address);
                    decision += 1;
                    let moves = seated.moves.as_slice();
                    let has_begun = deciding == Some(seat);
                    let is_first = moves.len() > 1 && !has_begun;
                    deciding = (has_begun || is_first).then_some(seat);
                    watch(&Decision { state: &state, seat, moves, chosen, is_first });
                    state.play(chosen);
                }
            }
        }
    }
}

/// An agent of the policy on every seat.
struct Seated<G: Game> {
    agents: Vec<Box<dyn Agent<G>>>,
    moves: Vec<G::Move>,
}

impl<G: Game> Seated<G> {
    fn new(policy: &Policy<'_, G>, state: &G) -> Self {
        let agents = (0..state.players()).map(|_| policy.0.make()).collect();
        Self { agents, moves: Vec::new() }
    }

    /// The choice of the seat that has to decide. It is not asked if it has none.
    fn choose(&mut self, state: &G, seed: Seed) -> G::Move {
        state.moves(&mut self.moves);
        match (&self.moves[..], state.turn()) {
            (&[only], _) => only,
            (_, Turn::Decide(seat)) => {
                self.agents[seat.index()].choose(&state.view(seat), &mut seed.rng())
            }
            (_, turn) => unreachable!("nobody decides at {turn:?}"),
        }
    }
}
