//! Games to learn from: self-play, or games against another agent.

use super::{PositionKind, Trajectory};
use crate::evaluation::{LookBuffer, Network};
use crate::greedy::{Greedy, GreedyAgent};
use crate::{Agent, Participant};
use engine::{Evaluated, GameRng, MAX_SEATS, PlayableGame, Seat, Seed, Turn};
use rand::RngExt;

/// The settings of `greedy`'s games against itself or against a rival.
pub struct SelfPlay<'a, G: Evaluated> {
    /// The agent that learns. It plays all seats, or a random seat if there is a rival.
    pub greedy: Greedy<G>,
    /// The agent that plays the other seats.
    pub rival: Option<&'a Participant<G>>,
    /// The fraction of turns in which a seat explores.
    pub explore: f64,
    /// The temperature of exploration: the lead, as a logit, that makes a move e times as likely.
    pub temperature: f64,
    /// The fraction of the positions within turns that are also learned from.
    pub within: f64,
}

/// Children of a game's seed.
const DEAL: u64 = 0;
const CHOICES: u64 = 1;
const SAMPLE: u64 = 2;

impl<G: PlayableGame> SelfPlay<'_, G> {
    /// Plays a game and returns the network's inputs during it. The network does not have to be the evaluation
    /// of the players.
    pub fn play(&self, setup: &G::Setup, network: &Network<G>, seed: Seed) -> Trajectory {
        let [mut dealer, mut rng, mut sampler] =
            [DEAL, CHOICES, SAMPLE].map(|child| seed.child(child).rng());
        let deal = G::deal(setup, &mut dealer);
        let mut state = G::start(setup);
        let mut trajectory = Trajectory::new(state.players());
        let mut agent = GreedyAgent::new(self.greedy.clone());
        let learner = self.rival.map(|_| sampler.random_range(0..state.players()));
        let learns = |seat: Seat| learner.is_none_or(|learner| learner == seat.index());
        let mut rivals = Vec::new();
        if let Some(rival) = self.rival {
            rivals.extend((0..state.players()).map(|_| rival.make()));
        }
        let mut moves = Vec::new();
        let mut buffer = LookBuffer::default();
        let mut record = |trajectory: &mut Trajectory, kind, state: &G| {
            let chances = self.greedy.chances(state).map(|chance| chance as f32);
            trajectory.push(kind, network.look(state, &mut buffer), chances);
        };
        let (mut begun, mut last_end) = (None, None);
        let mut explores = false;
        loop {
            let seat = match state.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    // A lookahead evaluates turns at their ends, even if a chance event follows before the next
                    // turn.
                    let ended = Some(state.turns_played());
                    if begun.is_some() && begun != ended && last_end != ended {
                        last_end = ended;
                        record(&mut trajectory, PositionKind::Within, &state);
                    }
                    state.happen(state.dealt(&deal));
                    continue;
                }
                Turn::Decide(seat) => seat,
            };
            let turn = Some(state.turns_played());
            if state.is_between_turns() && begun != turn {
                begun = turn;
                explores = learns(seat) && sampler.random_bool(self.explore);
                let kind = if explores { PositionKind::Explores } else { PositionKind::Begins };
                record(&mut trajectory, kind, &state);
            } else if begun.is_some() && !explores && sampler.random_bool(self.within) {
                record(&mut trajectory, PositionKind::Within, &state);
            }
            state.moves(&mut moves);
            let mv = match moves[..] {
                [only] => only,
                _ if !learns(seat) => rivals[seat.index()].choose(&state.view(seat), &mut rng),
                _ if explores => self.explore(&mut agent, &state.view(seat), &mut rng),
                _ => agent.choose(&state.view(seat), &mut rng),
            };
            state.play(mv);
        }
        let outcome = state.outcome();
        let mut shares = [0.0; MAX_SEATS];
        for seat in Seat::all(state.players()) {
            shares[seat.index()] = outcome.win_share(seat) as f32;
        }
        trajectory.end(shares);
        trajectory
    }

    /// Draws a move at random, better moves with a higher probability.
    fn explore(&self, agent: &mut GreedyAgent<G>, view: &G::View, rng: &mut GameRng) -> G::Move {
        let temperature = self.temperature * self.greedy.unit();
        let values: Vec<(G::Move, f64)> = agent.values(view, rng).collect();
        let best = values.iter().map(|&(_, value)| value).fold(f64::NEG_INFINITY, f64::max);
        let odds = |value: f64| libm::exp((value - best) / temperature);
        let mut left =
            rng.random::<f64>() * values.iter().map(|&(_, value)| odds(value)).sum::<f64>();
        for &(mv, value) in &values {
            left -= odds(value);
            if left <= 0.0 {
                return mv;
            }
        }
        values.last().expect("a seat that decides has a move").0
    }
}
