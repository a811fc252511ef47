//! Where the events of a game go.

use super::event::Event;

/// Takes the events as they happen. The unit type forgets them, at no cost.
pub(super) trait Log {
    fn note(&mut self, event: impl FnOnce() -> Event);
}

impl Log for () {
    #[inline]
    fn note(&mut self, _: impl FnOnce() -> Event) {}
}

impl Log for Vec<Event> {
    fn note(&mut self, event: impl FnOnce() -> Event) {
        self.push(event());
    }
}
