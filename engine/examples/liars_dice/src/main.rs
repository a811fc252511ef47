//! The program `tournament` with one more game, liar's dice, as in `OpenSpiel`.
//!
//! Two players roll a hidden die each. In turn, they bid a number of dice and a face: at least this number of the two
//! dice shows the face. The highest face counts as every face. Each bid is higher than the last: more dice, or the same
//! number of a higher face. Instead of bidding, a player may call the last bid a lie, which ends the game: the bidder
//! wins a point from the other if the bid is true, and loses one otherwise.
//!
//! The rule `sides` sets the number of faces. Each decision is a turn.

mod contract;
mod state;

use agents::Registry;
use anygame::TypedGame;
use state::LiarsDice;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut games = games::built_in();
    games.push(Box::new(TypedGame::<LiarsDice>::new(Registry::built_in())));
    tournament::main_with(&games)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::testing::{check_game, check_observations};
    use engine::{Game, PlayableGame, Rules, Turn};

    fn setup(sides: u8) -> state::Setup {
        LiarsDice::setup(2, &Rules::new().with("sides", &sides.to_string())).unwrap()
    }

    #[test]
    fn the_contract_holds() {
        for sides in [2, 6] {
            check_game::<LiarsDice>(&setup(sides), 0..40);
            check_observations::<LiarsDice>(&setup(sides), 0..40);
        }
    }

    /// Returns the expected points of seat 0 if both play at random.
    fn value(game: &LiarsDice) -> f64 {
        let (mut moves, mut chances) = (Vec::new(), Vec::new());
        game.moves(&mut moves);
        game.chances(&mut chances);
        let after = |change: &dyn Fn(&mut LiarsDice)| {
            let mut next = *game;
            change(&mut next);
            value(&next)
        };
        let sum = match game.turn() {
            Turn::Over => return f64::from(game.outcome().points()[0]),
            Turn::Decide(_) => moves.iter().map(|&mv| after(&|game| game.play(mv))).sum::<f64>(),
            Turn::Chance => chances.iter().map(|&(dice, _)| after(&|game| game.happen(dice))).sum(),
        };
        sum / (moves.len() + chances.len()) as f64
    }

    /// `OpenSpiel` 2.0.2 computes the same.
    #[test]
    fn random_play_has_the_known_values() {
        for (sides, known) in [(2, 0.125), (3, 1.0 / 54.0), (4, -0.015_625)] {
            let found = value(&LiarsDice::start(&setup(sides)));
            assert!((found - known).abs() < 1e-12, "{sides}: {found}");
        }
    }
}
