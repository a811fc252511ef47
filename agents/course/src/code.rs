//! Codes: games as short texts for links, by the seed of the deck and the number of each move among the legal moves.
//!
//! A code is one large number in base 64, after a digit for the version and two check digits. The number contains the moves, each
//! with the number of legal moves as its base, from the last move to the first, and the seed, or the deck if the seed does not
//! determine it. A decision thus takes the logarithm of the number of its options, and a whole game some 80 to 180 letters, or up
//! to 500 with its deck.

use crate::course::Course;
use crate::deck_code::{Alphabet, Digit};
use anygame::AnySetup;
use num_bigint::BigUint;

/// The digits in base 64, which need no escapes in links.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// The first digit of a code with a seed.
const SEED: u8 = b'1';
/// The first digit of a code with a deck.
const DECK: u8 = b'2';
/// Limit on the length of a code; no game of the toolkit comes near it.
const LONGEST: usize = 4000;

/// The reason why a text is not a code of a game.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum CodeError {
    /// The code has another version.
    #[error("the code was written by another version")]
    Version,
    /// The code is damaged or incomplete.
    #[error("the code is damaged or incomplete")]
    Damaged,
    /// The code belongs to another game, number of players or rules.
    #[error("the code does not fit the game, its players or its rules")]
    Foreign,
}

impl Course {
    /// Returns the code of the game up to its last step. `None` if the seed does not determine the deck and the moves, as in
    /// records that were written by hand.
    ///
    /// # Examples
    /// ```
    /// use course::Course;
    /// use engine::Rules;
    ///
    /// let kuhn = poker::kuhn::shown();
    /// let setup = kuhn.setup(2, &Rules::new()).unwrap();
    /// let mut course = Course::start(setup.clone(), 7);
    /// course.play(1);
    /// let code = course.code().unwrap();
    /// let again = Course::of_code(setup, &code).unwrap();
    /// assert!(again.end().is_same(course.end()));
    /// ```
    pub fn code(&self) -> Option<String> {
        self.seeded().or_else(|| self.dealt())
    }

    /// Returns the code with the seed, if the seed determines the game.
    fn seeded(&self) -> Option<String> {
        let seed: u64 = self.seed().parse().ok()?;
        let choices = self.choices(&mut Self::start(self.setup().clone(), seed))?;
        Some(written(SEED, &((number(choices) << u64::BITS) + seed)))
    }

    /// Returns the code with the deck.
    fn dealt(&self) -> Option<String> {
        let deck = self.position(0).deck()?;
        let mut digits = Vec::new();
        alphabet(self.setup())?.write(&deck, &mut digits)?;
        let mut again = Self::with_deck(self.setup().clone(), &deck, self.seed()).ok()?;
        digits.extend(self.choices(&mut again)?);
        Some(written(DECK, &number(digits)))
    }

    /// Plays the game in a course that has just begun. Returns its choices, or `None` if the other game becomes different.
    pub(crate) fn choices(&self, again: &mut Self) -> Option<Vec<Digit>> {
        let mut choices = Vec::new();
        for step in 1..=self.last() {
            let legal = again.legal();
            let chosen = legal
                .iter()
                .position(|mv| *mv == self.taken(step).map_or("", |taken| &taken.mv))?;
            choices.push((chosen, base(&legal)));
            again.play(chosen);
        }
        // A replay accepts moves in any order where their order has no effect, so that its positions may list other moves.
        if !again.end().is_same(self.end()) {
            return None;
        }
        Some(choices)
    }

    /// Reads a code of a game with this setup.
    ///
    /// # Errors
    /// Fails if the text is not a code, is damaged, or belongs to a game with another setup.
    pub fn of_code(setup: AnySetup, code: &str) -> Result<Self, CodeError> {
        let digit =
            |letter: &u8| DIGITS.iter().position(|digit| digit == letter).map(|digit| digit as u8);
        let Some((&version, letters)) = code.as_bytes().split_first() else {
            return Err(CodeError::Damaged);
        };
        if ![SEED, DECK].contains(&version) {
            return Err(CodeError::Version);
        }
        let digits: Option<Vec<u8>> = letters.iter().take(LONGEST).map(digit).collect();
        let digits = digits
            .filter(|digits| digits.len() > 2 && letters.len() <= LONGEST)
            .ok_or(CodeError::Damaged)?;
        let (checks, digits) = digits.split_at(2);
        if check(version, digits) != checks {
            return Err(CodeError::Damaged);
        }
        let mut number = BigUint::from_radix_be(digits, 64).ok_or(CodeError::Damaged)?;
        let mut next = |base| last_digit(&mut number, base);
        let mut course = if version == SEED {
            // `next` returns a `usize`, which has 32 bits in WebAssembly, so the seed is read in four parts.
            let parts = [0, 16, 32, 48].map(|shift| (next(1 << 16) as u64) << shift);
            Self::start(setup, parts.iter().sum())
        } else {
            let alphabet = alphabet(&setup).ok_or(CodeError::Foreign)?;
            let deck = alphabet.read(&mut next, 0).ok_or(CodeError::Foreign)?;
            Self::with_deck(setup, &deck, "0").map_err(|_| CodeError::Foreign)?
        };
        while number > BigUint::from(1_u8) {
            if !course.play(last_digit(&mut number, base(&course.legal()))) {
                return Err(CodeError::Foreign);
            }
        }
        Ok(course)
    }
}

/// Returns the alphabet of the decks at a table.
fn alphabet(setup: &AnySetup) -> Option<Alphabet> {
    Some(Alphabet::of(&setup.start(Some(0)).deck()?))
}

/// Returns the number with these digits, the last one first, and a leading one.
fn number(digits: Vec<Digit>) -> BigUint {
    let one = BigUint::from(1_u8);
    digits.into_iter().rev().fold(one, |number, (digit, base)| number * base + digit)
}

/// Removes the last digit of a number in this base, and returns it.
fn last_digit(number: &mut BigUint, base: usize) -> usize {
    let digit = (&*number % base).iter_u64_digits().next().unwrap_or_default();
    *number /= base;
    digit as usize
}

fn written(version: u8, number: &BigUint) -> String {
    let digits = number.to_radix_be(64);
    let check = check(version, &digits);
    let digits = check.iter().chain(&digits).map(|&digit| DIGITS[usize::from(digit)]);
    std::iter::once(version).chain(digits).map(char::from).collect()
}

/// Returns the base of a choice among these moves. A forced move counts two options, so that codes of unfinished games are
/// unambiguous.
fn base(legal: &[String]) -> usize {
    legal.len().max(2)
}

/// Returns the check digits.
fn check(version: u8, digits: &[u8]) -> [u8; 2] {
    let sum = digits
        .iter()
        .fold(u32::from(version - b'0'), |sum, &digit| (sum * 67 + u32::from(digit)) % 4093);
    [(sum / 64) as u8, (sum % 64) as u8]
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Rules, Seed};
    use rand::RngExt;

    fn setups() -> Vec<AnySetup> {
        let games = [tongiaki::shown(), wongar::shown()];
        let setups = games.iter().flat_map(|game| {
            game.facts().players.clone().map(|players| game.setup(players, &Rules::new()).unwrap())
        });
        setups.collect()
    }

    /// Plays a course to its end at random, and checks its code and the code's version every few steps.
    fn check_codes(mut course: Course, rng: &mut impl RngExt, version: u8, steps: usize) -> usize {
        loop {
            let code = course.code().unwrap();
            assert_eq!(code.as_bytes()[0], version);
            let again = Course::of_code(course.setup().clone(), &code).unwrap();
            assert_eq!(again.last(), course.last());
            assert!(version == DECK || again.seed() == course.seed());
            assert!(again.end().is_same(course.end()));
            if course.legal().is_empty() {
                return code.len();
            }
            for _ in 0..steps {
                let moves = course.legal().len();
                if moves > 0 {
                    course.play(rng.random_range(0..moves));
                }
            }
        }
    }

    #[test]
    fn every_prefix_of_a_game_survives_its_code() {
        let mut rng = Seed::new(3).rng();
        for setup in setups() {
            let course = Course::start(setup, rng.random());
            let length = check_codes(course, &mut rng, SEED, 20);
            assert!(length < 400, "{length}");
        }
    }

    #[test]
    fn a_deck_that_no_seed_determines_survives_the_code() {
        let mut rng = Seed::new(6).rng();
        for setup in setups() {
            let deck = setup.start(Some(9)).deck().unwrap();
            let course = Course::with_deck(setup, &deck, "by hand").unwrap();
            let length = check_codes(course, &mut rng, DECK, 40);
            assert!(length < 700, "{length}");
        }
    }

    #[test]
    fn damaged_and_foreign_codes_are_rejected() {
        let mut rng = Seed::new(4).rng();
        let [first, other] =
            [2, 3].map(|players| tongiaki::shown().setup(players, &Rules::new()).unwrap());
        let mut course = Course::start(first.clone(), 5);
        for _ in 0..30 {
            let moves = course.legal().len();
            course.play(rng.random_range(0..moves));
        }
        let code = course.code().unwrap();
        let read = |code: &str| Course::of_code(first.clone(), code).err();
        assert_eq!(read(&format!("3{}", &code[1..])), Some(CodeError::Version));
        assert_eq!(read(&format!("2{}", &code[1..])), Some(CodeError::Damaged));
        for text in ["", "1", "1AB", "1\u{e4}bc", &"1".repeat(10_000), &code[..code.len() - 1]] {
            assert_eq!(read(text), Some(CodeError::Damaged), "{text}");
        }
        for place in 1..code.len() {
            let mut letters = code.clone().into_bytes();
            letters[place] = if letters[place] == b'A' { b'B' } else { b'A' };
            assert_eq!(read(&String::from_utf8(letters).unwrap()), Some(CodeError::Damaged));
        }
        let foreign = Course::of_code(other, &code);
        assert!(foreign.is_err() || !foreign.unwrap().end().is_same(course.end()));
    }
}
