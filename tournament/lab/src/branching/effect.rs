//! Effects: mean differences between two first steps over all positions of a study.

use statistics::{BlockedMean, holm};

/// A mean with its 95% CI and the two-sided p value of the hypothesis that it is zero; each is `None` if it cannot be computed.
#[derive(Copy, Clone, Debug)]
pub struct Estimate {
    pub mean: Option<f64>,
    pub low: Option<f64>,
    pub high: Option<f64>,
    pub p: Option<f64>,
}

/// The mean differences between two first steps. Positions come from different games, so each position is a separate block.
#[derive(Clone, Debug, Default)]
pub struct Effect {
    margin: BlockedMean,
    win_share: BlockedMean,
}

impl Effect {
    /// Adds the differences in margin and in win share at the next position.
    pub fn add(&mut self, margin: f64, win_share: f64) {
        self.note(margin, win_share);
        self.close();
    }

    /// Adds one of several differences at the current position.
    pub fn note(&mut self, margin: f64, win_share: f64) {
        self.margin.add(margin);
        self.win_share.add(win_share);
    }

    /// Ends the current position, to which differences were added with [`note`](Self::note).
    pub fn close(&mut self) {
        self.margin.close_block(0);
        self.win_share.close_block(0);
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
        Self { mean: mean.mean(), low, high, p: mean.p_value() }
    }

    /// Limits the interval to possible differences of two shares, from -1 to 1. With few positions, it may extend beyond them.
    #[must_use]
    pub fn between_shares(self) -> Self {
        let (low, high) = (self.low.map(|low| low.max(-1.0)), self.high.map(|high| high.min(1.0)));
        Self { low, high, ..self }
    }
}

/// Applies Holm's correction to the p-values of a family that exist, and puts each in its place.
pub fn correct<'a>(family: impl Iterator<Item = (Option<f64>, &'a mut Option<f64>)>) {
    let (values, places): (Vec<_>, Vec<_>) = family.unzip();
    for (place, corrected) in places.into_iter().zip(holm(&values)) {
        *place = corrected;
    }
}
