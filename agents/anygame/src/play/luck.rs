//! What chance gives to the seats of a game.
//!
//! [`agents::forecast`] says what a chance event is worth: the forecast after it less its mean over all
//! possible events. The luck of a seat is the sum over the game. It is zero on average, so a result
//! minus any multiple of it that was fixed beforehand is as true as the result.

use agents::forecast::{Forecast, Forecaster, Terms, Worth, add};
use engine::{MAX_SEATS, PlayableGame};

/// Adds up the luck of all seats in one game.
pub struct LuckMeter<'a, G> {
    forecast: &'a Forecast<G>,
    forecaster: Forecaster,
    players: usize,
    /// Chance events so far.
    events: u64,
    terms: [Terms; MAX_SEATS],
}

impl<'a, G: PlayableGame> LuckMeter<'a, G> {
    /// Starts with no luck.
    pub fn new(forecast: &'a Forecast<G>, players: usize) -> Self {
        let terms = [Terms::default(); MAX_SEATS];
        Self { forecast, forecaster: Forecaster::default(), players, events: 0, terms }
    }

    /// Records a chance event that is about to happen.
    pub fn note(&mut self, before: &G, chance: G::Chance) {
        let Self { forecast, forecaster, events, terms, .. } = self;
        if let Some(surprise) = forecast.surprise(before, chance, *events, forecaster) {
            add(terms, &surprise, 1.0);
        }
        *events += 1;
    }

    /// Returns what chance has given to each seat so far.
    pub fn luck(&self) -> Vec<Worth> {
        let worth = |terms| self.forecast.worth(terms, self.players);
        self.terms().iter().map(worth).collect()
    }

    /// Returns the same in the terms of forecasts.
    pub fn terms(&self) -> &[Terms] {
        &self.terms[..self.players]
    }
}
