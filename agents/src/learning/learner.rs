//! Gradient descent that fits a network to its targets.

use super::Trajectory;
use crate::evaluation::{
    HiddenUnits, Layers, Look, MAX_HIDDEN, Network, Part, ROLES, Shape, chances, roles,
};
use engine::{Evaluated, MAX_INPUTS, MAX_SEATS};
use rayon::prelude::*;
use std::marker::PhantomData;
use std::ops::Range;

/// Parameters of Adam: the decay of the mean gradient, the decay of the mean square, and the minimum divisor
/// (Kingma, Ba: *Adam: a method for stochastic optimization*, 2015).
const FIRST_DECAY: f32 = 0.9;
const SECOND_DECAY: f32 = 0.999;
const LEAST_DIVISOR: f32 = 1e-8;

/// A training position with its target.
#[derive(Copy, Clone, Debug)]
pub struct Example<'a> {
    /// The game that the position is from.
    pub trajectory: &'a Trajectory,
    /// The index of the position in the game.
    pub position: usize,
    /// The win probabilities that the network should give to the seats.
    pub target: [f32; MAX_SEATS],
}

/// The averaged network's step towards the current network after each training step, as a fraction of their
/// difference.
const AVERAGE: f32 = 3e-4;

/// Number of parts into which the examples of a step are divided, independent of the number of threads.
const PARTS: usize = 4;

/// A network in training, with the state of its optimizer.
#[derive(Clone, Debug)]
pub struct Learner<G> {
    pub(super) layers: Layers,
    scale: Vec<f32>,
    /// Whether the network sees each sparse input. The parameters of unseen inputs stay 0.
    seen: Vec<bool>,
    /// The exponential moving average of the parameters.
    pub(super) average: Vec<f32>,
    /// Adam's moments.
    pub(super) first_moment: Vec<f32>,
    pub(super) second_moment: Vec<f32>,
    pub(super) steps: u64,
    /// The gradient of each part of the examples.
    gradients: [Gradient; PARTS],
    game: PhantomData<fn() -> G>,
}

impl<G: Evaluated> Learner<G> {
    /// Creates a learner that has not taken any step.
    pub fn new(network: &Network<G>) -> Self {
        let (shape, parameters) = (network.shape(), network.parameters());
        let zeros = vec![0.0; parameters.len()];
        Self {
            scale: network.scale().to_vec(),
            seen: shape.seen_inputs::<G>(network.scale()),
            average: parameters.clone(),
            first_moment: zeros.clone(),
            second_moment: zeros,
            layers: Layers { shape, parameters },
            steps: 0,
            gradients: std::array::from_fn(|_| Gradient::of(shape)),
            game: PhantomData,
        }
    }

    /// Returns the network with the current parameters.
    pub fn network(&self) -> Network<G> {
        self.network_with(&self.layers.parameters)
    }

    /// Returns the network with the averaged parameters, which all games of training use. Averaging damps the noise of the last
    /// steps.
    ///
    /// Here a step's weight falls exponentially with its age; Polyak and Juditsky analyse uniform weights (*Acceleration of
    /// stochastic approximation by averaging*, 1992).
    pub fn averaged(&self) -> Network<G> {
        self.network_with(&self.average)
    }

    fn network_with(&self, parameters: &[f32]) -> Network<G> {
        Network::new(self.layers.shape, parameters.to_vec(), self.scale.clone())
    }

    /// Takes a step with this learning rate to reduce the cross entropy between targets and win probabilities.
    /// Returns the mean cross entropy before the step minus the entropy of the targets: 0 would be perfect.
    ///
    /// Sparse inputs that are off in all examples keep their weights and moments. Otherwise a rare input would
    /// continue to move for many steps after each of its examples.
    pub fn step(&mut self, examples: &[Example<'_>], rate: f32) -> f64 {
        let loss = differentiate(&self.layers, &self.seen, &mut self.gradients, examples);
        let part = 1.0 / examples.len() as f32;
        self.steps += 1;
        let exponent = self.steps as f64;
        let first_bias = 1.0 - libm::pow(FIRST_DECAY.into(), exponent) as f32;
        let second_bias = 1.0 - libm::pow(SECOND_DECAY.into(), exponent) as f32;
        let Self { layers, first_moment, second_moment, gradients, .. } = self;
        let mut descend = |range: Range<usize>| {
            let parameters = layers.parameters[range.clone()].iter_mut();
            let moments =
                first_moment[range.clone()].iter_mut().zip(&mut second_moment[range.clone()]);
            for ((parameter, &gradient), (first, second)) in
                parameters.zip(&gradients[0].values[range]).zip(moments)
            {
                let gradient = gradient * part;
                *first += (1.0 - FIRST_DECAY) * (gradient - *first);
                *second += (1.0 - SECOND_DECAY) * (gradient * gradient - *second);
                let divisor = (*second / second_bias).sqrt() + LEAST_DIVISOR;
                *parameter -= rate * (*first / first_bias) / divisor;
            }
        };
        descend(0..layers.shape.dense_parameters());
        for (input, _) in gradients[0].is_on.iter().enumerate().filter(|(_, is_on)| **is_on) {
            layers.shape.of_sparse_input(input).into_iter().for_each(&mut descend);
        }
        for (average, parameter) in self.average.iter_mut().zip(&self.layers.parameters) {
            *average += AVERAGE * (*parameter - *average);
        }
        loss / examples.len() as f64
    }
}

/// The gradient summed over some examples.
#[derive(Clone, Debug)]
struct Gradient {
    /// The partial derivative for every parameter; 0 for sparse inputs that are off in all examples.
    values: Vec<f32>,
    /// Whether each sparse input is on in any example.
    is_on: Vec<bool>,
}

impl Gradient {
    fn of(shape: Shape) -> Self {
        Self { values: vec![0.0; shape.parameters()], is_on: vec![false; shape.sparse] }
    }

    fn clear(&mut self, shape: Shape) {
        self.values[..shape.dense_parameters()].fill(0.0);
        for (input, is_on) in self.is_on.iter_mut().enumerate() {
            if std::mem::take(is_on) {
                for range in shape.of_sparse_input(input) {
                    self.values[range].fill(0.0);
                }
            }
        }
    }

    fn add(&mut self, other: &Self, shape: Shape) {
        let dense = shape.dense_parameters();
        add_scaled(&mut self.values[..dense], &other.values[..dense], 1.0);
        for (input, _) in other.is_on.iter().enumerate().filter(|(_, is_on)| **is_on) {
            self.is_on[input] = true;
            for range in shape.of_sparse_input(input) {
                add_scaled(&mut self.values[range.clone()], &other.values[range], 1.0);
            }
        }
    }
}

/// Computes the sum of the examples' gradients in the first element of `gradients`; the other elements are
/// scratch space. Returns the sum of the losses.
fn differentiate(
    layers: &Layers,
    seen: &[bool],
    gradients: &mut [Gradient; PARTS],
    examples: &[Example<'_>],
) -> f64 {
    let parts = examples.par_chunks(examples.len().div_ceil(PARTS));
    for gradient in &mut *gradients {
        gradient.clear(layers.shape);
    }
    let losses = gradients.par_iter_mut().zip(parts).map(|(gradient, examples)| {
        examples.iter().map(|example| add_gradient(layers, seen, gradient, example)).sum::<f64>()
    });
    let losses: Vec<f64> = losses.collect();
    let [sum, others @ ..] = gradients;
    for gradient in others {
        sum.add(gradient, layers.shape);
    }
    losses.into_iter().sum()
}

/// Adds the gradient of an example to a sum and returns the example's loss.
fn add_gradient(
    layers: &Layers,
    is_seen: &[bool],
    gradient: &mut Gradient,
    example: &Example<'_>,
) -> f64 {
    let look = example.trajectory.position(example.position);
    let (shape, Look { players, inputs, .. }) = (layers.shape, look);
    let Gradient { values: gradient, is_on } = gradient;
    let seen = Seen::of(layers, look);
    let range = |part| shape.range(part);
    // Networks without dense inputs have none.
    let of_seat = |seat: usize| inputs.chunks(shape.seat).nth(seat).unwrap_or_default();
    let table = inputs.get(players * shape.seat..).unwrap_or_default();
    let out = layers.part(Part::Out(players));
    let chances = chances(&seen.logits, players, 1.0);
    let mut loss = 0.0;
    for ((seat, &chance), view) in chances[..players].iter().enumerate().zip(look.views()) {
        let target = f64::from(example.target[seat]);
        if target > 0.0 {
            loss += target * libm::log(target / chance.max(f64::MIN_POSITIVE));
        }
        let delta = (chance - target) as f32;
        let (own, rival) = (of_seat(seat), of_seat(seen.rivals[seat]));
        add_scaled(&mut gradient[range(Part::Skip(players))], own, delta);
        let Some(on) = view else { continue };
        let units = &seen.hidden[seat][..shape.hidden];
        add_scaled(&mut gradient[range(Part::Out(players))], units, delta);
        let mut deltas = [0.0; MAX_HIDDEN];
        let deltas = &mut deltas[..shape.hidden];
        for ((into, &weight), &unit) in deltas.iter_mut().zip(out).zip(units) {
            *into = if unit > 0.0 { delta * weight } else { 0.0 };
        }
        add_scaled(&mut gradient[range(Part::Bias(players))], deltas, 1.0);
        let seen_as: [_; ROLES] = [rival, own, &seen.others[seat][..shape.seat]];
        for (role, inputs) in seen_as.into_iter().enumerate().take(roles(players)) {
            let matrix = &mut gradient[range(Part::Seat)][role * shape.hidden..];
            add_outer(matrix, ROLES * shape.hidden, inputs, deltas);
        }
        add_outer(&mut gradient[range(Part::Table)], shape.hidden, table, deltas);
        for input in on.iter().map(|&input| usize::from(input)).filter(|&input| is_seen[input]) {
            is_on[input] = true;
            let [row, linear] = shape.of_sparse_input(input);
            add_scaled(&mut gradient[row], deltas, 1.0);
            add_scaled(&mut gradient[linear], &[delta], 1.0);
        }
    }
    loss
}

/// A network's activations for all seats.
struct Seen {
    rivals: [usize; MAX_SEATS],
    /// The mean inputs of each seat's rivals other than the strongest.
    others: [[f32; MAX_INPUTS]; MAX_SEATS],
    hidden: HiddenUnits,
    logits: [f64; MAX_SEATS],
}

impl Seen {
    fn of(layers: &Layers, look: Look<'_>) -> Self {
        let mut seen = Self {
            rivals: [0; MAX_SEATS],
            others: [[0.0; MAX_INPUTS]; MAX_SEATS],
            hidden: [[0.0; MAX_HIDDEN]; MAX_SEATS],
            logits: [0.0; MAX_SEATS],
        };
        let size = layers.shape.seat;
        let Look { players, inputs, .. } = look;
        let sparse = [layers.part(Part::Sparse), layers.part(Part::SparseSkip)];
        let passes = layers.forward(&sparse, look, Some(&mut seen.hidden));
        for (seat, pass) in passes[..players].iter().enumerate() {
            seen.rivals[seat] = pass.rival;
            seen.logits[seat] = f64::from(pass.logit);
            let seats = inputs.chunks(size).take(players).enumerate();
            for (_, other) in seats.filter(|&(other, _)| other != seat && other != pass.rival) {
                add_scaled(&mut seen.others[seat], other, 1.0 / (players - 2) as f32);
            }
        }
        seen
    }
}

fn add_scaled(into: &mut [f32], values: &[f32], factor: f32) {
    into.iter_mut().zip(values).for_each(|(into, value)| *into += factor * value);
}

/// Adds the outer product of the inputs and the units' deltas to a matrix that has a row of this width for each
/// input.
fn add_outer(matrix: &mut [f32], width: usize, inputs: &[f32], deltas: &[f32]) {
    if deltas.is_empty() {
        return;
    }
    for (row, &input) in matrix.chunks_mut(width).zip(inputs) {
        if input != 0.0 {
            add_scaled(row, deltas, input);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Evaluation;
    use crate::greedy::Greedy;
    use crate::learning::SelfPlay;
    use engine::Seed;
    use rand::RngExt;
    use std::sync::Arc;
    use tongiaki::{Setup, State};

    /// Returns a network whose parameters all have an effect, and a game.
    fn scene(players: usize) -> (Network<State>, Trajectory) {
        let shape = Shape::of::<State>(16).with_sparse_inputs::<State>();
        let mut rng = Seed::new(players as u64).rng();
        let parameters = (0..shape.parameters()).map(|_| rng.random_range(-0.3..0.3)).collect();
        let network = Network::new(shape, parameters, vec![0.1; shape.scales()]);
        let greedy = Greedy::new(Arc::new(Evaluation::default())).with_nodes(50);
        let self_play =
            SelfPlay { greedy, rival: None, explore: 0.0, temperature: 0.15, within: 0.0 };
        let game = self_play.play(&Setup::new(players).unwrap(), &network, Seed::new(5));
        (network, game)
    }

    /// The gradient matches the change of the loss when each parameter changes.
    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        for players in [2, 4] {
            let (network, game) = scene(players);
            let mut target = [0.0; MAX_SEATS];
            target[..2].copy_from_slice(&[0.7, 0.3]);
            let example = Example { trajectory: &game, position: game.kinds().len() / 2, target };
            let mut learner = Learner::new(&network);
            differentiate(&learner.layers, &learner.seen, &mut learner.gradients, &[example]);
            let gradient = learner.gradients[0].clone();
            let shape = network.shape();
            let (on, off): (Vec<_>, Vec<_>) =
                (0..shape.sparse).partition(|&input| gradient.is_on[input]);
            let all = [&on[..], &off[..20]].concat();
            let sparse = all.into_iter().flat_map(|input| shape.of_sparse_input(input));
            let mut significant = 0;
            for number in (0..shape.dense_parameters()).chain(sparse.flatten()) {
                const STEP: f32 = 5e-4;
                let slope = gradient.values[number];
                let mut loss = |by: f32| {
                    learner.layers.parameters[number] += by;
                    let loss = differentiate(
                        &learner.layers,
                        &learner.seen,
                        &mut learner.gradients,
                        &[example],
                    );
                    learner.layers.parameters[number] -= by;
                    loss
                };
                let measured = (loss(STEP) - loss(-STEP)) / f64::from(2.0 * STEP);
                let error = (measured - f64::from(slope)).abs();
                assert!(error < 0.004 + 0.05 * measured.abs(), "{number}: {slope}, not {measured}");
                significant += u32::from(measured.abs() > 0.01);
            }
            assert!(significant > 50, "{significant}");
        }
    }

    #[test]
    fn steps_lessen_the_loss() {
        let (network, game) = scene(3);
        let mut learner = Learner::new(&network);
        let examples: Vec<_> = (0..game.kinds().len())
            .map(|position| Example { trajectory: &game, position, target: *game.shares() })
            .collect();
        let first = learner.step(&examples, 0.01);
        let last = (0..50).map(|_| learner.step(&examples, 0.01)).last().unwrap();
        assert!(last < 0.5 * first, "{first} to {last}");
    }
}
