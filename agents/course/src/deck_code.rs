//! Decks as digits of a code, for games whose seed does not determine their deck.
//!
//! A deck is JSON. Its texts and pairs are written by their number in the alphabet of another deck of the game.

use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// A digit and its base.
pub type Digit = (usize, usize);

/// The base of lengths and numbers.
const BYTE: usize = 256;
/// Limit on the nesting of a deck.
const DEEPEST: usize = 8;

/// The texts, pairs and keys that decks of a game contain.
#[derive(Default)]
pub struct Alphabet {
    atoms: Vec<Value>,
    keys: Vec<String>,
}

/// Returns whether a value is written as a whole: a text, or a pair of a number and a text.
fn is_atom(value: &Value) -> bool {
    match value {
        Value::String(_) => true,
        Value::Array(parts) => {
            matches!(parts.as_slice(), [Value::Number(_), Value::String(_)])
        }
        _ => false,
    }
}

impl Alphabet {
    /// Collects the alphabet of a deck.
    pub fn of(deck: &Value) -> Self {
        let (mut atoms, mut keys) = (BTreeSet::new(), BTreeSet::new());
        collect(deck, &mut atoms, &mut keys);
        let atoms = atoms.iter().filter_map(|atom| serde_json::from_str(atom).ok()).collect();
        Self { atoms, keys: keys.into_iter().collect() }
    }

    /// Writes a deck. Returns `None` if it contains anything outside the alphabet.
    pub fn write(&self, value: &Value, digits: &mut Vec<Digit>) -> Option<()> {
        let kind = |kind| (kind, 5);
        let length = |length| if length < BYTE { Some((length, BYTE)) } else { None };
        let atom = |value: &Value| {
            Some((self.atoms.iter().position(|atom| atom == value)?, self.atoms.len()))
        };
        match value {
            _ if is_atom(value) => digits.extend([kind(0), atom(value)?]),
            Value::Number(number) => {
                digits.extend([kind(1), length(usize::try_from(number.as_u64()?).ok()?)?]);
            }
            Value::Array(parts) if parts.iter().all(is_atom) => {
                digits.extend([kind(2), length(parts.len())?]);
                for part in parts {
                    digits.push(atom(part)?);
                }
            }
            Value::Array(parts) => {
                digits.extend([kind(3), length(parts.len())?]);
                for part in parts {
                    self.write(part, digits)?;
                }
            }
            Value::Object(entries) => {
                digits.extend([kind(4), length(entries.len())?]);
                for (key, part) in entries {
                    let place = self.keys.iter().position(|known| known == key)?;
                    digits.push((place, self.keys.len()));
                    self.write(part, digits)?;
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// Reads a deck; `next` returns the next digit for a base.
    pub fn read(&self, next: &mut impl FnMut(usize) -> usize, depth: usize) -> Option<Value> {
        if depth > DEEPEST || self.atoms.is_empty() {
            return None;
        }
        let atom = |digit: usize| self.atoms.get(digit).cloned();
        Some(match next(5) {
            0 => atom(next(self.atoms.len()))?,
            1 => next(BYTE).into(),
            2 => {
                let length = next(BYTE);
                (0..length).map(|_| atom(next(self.atoms.len()))).collect::<Option<_>>()?
            }
            3 => {
                let length = next(BYTE);
                (0..length).map(|_| self.read(next, depth + 1)).collect::<Option<_>>()?
            }
            _ => {
                let mut entries = Map::new();
                for _ in 0..next(BYTE) {
                    let key = self.keys.get(next(self.keys.len().max(1)))?.clone();
                    entries.insert(key, self.read(next, depth + 1)?);
                }
                entries.into()
            }
        })
    }
}

fn collect(value: &Value, atoms: &mut BTreeSet<String>, keys: &mut BTreeSet<String>) {
    match value {
        _ if is_atom(value) => {
            atoms.insert(value.to_string());
        }
        Value::Array(parts) => parts.iter().for_each(|part| collect(part, atoms, keys)),
        Value::Object(entries) => {
            for (key, part) in entries {
                keys.insert(key.clone());
                collect(part, atoms, keys);
            }
        }
        _ => {}
    }
}
