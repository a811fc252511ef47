//! Ctrl-C during work that runs without Python's lock.

use agents::{Cancellation, IsCancelled};
use pyo3::PyClass;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::pyclass::boolean_struct::False;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

/// The interval between checks for signals such as Ctrl-C.
pub const LOOK: Duration = Duration::from_millis(100);

/// The first exception that stops a piece of work.
#[derive(Default)]
pub struct Stop {
    is_stopped: Arc<AtomicBool>,
    error: Mutex<Option<PyErr>>,
}

impl Stop {
    /// Stops the work with this exception, unless it was stopped before.
    pub fn by(&self, error: PyErr) {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// Returns the flag that is true once the work should stop.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.is_stopped)
    }

    /// Returns whether the work should stop.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Stops the work if Python has received a signal that raises an exception. Python checks only on its main thread.
    #[expect(clippy::redundant_closure_for_method_calls, reason = "the method has one lifetime")]
    pub fn look(&self) {
        if let Err(error) = Python::attach(|py| py.check_signals()) {
            self.by(error);
        }
    }

    /// Takes the exception, so that the next piece of work can begin.
    ///
    /// # Errors
    /// Returns the exception.
    pub fn take(&self) -> PyResult<()> {
        self.is_stopped.store(false, Ordering::Relaxed);
        self.error.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
    }
}

/// Borrows an object for one call.
///
/// # Errors
/// Fails if a call of the object is under way, in another thread or in an agent that the object calls.
pub fn free<'py, T: PyClass<Frozen = False>>(object: &Bound<'py, T>) -> PyResult<PyRefMut<'py, T>> {
    let name = object.as_any().get_type().name()?;
    let sentence = format!("this {name} is in the middle of a call: make one for each thread");
    object.try_borrow_mut().map_err(|_| PyRuntimeError::new_err(sentence))
}

/// Work of one call, which searches on the calling thread check for signals.
pub struct Watch {
    stop: Arc<Stop>,
    caller: ThreadId,
    last: Mutex<Instant>,
}

impl Watch {
    /// Runs work without Python's lock until it ends or a signal stops it.
    ///
    /// # Errors
    /// Fails with the exception of a signal, or of the code that stopped the work.
    pub fn over<T: Send>(
        py: Python<'_>,
        stop: &Arc<Stop>,
        work: impl FnOnce(&Arc<Self>) -> T + Send,
    ) -> PyResult<T> {
        stop.take().ok();
        let (stop, caller) = (Arc::clone(stop), thread::current().id());
        let watch = Arc::new(Self { stop, caller, last: Mutex::new(Instant::now()) });
        let result = py.detach(|| {
            let _cancellation = watch.cancellation();
            work(&watch)
        });
        watch.stop.take().map(|()| result)
    }

    /// Lets signals cancel the searches of this thread.
    pub fn cancellation(self: &Arc<Self>) -> Cancellation {
        let watch = Arc::clone(self);
        let is_cancelled: IsCancelled = Arc::new(move || watch.is_cancelled());
        Cancellation::by(Some(is_cancelled))
    }

    fn is_cancelled(&self) -> bool {
        if thread::current().id() == self.caller
            && let Ok(mut last) = self.last.try_lock()
            && last.elapsed() >= LOOK
        {
            self.stop.look();
            *last = Instant::now();
        }
        self.stop.is_stopped()
    }

    /// Runs work on a pool of threads, while the calling thread checks for signals.
    ///
    /// # Panics
    /// Panics if the work does.
    pub fn in_pool<T: Send>(&self, pool: &rayon::ThreadPool, work: impl FnOnce() -> T + Send) -> T {
        let (sender, receiver) = sync_channel(1);
        let work = move || sender.send(work());
        let mut result = None;
        pool.in_place_scope(|scope| {
            scope.spawn(move |_| drop(work()));
            loop {
                match receiver.recv_timeout(LOOK) {
                    Ok(value) => result = Some(value),
                    Err(RecvTimeoutError::Timeout) => self.stop.look(),
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
        });
        result.expect("work that does not panic has a result")
    }
}
