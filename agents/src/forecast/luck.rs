//! The luck of the seats in a game: the effect of chance events on their forecasts.
//!
//! The surprise of a chance event is the forecast after it minus the mean forecast over all possible events;
//! see [the module of forecasts](super). The luck of a seat is the sum of its surprises over the game. Its expectation is
//! zero, so subtracting any multiple of it that was fixed in advance leaves the expected result unchanged.

use super::{Forecast, Terms, Worth, add};
use crate::evaluation::Memo;
use engine::{Evaluated, MAX_SEATS};

/// Sums of the luck of all seats in one game.
pub struct LuckMeter<'a, G> {
    forecast: &'a Forecast<G>,
    memo: Memo,
    players: usize,
    /// Number of chance events so far.
    events: u64,
    terms: [Terms; MAX_SEATS],
}

impl<'a, G: Evaluated> LuckMeter<'a, G> {
    /// Creates a meter with zero luck for all seats.
    pub fn new(forecast: &'a Forecast<G>, players: usize) -> Self {
        let terms = [Terms::default(); MAX_SEATS];
        Self { forecast, memo: Memo::default(), players, events: 0, terms }
    }

    /// Records a chance event that is about to happen. Returns its effect in the terms of every seat, or `None` if no other
    /// event is possible.
    pub fn note(&mut self, before: &G, chance: G::Chance) -> Option<[Terms; MAX_SEATS]> {
        // Lets the compiler drop the rest for games that have no forecasts.
        G::OUTCOME_MODEL.as_ref()?;
        let Self { forecast, memo, events, terms, .. } = self;
        let surprise = forecast.surprise(before, chance, *events, memo);
        *events += 1;
        add(terms, &surprise?, 1.0);
        surprise
    }

    /// Returns the luck of each seat so far, as win share and margin.
    pub fn luck(&self) -> Vec<Worth> {
        self.worth(&self.terms)
    }

    /// Converts the terms of all seats to win shares and margins.
    pub fn worth(&self, terms: &[Terms; MAX_SEATS]) -> Vec<Worth> {
        terms[..self.players].iter().map(|terms| self.forecast.worth(terms, self.players)).collect()
    }

    /// Returns the luck of each seat so far, in the terms of forecasts.
    pub fn terms(&self) -> &[Terms] {
        &self.terms[..self.players]
    }
}
