//! Observation tensors: what a seat sees, as numbers for networks.

use super::Seat;

/// A part of a tensor.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct TensorBlock {
    /// Its name.
    pub name: &'static str,
    /// Its dimensions; the last one varies fastest.
    pub shape: Vec<usize>,
    /// What the values mean, and what 1 stands for.
    pub meaning: &'static str,
}

impl TensorBlock {
    /// Creates a block.
    pub fn new(
        name: &'static str,
        shape: impl IntoIterator<Item = usize>,
        meaning: &'static str,
    ) -> Self {
        Self { name, shape: shape.into_iter().collect(), meaning }
    }

    /// Returns the number of its values.
    pub fn size(&self) -> usize {
        self.shape.iter().product()
    }
}

/// Fills a tensor from its begin to its end. Every value is 0 until it is written.
#[derive(Debug)]
pub struct TensorWriter<'a> {
    rest: &'a mut [f32],
}

impl<'a> TensorWriter<'a> {
    /// Begins a tensor.
    pub(super) fn new(tensor: &'a mut [f32]) -> Self {
        tensor.fill(0.0);
        Self { rest: tensor }
    }

    /// Ends the tensor.
    ///
    /// # Panics
    /// If there is more room.
    pub(super) fn finish(self) {
        assert!(self.rest.is_empty(), "the tensor is too long by {}", self.rest.len());
    }

    /// Takes the next values, to be written in any order.
    ///
    /// # Panics
    /// If fewer are left.
    pub fn take(&mut self, count: usize) -> &'a mut [f32] {
        let (taken, rest) = std::mem::take(&mut self.rest).split_at_mut(count);
        self.rest = rest;
        taken
    }

    /// Writes one value.
    pub fn push(&mut self, value: f32) {
        self.take(1)[0] = value;
    }

    /// Writes 1 if this holds, else 0.
    pub fn flag(&mut self, holds: bool) {
        self.push(f32::from(u8::from(holds)));
    }

    /// Writes `count` values: 1 at the position, if there is one, and 0 elsewhere.
    pub fn one_hot(&mut self, count: usize, position: Option<usize>) {
        let values = self.take(count);
        if let Some(position) = position {
            values[position] = 1.0;
        }
    }

    /// Writes 1 for every set bit of the first `count`, and 0 for the others.
    pub fn bits(&mut self, count: usize, bits: u64) {
        for (bit, value) in self.take(count).iter_mut().enumerate() {
            *value = f32::from((bits >> bit & 1) as u8);
        }
    }
}

/// The seats of a table as an observer counts them: the observer first, then the others in turn order.
#[derive(Copy, Clone, Debug)]
pub struct SeatOrder {
    observer: Seat,
    players: usize,
}

impl SeatOrder {
    /// Returns the order of this observer.
    pub const fn new(observer: Seat, players: usize) -> Self {
        Self { observer, players }
    }

    /// Returns a seat's place in the order; 0 for the observer.
    pub const fn place(self, seat: Seat) -> usize {
        let (seat, observer) = (seat.index(), self.observer.index());
        if seat < observer { seat + self.players - observer } else { seat - observer }
    }

    /// Returns the seats in order.
    pub fn seats(self) -> impl Iterator<Item = Seat> {
        (0..self.players).map(move |place| self.seat(place))
    }

    /// Returns the seat at a place.
    pub const fn seat(self, place: usize) -> Seat {
        let seat = self.observer.index() + place;
        Seat::new(if seat < self.players { seat } else { seat - self.players })
    }
}
