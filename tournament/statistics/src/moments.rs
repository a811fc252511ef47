//! Running mean and standard deviation of numbers.

/// Count, mean and variance of a stream of numbers.
///
/// The sums need no compensation: points, ranks and win shares are small, so no precision is lost, and means of whole numbers are
/// exact.
#[derive(Copy, Clone, Debug, Default)]
pub struct Moments {
    count: u64,
    sum: f64,
    squares: f64,
}

impl Moments {
    /// Adds a value.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    /// Returns the number of values.
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Returns the mean, or `None` without values.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }

    /// Returns the unbiased variance, or `None` with fewer than two values.
    pub fn variance(&self) -> Option<f64> {
        let squares = self.squares - self.mean()? * self.sum;
        (self.count > 1).then(|| squares.max(0.0) / (self.count - 1) as f64)
    }

    /// Returns the standard deviation, or `None` with fewer than two values.
    pub fn deviation(&self) -> Option<f64> {
        self.variance().map(f64::sqrt)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_numbers() {
        let mut moments = Moments::default();
        assert_eq!((moments.mean(), moments.variance()), (None, None));
        for value in [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0] {
            moments.add(value);
        }
        assert_eq!((moments.count(), moments.mean()), (8, Some(5.0)));
        assert!((moments.variance().unwrap() - 32.0 / 7.0).abs() < 1e-12);
    }

    #[test]
    fn one_number_has_no_spread() {
        let mut moments = Moments::default();
        moments.add(3.0);
        assert_eq!((moments.mean(), moments.deviation()), (Some(3.0), None));
    }
}
