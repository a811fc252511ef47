//! Work on many threads, results in order: the reason why threads never show in the output.

use rayon::ThreadPool;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

/// How many items a thread may be ahead of the oldest one that is not done. It bounds the memory, and
/// it is enough to keep all threads busy while one item takes that much longer than the others.
const ITEMS_AHEAD: usize = 64;

/// Works on all items on the threads of a pool and takes the results in the order of the items, on the
/// calling thread.
///
/// Items are begun in order as well. Memory stays bounded however many there are.
///
/// # Errors
/// The first error of `take`; items that were not begun by then are dropped.
///
/// # Panics
/// If `work` panics.
pub fn in_order<T: Send, R: Send, E>(
    pool: &ThreadPool,
    items: impl Iterator<Item = T>,
    work: impl Fn(T) -> R + Sync,
    mut take: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let stopped = AtomicBool::new(false);
    let (work, is_stopped) = (&work, || stopped.load(Ordering::Relaxed));
    let is_stopped = &is_stopped;
    pool.in_place_scope_fifo(|scope| {
        let mut ahead = VecDeque::new();
        // Work that panics drops its sender; the scope then hands the panic on.
        let mut take_oldest = |ahead: &mut VecDeque<mpsc::Receiver<R>>| {
            ahead.pop_front().and_then(|oldest| oldest.recv().ok()).map_or(Ok(()), &mut take)
        };
        let deliver = || {
            for item in items {
                if ahead.len() == pool.current_num_threads() * ITEMS_AHEAD {
                    take_oldest(&mut ahead)?;
                }
                let (answer, result) = mpsc::sync_channel(1);
                scope.spawn_fifo(move |_| {
                    if !is_stopped() {
                        // Nobody listens any more if `take` has failed meanwhile.
                        let _ = answer.send(work(item));
                    }
                });
                ahead.push_back(result);
            }
            while !ahead.is_empty() {
                take_oldest(&mut ahead)?;
            }
            Ok(())
        };
        let outcome = deliver();
        stopped.store(true, Ordering::Relaxed);
        outcome
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;
    use std::thread;
    use std::time::Duration;

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
