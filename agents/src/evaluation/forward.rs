//! The forward pass: computes the value of every seat from a position.
//!
//! The first layer's products for a seat's inputs depend on that seat alone. They are computed once per seat
//! and then summed for each seat's perspective. About half of the inputs are 0 and are skipped.
//!
//! Sums have a fixed order and use no fused operations, so that every machine computes identical bytes.

use super::look::{Look, LookBuffer};
use super::network::{LANES, Layers, MAX_HIDDEN, Network, Part, ROLES, UNIT, roles};
use arrayvec::ArrayVec;
use engine::{Evaluated, MAX_SEATS, by_processor};
use std::ops::{Add, AddAssign, Mul, Range};

/// A network's output for one seat.
#[derive(Copy, Clone, Default)]
pub(crate) struct SeatPass {
    /// The seat's strongest rival.
    pub rival: usize,
    /// The seat's value, as a logit.
    pub logit: f32,
}

/// The hidden units of every seat, after the rectifier. A seat without a view has none: its value is linear.
pub(crate) type HiddenUnits = [[f32; MAX_HIDDEN]; MAX_SEATS];

/// A block of [`LANES`] hidden units.
type Block = [f32; LANES];

/// Index of each role's units in the first layer's products for a seat.
const RIVAL: usize = 0;
const OWN: usize = 1;
const OTHERS: usize = 2;

impl Layers {
    /// Returns the value of every seat as a logit; 0 for empty seats. It is compiled once, because it knows no game.
    #[inline(never)]
    fn values(&self, sparse: [&[i16]; 2], look: Look<'_>) -> [f64; MAX_SEATS] {
        self.forward(&sparse, look, None).map(|pass| f64::from(pass.logit))
    }

    /// Returns the network's output for each seat, and stores the hidden units.
    pub(crate) fn forward(
        &self,
        sparse: &impl SparseWeights,
        look: Look<'_>,
        hidden: Option<&mut HiddenUnits>,
    ) -> [SeatPass; MAX_SEATS] {
        let pass = Pass { layers: self, sparse, look, hidden };
        match self.shape.hidden / LANES {
            0 | 1 => pass.by_processor::<1>(),
            2 => pass.by_processor::<2>(),
            3 => pass.by_processor::<3>(),
            4 => pass.by_processor::<4>(),
            _ => pass.by_processor::<{ MAX_HIDDEN / LANES }>(),
        }
    }
}

/// A forward pass of a network over its inputs.
struct Pass<'a, W> {
    layers: &'a Layers,
    sparse: &'a W,
    look: Look<'a>,
    hidden: Option<&'a mut HiddenUnits>,
}

impl<W: SparseWeights> Pass<'_, W> {
    /// Runs the pass for a network of `BLOCKS` blocks of hidden units. Each number has a separate function, because browsers
    /// compile small functions better. Without fused operations, wide instructions give the same bytes.
    #[inline(never)]
    fn by_processor<const BLOCKS: usize>(self) -> [SeatPass; MAX_SEATS] {
        if self.look.inputs.is_empty() {
            return self.sparse_by_processor::<BLOCKS>();
        }
        by_processor!(|_| self.run::<BLOCKS>())
    }

    fn sparse_by_processor<const BLOCKS: usize>(self) -> [SeatPass; MAX_SEATS] {
        by_processor!(|_| self.run_sparse::<BLOCKS>())
    }

    /// Runs the forward pass on any processor. The function is long because all its steps share arrays on the stack, whose
    /// sizes are constants here.
    #[inline(always)]
    fn run<const BLOCKS: usize>(self) -> [SeatPass; MAX_SEATS] {
        let Self { layers, sparse, look, mut hidden } = self;
        let Look { players, inputs, .. } = look;
        let size = layers.shape.seat;
        let (of_seats, of_table) = inputs.split_at(players * size);
        let skip = layers.part(Part::Skip(players));
        let matrix = rows(layers.part(Part::Seat));
        let mut linear = [0.0; MAX_SEATS];
        let mut seats = ArrayVec::<_, MAX_SEATS>::new();
        let is_one_sided = look.is_one_sided();
        for (number, view) in look.views().enumerate() {
            let inputs = &of_seats[number * size..][..size];
            // If only one of two seats has a view, its units enter no other seat's value.
            let roles = match view {
                _ if !is_one_sided => 0..roles(players),
                Some(_) => OWN..OWN + 1,
                None => RIVAL..RIVAL + 1,
            };
            linear[number] = product(skip, inputs);
            seats.push([[[0.0; LANES]; BLOCKS]; ROLES]);
            add_products(inputs, matrix, roles, &mut seats[number]);
        }
        let [first, second] = strongest(&linear[..players]);
        let bias = rows(layers.part(Part::Bias(players)));
        // A network without hidden units has a block of zeros in their place.
        let mut common = bias.first().copied().unwrap_or([[[0.0; LANES]; BLOCKS]]);
        add_products(of_table, rows(layers.part(Part::Table)), 0..1, &mut common);
        let [mut common] = common;
        let part = 1.0 / (players - 2).max(1) as f32;
        if players > 2 {
            for seat in &seats {
                add(&mut common, &seat[OTHERS], part);
            }
        }
        let out = layers.part(Part::Out(players));
        let mut passes = [SeatPass::default(); MAX_SEATS];
        for (number, (&linear, view)) in linear.iter().zip(look.views()).enumerate() {
            // The rival of the strongest seat is the second strongest; the rival of all other seats is the
            // strongest.
            let rival = if number == first { second } else { first };
            passes[number] = SeatPass { rival, logit: linear };
            let Some(on) = view else { continue };
            let mut units = common;
            add(&mut units, &seats[number][OWN], 1.0);
            add(&mut units, &seats[rival][RIVAL], 1.0);
            if players > 2 {
                add(&mut units, &seats[number][OTHERS], -part);
                add(&mut units, &seats[rival][OTHERS], -part);
            }
            sparse.add(on, &mut units);
            let units = rectified(&mut units);
            passes[number].logit = linear + sparse.linear(on) + product(out, units);
            if let Some(hidden) = &mut hidden {
                hidden[number][..units.len()].copy_from_slice(units);
            }
        }
        passes
    }

    /// Runs the forward pass of a network without dense inputs: the value of a seat depends on its own view alone.
    #[inline(always)]
    fn run_sparse<const BLOCKS: usize>(self) -> [SeatPass; MAX_SEATS] {
        let Self { layers, sparse, look, mut hidden } = self;
        let bias = rows::<_, BLOCKS, 1>(layers.part(Part::Bias(look.players)));
        let [bias] = bias.first().copied().unwrap_or([[[0.0; LANES]; BLOCKS]]);
        let out = layers.part(Part::Out(look.players));
        let mut passes = [SeatPass::default(); MAX_SEATS];
        for (number, view) in look.views().enumerate() {
            let Some(on) = view else { continue };
            let mut units = bias;
            sparse.add(on, &mut units);
            let units = rectified(&mut units);
            passes[number].logit = sparse.linear(on) + product(out, units);
            if let Some(hidden) = &mut hidden {
                hidden[number][..units.len()].copy_from_slice(units);
            }
        }
        passes
    }
}

/// Applies the rectifier to the units.
#[inline(always)]
fn rectified(units: &mut [Block]) -> &[f32] {
    let units = units.as_flattened_mut();
    for unit in units.iter_mut() {
        *unit = unit.max(0.0);
    }
    units
}

/// Returns the rows of a matrix, each with a number of blocks for each role.
#[inline(always)]
fn rows<T, const BLOCKS: usize, const ROLES: usize>(
    matrix: &[T],
) -> &[[[[T; LANES]; BLOCKS]; ROLES]] {
    matrix.as_chunks().0.as_chunks().0.as_chunks().0
}

/// The weights of sparse inputs: rows of the first layer, and linear weights.
pub(crate) trait SparseWeights {
    /// Adds the first layer's rows of these inputs to the units.
    fn add<const BLOCKS: usize>(&self, on: &[u16], units: &mut [Block; BLOCKS]);

    /// Returns the sum of these inputs' linear weights.
    fn linear(&self, on: &[u16]) -> f32;
}

/// Weights of a network that plays: integer multiples of [`UNIT`].
impl SparseWeights for [&[i16]; 2] {
    #[inline(always)]
    fn add<const BLOCKS: usize>(&self, on: &[u16], units: &mut [Block; BLOCKS]) {
        let rows = rows::<_, BLOCKS, 1>(self[0]);
        if on.is_empty() || rows.is_empty() {
            return;
        }
        let mut sums = [[0_i16; LANES]; BLOCKS];
        for &input in on {
            let [row] = &rows[usize::from(input)];
            for (sum, weight) in sums.as_flattened_mut().iter_mut().zip(row.as_flattened()) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        for (unit, sum) in units.as_flattened_mut().iter_mut().zip(sums.as_flattened()) {
            *unit += f32::from(*sum) * UNIT;
        }
    }

    #[inline(always)]
    fn linear(&self, on: &[u16]) -> f32 {
        let sum: i32 = on.iter().map(|&input| i32::from(self[1][usize::from(input)])).sum();
        sum as f32 * UNIT
    }
}

/// Weights of a network that is being trained.
impl SparseWeights for [&[f32]; 2] {
    #[inline(always)]
    fn add<const BLOCKS: usize>(&self, on: &[u16], units: &mut [Block; BLOCKS]) {
        let rows = rows::<_, BLOCKS, 1>(self[0]);
        for &input in on.iter().filter(|_| !rows.is_empty()) {
            add(units, &rows[usize::from(input)][0], 1.0);
        }
    }

    #[inline(always)]
    fn linear(&self, on: &[u16]) -> f32 {
        on.iter().map(|&input| self[1][usize::from(input)]).sum()
    }
}

impl<G: Evaluated> Network<G> {
    /// Returns the value of every seat as a logit; 0 for empty seats.
    pub fn values(&self, position: &G) -> [f64; MAX_SEATS] {
        let mut buffer = LookBuffer::default();
        self.values_of(self.look(position, &mut buffer))
    }

    /// Returns the value of every seat as a logit, from the network's inputs; 0 for empty seats.
    pub fn values_of(&self, look: Look<'_>) -> [f64; MAX_SEATS] {
        let network = self.at(look.players);
        network.layers.values(network.sparse(), look)
    }
}

/// Returns the seats with the largest and the second largest value. Ties go to the lower seat.
#[inline(always)]
fn strongest(values: &[f32]) -> [usize; 2] {
    let best = |other: Option<usize>| {
        let seats = (0..values.len()).filter(|&seat| Some(seat) != other);
        seats.reduce(|best, seat| if values[seat] > values[best] { seat } else { best })
    };
    let first = best(None).expect("a table has players");
    [first, best(Some(first)).unwrap_or(first)]
}

/// The largest number of inputs that [`add_products`] accepts.
const MOST_INPUTS: usize = u64::BITS as usize;

/// Number of blocks whose sums fit into registers.
const TOGETHER: usize = if cfg!(target_arch = "wasm32") { 2 } else { 4 };

/// Adds the product of a matrix and the inputs to the sums of some roles.
#[inline(always)]
fn add_products<const BLOCKS: usize, const ROLES: usize>(
    inputs: &[f32],
    rows: &[[[Block; BLOCKS]; ROLES]],
    roles: Range<usize>,
    sums: &mut [[Block; BLOCKS]; ROLES],
) {
    if rows.is_empty() {
        return;
    }
    // No row that is seen lies beyond the end of an array with a place for each bit, so the compiler needs no checks.
    let mut all = [0.0; MOST_INPUTS];
    all[..inputs.len()].copy_from_slice(inputs);
    let mut seen = 0_u64;
    for (row, &input) in all.iter().enumerate() {
        seen |= u64::from(input != 0.0) << row;
    }
    for role in roles {
        for (number, some) in sums[role].chunks_mut(TOGETHER).enumerate() {
            let first = TOGETHER * number;
            match some {
                [_, _, _, _] => add_rows::<4, _, _>(&all, seen, rows, [role, first], some),
                [_, _, _] => add_rows::<3, _, _>(&all, seen, rows, [role, first], some),
                [_, _] => add_rows::<2, _, _>(&all, seen, rows, [role, first], some),
                _ => add_rows::<1, _, _>(&all, seen, rows, [role, first], some),
            }
        }
    }
}

/// Adds `N` blocks of a role, in the rows marked in `seen`, each times its input.
#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn add_rows<const N: usize, const BLOCKS: usize, const ROLES: usize>(
    inputs: &[f32; MOST_INPUTS],
    mut seen: u64,
    rows: &[[[Block; BLOCKS]; ROLES]],
    [role, first]: [usize; 2],
    sums: &mut [Block],
) {
    let sums: &mut [Block; N] = sums.first_chunk_mut().expect("as many blocks");
    let mut units = *sums;
    while seen != 0 {
        let row = seen.trailing_zeros() as usize;
        seen &= seen - 1;
        let input = inputs[row];
        let weights: &[Block; N] = rows[row][role][first..].first_chunk().expect("as many blocks");
        for (unit, weight) in units.as_flattened_mut().iter_mut().zip(weights.as_flattened()) {
            *unit += weight * input;
        }
    }
    *sums = units;
}

/// Adds units times a factor to the sums.
#[inline(always)]
fn add(sums: &mut [Block], units: &[Block], factor: f32) {
    for (sum, unit) in sums.as_flattened_mut().iter_mut().zip(units.as_flattened()) {
        *sum += unit * factor;
    }
}

/// Returns the dot product of two slices. Four separate sums are faster, because their additions do not wait for each other.
#[inline(always)]
pub(super) fn product<T>(left: &[T], right: &[T]) -> T
where
    T: Copy + Default + Add<Output = T> + AddAssign + Mul<Output = T>,
{
    let mut sums = [T::default(); 4];
    let add = |sums: &mut [T; 4], left: &[T], right: &[T]| {
        for ((sum, &left), &right) in sums.iter_mut().zip(left).zip(right) {
            *sum += left * right;
        }
    };
    // Whole groups of four are separate from the rest: loops of unknown length would be masked, which is slow.
    let (fourths, rest) = left.as_chunks::<4>();
    let (others, other_rest) = right.as_chunks::<4>();
    for (left, right) in fourths.iter().zip(others) {
        add(&mut sums, left, right);
    }
    add(&mut sums, rest, other_rest);
    (sums[0] + sums[1]) + (sums[2] + sums[3])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Shape;
    use engine::Seed;
    use rand::RngExt;
    use tongiaki::State;

    #[test]
    fn the_strongest_come_first_and_ties_go_by_seat() {
        assert_eq!(strongest(&[1.0, 3.0, 2.0]), [1, 2]);
        assert_eq!(strongest(&[2.0, 2.0, 2.0]), [0, 1]);
    }

    /// The results have identical bytes with and without wide instructions.
    #[test]
    fn all_passes_compute_equal_bytes() {
        let shape = Shape::of::<State>(64).with_sparse_inputs::<State>();
        let mut rng = Seed::new(1).rng();
        let mut random =
            |length| (0..length).map(|_| rng.random_range(-1.0..1.0)).collect::<Vec<_>>();
        let scale = random(shape.scales());
        let network = Network::<State>::new(shape, random(shape.parameters()), scale);
        let on: Vec<u16> = (0..shape.sparse as u16).step_by(97).collect();
        for (players, counts) in [(2, vec![0, on.len() as u16]), (6, vec![on.len() as u16 / 6; 6])]
        {
            let inputs = &random(players * shape.seat + shape.table);
            let on = &on[..counts.iter().map(|&count| usize::from(count)).sum()];
            let look = Look { players, inputs, counts: &counts, on };
            let (layers, sparse) = (&network.layers, network.sparse());
            let bits = |passes: [SeatPass; MAX_SEATS]| passes.map(|pass| pass.logit.to_bits());
            let found = bits(layers.forward(&sparse, look, None));
            assert_eq!(found.iter().filter(|&&logit| logit != 0).count(), players);
            let pass = Pass { layers, sparse: &sparse, look, hidden: None };
            assert_eq!(bits(pass.run::<4>()), found);
        }
    }

    /// For any number of blocks, the sums match those computed by hand.
    #[test]
    fn a_row_of_weights_belongs_to_each_input() {
        check_rows::<1>();
        check_rows::<2>();
        check_rows::<3>();
        check_rows::<4>();
        check_rows::<8>();
    }

    /// Checks the sums of the second of two roles.
    fn check_rows<const BLOCKS: usize>() {
        let size = BLOCKS * LANES;
        let matrix: Vec<f32> = (0..3 * 2 * size).map(|number| number as f32).collect();
        let mut sums = [[[1.0; LANES]; BLOCKS]; 2];
        add_products(&[1.0, 0.0, 100.0], rows(&matrix), 1..2, &mut sums);
        for (unit, &sum) in sums.as_flattened().as_flattened().iter().enumerate() {
            let third = matrix[2 * 2 * size + unit];
            let product = if unit < size { 0.0 } else { matrix[unit] + 100.0 * third };
            assert_eq!(sum.to_bits(), (1.0 + product).to_bits());
        }
    }
}
