//! An effect: what one first step brings and another does not, averaged over positions.

use crate::statistics::BlockedMean;

/// A mean and its 95% CI, as far as there are any.
#[derive(Copy, Clone, Debug)]
pub struct Estimate {
    pub mean: Option<f64>,
    pub low: Option<f64>,
    pub high: Option<f64>,
}

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

    /// The mean difference in margin.
    pub fn margin(&self) -> Estimate {
        Estimate::of(&self.margin)
    }

    /// The mean difference in win share.
    pub fn win_share(&self) -> Estimate {
        Estimate::of(&self.win_share)
    }
}

impl Estimate {
    fn of(mean: &BlockedMean) -> Self {
        let (low, high) = mean.interval().unzip();
        Self { mean: mean.mean(), low, high }
    }

    /// What of the interval is possible for the difference of two shares: with few positions it may reach
    /// beyond.
    #[must_use]
    pub fn between_shares(self) -> Self {
        let (low, high) = (self.low.map(|low| low.max(-1.0)), self.high.map(|high| high.min(1.0)));
        Self { low, high, ..self }
    }
}
