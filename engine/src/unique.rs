//! JSON without duplicate keys. Duplicates are rejected because JSON readers disagree on which of the two values counts.

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::map::Entry;
use serde_json::{Map, Value};
use std::fmt;

/// A JSON value, or a description of its first duplicate key. The caller adds the place of the value to the error message.
pub struct Unique<T = Value>(pub Result<T, String>);

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut twice = None;
        let value = Piece(&mut twice).deserialize(from)?;
        Ok(Self(twice.map_or(Ok(value), Err)))
    }
}

impl<'de> Deserialize<'de> for Unique<Map<String, Value>> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut twice = None;
        let value = from.deserialize_map(Piece(&mut twice))?;
        let Value::Object(map) = value else { return Err(D::Error::custom("expected an object")) };
        Ok(Self(twice.map_or(Ok(map), Err)))
    }
}

/// Deserializes a JSON value unchanged and notes the first duplicate key.
struct Piece<'a>(&'a mut Option<String>);

impl<'de> DeserializeSeed<'de> for Piece<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Value, D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Piece<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut all = Vec::new();
        while let Some(item) = items.next_element_seed(Piece(self.0))? {
            all.push(item);
        }
        Ok(all.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut all = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            let value = entries.next_value_seed(Piece(self.0))?;
            match all.entry(key) {
                Entry::Vacant(place) => {
                    place.insert(value);
                }
                Entry::Occupied(known) => {
                    let sentence = || format!("duplicate field `{}`", known.key());
                    self.0.get_or_insert_with(sentence);
                }
            }
        }
        Ok(all.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unique_keys_are_read_unchanged() {
        for text in [
            "null",
            "true",
            "-3",
            "18446744073709551615",
            "1.5",
            r#""a\nb""#,
            "[]",
            r#"{"b":[{"a":1},{"a":2}],"a":{"a":{}}}"#,
        ] {
            let unique: Unique = serde_json::from_str(text).unwrap();
            assert_eq!(unique.0.unwrap().to_string(), text);
        }
    }

    #[test]
    fn first_duplicate_key_is_reported() {
        for text in [
            r#"{"a":1,"a":1,"b":1,"b":1}"#,
            r#"[0,{"c":{"a":1,"\u0061":2}}]"#,
            r#"{"b":{"a":null,"c":3,"a":null}}"#,
        ] {
            let unique: Unique = serde_json::from_str(text).unwrap();
            assert_eq!(unique.0.unwrap_err(), "duplicate field `a`");
        }
    }
}
