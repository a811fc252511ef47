//! Sorting from best to worst.

/// Returns the places of the values from the highest to the lowest; equal values keep their order.
pub(crate) fn best_first(values: &[f64]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..values.len()).collect();
    places.sort_by(|&one, &other| values[other].total_cmp(&values[one]));
    places
}

/// Sorts items from the highest to the lowest value; equal ones keep their order. Only places are sorted, so that no sort is
/// compiled for each type of item, and large items move little.
pub(crate) fn sort_best_first<T>(items: &mut [T], value: impl Fn(&T) -> f64) {
    let values: Vec<f64> = items.iter().map(value).collect();
    let places = best_first(&values);
    for (place, &from) in places.iter().enumerate() {
        let mut from = from;
        // An item from before this place was swapped away from there.
        while from < place {
            from = places[from];
        }
        items.swap(place, from);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_come_first_and_equals_keep_their_order() {
        let mut items: Vec<(f64, usize)> =
            (0..100).map(|number| ((number * 37 % 11) as f64, number)).collect();
        let mut expected = items.clone();
        expected.sort_by(|one, other| other.0.total_cmp(&one.0));
        sort_best_first(&mut items, |item| item.0);
        assert_eq!(items, expected);
        sort_best_first::<f64>(&mut [], |&value| value);
    }
}
