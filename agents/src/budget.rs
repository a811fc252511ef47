//! The budget of a search for one decision.

use crate::spec::{AgentError, Parameter, ParameterValues, Range};
use std::time::{Duration, Instant};

/// The stopping rule of the search for a decision.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Budget {
    /// After this many iterations.
    Iterations(u32),
    /// After this time. This is the only setting whose results depend on the speed of the machine.
    Time(Duration),
}

impl Budget {
    /// Starts the clock if the budget is a time. Browser modules have no clock, and the other budgets need none.
    pub(crate) fn clock(self) -> Option<Instant> {
        matches!(self, Self::Time(_)).then(Instant::now)
    }
}

const ITERATIONS: &str = "iterations";
const TIME: &str = "time";
const THREADS: &str = "threads";

impl Budget {
    /// Returns the parameters of the budget and of the threads that share it. The descriptions of an iteration and
    /// of the threads come from the search.
    pub(crate) fn parameters(
        iterations: u32,
        iteration: &'static str,
        threads: &'static str,
    ) -> [Parameter; 3] {
        let time = "time per decision, instead of iterations; results then depend on the machine";
        [
            Parameter::new(ITERATIONS, Range::Whole(1, 1_000_000_000), iterations, iteration),
            Parameter::new(TIME, Range::Milliseconds(1, 3_600_000), "none", time),
            Parameter::new(THREADS, Range::Whole(1, 1024), 1, threads),
        ]
    }

    /// Reads the budget and the number of threads.
    ///
    /// # Errors
    /// Fails if both iterations and time are given.
    pub(crate) fn read(values: &mut ParameterValues) -> Result<(Self, usize), AgentError> {
        let budget = match values.choose_between(ITERATIONS, TIME)? {
            TIME => Self::Time(Duration::from_millis(values.whole(TIME))),
            _ => Self::Iterations(values.whole(ITERATIONS) as u32),
        };
        Ok((budget, values.whole(THREADS) as usize))
    }
}
