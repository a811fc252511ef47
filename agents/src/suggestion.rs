//! Suggestions for misspelled names.

/// Returns the error message for an unknown name, with the most similar known name or a list of all known
/// names.
///
/// # Examples
/// ```
/// let known = ["chess", "go", "draughts"];
/// let sentence = agents::unknown("game", "Ches", &known);
/// assert_eq!(sentence, "there is no game 'Ches': did you mean 'chess'?");
/// let sentence = agents::unknown("game", "poker", &known);
/// assert_eq!(sentence, "there is no game 'poker': choose chess, go or draughts");
/// ```
pub fn unknown(what: &str, name: &str, known: &[&str]) -> String {
    let advice = did_you_mean(name, known).unwrap_or_else(|| match known {
        [others @ .., last] if !others.is_empty() => {
            format!("choose {} or {last}", others.join(", "))
        }
        _ => format!("choose {}", known.concat()),
    });
    format!("there is no {what} '{name}': {advice}")
}

/// Returns a question with the most similar known name, if any is similar enough.
pub(crate) fn did_you_mean(name: &str, known: &[&str]) -> Option<String> {
    let name = name.to_lowercase();
    let distance = |other: &str| strsim::damerau_levenshtein(&name, other);
    let nearest = known.iter().min_by_key(|other| distance(other))?;
    (3 * distance(nearest) <= nearest.len().max(3)).then(|| format!("did you mean '{nearest}'?"))
}
