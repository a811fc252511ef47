//! Tests of the house rules.

use super::scene::{Scene, tile};
use crate::{Deck, Setup, State, Tile};
use engine::testing::{check_game, check_observations, check_tensors, random_game, recorded_game};
use engine::{Game, PlayableGame, Record, Rules, Seat, Seed, Turn};

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
    (2, "ships=6 king-islands=3"),
    (4, "ships=6 setup-ships=3 king-islands=3"),
    (2, "ships=21"),
    (6, "ships=21 king-islands=3 stall=5"),
    (2, "ships=6 setup-ships=4"),
    (3, "setup-ships=1 king-islands=0"),
    (2, "deck-islands=1"),
    (3, "deck-waters=1"),
    (2, "deck-islands=1 deck-waters=1"),
    (5, "deck-islands=7 deck-waters=9 edition=hungarian"),
];

#[test]
fn the_contract_holds_under_house_rules() {
    for &(players, text) in TABLES {
        let setup = setup(players, text);
        check_game::<State>(&setup, 0..10);
        check_observations::<State>(&setup, 0..3);
        check_tensors::<State>(&setup, 0..3);
    }
}

#[test]
fn games_keep_their_books_under_house_rules() {
    for &(players, text) in TABLES {
        let setup = setup(players, text);
        for seed in 0..20 {
            random_game::<State>(&setup, seed, State::audit);
            let (mut rollout, mut rng) = (State::start(&setup), Seed::new(seed).rng());
            for turns in 1..u32::MAX {
                rollout.play_out(turns, &mut rng);
                rollout.audit();
                if rollout.turn() == Turn::Over {
                    break;
                }
            }
        }
    }
}

#[test]
fn without_house_rules_every_tile_but_tonga_is_in_the_deck() {
    let house = Setup::new(2).expect("two may play").house;
    assert_eq!((house.deck(), house.deck_tiles(), house.ships()), (!1, 31, 15));
}

#[test]
fn every_player_has_the_ships_of_the_house_rule() {
    let start = |text| State::start(&setup(2, text));
    let seat = Seat::new(1);
    assert_eq!(start("ships=21").supply(seat), 21);
    assert_eq!((start("ships=9").supply(seat), start("ships=9").ships_on_board(seat)), (9, 0));
    let mut game = start("ships=9 setup-ships=4");
    let mut rng = Seed::new(1).rng();
    while !game.is_between_turns() {
        game.play(game.random_move(&mut rng));
    }
    assert_eq!((game.supply(seat), game.ships_on_board(seat)), (5, 4));
}

#[test]
fn a_player_founds_as_many_king_islands_as_the_house_rule_allows() {
    let founds = |text: &str| {
        let scene = Scene::of(setup(2, text)).lay("samoa", "tonga>0").lay("hawaii", "tonga>1");
        let scene = scene.lay("tahiti", "tonga>2").king(0, "samoa").king(0, "hawaii");
        let scene = scene.ships("tonga", "01. ... ... ... ... ...").ships("tahiti", "0. ... ....");
        scene.turn().options().contains(&"found tahiti".to_owned())
    };
    assert_eq!([founds(""), founds("king-islands=3")], [false, true]);
    let none = Scene::of(setup(2, "king-islands=0")).lay("tahiti", "tonga>2");
    let none = none.ships("tonga", "01. ... ... ... ... ...").ships("tahiti", "0. ... ....").turn();
    assert!(!none.options().contains(&"found tahiti".to_owned()));
    assert!(none.options().contains(&"expand tahiti".to_owned()));
}

#[test]
fn tiles_left_out_leave_the_order_of_the_others() {
    let deal = |text| Deck::shuffled(&setup(2, text), &mut Seed::new(5).rng());
    let all = deal("");
    let short = deal("deck-islands=12 deck-waters=14");
    let left_out = ["fidschi", "hawaii", "samoa", "water-15", "water-16"].map(tile);
    let kept: Vec<Tile> =
        all.tiles().iter().copied().filter(|tile| !left_out.contains(tile)).collect();
    assert_eq!(short.tiles(), kept);
    let setup = setup(2, "deck-islands=12 deck-waters=14");
    let game = State::start(&setup);
    assert_eq!((game.tiles_left(), game.islands_left(), game.tiles_drawn()), (26, 12, 0));
    assert!(left_out.iter().all(|&tile| !game.in_deck(tile)));
    assert_eq!(short.check(&setup), Ok(()));
    let usual = Setup::new(2).expect("two may play");
    let refusal = |deck: &Deck, setup| deck.check(setup).unwrap_err().to_string();
    assert_eq!(refusal(&short, &usual), "a deck has 31 tiles, not 26");
    let left_out = refusal(&all, &setup);
    assert!(left_out.ends_with("is not in the deck: a house rule leaves it out"), "{left_out}");
}

#[test]
fn records_contain_house_rules_in_force() {
    let setup = setup(2, "ships=13 king-islands=3 deck-waters=12");
    let line = recorded_game::<State>(&setup, 1).1.to_line();
    let head = r#""players":2,"ships":13,"king_islands":3,"deck_waters":12,"seed""#;
    assert!(line.contains(head), "{line}");
    let again = Record::<State>::parse(&line, &Rules::new()).expect("a record");
    assert_eq!(again.to_line(), line);
    let fewer = line.replace("\"deck_waters\":12", "\"deck_waters\":11");
    assert!(Record::<State>::parse(&fewer, &Rules::new()).is_err());
}

#[test]
fn house_rules_out_of_range_are_refused_in_a_sentence() {
    for (players, text, said) in [
        (2, "ships=5", "ships must be a whole number from 6 to 21, not 5"),
        (2, "ships=22", "ships must be a whole number from 6 to 21, not 22"),
        (2, "king-islands=4", "king-islands must be a whole number from 0 to 3, not 4"),
        (2, "deck-islands=0", "deck-islands must be a whole number from 1 to 15, not 0"),
        (2, "deck-waters=17", "deck-waters must be a whole number from 1 to 16, not 17"),
        (
            4,
            "setup-ships=4",
            "setup-ships must be at most 3 with 4 players, not 4: every beach of Tonga keeps a free mooring",
        ),
    ] {
        assert_eq!(State::setup(players, &rules(text)).unwrap_err().to_string(), said);
    }
}
