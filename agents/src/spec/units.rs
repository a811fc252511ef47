//! Parsing of whole numbers in human notation: `10k`, `1e3`, `1_000`, `200ms`, `1.5s`.

/// A unit's symbol and its size.
type Unit = (&'static str, u64);

const COUNTS: &[Unit] = &[
    ("", 1),
    ("k", 1_000),
    ("K", 1_000),
    ("m", 1_000_000),
    ("M", 1_000_000),
    ("g", 1_000_000_000),
    ("G", 1_000_000_000),
];

/// Units of time, in milliseconds. `m` is missing because it could mean a minute, a million or a millisecond.
const TIMES: &[Unit] = &[
    ("", 1),
    ("ms", 1),
    ("s", 1_000),
    ("min", 60_000),
    ("k", 1_000),
    ("K", 1_000),
    ("M", 1_000_000),
];

/// Parses a count, such as `1000`, `1k`, `2.5M`, `1e3` or `1_000`. Returns `None` if it is not a
/// whole number.
pub fn count(text: &str) -> Option<u64> {
    whole(text, COUNTS)
}

/// Parses a time in milliseconds, such as `200`, `200ms`, `1.5s` or `2min`.
pub fn milliseconds(text: &str) -> Option<u64> {
    whole(text, TIMES)
}

/// Returns the number times its unit, if the product is a whole number and fits into the type.
fn whole(text: &str, units: &[Unit]) -> Option<u64> {
    let product = |&(symbol, size): &Unit| exactly(text.strip_suffix(symbol)?, size);
    units.iter().find_map(product)
}

/// Multiplies a decimal number, which may have an exponent and underscores, by a unit.
fn exactly(number: &str, unit: u64) -> Option<u64> {
    let is_digit = |character: char| character.is_ascii_digit();
    if !number.starts_with(is_digit) || number.split('_').any(str::is_empty) {
        return None;
    }
    let number = number.replace('_', "");
    let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((&number, "0"));
    let (whole, decimals) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    // 1.25e3 is 125 times 10.
    let digits: u64 = format!("{whole}{decimals}").parse().ok()?;
    let shift = exponent.parse::<i32>().ok()?.checked_sub(decimals.len().try_into().ok()?)?;
    let power = 10_u128.checked_pow(shift.unsigned_abs())?;
    let value = u128::from(digits) * u128::from(unit);
    let value = if shift < 0 {
        (value % power == 0).then_some(value / power)
    } else {
        value.checked_mul(power)
    };
    value?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_times_are_exact() {
        for (text, value) in [
            ("0", 0),
            ("500", 500),
            ("10k", 10_000),
            ("10K", 10_000),
            ("2m", 2_000_000),
            ("2M", 2_000_000),
            ("1G", 1_000_000_000),
            ("2.5k", 2_500),
            ("1e3", 1_000),
            ("2.5E+4", 25_000),
            ("1500e-2", 15),
            ("1_000", 1_000),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(count(text), Some(value), "{text}");
        }
        for (text, value) in [
            ("200", 200),
            ("200ms", 200),
            ("1s", 1_000),
            ("1.5s", 1_500),
            ("2min", 120_000),
            ("1e3", 1_000),
            ("1k", 1_000),
        ] {
            assert_eq!(milliseconds(text), Some(value), "{text}");
        }
        assert_eq!((milliseconds("2m"), count("2ms")), (None, None), "ambiguous, and a time");
        for text in [
            "", "k", "-1", "+1", "_1", "1.5", "1e", "e3", "1e-3", "1e30", "1e400", "1kk", "1 k",
            "1h", "s", "many", "inf", "nan", "0x10", "1_", "1__0",
        ] {
            assert_eq!((count(text), milliseconds(text)), (None, None), "{text}");
        }
    }
}
