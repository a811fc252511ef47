//! Pinned counts of positions and nodes.

use crate::testing::{random_game, recorded_game};
use crate::tongiaki::{Deck, Edition, Setup, State};
use crate::{Dealable, Game, Perft, Record, Rules, Seed, Turn};

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

/// Nodes by kind, at a depth of so many choices (of players or chance) below a position.
#[derive(Default, Debug, PartialEq)]
struct Census {
    decide: u64,
    chance: u64,
    over: u64,
}

fn census(state: &State, depth: u32, nodes: &mut Census) {
    match state.turn() {
        Turn::Decide(_) => nodes.decide += 1,
        Turn::Chance => nodes.chance += 1,
        Turn::Over => nodes.over += 1,
    }
    if depth == 0 {
        return;
    }
    let (mut moves, mut chances) = (Vec::new(), Vec::new());
    match state.turn() {
        Turn::Decide(_) => state.moves(&mut moves),
        Turn::Chance => state.chances(&mut chances),
        Turn::Over => {}
    }
    for mv in moves {
        let mut after = *state;
        after.play(mv);
        census(&after, depth - 1, nodes);
    }
    for (tile, _) in chances {
        let mut after = *state;
        after.happen(tile);
        census(&after, depth - 1, nodes);
    }
}

/// The first steps of the setup: each ship has the beaches with two free moorings. The first has 6.
/// Two ships go to one beach in 6 of 36 ways, which leaves the third 5 beaches instead of 6.
#[test]
fn census_of_the_setup() {
    let state = State::new(&Setup::new(2).unwrap());
    let mut nodes = Census::default();
    census(&state, 3, &mut nodes);
    assert_eq!(nodes, Census { decide: 1 + 6 + 36 + (6 * 5 + 30 * 6), chance: 0, over: 0 });
}

/// With two ships on one beach of Tonga each, a turn is `expand tonga` with one of 15 pairs of
/// beaches, or `resettle` with one of 31 tiles.
#[test]
fn census_of_a_first_turn() {
    let mut state = State::new(&Setup::new(2).unwrap());
    for ship in ["moor tonga:0", "moor tonga:3", "moor tonga:0", "moor tonga:3"] {
        state.play(ship.parse().unwrap());
    }
    let mut nodes = Census::default();
    census(&state, 2, &mut nodes);
    // Of the pairs, 8 fill one of the two beaches: its only jetty is taken at once and a tile must
    // be drawn. One fills both and leaves the order open. The other 6 fill none and end the turn.
    // Resettling leads to a draw, and each tile to a choice of place.
    let (turn, spread) = (1, 1);
    assert_eq!(nodes, Census { decide: turn + spread + 1 + 6 + 31, chance: 8 + 1, over: 0 });
}

#[test]
fn the_deal_is_one_of_the_chances_and_their_mass_is_what_is_left() {
    let setup = Setup::new(3).unwrap();
    let deck = deck();
    random_game::<State>(&setup, 9, |state| {
        if state.turn() == Turn::Chance {
            let mut chances = Vec::new();
            state.chances(&mut chances);
            assert_eq!(chances.iter().map(|&(_, weight)| weight).sum::<u32>(), state.tiles_left());
            assert!(chances.iter().all(|&(tile, _)| state.in_deck(tile)));
        }
    });
    assert_eq!(State::new(&setup).dealt(&deck), deck.tiles()[0]);
}
