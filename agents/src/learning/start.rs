//! What learning starts from.

use super::Trajectory;
use crate::evaluation::{Network, Part, Shape, Weights};
use engine::{Evaluate, MAX_SEATS, Seed};
use rand::RngExt;

/// Inputs that are always 0 keep this scale.
const PLAIN: f32 = 1.0;

/// Returns factors that bring every input to a mean square of 1 over these games, which were written down
/// unscaled: first those of a seat's inputs, then those of the table's.
pub fn scales<'a>(trajectories: impl IntoIterator<Item = &'a Trajectory>, shape: Shape) -> Vec<f32> {
    let mut squares = vec![(0.0, 0_u64); shape.seat + shape.table];
    for trajectory in trajectories {
        let (players, inputs) = (trajectory.players(), trajectory.inputs());
        for position in inputs.chunks_exact(players * shape.seat + shape.table) {
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
    squares.into_iter().map(scale).collect()
}

fn add_squares(squares: &mut [(f64, u64)], values: &[f32]) {
    for ((sum, count), &value) in squares.iter_mut().zip(values) {
        *sum += f64::from(value) * f64::from(value);
        *count += 1;
    }
}

/// Returns a network that values positions as these weights do, with the lead `temperature` as a logit of
/// 1, or that values nothing yet; its hidden units have random weights and do not count yet.
pub fn starting_network<G: Evaluate>(
    hidden: usize,
    scale: Vec<f32>,
    weights: Option<(&Weights<G>, f64)>,
    seed: Seed,
) -> Network<G> {
    let shape = Shape::of::<G>(hidden);
    let mut parameters = vec![0.0; shape.parameters()];
    let mut rng = seed.rng();
    // Three parts of the first layer see a seat, one the table (He et al.: Delving deep into rectifiers, 2015).
    let bound = (6.0 / (3 * shape.seat + shape.table) as f32).sqrt();
    for part in [Part::Own, Part::Rival, Part::Others, Part::Table] {
        parameters[shape.range(part)].fill_with(|| rng.random_range(-bound..bound));
    }
    for players in 2..=MAX_SEATS {
        let Some((weights, temperature)) = weights else { continue };
        let skip = &mut parameters[shape.range(Part::Skip(players))];
        for ((skip, (_, weight)), scale) in skip.iter_mut().zip(weights.named(players)).zip(&scale) {
            *skip = (weight / temperature) as f32 / scale;
        }
    }
    Network::new(shape, parameters, scale)
}
