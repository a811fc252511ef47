//! Ordered parallelism: work runs on many threads, but results arrive in order, so the output does not depend on the number of
//! threads.

use rayon::ThreadPool;
use rayon::prelude::*;
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Maximum number of items that a thread may be ahead of the oldest unfinished one. The limit bounds memory, yet keeps all
/// threads busy while one item takes that much longer than the others.
const ITEMS_AHEAD: usize = 64;

/// Fast threads fetch several items at a time: about as many as they finish in this time, but no more than an equal share of the
/// items that may be ahead.
const QUICK: Duration = Duration::from_millis(1);
const MOST_AT_A_TIME: usize = ITEMS_AHEAD / 4;

/// Processes all items on the threads of a pool and passes the results to `take` in the order of
/// the items. Calls to `take` never overlap; each runs on whichever thread has the next result.
///
/// Items are also started in order. Memory is bounded for any number of items.
///
/// The arguments are trait objects, so that the function is compiled once for each result type instead of once for each call.
///
/// # Errors
/// Returns the first error of `take`; items that were not yet started are dropped.
///
/// # Panics
/// Panics if `work` panics.
pub fn in_order<T: Send, R: Send, E: Send>(
    pool: &ThreadPool,
    items: &mut (dyn Iterator<Item = T> + Send),
    work: &(dyn Fn(T) -> R + Sync),
    take: &mut Take<'_, R, E>,
) -> Result<(), E> {
    let most_ahead = pool.current_num_threads() * ITEMS_AHEAD;
    let state =
        QueueState { items, results: VecDeque::new(), taken: 0, take: Some(take), outcome: None };
    let queue = OrderedQueue { state: Mutex::new(state), changed: Condvar::new(), most_ahead };
    on_all_threads(pool, &|| {
        let _guard = queue.guard();
        let (mut items, mut results) = (Vec::new(), Vec::new());
        let mut at_a_time = 1;
        while let Some(number) = queue.fetch(at_a_time, &mut items) {
            let begin = Instant::now();
            results.extend(items.drain(..).map(work));
            let is_quick = begin.elapsed() < QUICK;
            at_a_time =
                if is_quick { MOST_AT_A_TIME.min(2 * at_a_time) } else { 1.max(at_a_time / 2) };
            queue.hand_in(number, &mut results);
        }
    });
    queue.state.into_inner().unwrap_or_else(PoisonError::into_inner).outcome.unwrap_or(Ok(()))
}

/// A consumer of results, which may stop the work by returning an error.
type Take<'a, R, E> = dyn FnMut(R) -> Result<(), E> + Send + 'a;

/// Computes `work(0)` up to `work(count - 1)` on the threads of a pool, and returns the results in this order.
pub fn all<R: Send>(pool: &ThreadPool, count: u64, work: &(dyn Fn(u64) -> R + Sync)) -> Vec<R> {
    pool.install(|| (0..count).into_par_iter().map(work).collect())
}

/// Runs the same work on every thread of a pool.
fn on_all_threads(pool: &ThreadPool, work: &(dyn Fn() + Sync)) {
    pool.broadcast(|_| work());
}

/// The queue from which threads fetch items and to which they return results.
struct OrderedQueue<'a, T, R, E> {
    state: Mutex<QueueState<'a, T, R, E>>,
    /// Signals that results were taken or that the work has stopped.
    changed: Condvar,
    most_ahead: usize,
}

struct QueueState<'a, T, R, E> {
    /// The items not yet started.
    items: &'a mut (dyn Iterator<Item = T> + Send),
    /// The results from the oldest one not yet taken; `None` where a result is still missing.
    results: VecDeque<Option<R>>,
    /// The number of results taken.
    taken: usize,
    /// The consumer of results, absent while a thread is calling it.
    take: Option<&'a mut Take<'a, R, E>>,
    /// The reason why the work stopped early: an error, or a panic (`Ok`).
    outcome: Option<Result<(), E>>,
}

impl<'a, T, R, E> OrderedQueue<'a, T, R, E> {
    fn state(&self) -> MutexGuard<'_, QueueState<'a, T, R, E>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the next items are not too far ahead, fetches them, and returns the number of
    /// the first, or `None` if there is nothing left to do.
    fn fetch(&self, at_most: usize, into: &mut Vec<T>) -> Option<usize> {
        let is_early = |state: &mut QueueState<'_, T, R, E>| {
            state.outcome.is_none() && state.results.len() >= self.most_ahead
        };
        let mut state =
            self.changed.wait_while(self.state(), is_early).unwrap_or_else(PoisonError::into_inner);
        if state.outcome.is_some() {
            return None;
        }
        let number = state.taken + state.results.len();
        let room = at_most.min(self.most_ahead - state.results.len());
        into.extend((&mut *state.items).take(room));
        state.results.extend(into.iter().map(|_| None));
        (!into.is_empty()).then_some(number)
    }

    /// Stores results, the first of which has the given number. Then takes all consecutive results
    /// that are ready, unless another thread is already doing so.
    fn hand_in(&self, number: usize, results: &mut Vec<R>) {
        let mut state = self.state();
        let place = number - state.taken;
        for (place, result) in state.results.range_mut(place..).zip(results.drain(..)) {
            *place = Some(result);
        }
        let Some(take) = state.take.take() else { return };
        while state.outcome.is_none() && matches!(state.results.front(), Some(Some(_))) {
            let was_full = state.results.len() >= self.most_ahead;
            let ready = state.results.iter().take_while(|result| result.is_some()).count();
            results.extend(state.results.drain(..ready).flatten());
            state.taken += ready;
            drop(state);
            if was_full {
                self.changed.notify_all();
            }
            let outcome = results.drain(..).try_for_each(&mut *take);
            state = self.state();
            if outcome.is_err() {
                state.outcome = Some(outcome);
                self.changed.notify_all();
            }
        }
        state.take = Some(take);
    }

    /// Stops the other threads if this one panics, since they would wait for its result forever.
    fn guard(&self) -> impl Drop {
        Guard(|| {
            self.state().outcome.get_or_insert(Ok(()));
            self.changed.notify_all();
        })
    }
}

struct Guard<S: Fn()>(S);

impl<S: Fn()> Drop for Guard<S> {
    fn drop(&mut self) {
        if thread::panicking() {
            (self.0)();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    fn pool() -> ThreadPool {
        rayon::ThreadPoolBuilder::new().num_threads(4).build().unwrap()
    }

    #[test]
    fn results_keep_the_order_of_work() {
        let mut taken = Vec::new();
        let work = |item: u64| {
            thread::sleep(Duration::from_micros((item * 7919) % 400));
            item * item
        };
        let mut take = |square| {
            taken.push(square);
            Ok::<_, Infallible>(())
        };
        in_order(&pool(), &mut (0..1000), &work, &mut take).unwrap();
        assert_eq!(taken, (0..1000).map(|item| item * item).collect::<Vec<_>>());
    }

    #[test]
    fn an_error_ends_an_endless_supply_of_work() {
        let mut take = |item| if item == 500 { Err("enough") } else { Ok(()) };
        assert_eq!(in_order(&pool(), &mut (0..), &|item: u64| item, &mut take), Err("enough"));
    }

    #[test]
    #[should_panic(expected = "item 300")]
    fn a_panic_is_not_swallowed() {
        let work = |item: u64| assert_ne!(item, 300, "item 300");
        let _ = in_order(&pool(), &mut (0..1000), &work, &mut |()| Ok::<_, Infallible>(()));
    }
}
