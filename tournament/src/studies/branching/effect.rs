//! An effect: the mean difference between two first steps over positions.

use crate::statistics::BlockedMean;

/// A mean and its 95% CI, where they exist.
#[derive(Copy, Clone, Debug)]
pub struct Estimate {
    pub mean: Option<f64>,
    pub low: Option<f64>,
    pub high: Option<f64>,
}

/// The mean difference between two first steps. Positions are from different games, so each is a
/// block of its own.
#[derive(Clone, Debug, Default)]
pub struct Effect {
    margin: BlockedMean,
    win_share: BlockedMean,
}

impl Effect {
    /// Adds the next position's differences in margin and in win share.
    pub fn add(&mut self, margin: f64, win_share: f64) {
        for (mean, difference) in [(&mut self.margin, margin), (&mut self.win_share, win_share)] {
            mean.add(difference);
            mean.close_block(0, None);
        }
    }

    /// Returns the number of positions.
    pub const fn count(&self) -> u64 {
        self.margin.count()
    }

    /// Returns the mean difference in margin.
    pub fn margin(&self) -> Estimate {
        Estimate::of(&self.margin)
    }

    /// Returns the mean difference in win share.
    pub fn win_share(&self) -> Estimate {
        Estimate::of(&self.win_share)
    }
}

impl Estimate {
    fn of(mean: &BlockedMean) -> Self {
        let (low, high) = mean.interval().unzip();
        Self { mean: mean.mean(), low, high }
    }

    /// Cuts the interval to the possible differences of two shares; with few positions, it may
    /// extend beyond them.
    #[must_use]
    pub fn between_shares(self) -> Self {
        let (low, high) = (self.low.map(|low| low.max(-1.0)), self.high.map(|high| high.min(1.0)));
        Self { low, high, ..self }
    }
}
