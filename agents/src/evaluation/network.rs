//! A network that gives every seat its chance to win.
//!
//! One hidden layer serves tables of any size. A seat's hidden units see its own inputs, those of
//! its strongest rival, the mean of its other rivals' and those of the table. Each number of players
//! has a head of its own: biases, weights of the hidden units, and a linear part (`skip`) that sees
//! the seat's own inputs alone. The values of all seats are logits: a softmax makes them chances.
//!
//! Sums have a fixed order and no fused operations, so that every machine computes equal bytes.

use engine::{Evaluate, Input, MAX_INPUTS, MAX_SEATS};
use std::marker::PhantomData;
use std::ops::Range;

/// Hidden units are computed so many at a time: their number is a multiple of it.
pub const LANES: usize = 16;

/// The most hidden units.
pub const MAX_HIDDEN: usize = 64;

/// The numbers of players that have a head.
const TABLES: usize = MAX_SEATS - 1;

/// The sizes of a network's layers.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Shape {
    /// Inputs of a seat.
    pub seat: usize,
    /// Inputs of the table.
    pub table: usize,
    /// Hidden units.
    pub hidden: usize,
}

/// The parts of a network. All parameters lie in one vector, in this order.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Part {
    /// The first layer for the seat's own inputs: blocks of [`LANES`] units, in each a row an input.
    Own,
    /// The same for the inputs of the strongest rival.
    Rival,
    /// The same for the mean of the other rivals' inputs.
    Others,
    /// The same for the inputs of the table.
    Table,
    /// The biases of the hidden units at a table of so many players.
    Bias(usize),
    /// The weights of the hidden units in the value there.
    Out(usize),
    /// The weights of the seat's own inputs in the value there.
    Skip(usize),
}

impl Shape {
    /// Returns the shape of a game's networks with so many hidden units.
    pub fn of<G: Evaluate>(hidden: usize) -> Self {
        const {
            assert!(G::FEATURES.len() + G::SEAT_INPUTS.len() <= MAX_INPUTS);
            assert!(G::TABLE_INPUTS.len() <= MAX_INPUTS);
        }
        Self {
            seat: G::FEATURES.len() + G::SEAT_INPUTS.len(),
            table: G::TABLE_INPUTS.len(),
            hidden,
        }
    }

    /// Returns the parts in their order.
    pub fn parts() -> impl Iterator<Item = Part> {
        let heads = (2..=MAX_SEATS)
            .flat_map(|players| [Part::Bias(players), Part::Out(players), Part::Skip(players)]);
        [Part::Own, Part::Rival, Part::Others, Part::Table].into_iter().chain(heads)
    }

    /// Returns where a part lies among the parameters.
    pub const fn range(self, part: Part) -> Range<usize> {
        let Self { seat, table, hidden } = self;
        let first = seat * hidden;
        let trunk = 3 * first + table * hidden;
        let size = 2 * hidden + seat;
        let (begin, length) = match part {
            Part::Own => (0, first),
            Part::Rival => (first, first),
            Part::Others => (2 * first, first),
            Part::Table => (3 * first, table * hidden),
            Part::Bias(players) => (trunk + (players - 2) * size, hidden),
            Part::Out(players) => (trunk + (players - 2) * size + hidden, hidden),
            Part::Skip(players) => (trunk + (players - 2) * size + 2 * hidden, seat),
        };
        begin..begin + length
    }

    /// Returns the number of parameters.
    pub const fn parameters(self) -> usize {
        let Self { seat, table, hidden } = self;
        (3 * seat + table) * hidden + TABLES * (2 * hidden + seat)
    }
}

/// What a network sees of a position, scaled.
#[derive(Clone, PartialEq, Debug)]
pub struct Inputs {
    pub(crate) players: usize,
    pub(crate) seats: [[f32; MAX_INPUTS]; MAX_SEATS],
    pub(crate) table: [f32; MAX_INPUTS],
}

impl Inputs {
    /// The inputs of an empty table of so many players.
    pub(crate) const fn empty(players: usize) -> Self {
        Self { players, seats: [[0.0; MAX_INPUTS]; MAX_SEATS], table: [0.0; MAX_INPUTS] }
    }

    /// Looks at a position; `scale` holds the factors of a seat's inputs, then those of the table's.
    pub(crate) fn of<G: Evaluate>(position: &G, shape: Shape, scale: &[f32]) -> Self {
        let mut all = Self::empty(position.players());
        let (of_seat, of_table) = scale.split_at(shape.seat);
        let Self { seats, table, .. } = &mut all;
        let set = |into: &mut [f32; MAX_INPUTS], values: &[f64], scale: &[f32]| {
            for ((into, &value), scale) in into.iter_mut().zip(values).zip(scale) {
                *into = value as f32 * scale;
            }
        };
        position.inputs(
            |seat, values| set(&mut seats[seat.index()], values, of_seat),
            |values| set(table, values, of_table),
        );
        all
    }
}

/// What a network makes of a seat.
pub(crate) struct SeatPass<'a> {
    /// The seat.
    pub seat: usize,
    /// Its strongest rival.
    pub rival: usize,
    /// The hidden units, after the rectifier.
    pub hidden: &'a [f32],
    /// The value.
    pub logit: f32,
}

/// A network for a game.
pub struct Network<G> {
    shape: Shape,
    parameters: Vec<f32>,
    scale: Vec<f32>,
    game: PhantomData<fn() -> G>,
}

impl<G> Clone for Network<G> {
    fn clone(&self) -> Self {
        let Self { shape, parameters, scale, .. } = self;
        let (parameters, scale) = (parameters.clone(), scale.clone());
        Self { shape: *shape, parameters, scale, game: PhantomData }
    }
}

impl<G> PartialEq for Network<G> {
    fn eq(&self, other: &Self) -> bool {
        let bits = |values: &[f32]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
        self.shape == other.shape
            && bits(&self.parameters) == bits(&other.parameters)
            && bits(&self.scale) == bits(&other.scale)
    }
}

impl<G> std::fmt::Debug for Network<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Network").field("shape", &self.shape).finish_non_exhaustive()
    }
}

impl<G> Network<G> {
    /// Returns the network with these parameters and scales of the inputs.
    ///
    /// # Panics
    /// Unless there are as many as the shape demands, and the hidden units come in [`LANES`].
    pub fn new(shape: Shape, parameters: Vec<f32>, scale: Vec<f32>) -> Self {
        assert!(shape.hidden.is_multiple_of(LANES) && shape.hidden <= MAX_HIDDEN);
        assert_eq!(parameters.len(), shape.parameters(), "a number for every parameter");
        assert_eq!(scale.len(), shape.seat + shape.table, "a scale for every input");
        Self { shape, parameters, scale, game: PhantomData }
    }

    /// Returns the sizes of the layers.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns all parameters, in the order of [`Shape::parts`].
    pub fn parameters(&self) -> &[f32] {
        &self.parameters
    }

    pub(crate) fn parameters_mut(&mut self) -> &mut [f32] {
        &mut self.parameters
    }

    /// Returns the factors of a seat's inputs, then those of the table's.
    pub fn scale(&self) -> &[f32] {
        &self.scale
    }

    /// Returns a number that changes with any parameter (FNV-1a).
    pub(crate) fn checksum(&self) -> u64 {
        let bytes = self.parameters.iter().chain(&self.scale).flat_map(|value| value.to_le_bytes());
        bytes.fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    }

    pub(crate) fn part(&self, part: Part) -> &[f32] {
        &self.parameters[self.shape.range(part)]
    }

    /// Passes what the network makes of each seat, in turn order.
    pub(crate) fn forward(&self, inputs: &Inputs, mut each: impl FnMut(SeatPass<'_>)) {
        let Shape { seat: size, table, hidden } = self.shape;
        let players = inputs.players;
        let skip = self.part(Part::Skip(players));
        let seat = |seat: usize| &inputs.seats[seat][..size];
        let mut linear = [f32::NEG_INFINITY; MAX_SEATS];
        for (number, value) in linear[..players].iter_mut().enumerate() {
            *value = product(skip, seat(number));
        }
        let [first, second] = strongest(&linear[..players]);

        let mut common = [0.0; MAX_HIDDEN];
        let common = &mut common[..hidden];
        common.copy_from_slice(self.part(Part::Bias(players)));
        Sparse::of(&inputs.table[..table], |seen| seen.add_product(common, self.part(Part::Table)));
        // What each seat's inputs add to units of its own, of its rivals and of the others.
        let mut own = [[0.0; MAX_HIDDEN]; MAX_SEATS];
        let mut facing = [[0.0; MAX_HIDDEN]; 2];
        let mut beside = [[0.0; MAX_HIDDEN]; MAX_SEATS];
        let mut all_beside = [0.0; MAX_HIDDEN];
        for number in 0..players {
            Sparse::of(seat(number), |seen| {
                seen.add_product(&mut own[number][..hidden], self.part(Part::Own));
                if number == first {
                    seen.add_product(&mut facing[0][..hidden], self.part(Part::Rival));
                }
                if number == second {
                    seen.add_product(&mut facing[1][..hidden], self.part(Part::Rival));
                }
                if players > 2 {
                    seen.add_product(&mut beside[number][..hidden], self.part(Part::Others));
                    add(&mut all_beside, &beside[number], 1.0);
                }
            });
        }
        let out = self.part(Part::Out(players));
        for (number, &linear) in linear[..players].iter().enumerate() {
            // The strongest seat sees the second, all others see the strongest.
            let is_first = number == first;
            let rival = if is_first { second } else { first };
            let units = &mut own[number];
            if players > 2 {
                let part = 1.0 / (players - 2) as f32;
                add(units, &all_beside, part);
                add(units, &beside[number], -part);
                add(units, &beside[rival], -part);
            }
            let units = &mut units[..hidden];
            add(units, common, 1.0);
            add(units, &facing[usize::from(is_first)], 1.0);
            for unit in units.iter_mut() {
                *unit = unit.max(0.0);
            }
            let logit = linear + product(out, units);
            each(SeatPass { seat: number, rival, hidden: units, logit });
        }
    }
}

impl<G: Evaluate> Network<G> {
    /// Returns the value of every seat as a logit; 0 for empty seats.
    pub fn values(&self, position: &G) -> [f64; MAX_SEATS] {
        let mut values = [0.0; MAX_SEATS];
        self.forward(&self.inputs(position), |pass| values[pass.seat] = f64::from(pass.logit));
        values
    }

    /// Returns what the network sees of a position.
    pub(crate) fn inputs(&self, position: &G) -> Inputs {
        Inputs::of(position, self.shape, &self.scale)
    }

    /// Returns the names of what is seen of a seat, then of the table.
    pub fn input_names() -> [Vec<&'static str>; 2] {
        let names = |inputs: &'static [Input]| inputs.iter().map(|input| input.name);
        let features = G::FEATURES.iter().map(|feature| feature.name);
        [features.chain(names(G::SEAT_INPUTS)).collect(), names(G::TABLE_INPUTS).collect()]
    }
}

/// Returns the seat of the largest number and that of the second largest; of equal ones the lower.
fn strongest(values: &[f32]) -> [usize; 2] {
    let best = |other: Option<usize>| {
        let seats = (0..values.len()).filter(|&seat| Some(seat) != other);
        seats.reduce(|best, seat| if values[seat] > values[best] { seat } else { best })
    };
    let first = best(None).expect("somebody sits at the table");
    [first, best(Some(first)).unwrap_or(first)]
}

/// The inputs that are not 0, with their places: about half of them are 0.
struct Sparse {
    entries: [(u8, f32); MAX_INPUTS],
    count: usize,
    /// How many inputs there are in all.
    size: usize,
}

impl Sparse {
    /// Passes the inputs that are not 0.
    fn of(inputs: &[f32], then: impl FnOnce(&Self)) {
        let mut sparse = Self { entries: [(0, 0.0); MAX_INPUTS], count: 0, size: inputs.len() };
        let mut count = 0;
        for (place, &input) in inputs.iter().enumerate() {
            sparse.entries[count] = (place as u8, input);
            count += usize::from(input != 0.0);
        }
        sparse.count = count;
        then(&sparse);
    }

    /// Adds a matrix times the inputs. The matrix lies in blocks of [`LANES`] outputs, in each a row
    /// for every input.
    fn add_product(&self, sums: &mut [f32], matrix: &[f32]) {
        if self.count == 0 {
            return;
        }
        let blocks = matrix.chunks_exact(LANES * self.size);
        for (sums, block) in sums.chunks_exact_mut(LANES).zip(blocks) {
            let (rows, _) = block.as_chunks::<LANES>();
            let mut lanes: [f32; LANES] = std::array::from_fn(|lane| sums[lane]);
            for &(place, input) in &self.entries[..self.count] {
                for (lane, weight) in lanes.iter_mut().zip(&rows[usize::from(place)]) {
                    *lane += weight * input;
                }
            }
            sums.copy_from_slice(&lanes);
        }
    }
}

/// Adds a multiple of numbers.
fn add(sums: &mut [f32], numbers: &[f32], factor: f32) {
    for (sum, number) in sums.iter_mut().zip(numbers) {
        *sum += number * factor;
    }
}

/// The sum of the products, of each fourth first.
fn product(left: &[f32], right: &[f32]) -> f32 {
    let mut sums = [0.0; 4];
    for (left, right) in left.chunks(4).zip(right.chunks(4)) {
        for ((sum, left), right) in sums.iter_mut().zip(left).zip(right) {
            *sum += left * right;
        }
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3])
}

/// The index of a weight of the first layer among those of its part, which has so many inputs.
pub(crate) const fn weight_index(inputs: usize, input: usize, unit: usize) -> usize {
    (unit / LANES * inputs + input) * LANES + unit % LANES
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parts lie end to end.
    #[test]
    fn parts_fill_the_parameters() {
        let shape = Shape { seat: 5, table: 3, hidden: 32 };
        let mut end = 0;
        for part in Shape::parts() {
            let range = shape.range(part);
            assert_eq!(range.start, end, "{part:?}");
            end = range.end;
        }
        assert_eq!(end, shape.parameters());
    }

    #[test]
    fn the_strongest_come_first_and_ties_go_by_seat() {
        assert_eq!(strongest(&[1.0, 3.0, 2.0]), [1, 2]);
        assert_eq!(strongest(&[2.0, 2.0, 2.0]), [0, 1]);
    }

    /// A product by hand agrees with that in blocks.
    #[test]
    fn weights_lie_where_their_index_says() {
        let (inputs, hidden) = (3, 32);
        let matrix: Vec<f32> = (0..inputs * hidden).map(|number| number as f32).collect();
        let mut sums = vec![1.0; hidden];
        Sparse::of(&[1.0, 10.0, 100.0], |seen| seen.add_product(&mut sums, &matrix));
        for (unit, sum) in sums.iter().enumerate() {
            let weight = |input| matrix[weight_index(inputs, input, unit)];
            let expected = 1.0 + weight(0) + 10.0 * weight(1) + 100.0 * weight(2);
            assert!((sum - expected).abs() < 1e-3, "unit {unit}: {sum}, not {expected}");
        }
    }
}
