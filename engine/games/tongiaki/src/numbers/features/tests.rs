//! Tests of the features on small positions.

use super::*;
use crate::{Setup, Tile};
use engine::testing::random_game;
use engine::{Evaluated, Game, InputGroup, Seed, Turn};
use std::collections::HashSet;

/// A two-player game given in notation. Both seats have ships on Tonga's beaches 0 and 1, where one more ship sends a fleet off.
struct Table(State);

impl Table {
    fn new() -> Self {
        let state = State::new(&Setup::new(2).unwrap());
        Self(state).play("moor tonga:0; moor tonga:0; moor tonga:1; moor tonga:1")
    }

    /// Plays moves and draws tiles; the steps are separated by semicolons.
    fn play(mut self, steps: &str) -> Self {
        for step in steps.split("; ") {
            if let Some(id) = step.strip_prefix("draw ") {
                self.0.happen(id.parse::<Tile>().unwrap());
            } else {
                let mv = step.parse().unwrap();
                assert!(self.0.is_legal(mv), "{step}");
                self.0.play(mv);
            }
        }
        self
    }

    fn assert(&self, seat: usize, expected: &[(&str, f64)]) {
        for &(name, value) in expected {
            let found = named(&self.0, Seat::new(seat), name);
            assert!((found - value).abs() < 1e-9, "{name} of seat {seat}: {found}, not {value}");
        }
    }
}

fn named(state: &State, seat: Seat, name: &str) -> f64 {
    let index = State::FEATURES.iter().position(|feature| feature.name == name).unwrap();
    let mut found = f64::NAN;
    state.features(|other, features| {
        if other == seat {
            found = features[index];
        }
    });
    found
}

#[test]
fn t15_the_open_sea_promises_what_the_deck_holds() {
    // The deck has 53 points on 15 islands. Of its 16 waters, 5 let a fleet of one colour pass and 8 a fleet of two.
    let two_colours = 53.0 / (31.0 - 8.0);
    let table = Table::new();
    for seat in 0..2 {
        table.assert(seat, &[("voyages", 2.0 * two_colours), ("best_voyage", two_colours)]);
        table.assert(seat, &[("tonga", 1.0), ("ships", 2.0), ("beaches", 2.0), ("growth", 2.0)]);
        table.assert(seat, &[("points", 0.0), ("kings_left", 2.0), ("banished", 0.0)]);
    }
    let outlook = Prospects::of(&table.0);
    assert!((outlook.discovery(1) - 53.0 / (31.0 - 5.0)).abs() < 1e-9);
    assert!((outlook.discovery(6) - 53.0 / (31.0 - 16.0)).abs() < 1e-9);
}

#[test]
fn t14_who_shares_an_island_can_sweep_a_beach() {
    let voyage = "expand tonga; spread tonga:0+2; draw muroroa; moor muroroa:0; moor muroroa:2";
    let table = Table::new().play(voyage);
    assert_eq!(table.0.turn(), Turn::Decide(Seat::new(1)));
    // Muroroa has beaches with 2, 2 and 3 moorings: seat 1 is alone on beach 1, seat 0 on the others.
    table.assert(0, &[("points", 2.0), ("late_points", 2.0 / 15.0), ("alone", 0.0)]);
    table.assert(0, &[("exposed", 0.0), ("threatened", 0.0), ("anchored", 2.0)]);
    table.assert(1, &[("exposed", 2.0), ("threatened", 2.0), ("anchored", 0.0)]);
    table.assert(1, &[("threatened_next", 0.0), ("late_exposed", 2.0 / 15.0)]);
    // Seat 1 has had its turn; now seat 0 can sweep seat 1's ships away.
    let table = table.play("expand tonga; spread tonga:3");
    table.assert(1, &[("threatened", 2.0), ("threatened_next", 2.0)]);
}

#[test]
fn t6_an_expansion_too_small_threatens_nobody() {
    let voyage = "expand tonga; spread tonga:0+2; draw muroroa; moor muroroa:0; moor muroroa:1";
    let table = Table::new().play(voyage);
    // Seat 1 adds one ship, but seat 0 has ships on two beaches.
    table.assert(0, &[("exposed", 2.0), ("threatened", 0.0), ("threatened_next", 0.0)]);
}

#[test]
fn t16_failures_are_jetties_that_lead_nowhere() {
    // Water-07 requires 4 colours on all its currents.
    let table = Table::new()
        .play("expand tonga; spread tonga:0+2; draw water-07")
        .play("expand tonga; spread tonga:0; expand tonga; spread tonga:0+3");
    let two_colours = 53.0 / (30.0 - 8.0);
    for seat in 0..2 {
        table.assert(seat, &[("failures", 1.0), ("voyages", two_colours)]);
    }
}

#[test]
fn t8_kings_are_founded_where_one_is_alone() {
    let table = Table(State::new(&Setup::new(2).unwrap()))
        .play("moor tonga:2; moor tonga:0; moor tonga:2; moor tonga:0")
        .play("expand tonga; spread tonga:2+3; draw samoa");
    table.assert(0, &[("alone", 5.0), ("late_alone", 1.0 / 3.0), ("king_points", 0.0)]);
    table.assert(1, &[("alone", 0.0), ("kings_left", 2.0), ("points", 0.0)]);
    let table = table.play("expand tonga; spread tonga:1+3; found samoa");
    table.assert(0, &[("alone", 0.0), ("kings_left", 1.0), ("king_points", 5.0), ("points", 5.0)]);
    table.assert(0, &[("islands", 1.0), ("late_kings_left", 1.0 / 15.0)]);
}

#[test]
fn t13_a_seat_without_ships_on_beaches_is_banished() {
    let state = State::new(&Setup::new(3).unwrap());
    let banished = |state: &State| named(state, Seat::new(1), "banished");
    assert!((banished(&state) - 1.0).abs() < 1e-9);
    assert!((named(&state, Seat::new(1), "growth")).abs() < 1e-9);
}

/// Checks that features stay within the bounds of the rules in random games, and that the feature for points equals the points of
/// T29.
#[test]
fn features_stay_within_the_rules() {
    for players in 2..=6 {
        random_game::<State>(&Setup::new(players).unwrap(), 5, |game| {
            for seat in Seat::all(players) {
                let named = |name: &str| named(game, seat, name);
                let all = State::FEATURES.iter().map(|feature| named(feature.name));
                assert!(all.into_iter().all(|value| (0.0..100.0).contains(&value)));
                assert_eq!(named("points") as i16, game.outcome().points()[seat.index()]);
                assert!(named("ships") <= 15.0 && named("growth") <= 6.0);
                assert!(named("king_points") + named("alone") <= named("points"));
                assert!(named("late_points") <= named("points"));
                assert!(named("threatened_next") <= named("threatened"));
                assert!(named("threatened") <= named("exposed"));
                assert!(named("best_voyage") <= named("voyages"));
            }
        });
    }
}

/// Returns the seat's feature or input with this name.
fn named_input(inputs: &[f64], name: &str) -> f64 {
    let features = State::FEATURES.iter().map(|feature| feature.name);
    let mut names = features.chain(State::SEAT_INPUTS.iter().map(|input| input.name));
    inputs[names.position(|other| other == name).unwrap()]
}

/// Checks that the game's README names every network input, and that all inputs are finite and of moderate size.
#[test]
fn inputs_are_documented_and_stay_within_the_rules() {
    let page = include_str!("../../../README.md");
    for input in State::SEAT_INPUTS.iter().chain(State::TABLE_INPUTS) {
        assert!(page.contains(&format!("| `{}` | ", input.name)), "{}", input.name);
    }
    for InputGroup { name, size, meaning } in State::SPARSE_INPUTS {
        let size = if *size < 1000 {
            size.to_string()
        } else {
            format!("{},{:03}", size / 1000, size % 1000)
        };
        assert!(page.contains(&format!("| `{name}` | {size} | {meaning} |")), "{name}");
    }
    let inputs = State::SEAT_INPUTS.iter().chain(State::TABLE_INPUTS).map(|input| input.name);
    let groups = State::SPARSE_INPUTS.iter().map(|group| group.name);
    let mut distinct = HashSet::new();
    for name in inputs.chain(groups) {
        assert!(distinct.insert(name), "{name} is the name of two inputs");
    }
    let mut rng = Seed::new(6).rng();
    for players in 2..=6 {
        let mut game = State::new(&Setup::new(players).unwrap());
        while game.turn() != Turn::Over {
            let mut next = Vec::new();
            game.inputs(
                |seat, inputs| {
                    assert_eq!(inputs.len(), State::FEATURES.len() + State::SEAT_INPUTS.len());
                    assert!(inputs.iter().all(|input| input.abs() < 100.0), "{inputs:?}");
                    let named = |name| named_input(inputs, name);
                    if named("begins") > 0.0 {
                        next.push(seat);
                    }
                    assert!(named("second_king") <= named("best_king"));
                    assert!(named("best_king") + named("second_king") <= named("alone"));
                    assert!([0.0, named("sweeps")].contains(&named("sweeps_next")));
                    assert!(named("company") <= named("islands") * (players - 1) as f64);
                },
                |inputs| {
                    assert_eq!(inputs.len(), State::TABLE_INPUTS.len());
                    assert!(inputs.iter().all(|input| (0.0..100.0).contains(input)), "{inputs:?}");
                },
            );
            let begins =
                if game.is_between_turns() { game.active() } else { game.active().next(players) };
            assert_eq!(next, [begins]);
            match game.turn() {
                Turn::Chance => game.happen(game.random_chance(&mut rng)),
                _ => game.play(game.random_move(&mut rng)),
            }
        }
    }
}
