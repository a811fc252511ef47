//! Tests of Tongiaki as a whole: the contract, random games with every setup, the printed tiles.

use crate::{
    BEACHES, Beach, Cause, Deck, Edition, Island, IslandCard, Setup, Side, State, Tile, WaterCard,
};
use engine::testing::{check_game, check_observations, check_play_out, random_game, recorded_game};
use engine::{Game, PlayableGame, Record, RecordError, Rules, Seed, Turn};
use serde_json::{Value, json};

fn tables() -> impl Iterator<Item = Setup> {
    (2..=6).flat_map(|players| {
        let setup = Setup::new(players).expect("2 to 6 may play");
        Edition::ALL.into_iter().map(move |edition| setup.with_edition(edition))
    })
}

#[test]
fn the_contract_holds_at_every_table() {
    for setup in tables() {
        check_game::<State>(&setup, 0..15);
        check_observations::<State>(&setup, 0..5);
    }
}

#[test]
fn playing_out_is_fair() {
    for players in 2..=6 {
        check_play_out::<State>(&Setup::new(players).unwrap(), 7);
    }
}

#[test]
fn rollouts_keep_their_books() {
    for setup in tables() {
        let mut rng = Seed::new(8).rng();
        for _ in 0..20 {
            let mut state = State::start(&setup);
            for turns in 1..u32::MAX {
                state.play_out(turns, &mut rng);
                state.audit();
                if state.turn() == Turn::Over {
                    break;
                }
                assert_eq!((state.turns_played(), state.is_between_turns()), (turns, true));
            }
        }
    }
}

#[test]
fn turns_keep_their_books() {
    for setup in tables() {
        let mut rng = Seed::new(9).rng();
        let mut state = State::start(&setup);
        while state.turn() != Turn::Over {
            state.play_turn(&mut rng.clone(), &mut rng);
            state.audit();
        }
    }
}

/// Checks that all cached data is correct and ships are conserved (`audit`), and that a turn leaves no full beach behind unless
/// the deck is closed (T14, T26).
#[test]
fn random_games_keep_their_books() {
    for setup in tables() {
        for seed in 0..40 {
            let end = random_game::<State>(&setup, seed, |state| {
                state.audit();
                if state.turn() != Turn::Over && state.is_between_turns() {
                    assert!(beaches().all(|beach| state.free_moorings(beach) > 0));
                }
            });
            let closed = end.waters_left() == 0 || end.islands_left() == 0;
            assert_eq!(end.cause() == Some(Cause::Deck), closed);
        }
    }
}

fn beaches() -> impl Iterator<Item = Beach> {
    Island::all().flat_map(Island::beaches)
}

#[test]
fn a_deck_left_full_beaches_only_where_every_jetty_faces_the_open_sea() {
    let mut found = 0;
    for seed in 0..400 {
        let end = random_game::<State>(&Setup::new(5).unwrap(), seed, |_| ());
        for beach in beaches().filter(|&beach| end.free_moorings(beach) == 0) {
            let island = beach.island();
            let (cell, crest) = end.laid(island.tile()).unwrap();
            let jetties = island.card().beaches[beach.index()].jetties;
            for &jetty in jetties {
                let side = Side::try_from(jetty).unwrap();
                let beyond = cell.step(side.facing(crest));
                assert!(Tile::all().all(|tile| end.laid(tile).is_none_or(|(at, _)| at != beyond)));
            }
            found += 1;
        }
    }
    assert!(found > 0, "T26 leaves full beaches in some games");
}

/// Checks a line as a record.
fn check(line: &str) -> Result<(), RecordError> {
    Record::<State>::parse(line, &Rules::new())?.check()
}

/// The record is rejected at the missing event or later, if the game could have continued without the event.
#[test]
fn a_record_that_lacks_an_event_is_refused() {
    let setup = Setup::new(3).unwrap();
    let (end, record) = recorded_game::<State>(&setup, 11);
    for number in 0..record.events().len() {
        let mut fewer = record.events().to_vec();
        fewer.remove(number);
        let header = record.header().clone();
        match Record::new(&setup, &end, header, record.deal(), &fewer).check() {
            Err(RecordError::Event { number: at, .. }) => assert!(at >= number, "#{number}: {at}"),
            other => panic!("without event #{number}: {other:?}"),
        }
    }
}

#[test]
fn a_record_with_changed_numbers_is_refused() {
    let setup = Setup::new(2).unwrap();
    let (_, record) = recorded_game::<State>(&setup, 5);
    let events = record.events().len();
    let record: Value = serde_json::from_str(&record.to_line()).unwrap();
    for number in 0..events {
        // Changes of other numbers may happen to describe another legal game.
        for path in ["/p", "/fleet/0", "/returned/0", "/beaches/0/0"] {
            let mut changed = record.clone();
            let Some(value) = changed["events"][number].pointer_mut(path) else { continue };
            *value = json!(value.as_i64().unwrap() + 1);
            let error = check(&changed.to_string()).expect_err("a number is wrong");
            assert!(matches!(error, RecordError::Event { number: at, .. } if at == number));
        }
    }
}

/// Under the house rule against stalls, a game ends exactly when the given number of consecutive rounds has brought no tile.
#[test]
fn a_house_rule_counts_the_turns_since_the_last_tile() {
    let mut stalls = 0;
    for seed in 0..400 {
        let setup = Setup::new(2 + seed as usize % 5).unwrap().with_quiet_rounds(1);
        let (mut tiles, mut quiet, mut turns) = (31, 0, 0);
        let end = random_game::<State>(&setup, seed, |game| {
            if game.turns_played() > turns {
                assert!(quiet < setup.players(), "{game:?}");
                turns = game.turns_played();
                quiet = if game.tiles_left() == tiles { quiet + 1 } else { 0 };
                tiles = game.tiles_left();
                // The count is not updated when the game is over.
                let is_over = game.turn() == Turn::Over;
                assert!(is_over || game.quiet_turns() == Some(quiet as u32), "{game:?}");
            }
        });
        let has_stalled = end.cause() == Some(Cause::Stall);
        assert_eq!(has_stalled, quiet == setup.players());
        stalls += u32::from(has_stalled);
    }
    assert!((40..360).contains(&stalls), "{stalls}");
    check_game::<State>(&Setup::new(3).unwrap().with_quiet_rounds(1), 0..15);
}

/// Records contain the edition, and the turn limit if it is not the default.
#[test]
fn records_name_the_rules() {
    let head = |setup: &Setup| {
        let line = recorded_game::<State>(setup, 1).1.to_line();
        line.split(",\"seed\"").next().unwrap().to_owned()
    };
    let setup = Setup::new(2).unwrap().with_edition(Edition::Dutch);
    let usual = r#"{"schema":1,"game":"tongiaki","edition":"dutch","players":2"#;
    assert_eq!(head(&setup), usual);
    let short = setup.with_turn_limit(9);
    assert_eq!(head(&short), format!("{usual},\"turn_limit\":9"));
    let restless = short.with_quiet_rounds(3);
    assert_eq!(head(&restless), format!("{usual},\"turn_limit\":9,\"stall\":3"));
}

#[test]
fn rules_are_read_and_refused_in_a_sentence() {
    let rules = Rules::new().with("edition", "dutch").with("turn-limit", "7");
    let setup = State::setup(2, &rules).unwrap();
    assert_eq!((setup.edition(), setup.turn_limit()), (Edition::Dutch, 7));
    for (players, rules, said) in [
        (7, Rules::new(), "tongiaki is for 2 to 6 players, not 7"),
        (
            2,
            Rules::new().with("board", "x"),
            "tongiaki has no rule 'board': it has edition, turn-limit, stall, ships, setup-ships, king-islands, deck-islands, deck-waters",
        ),
        (
            2,
            Rules::new().with("edition", "german"),
            "there is no edition 'german' of tongiaki: choose schmidt, dutch, brettspielwelt, hungarian",
        ),
        (
            2,
            Rules::new().with("turn-limit", "0"),
            "turn-limit must be a whole number from 1 to 65535, not 0",
        ),
        (
            2,
            Rules::new().with("stall", "101"),
            "stall must be a whole number from 0 to 100, not 101",
        ),
        (2, rules.with("edition", "dutch"), "the rule 'edition' is given twice"),
    ] {
        assert_eq!(State::setup(players, &rules).unwrap_err().to_string(), said);
    }
}

#[test]
fn the_tables_are_the_printed_tiles() {
    let printed: Value = toml::from_str(include_str!("../../data/tiles.toml")).unwrap();
    let islands = Island::all().map(|island| {
        let IslandCard { id, name, points, beaches } = island.card();
        let mut card = json!({ "id": id, "name": name, "points": points, "beaches": beaches });
        if island == Island::TONGA {
            card["start"] = json!(true);
        }
        card
    });
    assert_eq!(printed["island"], islands.collect::<Value>());
    let waters = Tile::all().filter_map(Tile::water).map(|WaterCard { id, currents }| {
        let current = |(one, other, colors)| json!({ "sides": [one, other], "colors": colors });
        json!({ "id": id, "currents": currents.map(current) })
    });
    assert_eq!(printed["water"], waters.collect::<Value>());
    assert_eq!(beaches().count(), BEACHES);
}

#[test]
fn decks_are_permutations() {
    let tiles: Vec<Tile> = Tile::all().skip(1).collect();
    assert!(Deck::new(&tiles).is_ok());
    let mut twice = tiles.clone();
    twice[0] = tiles[1];
    for wrong in [&twice, &Tile::all().collect::<Vec<_>>()] {
        assert!(Deck::new(wrong).is_err());
    }
    let tonga_inside: Vec<Tile> = Tile::all().take(31).collect();
    assert!(Deck::new(&tonga_inside).is_err());
}
