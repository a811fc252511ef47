//! What the values of a game's positions should have been.

use super::{Kind, Trajectory};
use crate::evaluation::{Network, chances};
use engine::{Evaluate, MAX_SEATS};

/// The chances of each seat that a network should have given to each position, by TD(lambda): a mean of
/// what it gives to the positions after each of the next turns, the `n`-th weighed by lambda to the
/// power of `n`, with the result in the end (Sutton: *Learning to predict by the methods of temporal
/// differences*, 1988).
///
/// Nothing is learned from the turns in which a seat explores: the mean ends before them, and their
/// positions have no target (Watkins's rule).
pub fn targets<G: Evaluate>(
    network: &Network<G>,
    trajectory: &Trajectory,
    lambda: f32,
) -> Vec<Option<[f32; MAX_SEATS]>> {
    let kinds = trajectory.kinds();
    let mut targets = vec![None; kinds.len()];
    // Of the position where the next turn begins: what it is worth by the network, and by what followed.
    let (mut value, mut sequel) = (*trajectory.shares(), *trajectory.shares());
    for (number, &kind) in kinds.iter().enumerate().rev() {
        let mixed = |seat: usize| (1.0 - lambda) * value[seat] + lambda * sequel[seat];
        let target: [f32; MAX_SEATS] = std::array::from_fn(mixed);
        if kind != Kind::Explores {
            targets[number] = Some(target);
        }
        if kind != Kind::Within {
            value = values(network, trajectory, number);
            sequel = if kind == Kind::Explores { value } else { target };
        }
    }
    targets
}

/// The chances that the network gives to a position.
fn values<G: Evaluate>(
    network: &Network<G>,
    trajectory: &Trajectory,
    number: usize,
) -> [f32; MAX_SEATS] {
    let mut logits = [0.0; MAX_SEATS];
    let inputs = trajectory.position(number, network.shape());
    network.forward(&inputs, |pass| logits[pass.seat] = f64::from(pass.logit));
    chances(&logits, trajectory.players(), 1.0).map(|chance| chance as f32)
}
