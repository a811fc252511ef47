//! The scales and the network that training starts with.

use super::Trajectory;
use crate::evaluation::{Network, Part, ROLES, Shape, Weights};
use engine::{Evaluated, MAX_SEATS, Seed};
use rand::RngExt;

/// The scale of inputs that are always 0.
const PLAIN: f32 = 1.0;

/// The largest initial weight of a sparse input: about 85 of them are on at a time.
const SPARSE_BOUND: f32 = 0.06;

/// Returns factors that scale every input to a mean square of 1 over these games, which must have unscaled
/// inputs: first the factors of a seat's inputs, then of the table's. Groups of sparse inputs have the factor
/// 1.
pub fn scales<'a>(
    trajectories: impl IntoIterator<Item = &'a Trajectory>,
    shape: Shape,
) -> Vec<f32> {
    let mut squares = vec![(0.0, 0_u64); shape.seat + shape.table];
    for trajectory in trajectories {
        let (players, inputs) = (trajectory.players, &trajectory.inputs);
        for position in inputs.chunks_exact(shape.dense_inputs(players)) {
            let (seats, table) = position.split_at(players * shape.seat);
            let (of_seat, of_table) = squares.split_at_mut(shape.seat);
            for seat in seats.chunks_exact(shape.seat) {
                add_squares(of_seat, seat);
            }
            add_squares(of_table, table);
        }
    }
    let scale = |(sum, count): (f64, u64)| {
        if sum > 0.0 { (count as f64 / sum).sqrt() as f32 } else { PLAIN }
    };
    squares.into_iter().map(scale).chain(std::iter::repeat_n(1.0, shape.groups)).collect()
}

fn add_squares(squares: &mut [(f64, u64)], values: &[f32]) {
    for ((sum, count), &value) in squares.iter_mut().zip(values) {
        *sum += f64::from(value) * f64::from(value);
        *count += 1;
    }
}

/// Returns a network that has not been trained. With weights, it values positions as these do, with a lead of
/// `temperature` as a logit of 1; without weights, all its values are 0. The hidden units have random
/// first-layer weights and no effect on the values yet.
pub fn starting_network<G: Evaluated>(
    shape: Shape,
    scale: Vec<f32>,
    weights: Option<(&Weights<G>, f64)>,
    seed: Seed,
) -> Network<G> {
    let mut parameters = vec![0.0; shape.parameters()];
    let mut rng = seed.rng();
    // A unit sees a seat in every role, and the table (*Delving deep into rectifiers*, 2015).
    let bound = (6.0 / (ROLES * shape.seat + shape.table) as f32).sqrt();
    for part in [Part::Seat, Part::Table] {
        parameters[shape.range(part)].fill_with(|| rng.random_range(-bound..bound));
    }
    for (input, is_seen) in shape.seen_inputs::<G>(&scale).into_iter().enumerate() {
        let [row, _] = shape.of_sparse_input(input);
        let bound = SPARSE_BOUND;
        parameters[row].fill_with(|| if is_seen { rng.random_range(-bound..bound) } else { 0.0 });
    }
    for players in 2..=MAX_SEATS {
        let Some((weights, temperature)) = weights else { continue };
        let skip = &mut parameters[shape.range(Part::Skip(players))];
        for ((skip, (_, weight)), scale) in skip.iter_mut().zip(weights.named(players)).zip(&scale)
        {
            // Inputs that the network does not see have the scale 0.
            *skip = if *scale == 0.0 { 0.0 } else { (weight / temperature) as f32 / scale };
        }
    }
    Network::new(shape, parameters, scale)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Game, Turn};
    use tongiaki::{Setup, State};

    /// Before training, the network and the weights give equal leads, with any number of players.
    #[test]
    fn a_network_starts_as_the_weights() {
        let shape = Shape::of::<State>(32).with_sparse_inputs::<State>();
        let scale = (0..shape.scales()).map(|input| 1.0 / (1.0 + input as f32)).collect();
        let weights = Weights::<State>::default();
        let network = starting_network(shape, scale, Some((&weights, 20.0)), Seed::new(3));
        let mut rng = Seed::new(4).rng();
        for players in 2..=6 {
            let mut game = State::new(&Setup::new(players).unwrap());
            while game.turn() != Turn::Over {
                let (linear, logits) = (weights.values(&game), network.values(&game));
                for seat in 1..players {
                    let expected = (linear[seat] - linear[0]) / 20.0;
                    let found = logits[seat] - logits[0];
                    assert!(
                        (found - expected).abs() < 1e-4 * (1.0 + linear[0].abs()),
                        "{found}, not {expected}"
                    );
                }
                match game.turn() {
                    Turn::Chance => game.happen(game.random_chance(&mut rng)),
                    _ => game.play(game.random_move(&mut rng)),
                }
            }
        }
    }
}
