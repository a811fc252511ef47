//! A network's inputs for a position.

use super::Network;
use engine::{Evaluated, MAX_INPUTS, MAX_SEATS, by_processor};

/// A network's inputs for a position: dense ones, and sparse ones that are on or off for each seat.
#[derive(Copy, Clone, Debug)]
pub struct Look<'a> {
    /// The number of players.
    pub players: usize,
    /// The scaled inputs of each seat, then the scaled inputs of the table; none if the network sees no dense inputs.
    pub inputs: &'a [f32],
    /// The number of sparse inputs that are on for each seat; 0 for seats without a view.
    pub counts: &'a [u16],
    /// The sparse inputs that are on, seat by seat.
    pub on: &'a [u16],
}

impl<'a> Look<'a> {
    /// Returns each seat's sparse inputs, or `None` for a seat without a view. In networks without sparse
    /// inputs every seat has a view, which is empty.
    #[inline(always)]
    pub(crate) fn views(self) -> impl Iterator<Item = Option<&'a [u16]>> {
        let mut rest = self.on;
        self.counts.iter().take(self.players).map(move |&count| {
            let (on, others) = rest.split_at(usize::from(count));
            rest = others;
            (count > 0 || self.on.is_empty()).then_some(on)
        })
    }

    /// Returns whether exactly one of two seats has a view.
    #[inline(always)]
    pub(crate) fn is_one_sided(self) -> bool {
        self.players == 2 && self.views().any(|view| view.is_none())
    }
}

/// A reusable buffer for a network's inputs.
#[derive(Clone, Default, Debug)]
pub(crate) struct LookBuffer {
    players: usize,
    inputs: Vec<f32>,
    counts: [u16; MAX_SEATS],
    on: Vec<u16>,
}

impl LookBuffer {
    /// Returns the inputs of the position that was read last.
    #[inline]
    pub(crate) fn get(&self) -> Look<'_> {
        let Self { players, inputs, counts, on } = self;
        Look { players: *players, inputs, counts: &counts[..*players], on }
    }
}

impl<G: Evaluated> Network<G> {
    /// Reads a network's inputs from a position into this buffer.
    pub(crate) fn look<'a>(&self, position: &G, into: &'a mut LookBuffer) -> Look<'a> {
        into.players = position.players();
        into.inputs.clear();
        let network = self.at(into.players);
        if network.sees_dense_inputs {
            network.add_dense_inputs(position, &mut into.inputs);
        }
        into.on.clear();
        into.counts = [0; MAX_SEATS];
        if network.shape().sparse > 0 {
            into.counts = position.sparse_inputs(&mut into.on);
        }
        into.get()
    }

    fn add_dense_inputs(&self, position: &G, into: &mut Vec<f32>) {
        by_processor!(|_| {
            let (of_seat, rest) = self.scale().split_at(self.shape().seat);
            let of_table = &rest[..self.shape().table];
            let scaled = |(&value, scale): (&f64, &f32)| value as f32 * scale;
            let mut table = [0.0; MAX_INPUTS];
            let table = &mut table[..of_table.len()];
            position.inputs(
                |_, values| into.extend(values.iter().zip(of_seat).map(scaled)),
                |values| table.copy_from_slice(values),
            );
            into.extend(table.iter().zip(of_table).map(scaled));
        });
    }
}
