//! The forecasts of a game's winner, turn by turn.

use super::Forecast;
use engine::{Evaluated, Seat, Turn};

/// The win share that every seat could expect before a turn.
#[derive(Clone, PartialEq, Debug)]
pub struct TurnForecast {
    /// The turn, from 1.
    pub turn: u32,
    /// The expected win share of each seat; they sum to 1.
    pub win_shares: Vec<f64>,
}

/// Collects the forecasts before all turns of a game.
pub struct Outlook<'a, G> {
    forecast: &'a Forecast<G>,
    turns: Vec<TurnForecast>,
}

impl<'a, G: Evaluated> Outlook<'a, G> {
    /// Creates an outlook for a game that has not begun.
    pub const fn new(forecast: &'a Forecast<G>) -> Self {
        Self { forecast, turns: Vec::new() }
    }

    /// Adds the forecast for a position if a turn is about to begin there.
    pub fn note(&mut self, position: &G) {
        // Lets the compiler drop the rest for games that have no forecasts.
        if G::OUTCOME_MODEL.is_none() || !position.is_between_turns() {
            return;
        }
        if position.turn() != Turn::Over {
            let terms = self.forecast.terms(position);
            let shares = Seat::all(position.players()).map(|seat| terms[seat.index()][0]);
            let turn = position.turns_played() + 1;
            self.turns.push(TurnForecast { turn, win_shares: shares.collect() });
        }
    }

    /// Returns the forecasts in the order of the turns.
    pub fn finish(self) -> Vec<TurnForecast> {
        self.turns
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Game, Seed};

    #[test]
    fn every_turn_has_a_forecast_before_it() {
        let forecast = Forecast::built_in().unwrap();
        let mut game = tongiaki::State::new(&tongiaki::Setup::new(3).unwrap());
        let (mut outlook, mut rng) = (Outlook::new(&forecast), Seed::new(4).rng());
        while game.turn() != Turn::Over {
            outlook.note(&game);
            match game.turn() {
                Turn::Chance => game.happen(game.random_chance(&mut rng)),
                _ => game.play(game.random_move(&mut rng)),
            }
        }
        outlook.note(&game);
        let turns = outlook.finish();
        assert!(turns.iter().map(|one| one.turn).eq(1..=game.turns_played()));
        assert!(turns.iter().all(|one| (one.win_shares.iter().sum::<f64>() - 1.0).abs() < 1e-9));
        let shares = |one: &TurnForecast| one.win_shares.clone();
        assert_ne!(turns.first().map(shares), turns.last().map(shares));
    }
}
