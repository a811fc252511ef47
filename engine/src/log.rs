//! Event logs, which receive the events of a game as they happen.

/// A log that receives events as they happen. The unit type discards events at no cost.
pub trait Log<E> {
    /// Takes the next event.
    fn note(&mut self, event: impl FnOnce() -> E);
}

impl<E> Log<E> for () {
    #[inline]
    fn note(&mut self, _: impl FnOnce() -> E) {}
}

impl<E> Log<E> for Vec<E> {
    fn note(&mut self, event: impl FnOnce() -> E) {
        self.push(event());
    }
}
