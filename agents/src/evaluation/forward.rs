//! The forward pass: computes the value of every seat from a position.
//!
//! The first layer's products for a seat's inputs depend on that seat alone. They are computed once per seat
//! and then summed for each seat's perspective. About half of the inputs are 0 and are skipped.
//!
//! Sums have a fixed order and use no fused operations, so that every machine computes identical bytes.

use super::look::{Look, LookBuffer};
use super::network::{LANES, Layers, MAX_HIDDEN, Network, Part, ROLES, UNIT, roles};
use engine::{Evaluated, MAX_SEATS};
use std::ops::{Add, AddAssign, Mul};

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

/// The greatest number of blocks. The forward pass for it also runs all networks of other sizes.
const MAX_BLOCKS: usize = MAX_HIDDEN / LANES;

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

    /// Returns the network's output for each seat, and stores the hidden units. Networks with 32 and 64 hidden units are the
    /// fastest.
    pub(crate) fn forward(
        &self,
        sparse: &impl SparseWeights,
        look: Look<'_>,
        hidden: Option<&mut HiddenUnits>,
    ) -> [SeatPass; MAX_SEATS] {
        match (self.shape.hidden / LANES, look.players) {
            (2, 2) => self.pass::<2, 2>(sparse, look, hidden),
            (2, _) => self.pass::<2, MAX_SEATS>(sparse, look, hidden),
            (4, 2) => self.pass::<4, 2>(sparse, look, hidden),
            (4, _) => self.pass::<4, MAX_SEATS>(sparse, look, hidden),
            _ => self.pass::<MAX_BLOCKS, MAX_SEATS>(sparse, look, hidden),
        }
    }

    /// Runs the forward pass for a network of `BLOCKS` blocks of hidden units and at most `SEATS` seats. Each
    /// combination is a separate function, because browsers compile small functions better.
    #[inline(never)]
    fn pass<const BLOCKS: usize, const SEATS: usize>(
        &self,
        sparse: &impl SparseWeights,
        look: Look<'_>,
        hidden: Option<&mut HiddenUnits>,
    ) -> [SeatPass; MAX_SEATS] {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            #[expect(unsafe_code, reason = "with 64 units a third faster with 4 to 6 players")]
            // SAFETY: the processor has the instructions that the function is compiled for.
            return unsafe { self.wide_pass::<BLOCKS, SEATS>(sparse, look, hidden) };
        }
        self.any_pass::<BLOCKS, SEATS>(sparse, look, hidden)
    }

    /// Runs the forward pass with AVX2 instructions, eight units at a time. Without fused operations, the sums
    /// have the same bytes.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn wide_pass<const BLOCKS: usize, const SEATS: usize>(
        &self,
        sparse: &impl SparseWeights,
        look: Look<'_>,
        hidden: Option<&mut HiddenUnits>,
    ) -> [SeatPass; MAX_SEATS] {
        self.any_pass::<BLOCKS, SEATS>(sparse, look, hidden)
    }

    /// Runs the forward pass on any processor. The function is long because all its steps share arrays on the stack, whose
    /// sizes are constants here.
    #[inline(always)]
    fn any_pass<const BLOCKS: usize, const SEATS: usize>(
        &self,
        sparse: &impl SparseWeights,
        look: Look<'_>,
        mut hidden: Option<&mut HiddenUnits>,
    ) -> [SeatPass; MAX_SEATS] {
        let Look { players, inputs, .. } = look;
        let size = self.shape.seat;
        // A constant, except in the pass for all other networks.
        let blocks = if BLOCKS == MAX_BLOCKS { self.shape.hidden / LANES } else { BLOCKS };
        let (of_seats, of_table) = inputs.split_at(players * size);
        let skip = self.part(Part::Skip(players));
        let mut linear = [0.0; SEATS];
        let mut seats = [[[[0.0; LANES]; BLOCKS]; ROLES]; SEATS];
        let is_one_sided = look.is_one_sided();
        for (number, view) in look.views().enumerate() {
            let inputs = &of_seats[number * size..][..size];
            // If only one of two seats has a view, its units enter no other seat's value.
            let roles = match view {
                _ if !is_one_sided => 0..roles(players),
                Some(_) => OWN..OWN + 1,
                None => RIVAL..RIVAL + 1,
            };
            let places = roles.start * blocks..roles.end * blocks;
            let matrix = &self.part(Part::Seat)[places.start * LANES..];
            linear[number] = product(skip, inputs);
            let units = &mut seats[number].as_flattened_mut()[places];
            add_products(inputs, matrix, ROLES * blocks, units);
        }
        let units_of =
            |seat: usize, role: usize| &seats[seat].as_flattened()[role * blocks..][..blocks];
        let [first, second] = strongest(&linear[..players]);
        let mut common = [[0.0; LANES]; BLOCKS];
        let common = &mut common[..blocks];
        common.as_flattened_mut().copy_from_slice(self.part(Part::Bias(players)));
        add_products(of_table, self.part(Part::Table), blocks, common);
        let part = 1.0 / (players - 2).max(1) as f32;
        if players > 2 {
            for seat in 0..players {
                add(common, units_of(seat, OTHERS), part);
            }
        }
        let out = self.part(Part::Out(players));
        let mut passes = [SeatPass::default(); MAX_SEATS];
        for (number, (&linear, view)) in linear.iter().zip(look.views()).enumerate() {
            // The rival of the strongest seat is the second strongest; the rival of all other seats is the
            // strongest.
            let rival = if number == first { second } else { first };
            passes[number] = SeatPass { rival, logit: linear };
            let Some(on) = view else { continue };
            let mut units = [[0.0; LANES]; BLOCKS];
            let units = &mut units[..blocks];
            units.copy_from_slice(common);
            add(units, units_of(number, OWN), 1.0);
            add(units, units_of(rival, RIVAL), 1.0);
            if players > 2 {
                add(units, units_of(number, OTHERS), -part);
                add(units, units_of(rival, OTHERS), -part);
            }
            sparse.add::<BLOCKS>(on, units);
            let units = units.as_flattened_mut();
            for unit in units.iter_mut() {
                *unit = unit.max(0.0);
            }
            passes[number].logit = linear + sparse.linear(on) + product(out, units);
            if let Some(hidden) = &mut hidden {
                hidden[number][..units.len()].copy_from_slice(units);
            }
        }
        passes
    }
}

/// The weights of sparse inputs: rows of the first layer, and linear weights.
pub(crate) trait SparseWeights {
    /// Adds the first layer's rows of these inputs to the units, of at most `BLOCKS` blocks.
    fn add<const BLOCKS: usize>(&self, on: &[u16], units: &mut [Block]);

    /// Returns the sum of these inputs' linear weights.
    fn linear(&self, on: &[u16]) -> f32;
}

/// Weights of a network that plays: integer multiples of [`UNIT`].
impl SparseWeights for [&[i16]; 2] {
    #[inline(always)]
    fn add<const BLOCKS: usize>(&self, on: &[u16], units: &mut [Block]) {
        if on.is_empty() {
            return;
        }
        let blocks = units.len();
        let (rows, _) = self[0].as_chunks::<LANES>();
        let mut sums = [[0_i16; LANES]; BLOCKS];
        let sums = &mut sums[..blocks];
        for &input in on {
            let row = &rows[usize::from(input) * blocks..][..blocks];
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
    fn add<const BLOCKS: usize>(&self, on: &[u16], units: &mut [Block]) {
        let blocks = units.len();
        let (rows, _) = self[0].as_chunks::<LANES>();
        for &input in on {
            add(units, &rows[usize::from(input) * blocks..][..blocks], 1.0);
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
        self.layers().values(self.sparse(), look)
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

/// Adds the product of a matrix and the inputs to the sums. Each input has a row of `width` blocks in the
/// matrix; only the first `sums.len()` of them are used.
#[inline(always)]
fn add_products(inputs: &[f32], matrix: &[f32], width: usize, sums: &mut [Block]) {
    if inputs.is_empty() {
        return;
    }
    let (blocks, _) = matrix.as_chunks();
    let mut seen = 0_u64;
    for (row, &input) in inputs.iter().enumerate() {
        seen |= u64::from(input != 0.0) << row;
    }
    // Three blocks at a time fit into registers.
    for (number, some) in sums.chunks_mut(3).enumerate() {
        let blocks = &blocks[3 * number..];
        match some {
            [_, _, _] => add_rows::<3>(inputs, seen, blocks, width, some),
            [_, _] => add_rows::<2>(inputs, seen, blocks, width, some),
            _ => add_rows::<1>(inputs, seen, blocks, width, some),
        }
    }
}

/// Adds the first `N` blocks of the rows marked in `seen`, each times its input.
#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn add_rows<const N: usize>(
    inputs: &[f32],
    mut seen: u64,
    blocks: &[Block],
    width: usize,
    sums: &mut [Block],
) {
    let sums: &mut [Block; N] = sums.first_chunk_mut().expect("as many blocks");
    let mut units = *sums;
    while seen != 0 {
        let row = seen.trailing_zeros() as usize;
        seen &= seen - 1;
        let input = inputs[row];
        let weights: &[Block; N] = blocks[row * width..].first_chunk().expect("a row is as wide");
        for (units, weights) in units.iter_mut().zip(weights) {
            for (unit, weight) in units.iter_mut().zip(weights) {
                *unit += weight * input;
            }
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

    /// The results have identical bytes, with and without wide instructions, and in the pass for networks of all sizes.
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
            let (layers, sparse) = (network.layers(), network.sparse());
            let bits = |passes: [SeatPass; MAX_SEATS]| passes.map(|pass| pass.logit.to_bits());
            let found = bits(layers.forward(&sparse, look, None));
            assert_eq!(found.iter().filter(|&&logit| logit != 0).count(), players);
            let on_any_processor = layers.any_pass::<4, MAX_SEATS>(&sparse, look, None);
            assert_eq!(bits(on_any_processor), found);
            let of_any_size = layers.any_pass::<MAX_BLOCKS, MAX_SEATS>(&sparse, look, None);
            assert_eq!(bits(of_any_size), found);
        }
    }

    /// For any number of blocks, the sums match those computed by hand.
    #[test]
    fn a_row_of_weights_belongs_to_each_input() {
        const WIDTH: usize = 8;
        let matrix: Vec<f32> = (0..3 * WIDTH * LANES).map(|number| number as f32).collect();
        for blocks in 1..=WIDTH {
            let mut sums = [[1.0; LANES]; WIDTH];
            add_products(&[1.0, 0.0, 100.0], &matrix, WIDTH, &mut sums[..blocks]);
            for (unit, &sum) in sums.as_flattened().iter().enumerate() {
                let third = matrix[2 * WIDTH * LANES + unit];
                let product =
                    if unit < blocks * LANES { matrix[unit] + 100.0 * third } else { 0.0 };
                assert_eq!(sum.to_bits(), (1.0 + product).to_bits());
            }
        }
    }
}
