//! The events of a step as pictures, one by one.

use super::scene::{Scene, tile};
use crate::state::phase::Phase;
use crate::words::drawing::{anchorage, board};
use crate::words::frames::frames;
use crate::{Edition, Event, Setup, State};
use engine::drawing::Frame;
use engine::{Game, PlayableGame, Seed, Turn};
use rand::RngExt;

/// Plays a random game, and calls `check` with each decision's state before it, its events, and the state after them.
fn play(setup: Setup, seed: u64, mut check: impl FnMut(&State, &[Event], &State)) {
    let mut rng = Seed::new(seed).rng();
    let mut state = State::start(&setup);
    while state.turn() != Turn::Over {
        let (before, mut events, mut moves) = (state, Vec::new(), Vec::new());
        state.moves(&mut moves);
        state.play_recorded(moves[rng.random_range(0..moves.len())], &mut events);
        while state.turn() == Turn::Chance {
            let mut tiles = Vec::new();
            state.chances(&mut tiles);
            state.happen_recorded(tiles[rng.random_range(0..tiles.len())].0, &mut events);
        }
        check(&before, &events, &state);
    }
}

#[test]
fn the_last_frame_of_a_step_is_the_board_after_it() {
    let (mut compared, mut sailed) = (0, 0);
    for (players, edition) in (2..=6).zip(Edition::ALL.into_iter().cycle()) {
        let setup = Setup::new(players).unwrap().with_edition(edition);
        for seed in 0..20 {
            play(setup, seed, |before, events, after| {
                let drawn = frames(before, events);
                assert_eq!(drawn.len(), events.len());
                // A landing without its event yet: some of its ships can have gone back, or ashore, without a choice.
                let is_landing = matches!(after.phase, Phase::Land { .. } | Phase::GiveBack { .. });
                if let (Some(last), false) = (drawn.last(), is_landing) {
                    assert_eq!(last.board.pieces, board(after).pieces, "after {events:?}");
                    compared += 1;
                }
                for (Frame { way, .. }, event) in drawn.iter().zip(events) {
                    let sails = matches!(event, Event::Sail { .. });
                    assert!(
                        way.is_empty() != sails
                            || matches!(event, Event::Draw { .. } | Event::TurnBack { .. })
                    );
                    sailed += usize::from(sails);
                }
            });
        }
    }
    assert!(compared > 2000 && sailed > 500, "{compared} boards, {sailed} voyages");
}

#[test]
fn a_fleet_follows_the_currents_and_is_last_seen_where_it_is_lost() {
    // The current from the crest of water 9 lets any fleet pass to its side 4, but the current of water 12 requires three colours.
    let scene = Scene::new(2).lay("water-09", "tonga>0").ships("tonga", "000 ... ... ... ... ...");
    let before = scene.clone().chain().state;
    let mut scene = scene.chain();
    let mut events = Vec::new();
    scene.state.play_recorded("emigrate tonga".parse().unwrap(), &mut events);
    scene.state.happen_recorded(tile("water-12"), &mut events);
    let drawn = frames(&before, &events);
    let ways: Vec<_> = drawn.iter().map(|frame| frame.way.as_str()).collect();
    let [sail, draw, fail] = ways[..] else { panic!("{events:?}") };
    let [tonga, first, second] = ["tonga", "water-09", "water-12"]
        .map(|id| anchorage(&scene.state, tile(id)).expect("a laid tile").to_string());
    assert!(
        sail.ends_with(&format!(" L{first}")) && !sail.starts_with(&format!("M{tonga}")),
        "{sail}"
    );
    assert!(
        draw.starts_with(&format!("M{first} L")) && draw.ends_with(&format!(" L{second}")),
        "{draw}"
    );
    assert_eq!(fail, "");
    let ships = |number: usize| {
        drawn[number].board.pieces.last().map_or(0, |piece| piece.matches("#ship-A").count())
    };
    assert_eq!([ships(0), ships(1), ships(2)], [3, 3, 0]);
}
