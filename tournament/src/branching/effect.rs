//! An effect: what one first step brings and another does not, averaged over positions.

use crate::statistics::BlockedMean;

/// An interval of 95%.
type Interval = Option<(f64, f64)>;

/// The mean difference between two first steps. Positions are from different games, so each is a block
/// of its own.
#[derive(Clone, Debug, Default)]
pub struct Effect {
    margin: BlockedMean,
    win_share: BlockedMean,
}

impl Effect {
    /// Takes in the next position: the differences there in margin and in win share.
    pub fn add(&mut self, margin: f64, win_share: f64) {
        for (mean, difference) in [(&mut self.margin, margin), (&mut self.win_share, win_share)] {
            mean.add(difference);
            mean.close_block(0, None);
        }
    }

    /// How many positions there are.
    pub const fn count(&self) -> u64 {
        self.margin.count()
    }

    /// The mean difference in margin, and its interval.
    pub fn margin(&self) -> (Option<f64>, Interval) {
        (self.margin.mean(), self.margin.interval())
    }

    /// The mean difference in win share, and its interval.
    pub fn win_share(&self) -> (Option<f64>, Interval) {
        (self.win_share.mean(), self.win_share.interval())
    }
}

/// What of an interval is possible for the difference of two shares: with few positions it may reach
/// beyond.
pub fn between_shares(interval: Interval) -> Interval {
    interval.map(|(low, high)| (low.max(-1.0), high.min(1.0)))
}

/// A difference in margin as people read it.
pub fn signed_points(value: Option<f64>) -> String {
    value.map_or("-".to_owned(), |value| format!("{value:+.2}"))
}

/// A difference in win share as people read it.
pub fn signed_percent(value: Option<f64>) -> String {
    value.map_or("-".to_owned(), |value| format!("{:+.1}%", 100.0 * value))
}

/// An interval, each end told by `tell`.
pub fn interval(low: Option<f64>, high: Option<f64>, tell: fn(Option<f64>) -> String) -> String {
    let ends = low.zip(high);
    ends.map_or("-".to_owned(), |(low, high)| {
        format!("{} to {}", tell(Some(low)), tell(Some(high)))
    })
}
