//! Games to learn from: self-play, or games against another agent.

use super::{PositionKind, Trajectory};
use crate::evaluation::{LookBuffer, Memo, Network};
use crate::greedy::{Greedy, GreedyAgent};
use crate::objective::by_seat;
use crate::{Agent, Participant};
use engine::{Evaluated, GameRng, PlayableGame, Seat, Seed};
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
        let players = state.players();
        let mut agent = GreedyAgent::new(self.greedy.clone());
        let learner = self.rival.map(|_| sampler.random_range(0..players));
        let learns = |seat: Seat| learner.is_none_or(|learner| learner == seat.index());
        let mut rivals: Vec<_> =
            self.rival.iter().flat_map(|rival| (0..players).map(|_| rival.make())).collect();
        let mut recorder = Recorder {
            settings: self,
            network,
            trajectory: Trajectory::new(players),
            buffer: LookBuffer::default(),
            memo: Memo::default(),
            begun: None,
            ended: None,
            explores: false,
        };
        let mut moves = Vec::new();
        while let Some(seat) = state.next_decision(|state| {
            recorder.before_chance(state);
            state.happen(state.dealt(&deal));
        }) {
            recorder.before_decision(&state, learns(seat), &mut sampler);
            state.moves(&mut moves);
            let mv = match moves[..] {
                [only] => only,
                _ if !learns(seat) => rivals[seat.index()].choose(&state.view(seat), &mut rng),
                _ if recorder.explores => self.explore(&mut agent, &state.view(seat), &mut rng),
                _ => agent.choose(&state.view(seat), &mut rng),
            };
            state.play(mv);
        }
        let outcome = state.outcome();
        let shares = by_seat(players, |seat| outcome.win_share(seat) as f32);
        Trajectory { shares, ..recorder.trajectory }
    }

    /// Draws a move at random, better moves with a higher probability.
    fn explore(&self, agent: &mut GreedyAgent<G>, view: &G::View, rng: &mut GameRng) -> G::Move {
        let temperature = self.temperature * self.greedy.unit();
        let values = agent.values(view, rng);
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

/// The record of a game, which decides which positions belong to it.
struct Recorder<'a, G: Evaluated> {
    settings: &'a SelfPlay<'a, G>,
    network: &'a Network<G>,
    trajectory: Trajectory,
    buffer: LookBuffer,
    memo: Memo,
    /// The turn whose beginning was recorded last.
    begun: Option<u32>,
    /// The number of turns played at the last recorded end of a turn.
    ended: Option<u32>,
    /// Whether the seat explores in the current turn.
    explores: bool,
}

impl<G: Evaluated> Recorder<'_, G> {
    fn record(&mut self, kind: PositionKind, state: &G) {
        let chances = self.settings.greedy.objective.chances(state, None, &mut self.memo);
        let look = self.network.look(state, &mut self.buffer);
        self.trajectory.push(kind, look, chances.map(|chance| chance as f32));
    }

    /// Records the end of a turn if a chance event follows before the next turn, because a lookahead evaluates such
    /// positions.
    fn before_chance(&mut self, state: &G) {
        let turn = Some(state.turns_played());
        if self.begun.is_some() && self.begun != turn && self.ended != turn {
            self.ended = turn;
            self.record(PositionKind::Within, state);
        }
    }

    /// Records the beginning of a turn, in which the seat may explore if it learns, and some of the positions within
    /// turns.
    fn before_decision(&mut self, state: &G, learns: bool, sampler: &mut GameRng) {
        let turn = Some(state.turns_played());
        if state.is_between_turns() && self.begun != turn {
            self.begun = turn;
            self.explores = learns && sampler.random_bool(self.settings.explore);
            let kind = if self.explores { PositionKind::Explores } else { PositionKind::Begins };
            self.record(kind, state);
        } else if self.begun.is_some()
            && !self.explores
            && sampler.random_bool(self.settings.within)
        {
            self.record(PositionKind::Within, state);
        }
    }
}
