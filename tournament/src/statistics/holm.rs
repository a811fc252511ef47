//! Holm's correction for several tests (Holm: *A Simple Sequentially Rejective Multiple Test Procedure*, 1979).

/// Returns the p-values of a family of tests as Holm corrects them, in the given order: the smallest multiplied by the
/// number of tests, the next by one less, and so on, none below one before it and none above 1. A test without a
/// p-value does not belong to the family.
pub fn holm(values: &[Option<f64>]) -> Vec<Option<f64>> {
    let mut order: Vec<_> =
        values.iter().enumerate().filter_map(|(place, value)| Some((place, (*value)?))).collect();
    order.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    let mut corrected = vec![None; values.len()];
    let mut least = 0.0_f64;
    for (rank, &(place, value)) in order.iter().enumerate() {
        least = least.max(value * (order.len() - rank) as f64).min(1.0);
        corrected[place] = Some(least);
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As R's `p.adjust(c(.01, .04, .03, .5), "holm")` gives them.
    #[test]
    fn corrected_values_do_not_fall() {
        let found = holm(&[Some(0.01), Some(0.04), None, Some(0.03), Some(0.5)]);
        let expected = [Some(0.04), Some(0.09), None, Some(0.09), Some(0.5)];
        for (found, expected) in found.iter().zip(expected) {
            assert_eq!(found.is_some(), expected.is_some());
            assert!((found.unwrap_or(0.0) - expected.unwrap_or(0.0)).abs() < 1e-12, "{found:?}");
        }
        assert_eq!(holm(&[Some(0.9), Some(0.8)]), [Some(1.0), Some(1.0)]);
    }
}
