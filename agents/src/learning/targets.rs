//! Training targets for the values of a game's positions.

use super::{PositionKind, Trajectory};
use crate::evaluation::{Network, chances};
use engine::{Evaluated, MAX_SEATS};

/// Returns the win probabilities that a network should have given to each position, by TD(lambda): a mean of
/// its win probabilities after each of the next turns, the `n`-th weighted by lambda to the power of `n`, and
/// of the result at the end (Sutton: *Learning to predict by the methods of temporal differences*, 1988).
///
/// Turns in which a seat explores are not learned from: the mean ends before them, and their positions have no
/// target (Watkins's rule).
pub fn targets<G: Evaluated>(
    network: &Network<G>,
    trajectory: &Trajectory,
    lambda: f32,
) -> Vec<Option<[f32; MAX_SEATS]>> {
    from_values(trajectory, lambda, |number| values(network, trajectory, number))
}

/// Returns TD(lambda) targets like [`targets`], from the win probabilities that the player's evaluation gave to
/// the positions.
pub fn players_targets(trajectory: &Trajectory, lambda: f32) -> Vec<Option<[f32; MAX_SEATS]>> {
    from_values(trajectory, lambda, |number| trajectory.values[number])
}

fn from_values(
    trajectory: &Trajectory,
    lambda: f32,
    mut value_of: impl FnMut(usize) -> [f32; MAX_SEATS],
) -> Vec<Option<[f32; MAX_SEATS]>> {
    let kinds = trajectory.kinds();
    let mut targets = vec![None; kinds.len()];
    // For the position at which the next turn begins: its value, and its target, or the value again if the seat explores.
    let (mut value, mut sequel) = (*trajectory.shares(), *trajectory.shares());
    for (number, &kind) in kinds.iter().enumerate().rev() {
        if kind == PositionKind::Judged {
            targets[number] = Some(trajectory.values[number]);
            continue;
        }
        let mixed = |seat: usize| (1.0 - lambda) * value[seat] + lambda * sequel[seat];
        let target: [f32; MAX_SEATS] = std::array::from_fn(mixed);
        if kind != PositionKind::Explores {
            targets[number] = Some(target);
        }
        if kind != PositionKind::Within {
            value = value_of(number);
            sequel = if kind == PositionKind::Explores { value } else { target };
        }
    }
    targets
}

/// Returns the win probabilities that the network gives to a position.
fn values<G: Evaluated>(
    network: &Network<G>,
    trajectory: &Trajectory,
    number: usize,
) -> [f32; MAX_SEATS] {
    let logits = network.values_of(trajectory.position(number));
    chances(&logits, trajectory.players, 1.0).map(|chance| chance as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{Evaluation, Shape};
    use crate::greedy::Greedy;
    use crate::learning::{SelfPlay, starting_network};
    use engine::Seed;
    use std::sync::Arc;
    use tongiaki::{Setup, State};

    fn network() -> Network<State> {
        let shape = Shape::of::<State>(16);
        let scale = vec![0.1; shape.scales()];
        let Evaluation::Linear(weights) = Evaluation::default() else { unreachable!() };
        starting_network(shape, scale, Some((&weights, 20.0)), Seed::new(1))
    }

    fn bits(values: [f32; MAX_SEATS]) -> [u32; MAX_SEATS] {
        values.map(f32::to_bits)
    }

    fn game(explore: f64) -> Trajectory {
        let greedy = Greedy::<State>::new(Arc::new(Evaluation::default())).with_nodes(50);
        let self_play = SelfPlay { greedy, rival: None, explore, temperature: 0.15, within: 0.2 };
        self_play.play(&Setup::new(3).unwrap(), &network(), Seed::new(5))
    }

    #[test]
    fn targets_with_lambda_1_are_results() {
        let game = game(0.0);
        for target in targets(&network(), &game, 1.0) {
            assert_eq!(target.map(bits), Some(bits(*game.shares())));
        }
    }

    #[test]
    fn targets_with_lambda_0_are_values_of_the_next_turn() {
        let (network, game) = (network(), game(0.3));
        let targets = targets(&network, &game, 0.0);
        for (number, (&kind, target)) in game.kinds().iter().zip(&targets).enumerate() {
            assert_eq!(target.is_none(), kind == PositionKind::Explores);
            let mut next = (number + 1..targets.len())
                .filter(|&next| game.kinds()[next] != PositionKind::Within);
            let expected = next.next().map_or(*game.shares(), |next| values(&network, &game, next));
            assert!(
                target.is_none_or(|target| bits(target) == bits(expected)),
                "position {number}"
            );
        }
        assert!(targets.iter().any(Option::is_none));
    }

    /// Positions after a turn in which a seat explores do not affect the targets before it.
    #[test]
    fn the_mean_ends_where_a_seat_explores() {
        let (network, game) = (network(), game(0.3));
        let targets = targets(&network, &game, 1.0);
        let begins = |number: &usize| game.kinds()[*number] != PositionKind::Within;
        let turns: Vec<_> = (0..targets.len()).filter(begins).collect();
        let pairs = turns.windows(2).filter(|pair| {
            [game.kinds()[pair[0]], game.kinds()[pair[1]]]
                == [PositionKind::Begins, PositionKind::Explores]
        });
        let mut cuts = 0;
        for pair in pairs {
            assert_eq!(targets[pair[0]].map(bits), Some(bits(values(&network, &game, pair[1]))));
            cuts += 1;
        }
        assert!(cuts > 2);
    }
}
