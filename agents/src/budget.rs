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

/// The budget of a decision whose search has begun.
#[derive(Copy, Clone)]
pub(crate) enum Running {
    /// This many iterations.
    Iterations(u32),
    /// The beginning, and the time that the decision may take.
    Since(Instant, Duration),
}

/// The end of a search or of a part of it.
#[derive(Copy, Clone)]
pub(crate) enum Limit {
    /// At this count of iterations, visits or trials.
    Count(usize),
    /// At this time. The clock is read after a batch of iterations.
    Time(Instant),
}

impl Budget {
    /// Begins a decision. Only a time needs a clock, which modules in browsers do not have.
    pub(crate) fn begin(self) -> Running {
        match self {
            Self::Iterations(iterations) => Running::Iterations(iterations),
            Self::Time(time) => Running::Since(Instant::now(), time),
        }
    }
}

impl Running {
    /// Returns the end of the first `part` of all equal `parts`; `count` converts iterations to the count that ends
    /// it.
    pub(crate) fn limit(self, part: u32, parts: u32, count: impl FnOnce(u32) -> usize) -> Limit {
        match self {
            Self::Iterations(iterations) => Limit::Count(count(iterations)),
            Self::Since(begin, time) => Limit::Time(begin + time * part / parts),
        }
    }
}

impl Limit {
    /// Returns whether this count, or the current time, reaches the limit.
    pub(crate) fn is_reached(self, count: usize) -> bool {
        match self {
            Self::Count(end) => count >= end,
            Self::Time(end) => Instant::now() >= end,
        }
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

    /// Returns whether the spec gives the budget; call it before [`Self::read`].
    pub(crate) fn is_given(values: &ParameterValues) -> bool {
        [ITERATIONS, TIME].iter().any(|parameter| values.is_given(parameter))
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
