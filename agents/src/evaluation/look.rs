//! What a network sees of a position.

use super::Network;
use engine::{Game, MAX_INPUTS, MAX_SEATS};

/// What a network sees of a position.
#[derive(Copy, Clone, Debug)]
pub struct Look<'a> {
    /// The number of players.
    pub players: usize,
    /// The scaled inputs of each seat, then those of the table.
    pub inputs: &'a [f32],
    /// How many sparse inputs are on for each seat; 0 for seats that do not see.
    pub counts: &'a [u16],
    /// These inputs, seat by seat.
    pub on: &'a [u16],
}

impl<'a> Look<'a> {
    /// Returns for each seat what it sees, if it does. Without sparse inputs all seats see, but none of these.
    #[inline(always)]
    pub(crate) fn views(self) -> impl Iterator<Item = Option<&'a [u16]>> {
        let mut rest = self.on;
        self.counts.iter().take(self.players).map(move |&count| {
            let (on, others) = rest.split_at(usize::from(count));
            rest = others;
            (count > 0 || self.on.is_empty()).then_some(on)
        })
    }

    /// Returns whether one of two seats sees alone.
    #[inline(always)]
    pub(crate) fn is_one_sided(self) -> bool {
        self.players == 2 && self.views().any(|view| view.is_none())
    }
}

/// A buffer for what a network sees.
#[derive(Clone, Default, Debug)]
pub(crate) struct LookBuffer {
    players: usize,
    inputs: Vec<f32>,
    counts: [u16; MAX_SEATS],
    on: Vec<u16>,
}

impl LookBuffer {
    /// Returns what was seen last.
    pub(crate) fn get(&self) -> Look<'_> {
        let Self { players, inputs, counts, on } = self;
        Look { players: *players, inputs, counts: &counts[..*players], on }
    }
}

impl<G: Game> Network<G> {
    /// Looks at a position. Returns what the network sees, in this buffer.
    pub(crate) fn look<'a>(&self, position: &G, into: &'a mut LookBuffer) -> Look<'a> {
        into.players = position.players();
        into.inputs.clear();
        let shape = self.shape();
        if self.sees_dense_inputs() {
            let (of_seat, rest) = self.scale().split_at(shape.seat);
            let of_table = &rest[..shape.table];
            let scaled = |(&value, scale): (&f64, &f32)| value as f32 * scale;
            let mut table = [0.0; MAX_INPUTS];
            let table = &mut table[..of_table.len()];
            position.inputs(
                |_, values| into.inputs.extend(values.iter().zip(of_seat).map(scaled)),
                |values| table.copy_from_slice(values),
            );
            into.inputs.extend(table.iter().zip(of_table).map(scaled));
        } else {
            into.inputs.resize(into.players * shape.seat + shape.table, 0.0);
        }
        into.on.clear();
        into.counts = [0; MAX_SEATS];
        if shape.sparse > 0 {
            into.counts = position.sparse_inputs(&mut into.on);
        }
        into.get()
    }
}
