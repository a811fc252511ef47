//! Numbers with units: `10k`, `1e3`, `200ms`, `1.5s`.

/// Parses a count, such as `1000`, `1k`, `2.5M` or `1e3`. Returns `None` if it is not a whole
/// number.
pub fn count(text: &str) -> Option<u64> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        return text.parse().ok();
    }
    whole(text, &[("k", 1e3), ("K", 1e3), ("M", 1e6), ("", 1.0)])
}

/// Parses a time in milliseconds, such as `200`, `200ms`, `1.5s` or `2min`.
pub fn milliseconds(text: &str) -> Option<u64> {
    count(text).or_else(|| whole(text, &[("ms", 1.0), ("s", 1e3), ("min", 6e4)]))
}

/// Returns the number before one of these units, times the unit, if that is whole and exact.
fn whole(text: &str, units: &[(&str, f64)]) -> Option<u64> {
    let with = |&(unit, factor): &(&str, f64)| {
        let number: f64 = text.strip_suffix(unit)?.parse().ok()?;
        let value = number * factor;
        let is_count = value.fract() == 0.0 && (0.0..=(1_u64 << 53) as f64).contains(&value);
        (is_count && text.starts_with(|first: char| first.is_ascii_digit())).then_some(value as u64)
    };
    units.iter().find_map(with)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_times_have_units() {
        let counts = ["0", "120", "10k", "1e3", "2.5k", "3M", "18446744073709551615"].map(count);
        let expected = [0, 120, 10_000, 1000, 2500, 3_000_000, u64::MAX].map(Some);
        assert_eq!(counts, expected);
        let times = ["200", "200ms", "1s", "1.5s", "2min", "1e3"].map(milliseconds);
        assert_eq!(times, [200, 200, 1000, 1500, 120_000, 1000].map(Some));
        for text in ["", "k", "-1", "+1", "1.5", "1kk", "1 k", "inf", "nan", "1e400", "s", "1h"] {
            assert_eq!((count(text), milliseconds(text)), (None, None), "{text}");
        }
    }
}
