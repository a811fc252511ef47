//! Sentences about events, and the keys by which they are translated.

use super::scene::region;
use crate::{AreaCard, Cause, Ending, Event, Figure, Kind, RitualCard, Setup, State, Use};
use engine::drawing::Viewer;
use engine::phrase::Phrase;
use engine::testing::{moves_in_words, random_game};
use engine::{PlayableGame, Seat};
use serde_json::json;
use std::collections::BTreeSet;

fn seat(number: usize) -> Seat {
    Seat::new(number)
}

fn described(event: &Event, viewer: Viewer) -> Phrase {
    let setup = Setup::new(3).unwrap();
    State::renderer().describe(event, &State::start(&setup), &setup, viewer)
}

#[test]
fn events_are_told_in_sentences() {
    let play = |usage, card, stones: &[(usize, &str)]| Event::Play {
        p: seat(0),
        card,
        kind: Kind::Cube,
        usage,
        stones: stones.iter().map(|&(owner, letter)| (seat(owner), region(letter))).collect(),
    };
    let scorpion = |penalty| Event::Scorpion { p: seat(2), space: 4, penalty };
    for (event, sentence) in [
        (
            Event::Place { p: seat(1), kind: Kind::Lens, region: region("C") },
            "B places a lens in North-East.",
        ),
        (
            Event::Reveal { region: region("E"), card: AreaCard::FourRituals },
            "A card is revealed in Hands: four rituals.",
        ),
        (Event::Ritual { p: seat(0), card: RitualCard::Double }, "A gets a ritual card: double."),
        (scorpion(1), "C gets a scorpion and loses 1 point. The scorpion advances to space 4."),
        (scorpion(0), "C gets a scorpion, which advances to space 4."),
        (
            Event::Move { figure: Figure::Elder, region: region("A") },
            "The Elder moves to Kangaroo.",
        ),
        (
            Event::Ceremony { region: region("F"), cause: Cause::Ancestor },
            "A ceremony begins in Foot, where the Ancestor has arrived.",
        ),
        (
            Event::Ceremony { region: region("F"), cause: Cause::Both },
            "A ceremony begins in Foot, where both figures have arrived.",
        ),
        (
            play(Use::Remove, RitualCard::Cube, &[(1, "E")]),
            "A plays a ritual card (cube) and removes a cube of B.",
        ),
        (
            play(Use::Remove, RitualCard::Double, &[(1, "E"), (1, "E")]),
            "A plays a ritual card (double) and removes 2 cubes of B.",
        ),
        (
            play(Use::Out, RitualCard::Double, &[(0, "A"), (0, "B")]),
            "A plays a ritual card (double) and moves 2 cubes out to Kangaroo and North.",
        ),
        (
            Event::Score { kind: Kind::Lens, p: seat(1), points: 4 },
            "B has the most lenses and scores 4 points.",
        ),
        (
            Event::Bonus { kind: Kind::Cube, seats: [seat(0), seat(2)].into_iter().collect() },
            "Bonus for the most cube cards: A and C.",
        ),
        (Event::End { cause: Ending::Stack }, "The game is over: a stack has run out of cards."),
    ] {
        assert_eq!(described(&event, Viewer::Everything).to_string(), sentence);
    }
}

#[test]
fn a_hidden_card_has_no_value() {
    let drawn = Event::Ritual { p: seat(0), card: RitualCard::Cube };
    let hidden = json!({"key": "wongar.hidden_ritual", "values": {"p": 0}});
    assert_eq!(described(&drawn, Viewer::Seat(seat(1))).data(), hidden);
    assert_eq!(described(&drawn, Viewer::Public).data(), hidden);
    assert_eq!(described(&drawn, Viewer::Seat(seat(0))).data()["values"]["card"], "cube");
}

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
            let seats = Seat::all(3).map(|seat| renderer.seat_facts(game, seat)).collect();
            let moves = moves_in_words(game, &setup);
            let told = [
                vec![renderer.facts(game)],
                renderer.words(game, &setup, Viewer::Public),
                seats,
                moves,
            ];
            for phrase in told.concat() {
                assert!(known.contains(phrase.key()), "{phrase}");
                let text = phrase.to_string();
                assert!(!text.contains("four-rituals") && !text.contains("north"), "{text}");
            }
        });
    }
    let all: BTreeSet<_> = renderer.phases().iter().copied().collect();
    assert!(phases.is_subset(&all), "{phases:?}");
    assert!(phases.contains("ceremony") && phases.contains("figures"), "{phases:?}");
}
