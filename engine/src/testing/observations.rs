//! Checks of observations for bots and of descriptions for people.

use super::contract::alike_steps;
use super::random_game;
use crate::drawing::Viewer;
use crate::{PlayableGame, Seat, Seed, View};
use serde::Serialize;
use std::ops::Range;

/// Checks in every state of random games that a seat's observations, and the descriptions of events for the seat, contain no
/// hidden information. They must be equal in all states, and for all events, that the seat cannot distinguish.
///
/// # Panics
/// If observations or descriptions differ.
pub fn check_observations<G: PlayableGame>(setup: &G::Setup, seeds: Range<u64>) {
    for seed in seeds {
        random_game::<G>(setup, seed, |game| {
            let mut rng = Seed::new(seed).child(3).rng();
            for seat in Seat::all(game.players()) {
                let other = game.view(seat).determinize(&mut rng);
                let sight = |game: &G| told(&G::describe_view(&game.view(seat)));
                assert_eq!(sight(game), sight(&other), "observation of {seat}");
                let Some([step, same]) = alike_steps(game, &other, seat, &mut rng) else {
                    continue;
                };
                let events = |(after, events): (G, Vec<G::Event>)| {
                    let viewer = Viewer::Seat(seat);
                    let words = |event| G::renderer().describe(event, &after, setup, viewer);
                    let tell = |event| (told(&G::observe_event(event, seat, setup)), words(event));
                    events.iter().map(tell).collect::<Vec<_>>()
                };
                let (one, other) = (step.after(game), same.after(&other));
                assert_eq!(events(one), events(other), "observation of {seat}");
            }
        });
    }
}

fn told(what: &impl Serialize) -> String {
    serde_json::to_string(what).expect("observations have a JSON form")
}
