//! Differences between manifests.

use serde_json::Value as Json;
use std::fmt;

/// A difference between two manifests.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Difference {
    /// The path to the differing value.
    pub place: String,
    /// The value in the first manifest, as JSON or `absent`.
    pub here: String,
    /// The value in the second manifest.
    pub there: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is {}, not {}", self.place, self.here, self.there)
    }
}

/// Returns the first difference between two values at a path; `None` if they are equal.
pub fn difference(place: String, here: Option<&Json>, there: Option<&Json>) -> Option<Difference> {
    match (here, there) {
        _ if here == there => None,
        (Some(Json::Object(a)), Some(Json::Object(b))) => {
            let names = a.keys().chain(b.keys().filter(|name| !a.contains_key(*name)));
            names
                .map(|name| (format!("{place}.{name}"), a.get(name), b.get(name)))
                .find_map(|(place, here, there)| difference(place, here, there))
        }
        (Some(Json::Array(a)), Some(Json::Array(b))) => {
            let items = 0..a.len().max(b.len());
            items
                .map(|item| (format!("{place}[{item}]"), a.get(item), b.get(item)))
                .find_map(|(place, here, there)| difference(place, here, there))
        }
        _ => {
            let text = |value: Option<&Json>| value.map_or("absent".to_owned(), Json::to_string);
            Some(Difference { place, here: text(here), there: text(there) })
        }
    }
}
