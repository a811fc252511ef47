//! The policy that plays all seats of a study's games.

use agents::{Agent, Participant};
use engine::{Game, Seat, Seed, Turn};

/// A decision while a position is played to the end.
pub struct Decision<'a, G: Game> {
    /// The state before the decision.
    pub state: &'a G,
    /// The deciding seat.
    pub seat: Seat,
    /// The legal moves.
    pub moves: &'a [G::Move],
    /// The policy's choice.
    pub chosen: G::Move,
    /// Whether this is the first decision between several moves since the last chance event,
    /// another seat's decision or the start of the turn.
    pub is_first: bool,
    /// Whether the first turn has begun.
    pub has_begun: bool,
}

/// A point in a game that is played to the end: a decision or a chance event.
pub enum Node<'a, G: Game> {
    /// A decision, before it is made.
    Decision(Decision<'a, G>),
    /// The state before a chance event, and the seat that decided last; `None` before the first decision.
    Chance(&'a G, Option<Seat>),
}

/// A policy: one agent that plays all seats.
pub struct Policy<'a, G: Game>(pub &'a Participant<G>);

impl<G: Game> Policy<'_, G> {
    /// Returns all consecutive moves of a seat and the resulting state. The sequence ends with a chance event,
    /// another seat's decision or the end of the turn. The agent is new, and remembers its plans between the
    /// moves.
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

    /// Plays a game to its end with new agents.
    ///
    /// The random numbers of a chance event depend on the number of chance events since the start, so a deck
    /// has the same order whatever is played. The random numbers of a decision depend on the turn and on the
    /// number of decisions in it. `watch` receives every decision before it is played.
    pub fn play_on(&self, state: G, seed: Seed, mut watch: impl FnMut(&Decision<'_, G>)) -> G {
        self.play_on_watched(state, seed, |node| {
            if let Node::Decision(decision) = node {
                watch(decision);
            }
        })
    }

    /// Plays a game to its end like [`Self::play_on`]. `watch` receives every decision and every chance event
    /// before it is played.
    pub fn play_on_watched(
        &self,
        mut state: G,
        seed: Seed,
        mut watch: impl FnMut(&Node<'_, G>),
    ) -> G {
        let (chances, decisions) = (seed.child(0), seed.child(1));
        let (mut chance, mut turn, mut decision) = (0, state.turns_played(), 0);
        // The seat that has begun to decide between several moves since the last chance event,
        // another seat's decision or the start of the turn.
        let mut deciding = None;
        let (mut last, mut has_begun_to_play) = (None, false);
        let mut seated = Seated::new(self, &state);
        loop {
            has_begun_to_play |= state.is_between_turns();
            if state.turns_played() != turn {
                (turn, decision, deciding) = (state.turns_played(), 0, None);
            }
            match state.turn() {
                Turn::Over => return state,
                Turn::Chance => {
                    watch(&Node::Chance(&state, last));
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
                    let has_begun = has_begun_to_play;
                    let decision =
                        Decision { state: &state, seat, moves, chosen, is_first, has_begun };
                    watch(&Node::Decision(decision));
                    state.play(chosen);
                    last = Some(seat);
                }
            }
        }
    }
}

/// The policy's agents, one in every seat.
struct Seated<G: Game> {
    agents: Vec<Box<dyn Agent<G>>>,
    moves: Vec<G::Move>,
}

impl<G: Game> Seated<G> {
    fn new(policy: &Policy<'_, G>, state: &G) -> Self {
        let agents = (0..state.players()).map(|_| policy.0.make()).collect();
        Self { agents, moves: Vec::new() }
    }

    /// Returns the choice of the deciding seat, without asking the agent if there is only one move.
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
