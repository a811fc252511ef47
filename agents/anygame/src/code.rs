//! Codes: games as short texts for links, by the seed of the deck and the number of each move among the legal moves.
//!
//! A code is one large number in base 64, after a digit for the version and two check digits. The number contains the moves, each
//! with the number of legal moves as its base, from the last move to the first, and the seed. A decision thus takes the logarithm
//! of the number of its options, and a whole game some 80 to 180 letters.

use crate::{AnySetup, Course};
use num_bigint::BigUint;

/// The digits in base 64, which need no escapes in links.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// The first digit of a code.
const VERSION: u8 = b'1';
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
    /// use anygame::Course;
    /// use engine::Rules;
    ///
    /// let kuhn = anygame::games::kuhn();
    /// let setup = kuhn.setup(2, &Rules::new()).unwrap();
    /// let mut course = Course::start(setup.clone(), 7);
    /// course.play(1);
    /// let code = course.code().unwrap();
    /// let again = Course::of_code(setup, &code).unwrap();
    /// assert!(again.end().is_same(course.end()));
    /// ```
    pub fn code(&self) -> Option<String> {
        let seed = self.seed().parse().ok()?;
        let mut again = Self::start(self.setup().clone(), seed);
        let mut choices = Vec::new();
        for step in 1..=self.last() {
            let legal = again.legal();
            let chosen = legal
                .iter()
                .position(|mv| *mv == self.taken(step).map_or("", |taken| &taken.mv))?;
            choices.push((chosen, base(&legal)));
            again.play(chosen);
            if !again.end().is_same(self.position(step)) {
                return None;
            }
        }
        let mut number = BigUint::from(1_u8);
        for (chosen, base) in choices.into_iter().rev() {
            number = number * base + chosen;
        }
        let digits = ((number << u64::BITS) + seed).to_radix_be(64);
        let check = check(&digits);
        let digits = check.iter().chain(&digits).map(|&digit| DIGITS[usize::from(digit)]);
        Some(std::iter::once(VERSION).chain(digits).map(char::from).collect())
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
        if version != VERSION {
            return Err(CodeError::Version);
        }
        let digits: Option<Vec<u8>> = letters.iter().take(LONGEST).map(digit).collect();
        let digits = digits
            .filter(|digits| digits.len() > 2 && letters.len() <= LONGEST)
            .ok_or(CodeError::Damaged)?;
        let (checks, digits) = digits.split_at(2);
        if check(digits) != checks {
            return Err(CodeError::Damaged);
        }
        let number = BigUint::from_radix_be(digits, 64).ok_or(CodeError::Damaged)?;
        let seed = number.iter_u64_digits().next().unwrap_or_default();
        let mut number: BigUint = number >> u64::BITS;
        let mut course = Self::start(setup, seed);
        while number > BigUint::from(1_u8) {
            let legal = course.legal();
            let base = base(&legal);
            let chosen = (&number % base).iter_u64_digits().next().unwrap_or_default();
            number /= base;
            if !course.play(chosen as usize) {
                return Err(CodeError::Foreign);
            }
        }
        Ok(course)
    }
}

/// Returns the base of a choice among these moves. A forced move counts two options, so that codes of unfinished games are
/// unambiguous.
fn base(legal: &[String]) -> usize {
    legal.len().max(2)
}

/// Returns the check digits.
fn check(digits: &[u8]) -> [u8; 2] {
    let sum = digits.iter().fold(1_u32, |sum, &digit| (sum * 67 + u32::from(digit)) % 4093);
    [(sum / 64) as u8, (sum % 64) as u8]
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Rules, Seed};
    use rand::RngExt;

    fn setups() -> Vec<AnySetup> {
        let games = [crate::games::tongiaki(), crate::games::wongar()];
        let setups = games.iter().flat_map(|game| {
            game.facts().players.clone().map(|players| game.setup(players, &Rules::new()).unwrap())
        });
        setups.collect()
    }

    #[test]
    fn every_prefix_of_a_game_survives_its_code() {
        let mut rng = Seed::new(3).rng();
        for setup in setups() {
            let mut course = Course::start(setup.clone(), rng.random());
            loop {
                let code = course.code().unwrap();
                let again = Course::of_code(setup.clone(), &code).unwrap();
                assert_eq!((again.last(), again.seed()), (course.last(), course.seed()));
                assert!(again.end().is_same(course.end()));
                let moves = course.legal().len();
                if moves == 0 {
                    assert!(code.len() < 400, "{}", code.len());
                    break;
                }
                for _ in 0..20 {
                    let moves = course.legal().len();
                    if moves > 0 {
                        course.play(rng.random_range(0..moves));
                    }
                }
            }
        }
    }

    #[test]
    fn damaged_and_foreign_codes_are_rejected() {
        let mut rng = Seed::new(4).rng();
        let [first, other] =
            [2, 3].map(|players| crate::games::tongiaki().setup(players, &Rules::new()).unwrap());
        let mut course = Course::start(first.clone(), 5);
        for _ in 0..30 {
            let moves = course.legal().len();
            course.play(rng.random_range(0..moves));
        }
        let code = course.code().unwrap();
        let read = |code: &str| Course::of_code(first.clone(), code).err();
        assert_eq!(read(&format!("2{}", &code[1..])), Some(CodeError::Version));
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
