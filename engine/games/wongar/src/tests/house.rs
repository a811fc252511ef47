//! Tests of the house rules.

use crate::{Kind, Setup, State};
use engine::testing::{check_game, check_observations, check_tensors, random_game, recorded_game};
use engine::{Game, PlayableGame, Record, Rules, Seat, Seed};

fn rules(text: &str) -> Rules {
    let pairs =
        text.split_whitespace().map(|pair| pair.split_once('=').expect("a key and a value"));
    pairs.fold(Rules::new(), |rules, (key, value)| rules.with(key, value))
}

fn setup(players: usize, text: &str) -> Setup {
    State::setup(players, &rules(text)).expect("these rules are in range")
}

/// The extremes of every rule, alone and together.
const TABLES: &[(usize, &str)] = &[
    (3, "lenses=10"),
    (5, "lenses=24 hand=4"),
    (4, "bonus=0 hand=1"),
    (3, "bonus=31 lenses=10 edition=advanced"),
    (5, "lenses=24 hand=4 edition=advanced"),
];

#[test]
fn the_contract_holds_under_house_rules() {
    for &(players, text) in TABLES {
        let setup = setup(players, text);
        check_game::<State>(&setup, 0..6);
        check_observations::<State>(&setup, 0..3);
        check_tensors::<State>(&setup, 0..3);
        for seed in 0..10 {
            random_game::<State>(&setup, seed, State::audit);
        }
    }
}

#[test]
fn players_begin_with_the_stones_and_cards_of_the_house_rule() {
    let mut game = State::start(&setup(3, "lenses=10 hand=3"));
    let seat = Seat::new(1);
    assert_eq!(Kind::ALL.map(|kind| game.supply(seat, kind)), [10, 7, 4]);
    let mut rng = Seed::new(1).rng();
    while game.round() == 0 {
        game.happen(game.random_chance(&mut rng));
    }
    assert_eq!(Kind::ALL.map(|kind| game.supply(seat, kind)), [6, 3, 0]);
    assert!(Seat::all(3).all(|seat| game.hand_size(seat) == 3), "nobody has drawn yet");
}

#[test]
fn the_bonus_is_that_of_the_house_rule() {
    let play = |text| random_game::<State>(&setup(3, text), 4, |_| {});
    let [without, with] = ["bonus=0", "bonus=31"].map(play);
    let gains = Seat::all(3).map(|seat| with.points(seat) - without.points(seat));
    let gains: Vec<_> = gains.collect();
    assert!(gains.iter().all(|gain| gain % 31 == 0) && gains.iter().any(|&gain| gain > 0));
}

#[test]
fn records_contain_house_rules_in_force() {
    let line = recorded_game::<State>(&setup(3, "lenses=12 hand=4"), 1).1.to_line();
    assert!(line.contains(r#""lenses":12,"hand":4,"#), "{line}");
    let again = Record::<State>::parse(&line, &Rules::new()).expect("a record");
    assert_eq!(again.to_line(), line);
    let fewer = line.replace(r#""hand":4"#, r#""hand":3"#);
    let refusal = Record::<State>::parse(&fewer, &Rules::new()).unwrap_err().to_string();
    assert!(refusal.contains("hands: expected 3 ritual cards for each player"), "{refusal}");
}

#[test]
fn house_rules_out_of_range_are_refused_in_a_sentence() {
    for (text, said) in [
        ("lenses=9", "lenses must be a whole number from 10 to 24, not 9"),
        ("bonus=32", "bonus must be a whole number from 0 to 31, not 32"),
        ("hand=0", "hand must be a whole number from 1 to 4, not 0"),
    ] {
        assert_eq!(State::setup(3, &rules(text)).unwrap_err().to_string(), said);
    }
}
