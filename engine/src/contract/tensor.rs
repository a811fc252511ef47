//! Observation tensors: a seat's view as numbers for networks.

use super::Seat;

/// A named block of an observation tensor.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct TensorBlock {
    /// The block's name.
    pub name: &'static str,
    /// The dimensions of the block; the last one varies fastest.
    pub shape: Vec<usize>,
    /// The meaning of the values, including the meaning of 1.
    pub meaning: &'static str,
}

impl TensorBlock {
    /// Returns the number of values in the block.
    pub fn size(&self) -> usize {
        self.shape.iter().product()
    }
}

/// A writer that fills a tensor from start to end. Every value is 0 until it is written.
#[derive(Debug)]
pub struct TensorWriter<'a> {
    rest: &'a mut [f32],
    /// The block that has begun, if its size is to be checked, and the number of values after it.
    block: Option<(&'static str, usize)>,
}

impl<'a> TensorWriter<'a> {
    /// Starts to write a tensor and sets all its values to 0.
    pub(super) fn new(tensor: &'a mut [f32]) -> Self {
        tensor.fill(0.0);
        Self { rest: tensor, block: None }
    }

    /// Begins a block of this many values.
    ///
    /// # Panics
    /// If the block before it has another size, or the tensor is too short.
    pub fn begin_block(&mut self, name: &'static str, size: usize) {
        self.end_block();
        self.block = Some((name, self.rest.len() - size));
    }

    /// Ends the tensor and checks that it is full.
    ///
    /// # Panics
    /// If values are left to write.
    pub(super) fn finish(self) {
        self.end_block();
        assert!(self.rest.is_empty(), "the tensor is too long by {}", self.rest.len());
    }

    fn end_block(&self) {
        if let Some((name, after)) = self.block {
            assert_eq!(self.rest.len(), after, "values of the tensor after '{name}'");
        }
    }

    /// Returns the next `count` values, which can be written in any order.
    ///
    /// # Panics
    /// If fewer values are left.
    pub fn take(&mut self, count: usize) -> &'a mut [f32] {
        let (taken, rest) = std::mem::take(&mut self.rest).split_at_mut(count);
        self.rest = rest;
        taken
    }

    /// Writes one value.
    pub fn push(&mut self, value: f32) {
        self.take(1)[0] = value;
    }

    /// Writes these values.
    pub fn push_all(&mut self, values: impl IntoIterator<Item = f32>) {
        values.into_iter().for_each(|value| self.push(value));
    }

    /// Writes 1 if the condition is true, otherwise 0.
    pub fn flag(&mut self, holds: bool) {
        self.push(f32::from(holds));
    }

    /// Writes `count` values: 1 at the given position, if there is one, and 0 elsewhere.
    pub fn one_hot(&mut self, count: usize, position: Option<usize>) {
        let values = self.take(count);
        if let Some(position) = position {
            values[position] = 1.0;
        }
    }

    /// Writes the lowest `count` bits, lowest first, as values 0 and 1.
    pub fn bits(&mut self, count: usize, bits: u64) {
        for (bit, value) in self.take(count).iter_mut().enumerate() {
            *value = f32::from((bits >> bit & 1) as u8);
        }
    }
}

/// The order of seats from an observer's perspective: the observer first, then the others in turn order.
#[derive(Copy, Clone, Debug)]
pub struct SeatOrder {
    observer: Seat,
    players: usize,
}

impl SeatOrder {
    /// Creates the order for this observer and number of players.
    pub const fn new(observer: Seat, players: usize) -> Self {
        Self { observer, players }
    }

    /// Returns a seat's place in the order; the observer's place is 0.
    pub const fn place(self, seat: Seat) -> usize {
        let (seat, observer) = (seat.index(), self.observer.index());
        if seat < observer { seat + self.players - observer } else { seat - observer }
    }

    /// Returns the seats in order.
    pub fn seats(self) -> impl Iterator<Item = Seat> {
        let observer = self.observer.index();
        (observer..self.players).chain(0..observer).map(Seat::new)
    }
}
