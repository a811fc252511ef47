//! Tests of perft counts against pinned values.

use crate::{Deck, Edition, Setup, State};
use engine::testing::recorded_game;
use engine::{Perft, Record, Rules, Seed};

fn deck() -> Deck {
    Deck::shuffled(&Setup::new(2).unwrap(), &mut Seed::new(2026).rng())
}

/// The number of positions after the setup is the coefficient of (abc...)^2 in the sixth power of the sum of all products of at
/// most two letters, with a letter for each player and a factor for each beach.
#[test]
fn setups_are_counted_by_hand() {
    for (players, setups) in [(2, 375), (3, 5100), (4, 45_450)] {
        let state = State::new(&Setup::new(players).unwrap());
        assert_eq!(Perft::new(state, &deck(), 0).collect::<Vec<_>>(), [setups]);
    }
}

/// These counts were confirmed by an independent implementation of the rules.
#[test]
fn perft_from_the_start() {
    for (players, edition, counts) in
        [(2, Edition::Schmidt, &[375, 8931][..]), (3, Edition::Hungarian, &[5100])]
    {
        let state = State::new(&Setup::new(players).unwrap().with_edition(edition));
        let turns = counts.len() as u32 - 1;
        assert_eq!(Perft::new(state, &deck(), turns).collect::<Vec<_>>(), counts, "{players}");
    }
}

/// These counts were confirmed by the same independent implementation, in games that it recorded.
#[test]
fn perft_inside_games() {
    let games = include_str!("../../data/perft-games.jsonl");
    let pinned: [&[(u32, u64)]; 4] = [
        &[(0, 42), (5, 25_207), (12, 2274)],
        &[(0, 153), (5, 61), (12, 162)],
        &[(0, 289), (5, 75), (12, 239)],
        &[(5, 2244), (12, 2706)],
    ];
    for (line, counts) in games.lines().zip(pinned) {
        let record = Record::<State>::parse(line, &Rules::new()).unwrap();
        for &(turn, count) in counts {
            let position = record.position(turn).unwrap();
            assert_eq!(Perft::new(position, record.deal(), 1).last(), Some(count), "turn {turn}");
        }
    }
}

#[test]
fn a_game_has_no_position_after_its_end() {
    let (end, record) = recorded_game::<State>(&Setup::new(2).unwrap(), 1);
    assert_eq!(record.position(end.turns_played()), Ok(end));
    assert!(record.position(end.turns_played() + 1).is_err());
    assert_eq!(Perft::new(end, record.deal(), 2).collect::<Vec<_>>(), [1, 0, 0]);
}
