//! Work on many threads, results in order: the reason why threads never show in the output.

use rayon::ThreadPool;
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How many items a thread may be ahead of the oldest one that is not done. It bounds the memory, and
/// it is enough to keep all threads busy while one item takes that much longer than the others.
const ITEMS_AHEAD: usize = 64;

/// Threads that are quick fetch several items at a time: as many as they get done in about this time,
/// and a share of those that may be ahead at most.
const QUICK: Duration = Duration::from_millis(1);
const MOST_AT_A_TIME: usize = ITEMS_AHEAD / 4;

/// Works on all items on the threads of a pool and takes the results in the order of the items, one at
/// a time, on whichever of these threads has the next one.
///
/// Items are begun in order as well. Memory stays bounded however many there are.
///
/// # Errors
/// The first error of `take`; items that were not begun by then are dropped.
///
/// # Panics
/// If `work` panics.
pub fn in_order<T: Send, R: Send, E: Send>(
    pool: &ThreadPool,
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> R + Sync,
    take: impl FnMut(R) -> Result<(), E> + Send,
) -> Result<(), E> {
    let most_ahead = pool.current_num_threads() * ITEMS_AHEAD;
    let desk = Desk { items, results: VecDeque::new(), taken: 0, take: Some(take), outcome: None };
    let counter = Counter { desk: Mutex::new(desk), moved: Condvar::new(), most_ahead };
    pool.broadcast(|_| {
        let _guard = counter.guard();
        let (mut items, mut results) = (Vec::new(), Vec::new());
        let mut at_a_time = 1;
        while let Some(number) = counter.fetch(at_a_time, &mut items) {
            let begin = Instant::now();
            results.extend(items.drain(..).map(&work));
            let is_quick = begin.elapsed() < QUICK;
            at_a_time =
                if is_quick { MOST_AT_A_TIME.min(2 * at_a_time) } else { 1.max(at_a_time / 2) };
            counter.hand_in(number, &mut results);
        }
    });
    counter.desk.into_inner().unwrap_or_else(PoisonError::into_inner).outcome.unwrap_or(Ok(()))
}

/// Where threads fetch items and hand in results.
struct Counter<I, R, F, E> {
    desk: Mutex<Desk<I, R, F, E>>,
    /// Results were taken, or the work has stopped.
    moved: Condvar,
    most_ahead: usize,
}

struct Desk<I, R, F, E> {
    /// The items that are not begun.
    items: I,
    /// The results from the oldest one on that is not taken; some are still missing.
    results: VecDeque<Option<R>>,
    /// How many have been taken.
    taken: usize,
    /// What takes them; a thread that does so has it meanwhile.
    take: Option<F>,
    /// Why the work has stopped before its end.
    outcome: Option<Result<(), E>>,
}

impl<T, R, E, I, F> Counter<I, R, F, E>
where
    I: Iterator<Item = T>,
    F: FnMut(R) -> Result<(), E>,
{
    fn desk(&self) -> MutexGuard<'_, Desk<I, R, F, E>> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Fetches the next items, once they are not too far ahead, and tells the number of the first;
    /// nothing if there is no more to do.
    fn fetch(&self, at_most: usize, into: &mut Vec<T>) -> Option<usize> {
        let is_early = |desk: &mut Desk<I, R, F, E>| {
            desk.outcome.is_none() && desk.results.len() >= self.most_ahead
        };
        let mut desk =
            self.moved.wait_while(self.desk(), is_early).unwrap_or_else(PoisonError::into_inner);
        if desk.outcome.is_some() {
            return None;
        }
        let number = desk.taken + desk.results.len();
        let room = at_most.min(self.most_ahead - desk.results.len());
        into.extend(desk.items.by_ref().take(room));
        desk.results.extend(into.iter().map(|_| None));
        (!into.is_empty()).then_some(number)
    }

    /// Puts results where they belong, the first one by its number, and takes all that follow on those
    /// taken before, unless another thread is at it.
    fn hand_in(&self, number: usize, results: &mut Vec<R>) {
        let mut desk = self.desk();
        let place = number - desk.taken;
        for (place, result) in desk.results.range_mut(place..).zip(results.drain(..)) {
            *place = Some(result);
        }
        let Some(mut take) = desk.take.take() else { return };
        while desk.outcome.is_none() && matches!(desk.results.front(), Some(Some(_))) {
            let was_full = desk.results.len() >= self.most_ahead;
            let ready = desk.results.iter().take_while(|result| result.is_some()).count();
            results.extend(desk.results.drain(..ready).flatten());
            desk.taken += ready;
            drop(desk);
            if was_full {
                self.moved.notify_all();
            }
            let outcome = results.drain(..).try_for_each(&mut take);
            desk = self.desk();
            if outcome.is_err() {
                desk.outcome = Some(outcome);
                self.moved.notify_all();
            }
        }
        desk.take = Some(take);
    }

    /// Stops the work of the others if this thread panics: they would wait for its result.
    fn guard(&self) -> impl Drop {
        Guard(|| {
            self.desk().outcome.get_or_insert(Ok(()));
            self.moved.notify_all();
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
    fn results_come_in_order_whatever_takes_longer() {
        let mut taken = Vec::new();
        let work = |item: u64| {
            thread::sleep(Duration::from_micros((item * 7919) % 400));
            item * item
        };
        let take = |square| {
            taken.push(square);
            Ok::<_, Infallible>(())
        };
        in_order(&pool(), 0..1000, work, take).unwrap();
        assert_eq!(taken, (0..1000).map(|item| item * item).collect::<Vec<_>>());
    }

    #[test]
    fn an_error_ends_an_endless_supply_of_work() {
        let take = |item| if item == 500 { Err("enough") } else { Ok(()) };
        assert_eq!(in_order(&pool(), 0.., |item: u64| item, take), Err("enough"));
    }

    #[test]
    #[should_panic(expected = "item 300")]
    fn a_panic_is_not_swallowed() {
        let work = |item: u64| assert_ne!(item, 300, "item 300");
        let _ = in_order(&pool(), 0..1000, work, |()| Ok::<_, Infallible>(()));
    }
}
