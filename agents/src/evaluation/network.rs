//! A network that gives every seat its chance to win.
//!
//! One hidden layer serves tables of any size. A seat's hidden units see its own inputs, those of
//! its strongest rival, the mean of its other rivals' and those of the table. Each number of players
//! has a head of its own: biases, weights of the hidden units, and a linear part (`skip`) that sees
//! the seat's own inputs alone. The values of all seats are logits: a softmax makes them chances.

use engine::{Game, Input, MAX_INPUTS, MAX_SEATS};
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

/// In how many roles a seat's units are seen: as the strongest rival, as the seat itself, as another.
pub(crate) const ROLES: usize = 3;

/// The roles that there are at a table of so many players: of two nobody is another.
pub(crate) const fn roles(players: usize) -> usize {
    if players == 2 { ROLES - 1 } else { ROLES }
}

/// The parts of a network. All parameters lie in one vector, in this order.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Part {
    /// The first layer for the inputs of seats. Each input has a row: the hidden units' weights if the seat is
    /// the strongest rival, then if it is the seat itself, then if it is one of the others.
    Seat,
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
    pub fn of<G: Game>(hidden: usize) -> Self {
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
        [Part::Seat, Part::Table].into_iter().chain(heads)
    }

    /// Returns where a part lies among the parameters.
    pub const fn range(self, part: Part) -> Range<usize> {
        let Self { seat, table, hidden } = self;
        let first = ROLES * seat * hidden;
        let trunk = first + table * hidden;
        let size = 2 * hidden + seat;
        let (begin, length) = match part {
            Part::Seat => (0, first),
            Part::Table => (first, table * hidden),
            Part::Bias(players) => (trunk + (players - 2) * size, hidden),
            Part::Out(players) => (trunk + (players - 2) * size + hidden, hidden),
            Part::Skip(players) => (trunk + (players - 2) * size + 2 * hidden, seat),
        };
        begin..begin + length
    }

    /// Returns the number of parameters.
    pub const fn parameters(self) -> usize {
        let Self { seat, table, hidden } = self;
        (ROLES * seat + table) * hidden + TABLES * (2 * hidden + seat)
    }
}

/// The layers of a network, whatever the game.
#[derive(Clone)]
pub(crate) struct Layers {
    pub shape: Shape,
    parameters: Vec<f32>,
}

impl Layers {
    pub fn part(&self, part: Part) -> &[f32] {
        &self.parameters[self.shape.range(part)]
    }
}

/// A network for a game.
pub struct Network<G> {
    layers: Layers,
    scale: Vec<f32>,
    game: PhantomData<fn() -> G>,
}

impl<G> Clone for Network<G> {
    fn clone(&self) -> Self {
        Self { layers: self.layers.clone(), scale: self.scale.clone(), game: PhantomData }
    }
}

impl<G> PartialEq for Network<G> {
    fn eq(&self, other: &Self) -> bool {
        let bits = |values: &[f32]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
        self.shape() == other.shape()
            && bits(self.parameters()) == bits(other.parameters())
            && bits(&self.scale) == bits(&other.scale)
    }
}

impl<G> std::fmt::Debug for Network<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Network").field("shape", &self.shape()).finish_non_exhaustive()
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
        Self { layers: Layers { shape, parameters }, scale, game: PhantomData }
    }

    pub(crate) const fn layers(&self) -> &Layers {
        &self.layers
    }

    /// Returns the sizes of the layers.
    pub const fn shape(&self) -> Shape {
        self.layers.shape
    }

    /// Returns all parameters, in the order of [`Shape::parts`].
    pub fn parameters(&self) -> &[f32] {
        &self.layers.parameters
    }

    pub(crate) fn parameters_mut(&mut self) -> &mut [f32] {
        &mut self.layers.parameters
    }

    /// Returns the factors of a seat's inputs, then those of the table's.
    pub fn scale(&self) -> &[f32] {
        &self.scale
    }

    /// Returns a number that changes with any parameter (FNV-1a).
    pub(crate) fn checksum(&self) -> u64 {
        let bytes =
            self.parameters().iter().chain(&self.scale).flat_map(|value| value.to_le_bytes());
        bytes.fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    }
}

impl<G: Game> Network<G> {
    /// Returns the names of what is seen of a seat, then of the table.
    pub fn input_names() -> [Vec<&'static str>; 2] {
        let names = |inputs: &'static [Input]| inputs.iter().map(|input| input.name);
        let features = G::FEATURES.iter().map(|feature| feature.name);
        [features.chain(names(G::SEAT_INPUTS)).collect(), names(G::TABLE_INPUTS).collect()]
    }
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
}
