//! What was perhaps meant by a name that nobody has.

/// Names less alike than that are no suggestion.
const ALIKE: f64 = 0.7;

/// Says that there is no such name, and which one was perhaps meant, or which there are.
pub fn unknown<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    let likeness = |other: &str| strsim::jaro(&name.to_lowercase(), other);
    let nearest = known.clone().max_by(|one, other| likeness(one).total_cmp(&likeness(other)));
    if let Some(nearest) = nearest.filter(|other| likeness(other) > ALIKE) {
        return format!("there is no {what} '{name}': did you mean '{nearest}'?");
    }
    let known: Vec<_> = known.collect();
    let (last, others) = known.split_last().expect("there is one at least");
    let or = if others.is_empty() { "" } else { " or " };
    format!("there is no {what} '{name}': choose {}{or}{last}", others.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_suggested_if_it_is_near() {
        let known = || ["chess", "go", "draughts"].into_iter();
        assert_eq!(
            unknown("game", "Ches", known()),
            "there is no game 'Ches': did you mean 'chess'?"
        );
        assert_eq!(
            unknown("game", "poker", known()),
            "there is no game 'poker': choose chess, go or draughts"
        );
    }
}
