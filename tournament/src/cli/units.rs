//! Counts as people write them: `10k`, `1e3`, `1_000`.

/// Not a count.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("write a whole number such as 500, 10k, 2M, 1e5 or 1_000")]
pub struct CountError;

/// What the letters after a number stand for.
const UNITS: [(char, u64); 3] = [('k', 1_000), ('m', 1_000_000), ('g', 1_000_000_000)];

/// Reads a count.
///
/// # Errors
/// If it is not a whole number, or does not fit into 64 bits.
pub fn count(text: &str) -> Result<u64, CountError> {
    read(&text.to_ascii_lowercase()).ok_or(CountError)
}

fn read(text: &str) -> Option<u64> {
    let unit = UNITS.iter().find_map(|&(letter, unit)| Some((text.strip_suffix(letter)?, unit)));
    let (number, unit) = unit.unwrap_or((text, 1));
    let (mantissa, exponent) = number.split_once('e').unwrap_or((number, "0"));
    let exponent: u32 = exponent.strip_prefix('+').unwrap_or(exponent).parse().ok()?;
    let (whole, decimals) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if !whole.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    // 1.25e3 is 125 times 10.
    let digits = format!("{whole}{decimals}").replace('_', "");
    let scale = 10_u64.checked_pow(exponent)?.checked_mul(unit)?;
    let divisor = 10_u64.checked_pow(decimals.len().try_into().ok()?)?;
    let value = u128::from(digits.parse::<u64>().ok()?) * u128::from(scale);
    let value = (value % u128::from(divisor) == 0).then_some(value / u128::from(divisor))?;
    value.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_may_have_units_exponents_and_underscores() {
        for (text, value) in [
            ("0", 0),
            ("500", 500),
            ("10k", 10_000),
            ("10K", 10_000),
            ("2M", 2_000_000),
            ("1.5k", 1_500),
            ("1e3", 1_000),
            ("2.5E+4", 25_000),
            ("1_000", 1_000),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(count(text), Ok(value), "{text}");
        }
        for text in ["", "-1", "k", "1.5", "1e", "e3", "1kk", "_1", "many", "0x10", "1e-3", "1e30"]
        {
            assert_eq!(count(text), Err(CountError), "{text}");
        }
    }
}
