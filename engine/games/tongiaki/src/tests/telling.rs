//! Sentences about events, and the keys by which they are translated.

use super::scene::{Scene, island, tile};
use crate::state::hex::{Direction, Side};
use crate::{Cause, Event, Setup, State};
use arrayvec::ArrayVec;
use engine::drawing::Viewer;
use engine::testing::{moves_in_words, random_game};
use engine::{PlayableGame, Seat};
use serde_json::json;
use std::collections::BTreeSet;

fn seat(number: usize) -> Seat {
    Seat::new(number)
}

fn described(event: &Event) -> engine::phrase::Phrase {
    let setup = Setup::new(4).unwrap();
    State::renderer().describe(event, &State::start(&setup), &setup, Viewer::Everything)
}

fn beaches(numbers: &[u8]) -> crate::BeachList {
    numbers.iter().copied().collect()
}

fn fleet(ships: &[u8]) -> crate::Counts {
    ships.iter().copied().collect()
}

#[test]
fn events_are_told_in_sentences() {
    let samoa = island("samoa");
    let draw = |id: &str| Event::Draw { tile: tile(id), q: 0, r: 0, crest: Direction::ALL[0] };
    let land = |returned: &[u8]| Event::Land {
        island: samoa,
        fleet: fleet(&[2, 0, 0, 1]),
        returned: fleet(returned),
        beaches: ArrayVec::new(),
    };
    for (event, sentence) in [
        (Event::Place { p: seat(1), beach: 0 }, "B places a ship on beach 1 of Tonga."),
        (
            Event::Expand { p: seat(0), island: samoa, beaches: beaches(&[0, 2]), from: None },
            "A expands on Samoa: 2 new ships on beaches 1 and 3.",
        ),
        (
            Event::Expand {
                p: seat(0),
                island: samoa,
                beaches: beaches(&[1]),
                from: Some((island("tonga"), 4)),
            },
            "A has no ships in supply and expands on Samoa with a ship from beach 5 of Tonga, now on beach 2.",
        ),
        (
            Event::Enter { p: seat(2), island: island("tonga"), beaches: beaches(&[3, 3]) },
            "C re-enters the board on Tonga: 2 ships on beach 4.",
        ),
        (
            Event::King { p: seat(0), island: samoa },
            "A founds a king island on Samoa. Its 5 points belong to A for the rest of the game.",
        ),
        (
            Event::Sail {
                p: seat(1),
                island: island("tonga"),
                beach: 2,
                jetty: Side::new(2),
                fleet: fleet(&[2, 0, 0, 1]),
            },
            "The fleet sails from beach 3 of Tonga: 2 ships of A, 1 of D.",
        ),
        (draw("samoa"), "Samoa is discovered, worth 5 points."),
        (
            draw("water-02"),
            "Water tile 2 is drawn. Fleets need 1, 2 and 2 colours to pass its currents.",
        ),
        (
            Event::Fail { tile: tile("water-11"), fleet: fleet(&[0, 1]) },
            "The crossing fails: the fleet has too few colours for the current of water tile 11. \
             Returned to their owners: 1 ship of B.",
        ),
        (land(&[0, 0, 0, 0]), "The fleet lands on Samoa: 2 ships of A, 1 of D."),
        (
            land(&[1, 0, 0, 0]),
            "The fleet lands on Samoa: 2 ships of A, 1 of D. Returned to their owners for lack of moorings: 1 ship of A.",
        ),
        (
            Event::End { cause: Cause::Deck },
            "The game is over: the last island or the last water tile has been drawn.",
        ),
    ] {
        assert_eq!(described(&event).to_string(), sentence);
    }
    assert_eq!(
        described(&draw("water-02")).data(),
        json!({"key": "tongiaki.draw_water", "values": {"tile": 2, "colours": [1, 2, 2]}})
    );
}

#[test]
fn facts_and_words_agree_in_number() {
    let scene = Scene::new(2).lay("samoa", "tonga>0").ships("samoa", "0.. 1111 .....");
    let setup = Setup::new(2).unwrap();
    let renderer = State::renderer();
    assert_eq!(
        renderer.facts(&scene.state).to_string(),
        "still hidden: 14 islands, 16 water tiles"
    );
    assert_eq!(
        renderer.seat_facts(&scene.state, seat(0)).to_string(),
        "1 island, 14 ships in supply"
    );
    let words: Vec<_> = renderer
        .words(&scene.state, &setup, Viewer::Everything)
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        words[1],
        "Samoa, worth 5: beach 1: A, 2 free; beach 2: B, B, B, B, 0 free; beach 3: 5 free"
    );
    assert_eq!(words.last().unwrap(), "0 water tiles");
}

/// Every key in use is listed for translations, and games go through the phases that have a key.
#[test]
fn keys_of_whole_games_are_listed() {
    let renderer = State::renderer();
    let known: BTreeSet<_> = renderer.phrases().iter().map(|kind| kind.key).collect();
    assert_eq!(known.len(), renderer.phrases().len(), "a key twice");
    let setup = Setup::new(3).unwrap();
    let mut phases = BTreeSet::new();
    for seed in 0..4 {
        random_game::<State>(&setup, seed, |game| {
            phases.insert(renderer.phase(game));
            let moves = moves_in_words(game, &setup);
            for phrase in [
                vec![renderer.facts(game)],
                renderer.words(game, &setup, Viewer::Everything),
                moves,
            ]
            .concat()
            {
                assert!(known.contains(phrase.key()), "{phrase}");
            }
        });
    }
    let all: BTreeSet<_> = renderer.phases().iter().copied().collect();
    assert!(phases.is_subset(&all), "{phases:?}");
    assert!(phases.contains("setup") && phases.contains("landing"), "{phases:?}");
}
