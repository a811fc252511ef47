//! Determinizations of a view.

use crate::spec::{Parameter, ParameterValues, Range};
use engine::{Evaluated, GameRng, View};

const KEY: &str = "determinizations";

/// The default number of determinizations.
pub(crate) const DEFAULT: u32 = 4;

/// Distinct determinizations of a view, each with its number of occurrences. Without hidden information there is
/// only one.
pub(crate) struct Determinizations<G>(Vec<(G, u32)>);

impl<G> Default for Determinizations<G> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<G: Evaluated> Determinizations<G> {
    /// Returns the parameter `determinizations`.
    pub(crate) fn parameter() -> Parameter {
        let meaning = "determinizations of the hidden information to average over";
        Parameter::new(KEY, Range::Whole(1, 1000), DEFAULT, meaning)
    }

    /// Reads the parameter `determinizations`.
    pub(crate) fn read(values: &ParameterValues) -> usize {
        values.whole(KEY) as usize
    }

    /// Replaces all determinizations with `times` new ones.
    pub(crate) fn draw(&mut self, view: &G::View, times: usize, rng: &mut GameRng) {
        self.0.clear();
        for _ in 0..times {
            let state = view.determinize(rng);
            match self.0.iter_mut().find(|(known, _)| *known == state) {
                Some((_, times)) => *times += 1,
                None => self.0.push((state, 1)),
            }
        }
    }

    /// Returns all determinizations with their numbers of occurrences.
    pub(crate) fn all(&self) -> &[(G, u32)] {
        &self.0
    }

    /// Returns the mean of a value over all draws.
    pub(crate) fn mean(&self, mut value: impl FnMut(&G) -> f64) -> f64 {
        let total: u32 = self.0.iter().map(|(_, times)| times).sum();
        let weighted = self.0.iter().map(|(state, times)| f64::from(*times) * value(state));
        weighted.sum::<f64>() / f64::from(total)
    }

    /// Returns the first determinization.
    ///
    /// # Panics
    /// Panics if none was drawn.
    pub(crate) fn first(&self) -> &G {
        &self.0[0].0
    }
}
