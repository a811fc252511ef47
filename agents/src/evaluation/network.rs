//! A network that estimates every seat's win probability.
//!
//! One hidden layer serves any number of players. A seat's hidden units see four groups of inputs: the seat's
//! own, its strongest rival's, the mean over its other rivals, and the table's. Each number of players has a
//! separate head: biases, weights of the hidden units, and a linear part (`skip`) that sees only the seat's own
//! inputs. The values of the seats are logits, which a softmax turns into win probabilities.
//!
//! Sparse inputs are on or off from the perspective of one seat. Each has a row of the first layer and a linear
//! weight. Both are multiples of 1/512, so that their sums are exact (Nasu: *Efficiently updatable
//! neural-network-based evaluation functions for computer shogi*, 2018).

use crate::fnv::Fnv;
use engine::{Evaluated, Input, MAX_INPUTS, MAX_SEATS};
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::Arc;

/// Number of hidden units computed together. The number of hidden units is a multiple of it.
pub(crate) const LANES: usize = 16;

/// The permitted numbers of hidden units.
pub const HIDDEN: [usize; 6] = [0, 16, 32, 48, 64, 128];

/// The largest permitted number of hidden units.
pub(crate) const MAX_HIDDEN: usize = HIDDEN[HIDDEN.len() - 1];

/// Number of heads: one for each number of players.
const TABLES: usize = MAX_SEATS - 1;

/// The sizes of a network's layers.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Shape {
    /// Number of inputs of a seat.
    pub seat: usize,
    /// Number of inputs of the table.
    pub table: usize,
    /// Number of groups of sparse inputs.
    pub groups: usize,
    /// Number of sparse inputs.
    pub sparse: usize,
    /// Number of hidden units.
    pub hidden: usize,
}

/// Number of input roles: the strongest rival, the seat itself, any other rival.
pub(crate) const ROLES: usize = 3;

/// Returns the number of roles with this many players: with two players there are no other rivals.
pub(crate) const fn roles(players: usize) -> usize {
    if players == 2 { ROLES - 1 } else { ROLES }
}

/// The parts of a network. All parameters are stored in one vector, in this order.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Part {
    /// The first layer for the inputs of seats. Each input has a row: the hidden units' weights if the seat is
    /// the strongest rival, then if it is the seat itself, then if it is one of the others.
    Seat,
    /// The first layer for the inputs of the table: a row of the hidden units' weights for each input.
    Table,
    /// The biases of the hidden units, for this number of players.
    Bias(usize),
    /// The weights of the hidden units in the value, for this number of players.
    Out(usize),
    /// The weights of the seat's own inputs in the value, for this number of players.
    Skip(usize),
    /// The first layer for sparse inputs: a row for each input.
    Sparse,
    /// The weights of the sparse inputs in the value.
    SparseSkip,
}

impl Shape {
    /// Returns the shape of a game's networks with this many hidden units, without sparse inputs.
    pub fn of<G: Evaluated>(hidden: usize) -> Self {
        const {
            assert!(G::FEATURES.len() + G::SEAT_INPUTS.len() <= MAX_INPUTS);
            assert!(G::TABLE_INPUTS.len() <= MAX_INPUTS);
        }
        Self {
            seat: G::FEATURES.len() + G::SEAT_INPUTS.len(),
            table: G::TABLE_INPUTS.len(),
            groups: 0,
            sparse: 0,
            hidden,
        }
    }

    /// Returns the shape with the game's sparse inputs added.
    #[must_use]
    pub fn with_sparse_inputs<G: Evaluated>(self) -> Self {
        let sparse = G::SPARSE_INPUTS.iter().map(|group| group.size).sum();
        Self { groups: G::SPARSE_INPUTS.len(), sparse, ..self }
    }

    /// Returns for each sparse input whether a network with these scales sees it.
    pub(crate) fn seen_inputs<G: Evaluated>(self, scale: &[f32]) -> Vec<bool> {
        let groups = G::SPARSE_INPUTS.iter().zip(&scale[self.seat + self.table..]);
        let seen = groups.flat_map(|(group, scale)| std::iter::repeat_n(*scale != 0.0, group.size));
        seen.collect()
    }

    /// Returns the number of dense inputs at a table of this many players.
    pub(crate) const fn dense_inputs(self, players: usize) -> usize {
        players * self.seat + self.table
    }

    /// Returns the number of scales: one for each input, and one for each group of sparse inputs.
    pub const fn scales(self) -> usize {
        self.seat + self.table + self.groups
    }

    /// Returns the parts in their order.
    pub fn parts() -> impl Iterator<Item = Part> {
        let heads = (2..=MAX_SEATS)
            .flat_map(|players| [Part::Bias(players), Part::Out(players), Part::Skip(players)]);
        let sparse = [Part::Sparse, Part::SparseSkip];
        [Part::Seat, Part::Table].into_iter().chain(heads).chain(sparse)
    }

    /// Returns the range of a part in the parameters.
    pub const fn range(self, part: Part) -> Range<usize> {
        let Self { seat, table, sparse, hidden, .. } = self;
        let first = ROLES * seat * hidden;
        let trunk = first + table * hidden;
        let size = 2 * hidden + seat;
        let (begin, length) = match part {
            Part::Seat => (0, first),
            Part::Table => (first, table * hidden),
            Part::Bias(players) => (trunk + (players - 2) * size, hidden),
            Part::Out(players) => (trunk + (players - 2) * size + hidden, hidden),
            Part::Skip(players) => (trunk + (players - 2) * size + 2 * hidden, seat),
            Part::Sparse => (self.dense_parameters(), sparse * hidden),
            Part::SparseSkip => (self.dense_parameters() + sparse * hidden, sparse),
        };
        begin..begin + length
    }

    /// Returns the ranges of a sparse input's parameters: its row, and its linear weight.
    pub(crate) const fn of_sparse_input(self, input: usize) -> [Range<usize>; 2] {
        let row = self.range(Part::Sparse).start + input * self.hidden;
        let linear = self.range(Part::SparseSkip).start + input;
        [row..row + self.hidden, linear..linear + 1]
    }

    /// Returns the number of parameters.
    pub const fn parameters(self) -> usize {
        self.dense_parameters() + self.sparse * (self.hidden + 1)
    }

    /// Returns the number of parameters outside the sparse inputs. They come first.
    pub(crate) const fn dense_parameters(self) -> usize {
        let Self { seat, table, hidden, .. } = self;
        (ROLES * seat + table) * hidden + TABLES * (2 * hidden + seat)
    }
}

/// The step size of the sparse inputs' weights.
pub(crate) const UNIT: f32 = 1.0 / 512.0;

/// A network's layers, independent of the game's type.
#[derive(Clone, Debug)]
pub(crate) struct Layers {
    pub shape: Shape,
    pub parameters: Vec<f32>,
}

impl Layers {
    #[inline]
    pub fn part(&self, part: Part) -> &[f32] {
        &self.parameters[self.shape.range(part)]
    }
}

/// A network that evaluates positions of a game. Clones share its parameters.
pub struct Network<G> {
    /// The parameters outside the sparse inputs.
    pub(super) layers: Arc<Layers>,
    /// The parameters of sparse inputs, in [`UNIT`]s: the rows, then the linear weights.
    sparse: Arc<[i16]>,
    scale: Arc<[f32]>,
    /// Whether any dense input has a nonzero scale.
    pub(crate) sees_dense_inputs: bool,
    /// The network that is used instead with 2 players.
    pub(super) for_two: Option<Arc<Self>>,
    game: PhantomData<fn() -> G>,
}

impl<G> Clone for Network<G> {
    fn clone(&self) -> Self {
        Self {
            layers: Arc::clone(&self.layers),
            sparse: Arc::clone(&self.sparse),
            scale: Arc::clone(&self.scale),
            for_two: self.for_two.clone(),
            ..*self
        }
    }
}

impl<G> PartialEq for Network<G> {
    fn eq(&self, other: &Self) -> bool {
        let bits = |values: &[f32]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
        self.shape() == other.shape()
            && bits(&self.layers.parameters) == bits(&other.layers.parameters)
            && self.sparse == other.sparse
            && bits(&self.scale) == bits(&other.scale)
            && self.for_two == other.for_two
    }
}

impl<G> std::fmt::Debug for Network<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Network").field("shape", &self.shape()).finish_non_exhaustive()
    }
}

impl<G> Network<G> {
    /// Returns the network with these parameters, in the order of [`Shape::parts`], and scales of the inputs.
    /// Parameters of sparse inputs are rounded to multiples of 1/512 and limited to an absolute value of 64.
    ///
    /// # Panics
    /// If the number of parameters does not match the shape, or [`HIDDEN`] does not contain its number of
    /// hidden units.
    pub fn new(shape: Shape, mut parameters: Vec<f32>, scale: Vec<f32>) -> Self {
        assert_eq!(parameters.len(), shape.parameters(), "a number for every parameter");
        let whole = |&weight: &f32| (weight / UNIT).round() as i16;
        let sparse = parameters[shape.dense_parameters()..].iter().map(whole).collect();
        parameters.truncate(shape.dense_parameters());
        Self::from_parts(shape, parameters, sparse, scale)
    }

    pub(crate) fn from_parts(
        shape: Shape,
        parameters: Vec<f32>,
        sparse: Vec<i16>,
        scale: Vec<f32>,
    ) -> Self {
        assert!(HIDDEN.contains(&shape.hidden));
        assert_eq!(scale.len(), shape.scales(), "a scale for every input");
        let sees_dense_inputs = scale[..shape.seat + shape.table].iter().any(|&scale| scale != 0.0);
        let layers = Arc::new(Layers { shape, parameters });
        let (sparse, scale) = (sparse.into(), scale.into());
        Self { layers, sparse, scale, sees_dense_inputs, for_two: None, game: PhantomData }
    }

    /// Returns the network with another one for 2 players.
    pub(crate) fn with_two(self, network: Option<Arc<Self>>) -> Self {
        Self { for_two: network, ..self }
    }

    /// Returns the network for this number of players.
    pub(crate) fn at(&self, players: usize) -> &Self {
        self.for_two.as_deref().filter(|_| players == 2).unwrap_or(self)
    }

    /// Returns the parameters of sparse inputs in [`UNIT`]s: the rows, then the linear weights.
    pub(crate) fn sparse(&self) -> [&[i16]; 2] {
        let (rows, linear) = self.sparse.split_at(self.shape().range(Part::Sparse).len());
        [rows, linear]
    }

    /// Returns the sizes of the layers.
    pub fn shape(&self) -> Shape {
        self.layers.shape
    }

    /// Returns all parameters, in the order of [`Shape::parts`].
    pub fn parameters(&self) -> Vec<f32> {
        let sparse = self.sparse.iter().map(|&weight| f32::from(weight) * UNIT);
        self.layers.parameters.iter().copied().chain(sparse).collect()
    }

    /// Returns the scales: the factors of a seat's inputs, then of the table's inputs, then one for each group
    /// of sparse inputs: 0 if the network does not see the group, and 1 otherwise.
    pub fn scale(&self) -> &[f32] {
        &self.scale
    }

    /// Returns a checksum of all parameters and scales (FNV-1a), also of the network for 2 players.
    pub(crate) fn checksum(&self) -> u64 {
        let dense = self.layers.parameters.iter().chain(&*self.scale);
        let dense = dense.flat_map(|value| value.to_le_bytes());
        let mut hash = Fnv::default();
        hash.add(dense.chain(self.sparse.iter().flat_map(|value| value.to_le_bytes())));
        if let Some(network) = &self.for_two {
            hash.add(network.checksum().to_le_bytes());
        }
        hash.0
    }
}

impl<G: Evaluated> Network<G> {
    /// Returns the names of a seat's inputs, of the table's inputs and of the groups of sparse inputs.
    pub fn input_names() -> [Vec<&'static str>; 3] {
        let names = |inputs: &'static [Input]| inputs.iter().map(|input| input.name);
        let features = G::FEATURES.iter().map(|feature| feature.name);
        let of_seat = features.chain(names(G::SEAT_INPUTS)).collect();
        let groups = G::SPARSE_INPUTS.iter().map(|group| group.name).collect();
        [of_seat, names(G::TABLE_INPUTS).collect(), groups]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that the parts are adjacent and fill the vector of parameters.
    #[test]
    fn parts_fill_the_parameters() {
        let shape = Shape { seat: 5, table: 3, groups: 2, sparse: 7, hidden: 32 };
        let mut end = 0;
        for part in Shape::parts() {
            let range = shape.range(part);
            assert_eq!(range.start, end, "{part:?}");
            end = range.end;
        }
        assert_eq!(end, shape.parameters());
    }
}
