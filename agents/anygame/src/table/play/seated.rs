//! The agents in the seats of one game.

use super::contain::contained;
use super::result::Forfeit;
use super::thinking::Thinking;
use crate::agent::noted_moves;
use agents::{Agent, Fault, GameEnd, GameStart};
use engine::{PlayableGame, SearchNote, Seat, Seed, Turn};
use rand::{Rng, RngExt};

/// Number of consecutive forfeits after which an agent is disqualified: it forfeits all further games
/// immediately.
pub const MAX_CONSECUTIVE_FORFEITS: u32 = 20;

/// The child of a seat's seed that belongs to no decision, for agents that need a separate seed.
const NO_DECISION: u64 = u64::MAX;
/// Shift from 64 to 53 bits, so that all programming languages represent the numbers exactly.
const SEED_SHIFT: u32 = 11;

/// A seat and the agent that plays it.
pub struct SeatedAgent<G: PlayableGame> {
    /// The seat.
    pub seat: Seat,
    /// The seed of the seat's random numbers.
    pub seed: Seed,
    agent: Box<dyn Agent<G>>,
    thinking: Thinking,
    /// Number of decisions so far, including those made on the agent's behalf after a failure.
    decisions: u64,
    /// The failure of the agent, if it has failed.
    pub forfeit: Option<Forfeit>,
    /// Whether the agent follows the game beyond its own views, so that [`Self::observe`] must be called.
    pub follows: bool,
}

impl<G: PlayableGame> SeatedAgent<G> {
    /// Seats an agent. `seed` is the seed of the seat's random numbers.
    pub fn new(seat: Seat, seed: Seed, agent: Box<dyn Agent<G>>) -> Self {
        let (thinking, follows) = (Thinking::default(), false);
        Self { seat, seed, agent, thinking, decisions: 0, forfeit: None, follows }
    }

    /// Lets an agent forfeit the game without being asked, because of its failures in the games before.
    pub fn disqualify(&mut self) {
        let cause = format!("out after {MAX_CONSECUTIVE_FORFEITS} forfeits in a row");
        self.fail(Fault::new(&cause));
    }

    /// Chooses the seat's move. The agent is not asked if there is only one, nor after it has panicked, failed or returned an
    /// illegal move: its moves are then drawn uniformly from the legal ones.
    pub fn decide(&mut self, game: &G, moves: &[G::Move]) -> G::Move {
        if let &[only] = moves {
            return only;
        }
        let (seat, number) = (self.seat, self.decisions);
        self.decisions += 1;
        if self.forfeit.is_none() {
            let mut stream = self.seed.child(number).rng();
            let (agent, thinking) = (&mut self.agent, &mut self.thinking);
            let ask = || thinking.measure(|| agent.try_choose(&game.view(seat), &mut stream));
            match contained(ask).flatten() {
                Ok(chosen) if moves.binary_search(&chosen).is_ok() => return chosen,
                Ok(illegal) => self.fail(Fault::new(&format!("illegal move \"{illegal}\""))),
                Err(fault) => self.fail(fault),
            }
        }
        moves[self.seed.child(number).rng().random_range(0..moves.len())]
    }

    /// Returns the results of the agent's last search as a note on this event.
    pub fn found(&self, event: usize) -> Option<SearchNote> {
        let has_decided = self.forfeit.is_none();
        let table = self.agent.search_table();
        (has_decided && !table.is_empty()).then(|| SearchNote {
            event,
            agent: None,
            moves: noted_moves(&table),
            lost: None,
            at_stake: None,
            verdict: None,
        })
    }

    fn fail(&mut self, fault: Fault) {
        self.forfeit = Some(Forfeit { seat: self.seat, fault, decision: self.decisions });
    }

    /// Sends the start of the game to an agent that follows it. `keyed` is the seed for an external bot, if the bot must not be able
    /// to compute the deck.
    pub fn begin(&mut self, game: &G, setup: &G::Setup, keyed: Option<u64>) {
        self.follows = self.agent.observes();
        if !self.follows {
            return;
        }
        let own = || self.seed.child(NO_DECISION).rng().next_u64();
        let seed = keyed.unwrap_or_else(own);
        self.agent.begin(&GameStart {
            setup: setup.clone(),
            view: game.view(self.seat),
            players: game.players(),
            seed: seed >> SEED_SHIFT,
        });
    }

    /// Sends the events of a step, as the seat sees them, to an agent that follows the game. `by` is the actor of the step.
    pub fn observe(&mut self, events: &[G::Event], by: Turn, setup: &G::Setup) {
        for event in events {
            self.agent.observe(&G::observe_event(event, self.seat, setup));
        }
        if by != Turn::Decide(self.seat) {
            self.agent.interrupt();
        }
    }

    /// Sends the end of the game to an agent that follows it, and returns the thinking times.
    pub fn end(mut self, end: &GameEnd) -> Thinking {
        if self.agent.observes() {
            self.agent.end(end);
        }
        self.thinking.playouts = self.agent.playouts();
        self.thinking
    }
}
