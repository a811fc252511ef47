//! The objective of tuning, and the payoff that measures it.

use engine::{Outcome, Seat};
use serde::Serialize;

/// The objective that candidates maximize.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Objective {
    /// The margin over the best other seat, with diminishing returns.
    #[default]
    Margin,
    /// The share of the win.
    Win,
}

impl Objective {
    /// All objectives, each with its word in commands and its meaning.
    pub const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Margin, "margin", "Points ahead of the best opponent, with diminishing returns"),
        (Self::Win, "win", "Win share"),
    ];
}

/// Converts a game's outcome into a seat's payoff, from 0 to 1.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct Payoff {
    /// The objective that the payoff measures.
    #[serde(rename = "payoff")]
    pub goal: Objective,
    /// The margin in points that is worth half as much as an infinite margin; more than 0.
    pub margin: f64,
}

impl Payoff {
    /// Returns the payoff of a seat.
    pub fn of(self, outcome: &Outcome, seat: Seat) -> f64 {
        match self.goal {
            Objective::Win => outcome.win_share(seat),
            Objective::Margin => {
                let margin = f64::from(outcome.margin(seat));
                0.5 + 0.5 * margin / (margin.abs() + self.margin)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_payoff_is_half_for_a_draw_and_grows_with_the_margin() {
        let payoff = |goal, mine, other| {
            let outcome = Outcome::new([(mine, 0), (other, 0)]);
            Payoff { goal, margin: 10.0 }.of(&outcome, Seat::new(0))
        };
        let pairs = [
            (payoff(Objective::Margin, 20, 20), 0.5),
            (payoff(Objective::Margin, 30, 20), 0.75),
            (payoff(Objective::Margin, 20, 30), 0.25),
            (payoff(Objective::Win, 20, 20), 0.5),
            (payoff(Objective::Win, 21, 20), 1.0),
        ];
        assert!(pairs.iter().all(|(payoff, expected)| (payoff - expected).abs() < 1e-12));
    }
}
