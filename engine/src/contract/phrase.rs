//! Phrases for people: keys with named values, from which a page can write sentences in any language.
//!
//! A game lists its phrases with the macro `phrases`, which has the English text next to each key. A phrase about an action of a
//! player has a second text, which addresses this player. Programs that show only English print a [`Phrase`] as it is. A page with
//! other languages translates it by its key; [`PhraseKind`] lists all keys and the types of their values, so that a build can check
//! that no translation is missing.

use super::Seat;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::fmt;

/// A phrase or sentence: a key, named values, and the English text.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Phrase {
    key: &'static str,
    values: Map<String, Value>,
    text: String,
    /// The English text that addresses the player `p`.
    #[serde(skip_serializing_if = "Option::is_none")]
    you: Option<String>,
}

impl Phrase {
    /// Creates a phrase from its key, its values by name, and its English texts. The macro [`phrases`] calls it.
    pub fn new<const N: usize>(
        key: &'static str,
        values: [(&str, Value); N],
        text: String,
        you: Option<String>,
    ) -> Self {
        let values = values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Self { key, values, text, you }
    }

    /// Creates a phrase that cannot be translated.
    pub fn untranslated(text: String) -> Self {
        Self { key: "", values: Map::new(), text, you: None }
    }

    /// Returns the key, which begins with the name of the game; empty for a phrase that cannot be translated.
    pub const fn key(&self) -> &'static str {
        self.key
    }

    /// Returns the key and the values as JSON, without the English text.
    pub fn data(&self) -> Value {
        json!({"key": self.key, "values": self.values})
    }
}

/// Prints the English text.
impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// The description of a key for translations.
pub struct PhraseKind {
    /// The key.
    pub key: &'static str,
    /// The names of the values and their types, as TypeScript writes them.
    pub values: fn() -> Vec<(&'static str, String)>,
}

/// A value in a phrase.
pub trait PhraseValue {
    /// Returns the type of the JSON form, as TypeScript writes it.
    fn kind() -> String;

    /// Returns the JSON form. By default, it is the English text.
    fn json(&self) -> Value {
        self.english().into()
    }

    /// Returns the English text.
    fn english(&self) -> String;
}

/// Declares the phrases of a game: for each, a function that makes the phrase from its values, and an entry in `PHRASES`.
#[macro_export]
macro_rules! phrases {
    (
        in $game:literal;
        $( $name:ident($($value:ident: $kind:ty),*) = $english:literal $(, $you:literal)?; )+
    ) => {
        $(
            pub(super) fn $name($($value: $kind),*) -> $crate::phrase::Phrase {
                let values = [$((stringify!($value), $crate::phrase::PhraseValue::json(&$value))),*];
                $(let $value = $crate::phrase::PhraseValue::english(&$value);)*
                let key = concat!($game, ".", stringify!($name));
                let you: &[String] = &[$(format!($you))?];
                $crate::phrase::Phrase::new(key, values, format!($english), you.first().cloned())
            }
        )+

        /// All phrases of the game.
        pub(super) const PHRASES: &[$crate::phrase::PhraseKind] = &[$(
            $crate::phrase::PhraseKind {
                key: concat!($game, ".", stringify!($name)),
                values: || vec![$(
                    (stringify!($value), <$kind as $crate::phrase::PhraseValue>::kind())
                ),*],
            },
        )+];
    };
}
pub use phrases;

impl PhraseValue for u8 {
    fn kind() -> String {
        "number".to_owned()
    }

    fn json(&self) -> Value {
        (*self).into()
    }

    fn english(&self) -> String {
        self.to_string()
    }
}

/// A seat: a letter in English and the seat number in JSON.
impl PhraseValue for Seat {
    fn kind() -> String {
        "number".to_owned()
    }

    fn json(&self) -> Value {
        self.index().into()
    }

    fn english(&self) -> String {
        self.letter().into()
    }
}

/// A number of things: `1 ship`, `2 ships`, and only the number in JSON.
pub struct Count {
    /// The number.
    pub number: usize,
    /// The thing, in the singular.
    pub thing: &'static str,
}

impl PhraseValue for Count {
    fn kind() -> String {
        "number".to_owned()
    }

    fn json(&self) -> Value {
        self.number.into()
    }

    fn english(&self) -> String {
        format!("{} {}{}", self.number, self.thing, if self.number == 1 { "" } else { "s" })
    }
}

/// A list in a sentence: `A, B and C`.
pub struct Listed<T>(pub Vec<T>);

impl<T: PartialEq> Listed<T> {
    /// Creates a list without equal neighbours.
    pub fn unique(mut values: Vec<T>) -> Self {
        values.dedup();
        Self(values)
    }
}

impl<T: PhraseValue> PhraseValue for Listed<T> {
    fn kind() -> String {
        format!("{}[]", T::kind())
    }

    fn json(&self) -> Value {
        self.0.iter().map(T::json).collect()
    }

    fn english(&self) -> String {
        let texts: Vec<_> = self.0.iter().map(T::english).collect();
        match &texts[..] {
            [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
            _ => texts.concat(),
        }
    }
}

/// Phrases one after another, separated by commas (`Parts<','>`) or semicolons (`Parts<';'>`).
pub struct Parts<const MARK: char>(pub Vec<Phrase>);

impl<const MARK: char> PhraseValue for Parts<MARK> {
    fn kind() -> String {
        "Phrase[]".to_owned()
    }

    fn json(&self) -> Value {
        json!(self.0)
    }

    fn english(&self) -> String {
        let texts: Vec<_> = self.0.iter().map(Phrase::to_string).collect();
        texts.join(&format!("{MARK} "))
    }
}

/// Numbers of things by owner: `2 of A, 1 of D`. The JSON form is a list of seats and numbers.
pub struct Owned(pub Vec<(Seat, u8)>);

impl Owned {
    /// Creates the list from a number for each seat.
    pub fn of(counts: &[u8]) -> Self {
        let seats = counts.iter().enumerate().filter(|&(_, &count)| count > 0);
        Self(seats.map(|(seat, &count)| (Seat::new(seat), count)).collect())
    }
}

impl PhraseValue for Owned {
    fn kind() -> String {
        "[number, number][]".to_owned()
    }

    fn json(&self) -> Value {
        json!(self.0)
    }

    fn english(&self) -> String {
        let numbers = self.0.iter().map(|(seat, count)| format!("{count} of {}", seat.letter()));
        let numbers = numbers.collect::<Vec<_>>().join(", ");
        if numbers.is_empty() { "none".to_owned() } else { numbers }
    }
}

/// The ships of a fleet by owner: `2 ships of A, 1 of D`. The JSON form is the one of [`Owned`].
pub struct Ships(pub Owned);

impl Ships {
    /// Creates the list from a number for each seat.
    pub fn of(counts: &[u8]) -> Self {
        Self(Owned::of(counts))
    }
}

impl PhraseValue for Ships {
    fn kind() -> String {
        Owned::kind()
    }

    fn json(&self) -> Value {
        self.0.json()
    }

    fn english(&self) -> String {
        let ships = if let Some((_, 1)) = self.0.0.first() { " ship of" } else { " ships of" };
        self.0.english().replacen(" of", ships, 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    phrases! {
        in "test";
        pass(p: Seat) = "{p} passes.", "You pass.";
        gain(all: Listed<Seat>, cards: Count) = "{all} draw {cards}.";
        seat(parts: Parts<','>) = "{parts}";
    }

    fn players(seats: &[usize]) -> Listed<Seat> {
        Listed(seats.iter().copied().map(Seat::new).collect())
    }

    #[test]
    fn phrases_have_a_key_values_and_an_english_text() {
        let phrase = gain(players(&[0, 1, 3]), Count { number: 1, thing: "card" });
        assert_eq!(phrase.to_string(), "A, B and D draw 1 card.");
        assert_eq!(phrase.key(), "test.gain");
        assert_eq!(
            phrase.data(),
            json!({"key": "test.gain", "values": {"all": [0, 1, 3], "cards": 1}})
        );
        assert_eq!(json!(phrase).get("you"), None);
        assert_eq!(json!(pass(Seat::new(1)))["you"], "You pass.");
        let both = seat(Parts(vec![pass(Seat::new(2)), Phrase::untranslated("x".into())]));
        assert_eq!(both.to_string(), "C passes., x");
        assert_eq!(both.data()["values"]["parts"][0]["key"], "test.pass");
    }

    #[test]
    fn kinds_list_the_values_with_their_types() {
        let kinds = PHRASES.iter().map(|kind| {
            let values = (kind.values)().into_iter();
            let values: Vec<_> = values.map(|(name, kind)| format!("{name}: {kind}")).collect();
            format!("{} {}", kind.key, values.join(", "))
        });
        assert_eq!(
            kinds.collect::<Vec<_>>(),
            [
                "test.pass p: number",
                "test.gain all: number[], cards: number",
                "test.seat parts: Phrase[]"
            ]
        );
    }

    #[test]
    fn fleets_count_ships_by_owner() {
        assert_eq!(Ships::of(&[2, 0, 0, 1]).english(), "2 ships of A, 1 of D");
        assert_eq!(Ships::of(&[0, 1]).english(), "1 ship of B");
        assert_eq!(Ships::of(&[0]).english(), "none");
        assert_eq!(Ships::of(&[2, 0, 1]).json(), json!([[0, 2], [2, 1]]));
        assert_eq!(players(&[0]).english(), "A");
        assert_eq!(Listed::unique(vec![1_u8, 1, 2]).english(), "1 and 2");
    }
}
