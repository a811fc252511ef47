//! Positions from which a network learns the values of another evaluation (Hinton, Vinyals, Dean: *Distilling the knowledge in a
//! neural network*, 2015).

use super::{PositionKind, Trajectory};
use crate::evaluation::{Evaluation, LookBuffer, Memo, Network};
use crate::objective::{Objective, by_seat};
use engine::{GameRng, PlayableGame, Seed, Turn};
use rand::{RngExt, SeedableRng};
use std::sync::Arc;

/// The numbers of random turns of which a seat plays the best; a game has one of them.
const TURNS: [usize; 4] = [2, 6, 12, 12];

/// Number of these turns whose ends are recorded.
const RECORDED: usize = 6;

/// The fraction of turns of which a random course is also recorded.
const COURSES: f64 = 0.5;

/// The fraction of decisions in such a course that are recorded, although the same seat made the one before.
const WITHIN: f64 = 0.4;

/// Games in which each seat plays the best of some random turns by an evaluation, to learn the values of this evaluation.
pub struct Distillation<G> {
    objective: Objective<G>,
}

impl<G: PlayableGame> Distillation<G> {
    /// Returns games for learning the values of this evaluation.
    pub fn of(teacher: Arc<Evaluation<G>>) -> Self {
        Self { objective: Objective::of_lookahead(teacher, G::DEFAULTS.temperature) }
    }

    /// Plays a game and returns the inputs of the network, with the values of the evaluation, at the ends of some of the turns
    /// that a seat chooses among, and at positions within turns.
    pub fn play(&self, setup: &G::Setup, network: &Network<G>, seed: Seed) -> Trajectory {
        let mut rng = seed.rng();
        let mut state = G::start(setup);
        let trajectory = Trajectory::new(state.players());
        let (memo, buffer) = (Memo::default(), LookBuffer::default());
        let objective = &self.objective;
        let mut recorder = Recorder { objective, network, trajectory, memo, buffer };
        let turns = TURNS[rng.random_range(0..TURNS.len())];
        loop {
            match state.turn() {
                Turn::Over => break,
                Turn::Chance => state.happen(state.random_chance(&mut rng)),
                Turn::Decide(_) if !state.is_between_turns() => {
                    state.play(state.random_move(&mut rng));
                }
                Turn::Decide(_) => {
                    if rng.random_bool(COURSES) {
                        recorder.follow_a_turn(state.clone(), &mut rng);
                    }
                    state = recorder.best_turn(&state, turns, &mut rng);
                }
            }
        }
        let outcome = state.outcome();
        let shares = by_seat(state.players(), |seat| outcome.win_share(seat) as f32);
        Trajectory { shares, ..recorder.trajectory }
    }
}

/// The record of a game.
struct Recorder<'a, G> {
    objective: &'a Objective<G>,
    network: &'a Network<G>,
    trajectory: Trajectory,
    memo: Memo,
    buffer: LookBuffer,
}

impl<G: PlayableGame> Recorder<'_, G> {
    fn record(&mut self, position: &G) {
        let chances = self.objective.chances(position, None, &mut self.memo);
        let look = self.network.look(position, &mut self.buffer);
        self.trajectory.push(PositionKind::Judged, look, chances.map(|chance| chance as f32));
    }

    /// Plays a random turn, and records the positions where the decisions of a seat end, and some of the others.
    fn follow_a_turn(&mut self, mut position: G, rng: &mut GameRng) {
        let (turn, mut mover) = (position.turns_played(), None);
        while position.turns_played() == turn && position.turn() != Turn::Over {
            let next = position.turn();
            if let Some(mover) = mover
                && (next != Turn::Decide(mover) || rng.random_bool(WITHIN))
            {
                self.record(&position);
            }
            if let Turn::Decide(seat) = next {
                mover = Some(seat);
                position.play(position.random_move(rng));
            } else {
                mover = None;
                position.happen(position.random_chance(rng));
            }
        }
    }

    /// Returns the position after the best of some random turns, which all meet the same chance events.
    fn best_turn(&mut self, position: &G, turns: usize, rng: &mut GameRng) -> G {
        let Turn::Decide(seat) = position.turn() else { unreachable!("a seat begins the turn") };
        let luck = GameRng::from_rng(rng);
        let mut best: Option<(f64, G)> = None;
        for number in 0..turns {
            let mut after = position.clone();
            after.play_turn(rng, &mut luck.clone());
            if number < RECORDED && after.turn() != Turn::Over {
                self.record(&after);
            }
            let worth = self.objective.worths(&after, None, &mut self.memo)[seat.index()];
            if best.as_ref().is_none_or(|&(highest, _)| worth > highest) {
                best = Some((worth, after));
            }
        }
        best.expect("there is a turn to choose").1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Shape;
    use crate::learning::{Example, Learner, players_targets, starting_network};

    /// Recorded positions have the teacher's values as targets, and a network without dense inputs comes close to these.
    #[test]
    fn a_network_comes_close_to_its_teacher() {
        learns::<tongiaki::State>(&[2, 4]);
        learns::<wongar::State>(&[3]);
    }

    fn learns<G: PlayableGame>(tables: &[usize]) {
        let shape = Shape::of::<G>(16).with_sparse_inputs::<G>();
        let mut scale = vec![0.0; shape.scales()];
        scale[shape.seat + shape.table..].fill(1.0);
        let start = starting_network::<G>(shape, scale, None, Seed::new(1));
        let distillation = Distillation::<G>::of(Arc::default());
        let setup = |players| G::setup(players, &engine::Rules::new()).unwrap();
        let play = |players| {
            (0..4)
                .map(move |seed| (players, seed))
                .map(|(players, seed)| distillation.play(&setup(players), &start, Seed::new(seed)))
        };
        let games: Vec<_> = tables.iter().copied().flat_map(play).collect();
        let mut examples = Vec::new();
        for trajectory in &games {
            assert!(trajectory.kinds().len() > 30 && trajectory.inputs.is_empty());
            for (position, target) in players_targets(trajectory, 0.5).into_iter().enumerate() {
                let target = target.unwrap();
                let bits = |values: [f32; 6]| values.map(f32::to_bits);
                assert_eq!(bits(target), bits(trajectory.values[position]));
                assert!((target.iter().sum::<f32>() - 1.0).abs() < 1e-4);
                examples.push(Example { trajectory, position, target });
            }
        }
        let mut learner = Learner::new(&start);
        let first = learner.step(&examples, 0.01);
        let last = (0..60).map(|_| learner.step(&examples, 0.01)).last().unwrap();
        assert!(last < 0.3 * first, "{first} to {last}");
    }
}
