//! Cancellation of searches by the program that runs them.

use std::cell::RefCell;
use std::panic::resume_unwind;
use std::sync::Arc;

/// A function that returns whether the searches of a thread should stop.
pub type IsCancelled = Arc<dyn Fn() -> bool + Send + Sync>;

thread_local! {
    static IS_CANCELLED: RefCell<Option<IsCancelled>> = const { RefCell::new(None) };
}

/// The payload of the panic by which a cancelled search stops.
struct Cancelled;

/// Lets a function cancel the searches of this thread, until the value is dropped.
///
/// Searches call the function between their iterations. Once it returns true, they unwind like a panic, but print
/// nothing. Their agents should then not be used again.
#[must_use]
pub struct Cancellation {
    outer: Option<IsCancelled>,
}

impl Cancellation {
    /// Lets this function cancel the searches of the thread.
    pub fn by(is_cancelled: Option<IsCancelled>) -> Self {
        Self { outer: IS_CANCELLED.replace(is_cancelled) }
    }
}

impl Drop for Cancellation {
    fn drop(&mut self) {
        IS_CANCELLED.set(self.outer.take());
    }
}

/// Returns the function that cancels the searches of this thread.
pub(crate) fn inherited() -> Option<IsCancelled> {
    IS_CANCELLED.with_borrow(Clone::clone)
}

/// Stops the search if it has been cancelled.
pub(crate) fn check() {
    let is_cancelled =
        IS_CANCELLED.with_borrow(|is_cancelled| is_cancelled.as_ref().map(|one| one()));
    if is_cancelled == Some(true) {
        resume_unwind(Box::new(Cancelled));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Registry;
    use engine::{Game, PlayableGame, Rules, Seed, Turn};
    use poker::kuhn::Kuhn;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn searches_stop_on_all_their_threads() {
        let setup = Kuhn::setup(2, &Rules::new()).unwrap();
        let mut rng = Seed::new(1).rng();
        let mut game = Kuhn::start(&setup);
        game.happen(game.random_chance(&mut rng));
        let Turn::Decide(seat) = game.turn() else { unreachable!() };
        let specs = "ismcts:iterations=1000000000:threads=2,halving:iterations=1000000000,ismcts:time=3600000";
        for participant in Registry::<Kuhn>::built_in().participants(specs).unwrap() {
            let calls = Arc::new(AtomicU32::new(0));
            let count = Arc::clone(&calls);
            let is_cancelled: IsCancelled =
                Arc::new(move || count.fetch_add(1, Ordering::Relaxed) >= 30);
            let stopped = catch_unwind(AssertUnwindSafe(|| {
                let _cancellation = Cancellation::by(Some(is_cancelled));
                participant.make().try_choose(&game.view(seat), &mut Seed::new(1).rng())
            }));
            assert!(stopped.is_err(), "{}", participant.label());
            assert!(calls.load(Ordering::Relaxed) > 30);
            check();
        }
    }
}
