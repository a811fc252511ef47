//! Pinned counts of positions and nodes.

use crate::testing::recorded_game;
use crate::tongiaki::{Deck, Edition, Setup, State};
use crate::{Perft, Record, Rules, Seed};

fn deck() -> Deck {
    Deck::shuffled(&mut Seed::new(2026).rng())
}

/// Returns the number of positions after the setup, when every beach holds at most 2 ships of the
/// players' 2 each. Computes it from the coefficient sums of choosing each beach's ships.
fn setups(players: usize) -> u64 {
    fn place(beaches: usize, left: &mut [u8]) -> u64 {
        if beaches == 0 {
            return u64::from(left.iter().all(|&ships| ships == 0));
        }
        let mut count = place(beaches - 1, left);
        for one in 0..left.len() {
            if left[one] == 0 {
                continue;
            }
            left[one] -= 1;
            count += place(beaches - 1, left);
            for other in one..left.len() {
                if left[other] > 0 {
                    left[other] -= 1;
                    count += place(beaches - 1, left);
                    left[other] += 1;
                }
            }
            left[one] += 1;
        }
        count
    }
    place(6, &mut vec![2; players])
}

#[test]
fn setups_are_counted_by_hand() {
    for players in 2..=4 {
        let state = State::new(&Setup::new(players).unwrap());
        assert_eq!(Perft::new(state, &deck(), 0).collect::<Vec<_>>(), [setups(players)]);
    }
}

/// An independent implementation of the rules confirmed these counts.
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

/// The same implementation confirmed these counts, in games that it recorded.
#[test]
fn perft_inside_games() {
    let games = include_str!("../data/perft-games.jsonl");
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
