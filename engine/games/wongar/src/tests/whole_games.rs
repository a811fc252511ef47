//! Tests of whole games of Wongar: the contract, random games of both editions, records.

use crate::{Board, Edition, Event, Move, Region, Setup, State};
use engine::testing::{check_game, check_observations, check_play_out, random_game, recorded_game};
use engine::{Game, PlayableGame, Record, RecordError, Rules, Seat, Seed, Turn, View};
use serde_json::{Value, json};

fn tables() -> impl Iterator<Item = Setup> {
    (3..=5).flat_map(|players| Edition::ALL.map(|edition| table(players, edition)))
}

fn table(players: usize, edition: Edition) -> Setup {
    Setup::new(players).expect("3 to 5 may play").with_edition(edition)
}

/// Returns a random game as a record line.
fn line(setup: &Setup, seed: u64) -> String {
    recorded_game::<State>(setup, seed).1.to_line()
}

/// Checks a record line.
fn check(line: &str) -> Result<(), RecordError> {
    Record::<State>::parse(line, &Rules::new())?.check()
}

#[test]
fn the_contract_holds_at_every_table() {
    for setup in tables() {
        check_game::<State>(&setup, 0..8);
        check_observations::<State>(&setup, 0..4);
    }
}

#[test]
fn playing_out_is_fair() {
    for edition in Edition::ALL {
        check_play_out::<State>(&table(3, edition), 7);
    }
}

/// Rollouts make the same random choices as play step by step.
#[test]
fn playing_out_draws_as_step_by_step() {
    for setup in tables() {
        for seed in 0..20 {
            let mut rng = Seed::new(seed).rng();
            let mut same_rng = rng.clone();
            let mut at_once = State::start(&setup);
            at_once.play_out(u32::MAX, &mut rng);
            let mut stepwise = State::start(&setup);
            loop {
                match stepwise.turn() {
                    Turn::Decide(_) => stepwise.play(stepwise.random_move(&mut same_rng)),
                    Turn::Chance => stepwise.happen(stepwise.random_chance(&mut same_rng)),
                    Turn::Over => break,
                }
            }
            assert_eq!(at_once, stepwise);
            assert_eq!(rng, same_rng);
        }
    }
}

/// In random games, all cached data is correct, stones and cards are conserved, and memories are correct (`audit`).
#[test]
fn random_games_keep_their_books() {
    for setup in tables() {
        for seed in 0..40 {
            let end = random_game::<State>(&setup, seed, State::audit);
            assert!(end.called().is_some());
            assert_eq!(end.turns_played(), u32::from(end.round()) * end.players() as u32);
        }
    }
}

/// A determinization is a valid state: it passes the audit and can be played to its end.
#[test]
fn guesses_can_be_played_on() {
    for setup in tables() {
        let mut rng = Seed::new(3).rng();
        let mut number = 0;
        random_game::<State>(&setup, 2, |state| {
            number += 1;
            if number % 29 != 0 {
                return;
            }
            for seat in Seat::all(setup.players()) {
                let mut guess = state.view(seat).determinize(&mut rng);
                guess.audit();
                guess.play_out(u32::MAX, &mut rng);
                assert_eq!(guess.turn(), Turn::Over);
                guess.audit();
            }
        });
    }
}

/// No seat starts two rounds in a row, and each has one turn per round.
#[test]
fn rounds_are_fair() {
    for setup in tables() {
        let (_, record) = recorded_game::<State>(&setup, 5);
        let events = record.events();
        let starts: Vec<_> = events.iter().filter_map(start).collect();
        assert!(starts.windows(2).all(|pair| pair[0] != pair[1]));
        let turn = |event: &&Event| matches!(event, Event::Take { .. } | Event::OwnCard { .. });
        assert_eq!(events.iter().filter(turn).count(), starts.len() * setup.players());
    }
}

fn start(event: &Event) -> Option<Seat> {
    match event {
        Event::Round { start, .. } => Some(*start),
        _ => None,
    }
}

#[test]
fn moves_that_are_none_are_refused() {
    for text in ["", "take", "take K", "take AA", "settle lens", "own both", "from 5", "choose "] {
        assert!(text.parse::<Move>().is_err(), "{text}");
    }
    for text in ["choose lens+lens+lens+lens+lens", "choose-unseen 0", "pass now", "play lens up"] {
        let error = text.parse::<Move>().expect_err("no move").to_string();
        assert!(!error.contains('\n') && !error.is_empty());
    }
    let seen: Move = "choose-unseen 3".parse().unwrap();
    assert_eq!(seen.to_string(), "choose-unseen 3");
}

// Records.

/// The same seed gives the same bytes, and a new deck depends only on deal and play.
#[test]
fn a_deal_decides_the_order_of_new_decks() {
    let setup = table(5, Edition::Base);
    assert_eq!(line(&setup, 3), line(&setup, 3));
    let reshuffles: usize = (0..20).map(|seed| reshuffles(&line(&setup, seed))).sum();
    assert!(reshuffles > 10, "new decks are frequent enough to be tested: {reshuffles}");
}

fn reshuffles(line: &str) -> usize {
    let record: Value = serde_json::from_str(line).unwrap();
    record["deck"]["reshuffles"].as_array().unwrap().len()
}

/// Header, deal and result have the form that the rules define.
#[test]
fn records_have_the_form_of_the_rules() {
    for setup in tables() {
        let players = setup.players();
        let record: Value = serde_json::from_str(&line(&setup, 1)).unwrap();
        let mut keys: Vec<_> = record.as_object().unwrap().keys().map(String::as_str).collect();
        keys.sort_unstable();
        let mut due = vec!["agents", "board", "deck", "edition", "events", "game", "players"];
        due.extend(["result", "schema", "seed"]);
        assert_eq!(keys, due);
        assert_eq!(record["board"], "reconstruction-1");
        assert_eq!(record["edition"], setup.edition().id());
        let deck = &record["deck"];
        let length = |key: &str| deck[key].as_array().unwrap().len();
        let (bag, stack, rituals) = match setup.edition() {
            Edition::Base => (12 * players, 15, 43 - 2 * players),
            Edition::Advanced => (0, 13, 36 - 2 * players),
        };
        assert_eq!((length("bag"), length("rituals"), length("hands")), (bag, rituals, players));
        let stacks = deck["stacks"].as_object().unwrap();
        assert_eq!(stacks.len(), 10);
        assert!(stacks.values().all(|cards| cards.as_array().unwrap().len() == stack));
        assert!(deck["ancestor"] != deck["elder"]);
        let result = record["result"].as_object().unwrap();
        assert!(["cause", "points", "ranks"].iter().all(|key| result.contains_key(*key)));
        assert_eq!(result.len(), 3);
    }
}

/// A record that lacks an event is rejected at the missing event or, if the game could have continued that way,
/// later. The exception is a card played without effect, because the game continues the same way without it.
#[test]
fn a_record_that_lacks_an_event_is_refused() {
    for edition in Edition::ALL {
        let record: Value = serde_json::from_str(&line(&table(3, edition), 11)).unwrap();
        for number in 0..record["events"].as_array().unwrap().len() {
            let mut fewer = record.clone();
            let gone = fewer["events"].as_array_mut().unwrap().remove(number);
            match check(&fewer.to_string()) {
                Err(RecordError::Event { number: at, .. }) => {
                    assert!(at >= number, "#{number}: {at}");
                }
                Ok(()) if gone["event"] == "play" => {}
                other => panic!("without event #{number}: {other:?}"),
            }
        }
    }
}

#[test]
fn a_record_with_changed_numbers_is_refused() {
    for edition in Edition::ALL {
        let record: Value = serde_json::from_str(&line(&table(4, edition), 5)).unwrap();
        for number in 0..record["events"].as_array().unwrap().len() {
            // Other numbers may happen to describe another legal game.
            for key in ["p", "n", "start", "space", "penalty", "points"] {
                let mut changed = record.clone();
                let value = &mut changed["events"][number][key];
                let Some(old) = value.as_i64() else { continue };
                *value = json!(if old == 4 { 3 } else { old + 1 });
                let error = check(&changed.to_string()).expect_err("it is wrong");
                assert!(
                    matches!(error, RecordError::Event { number: at, .. } if at == number),
                    "{key} of #{number}: {error}"
                );
            }
        }
    }
}

/// Known but wrong words, unknown words and wrong types are each reported with the number of the event.
#[test]
fn a_record_with_changed_words_is_refused() {
    let record: Value = serde_json::from_str(&line(&table(4, Edition::Advanced), 8)).unwrap();
    for number in 0..record["events"].as_array().unwrap().len() {
        for (key, word) in [
            ("event", json!("dance")),
            ("region", json!("nowhere")),
            ("kind", json!(3)),
            ("card", json!("joker")),
        ] {
            let mut changed = record.clone();
            let event = changed["events"][number].as_object_mut().unwrap();
            if event.insert(key.to_owned(), word).is_none() {
                continue;
            }
            let error = check(&changed.to_string()).expect_err("it is wrong");
            assert!(
                matches!(error, RecordError::Event { number: at, .. } if at == number),
                "{key} of #{number}: {error}"
            );
        }
    }
}

#[test]
fn a_record_with_a_wrong_deal_is_refused() {
    let record: Value = serde_json::from_str(&line(&table(3, Edition::Base), 2)).unwrap();
    let cases = [
        ("/deck/bag/0", json!([0, "cylinder"]), "the bag"),
        ("/deck/bag/0", json!([9, "lens"]), ""),
        ("/deck/stacks/hands/0", json!("scorpion"), "the stack of 'hands'"),
        ("/deck/stacks/hands", json!([]), "the stack of 'hands'"),
        ("/deck/rituals", json!(["lens"]), "hands and deck together"),
        ("/deck/hands/0/0", json!("scorpion"), "hands: expected"),
        ("/deck/hands", json!([]), "hands: expected"),
        ("/deck/elder", json!(4), "the owners"),
        ("/deck/elder", record["deck"]["ancestor"].clone(), "the owners"),
        ("/players", json!(4), "3 agents for 4 players"),
        ("/players", json!(7), "wongar is for 3 to 5 players, not 7"),
        ("/board", json!("mine"), "unknown board 'mine'"),
        ("/edition", json!("third"), ""),
        ("/schema", json!(2), "schema: expected 1, found 2"),
        ("/game", json!("tongiaki"), "'tongiaki' is not wongar"),
        ("/deck", json!([1, 2]), ""),
    ];
    for (path, value, said) in cases {
        let mut changed = record.clone();
        // The change has no effect if the first card of the deal is a scorpion already.
        *changed.pointer_mut(path).unwrap() = value;
        if changed == record {
            continue;
        }
        match check(&changed.to_string()) {
            Err(RecordError::Header(what)) => assert!(what.starts_with(said), "{path}: {what}"),
            other => panic!("{path}: {other:?}"),
        }
    }
}

#[test]
fn listed_reshuffles_are_checked() {
    let setup = table(5, Edition::Base);
    let lines = (0..).map(|seed| line(&setup, seed));
    let record = lines.map(|line| serde_json::from_str::<Value>(&line).unwrap());
    let record = { record }.find(|record| record["deck"]["reshuffles"][0].is_array()).unwrap();
    let is_reshuffle = |event: &Value| event["event"] == "reshuffle";
    let first = record["events"].as_array().unwrap().iter().position(is_reshuffle).unwrap();
    for wrong in [json!([]), json!([["lens"]])] {
        let mut changed = record.clone();
        changed["deck"]["reshuffles"] = wrong;
        match check(&changed.to_string()) {
            Err(RecordError::Event { number, .. }) => assert_eq!(number, first),
            other => panic!("{other:?}"),
        }
    }
    let mut more = record.clone();
    more["deck"]["reshuffles"].as_array_mut().unwrap().push(json!([]));
    assert!(matches!(check(&more.to_string()), Err(RecordError::Header(_))));
}

/// Choices whose order does not matter may come in any order: cards taken from the pile at once, and stones of one
/// card.
#[test]
fn records_of_others_may_have_another_order() {
    let record: Value = serde_json::from_str(&line(&table(3, Edition::Advanced), 4)).unwrap();
    let mut changed = record.clone();
    let events = changed["events"].as_array_mut().unwrap();
    let mut at = 0;
    while at < events.len() {
        let (event, p) = (events[at]["event"].clone(), events[at]["p"].clone());
        if event == "play" {
            events[at]["stones"].as_array_mut().unwrap().reverse();
        }
        let same = |one: &&Value| (&one["event"], &one["p"]) == (&event, &p);
        let run = events[at..].iter().take_while(same).count();
        if event == "ritual" && run == 4 {
            events[at..at + run].reverse();
        }
        let of_triple = at > 0 && events[at - 1]["card"] == "triple";
        if event == "place" && of_triple {
            events[at..at + run].reverse();
        }
        at += run;
    }
    assert_ne!(changed, record);
    assert_eq!(check(&changed.to_string()), Ok(()));
}

// Custom boards.

/// Returns the text of another board: a ring with a short track and other names.
fn ring(id: &str) -> String {
    let name = |number: usize| format!("\"r{}\"", number % 10);
    let names: Vec<_> = (0..10).map(name).collect();
    let adjacent =
        |number: usize| format!("r{number} = [{}, {}]", name(number + 1), name(number + 9));
    let adjacency: Vec<_> = (0..10).map(adjacent).collect();
    format!(
        "id = \"{id}\"\nrows = [[{}]]\ncentres = [\"r3\", \"r8\"]\nancestor_start = \"r3\"\n\
         elder_start = \"r8\"\n[adjacency]\n{}\n[track]\nphases = [2, 1, 3]\n[points]\n\
         ancestor = [1, 2, 3]\nelder = [4, 5, 6]\nboth = [7, 8, 9]\n",
        names.join(", "),
        adjacency.join("\n")
    )
}

#[test]
fn games_on_other_boards_are_played_and_recorded() {
    let text = ring("ring");
    let board = std::sync::Arc::new(Board::parse(&text).expect("a sound board"));
    let texts = Rules::new().with("board", &ring("circle")).with("board", &text);
    assert!(board.map().are_adjacent(Region::new(0), Region::new(9)));
    for setup in tables().map(|setup| setup.with_board(board.clone())) {
        check_game::<State>(&setup, 0..2);
        check_observations::<State>(&setup, 0..2);
        random_game::<State>(&setup, 1, State::audit);
        let line = line(&setup, 1);
        assert!(line.contains("\"board\":\"ring\"") && line.contains("\"r7\""));
        let record = Record::<State>::parse(&line, &texts).expect("its board is given");
        assert_eq!((record.check(), record.to_line()), (Ok(()), line.clone()));
        assert_eq!(record.setup(), &setup);
        assert!(check(&line).is_err());
        assert!(check(&line.replace("\"ring\"", "\"reconstruction-1\"")).is_err());
    }
}

#[test]
fn boards_are_rules() {
    let rules = Rules::new().with("edition", "advanced").with("board", &ring("ring"));
    let setup = State::setup(3, &rules).unwrap();
    assert_eq!((setup.edition(), setup.board().id()), (Edition::Advanced, "ring"));
    let wrong = State::setup(3, &Rules::new().with("board", "id = 3")).unwrap_err();
    assert!(wrong.to_string().starts_with("the board cannot be read: line 1"), "{wrong}");
    let twice = State::setup(3, &rules.with("board", "")).unwrap_err();
    assert_eq!(twice.to_string(), "the rule 'board' is given twice");
}

/// Two boards may not share one name, because a record could belong to either.
#[test]
fn a_name_stands_for_one_board() {
    let (text, other) = (ring("ring"), ring("ring").replace("[2, 1, 3]", "[2, 2, 2]"));
    let setup = table(3, Edition::Base).with_board(Board::parse(&text).unwrap());
    let texts = Rules::new().with("board", &text).with("board", &text);
    assert!(Record::<State>::parse(&line(&setup, 1), &texts).is_ok());
    let error = Record::<State>::parse(&line(&setup, 1), &texts.with("board", &other)).unwrap_err();
    assert!(error.to_string().starts_with("the id 'ring' belongs to another board"), "{error}");
}
