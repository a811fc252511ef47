//! Levels: where a position stands on a curve.

/// A value of what a curve runs over, or a range of values.
#[derive(Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub struct Level {
    /// What it is ordered by.
    place: Vec<i64>,
    name: String,
}

impl Level {
    /// A value of its own.
    pub fn exactly(value: i64) -> Self {
        Self { place: vec![value], name: value.to_string() }
    }

    /// Something that no number says, and its place among its kind.
    pub fn named(place: i64, name: &str) -> Self {
        Self { place: vec![place], name: name.to_owned() }
    }

    /// The range that the value falls into. Ranges begin with these numbers, which ascend; there is one
    /// more below the first.
    pub fn among(value: i64, begins: &[i64]) -> Self {
        let number = begins.partition_point(|&begin| begin <= value);
        let name = match (number.checked_sub(1).map(|number| begins[number]), begins.get(number)) {
            (None, None) => "any".to_owned(),
            (None, Some(end)) => format!("less than {end}"),
            (Some(begin), None) => format!("{begin} and more"),
            (Some(begin), Some(&end)) if begin + 1 == end => begin.to_string(),
            (Some(begin), Some(end)) => format!("{begin} to {}", end - 1),
        };
        Self { place: vec![number as i64], name }
    }

    /// Both at once, for a curve over two things.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.place.extend(other.place);
        self.name = format!("{}, {}", self.name, other.name);
        self
    }

    /// What tables call it.
    pub fn name(&self) -> &str {
        &self.name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_named_by_their_ends() {
        let name = |value| Level::among(value, &[-5, 0, 1, 6]).name;
        assert_eq!(name(-6), "less than -5");
        assert_eq!((name(-5), name(-1)), ("-5 to -1".into(), "-5 to -1".into()));
        assert_eq!((name(0), name(3), name(6)), ("0".into(), "1 to 5".into(), "6 and more".into()));
    }

    #[test]
    fn levels_stand_in_the_order_of_numbers_and_not_of_words() {
        assert!(Level::exactly(9) < Level::exactly(10));
        assert!(Level::among(-9, &[-5, 0]) < Level::among(-3, &[-5, 0]));
        let both = |value, turn| Level::exactly(value).and(Level::among(turn, &[1, 11]));
        assert!(both(2, 30) < both(4, 5) && both(4, 5) < both(4, 30));
        assert_eq!(both(4, 5).name(), "4, 1 to 10");
    }
}
