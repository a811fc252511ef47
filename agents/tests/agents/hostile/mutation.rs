//! Mutations of valid inputs: bits, pieces, numbers and nesting.

use engine::GameRng;
use rand::RngExt;
use std::ops::Range;

/// Maximum number of changes of one input.
const MOST_CHANGES: usize = 4;
/// Maximum length of inputs, in bytes.
const LONGEST: usize = 1 << 18;

/// Numbers at the limits of types, and strings that only resemble numbers.
const NUMBERS: [&str; 16] = [
    "0",
    "-1",
    "255",
    "65536",
    "4294967296",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "340282366920938463463374607431768211456",
    "1e308",
    "1e999",
    "-1e999",
    "0.1",
    "00",
    "nan",
    "1_000_000_000_000_000_000_000_000",
];

/// Characters with a special meaning in the formats or on a terminal.
const MARKS: [&str; 16] = [
    "\"",
    "\\",
    "\n",
    "\r",
    "\t",
    "\0",
    "\u{1b}[31m",
    "\u{202e}",
    "\\u001b",
    "\\ud800",
    "null",
    "=",
    ":",
    ",",
    "#",
    "\u{feff}",
];

/// Beginnings of nested values, for inputs with deep nesting.
const NESTS: [&str; 4] = ["[", "{\"a\":", "[{\"event\":", "a.["];

/// Returns the input after several changes; `other` is a valid input from which pieces may be copied.
pub fn mutated(input: &[u8], other: &[u8], rng: &mut GameRng) -> Vec<u8> {
    let mut changed = input.to_vec();
    for _ in 0..rng.random_range(1..=MOST_CHANGES) {
        change(&mut changed, other, rng);
        changed.truncate(LONGEST);
    }
    changed
}

fn change(text: &mut Vec<u8>, other: &[u8], rng: &mut GameRng) {
    match rng.random_range(0..12) {
        0 | 1 if !text.is_empty() => {
            let place = rng.random_range(0..text.len());
            text[place] ^= 1 << rng.random_range(0..8);
        }
        2 => text.truncate(place(text, rng)),
        3 | 4 => {
            let copy = text[piece(text, rng)].to_vec();
            insert(text, &copy, rng);
        }
        5 => {
            let (one, two) = (piece(text, rng), piece(text, rng));
            let (first, last) = if one.start < two.start { (one, two) } else { (two, one) };
            if first.end <= last.start {
                let between = text[first.end..last.start].to_vec();
                let swapped = [&text[last.clone()], &between, &text[first.clone()]].concat();
                text.splice(first.start..last.end, swapped);
            }
        }
        6 => drop(text.drain(piece(text, rng))),
        7 | 8 => {
            let number = NUMBERS[rng.random_range(0..NUMBERS.len())].as_bytes();
            match numeral(text, rng) {
                Some(place) => drop(text.splice(place, number.iter().copied())),
                None => insert(text, number, rng),
            }
        }
        9 => insert(text, MARKS[rng.random_range(0..MARKS.len())].as_bytes(), rng),
        10 => {
            let depth = 1 << rng.random_range(0..15);
            let nest = NESTS[rng.random_range(0..NESTS.len())].repeat(depth);
            insert(text, nest.as_bytes(), rng);
        }
        _ => insert(text, &other[piece(other, rng)], rng),
    }
}

fn insert(text: &mut Vec<u8>, piece: &[u8], rng: &mut GameRng) {
    let place = place(text, rng);
    text.splice(place..place, piece.iter().copied());
}

/// Returns a position in the text: anywhere, or at the end of an element.
fn place(text: &[u8], rng: &mut GameRng) -> usize {
    let place = rng.random_range(0..=text.len());
    let ends = |byte: &u8| b",:{}[]\" =\n".contains(byte);
    let further = text[place..].iter().position(ends).filter(|_| rng.random());
    place + further.unwrap_or(0)
}

fn piece(text: &[u8], rng: &mut GameRng) -> Range<usize> {
    let (one, two) = (place(text, rng), place(text, rng));
    one.min(two)..one.max(two)
}

/// Returns the first group of digits after a random position, if there is one.
fn numeral(text: &[u8], rng: &mut GameRng) -> Option<Range<usize>> {
    let from = place(text, rng);
    let begin = from + text[from..].iter().position(u8::is_ascii_digit)?;
    let length = text[begin..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    Some(begin..begin + length)
}
