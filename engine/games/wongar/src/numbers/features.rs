//! The evaluation features of Wongar.
//!
//! Points come from ceremonies. Most features therefore describe where a seat leads, the points that a ceremony there would
//! bring, and how soon one may take place. A seat *leads* a kind in a region if it would score it now, with ties decided as in
//! W23. *Rest* is the part of the game that is left: 1 at the beginning, 0 at the end.

use crate::State;
use crate::numbers::sight::{Horizon, Leads, Open, features};
use crate::numbers::{encoding, sight, sparse};
use engine::{
    Evaluated, Feature, Input, InputGroup, MAX_SEATS, OutcomeModel, Reward, Search, SearchDefaults,
    Seat,
};

impl Evaluated for State {
    const FEATURES: &'static [Feature] = sight::FEATURES;

    /// The first line of each file is the command that produced it. With 5 players the weights for 4 are used, because a shorter
    /// search with 5 players found worse weights.
    const TUNED: &'static [(usize, &'static str)] = &[
        (3, include_str!("../../weights/3.toml")),
        (4, include_str!("../../weights/4.toml")),
        (5, include_str!("../../weights/4.toml")),
    ];

    /// Fitted to 120 games with 3 players (seed 9003) of `greedy:nodes=500` with weights and with the network; the lead adds
    /// nothing to the prediction from the current points.
    const OUTCOME_MODEL: Option<OutcomeModel> =
        Some(OutcomeModel { temperature: 46.0, margin: [[0.0, 0.0, 0.7]; MAX_SEATS + 1] });

    const DEFAULTS: SearchDefaults = SearchDefaults {
        search: Search::InformationSetTree {
            iterations: 200,
            prior_visits: 100,
            candidate_turns: 3,
        },
        // Other players' cards decide ceremonies (W19).
        replies: 8,
        temperature: 20.0,
        reward: Reward::Chance,
        scale: 80.0,
    };

    const SEAT_INPUTS: &'static [Input] = encoding::SEAT_INPUTS;
    const TABLE_INPUTS: &'static [Input] = encoding::TABLE_INPUTS;
    const SPARSE_INPUTS: &'static [InputGroup] = sparse::GROUPS;
    const NETWORK: Option<&'static [u8]> = Some(include_bytes!("../../data/network.safetensors"));

    /// `data/sparse-network.md` describes its training and its strength. WebAssembly does without it, as in Tongiaki.
    #[cfg(not(target_family = "wasm"))]
    const SPARSE_NETWORK: Option<&'static [u8]> =
        Some(include_bytes!("../../data/sparse-network.safetensors"));

    #[inline(always)]
    fn features(&self, mut each: impl FnMut(Seat, &[f64])) {
        let (horizon, open) = (Horizon::of(self), Open::of(self));
        let leads = Leads::of_all(self);
        for seat in Seat::all(self.players()) {
            each(seat, &features(self, seat, &leads[seat.index()], &horizon, &open));
        }
    }

    #[inline(always)]
    fn inputs(&self, seats: impl FnMut(Seat, &[f64]), table: impl FnOnce(&[f64])) {
        encoding::encode(self, seats, table);
    }

    fn sparse_inputs(&self, on: &mut Vec<u16>) -> [u16; MAX_SEATS] {
        sparse::sparse_inputs(self, on)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Edition, Figure, Kind, Region, Setup};
    use engine::Turn;
    use engine::testing::random_game;

    /// Returns the seat that leads a kind in a region, computed literally by W23.
    fn leader(state: &State, region: Region, kind: Kind) -> Option<Seat> {
        let most = Seat::all(state.players()).map(|seat| state.stones(region, kind, seat)).max()?;
        let mut seat = state.owner(Figure::Ancestor).unwrap_or(Seat::new(0));
        while state.stones(region, kind, seat) < most {
            seat = seat.next(state.players());
        }
        (most > 0).then_some(seat)
    }

    /// Checks the features against an independent computation throughout random games.
    #[test]
    fn features_are_what_they_say() {
        for (players, edition) in [(3, Edition::Base), (5, Edition::Advanced)] {
            let setup = Setup::new(players).unwrap().with_edition(edition);
            random_game::<State>(&setup, 5, |game| {
                game.features(|seat, features| {
                    assert!(features.iter().all(|value| value.is_finite()));
                    let named = |name: &str| {
                        let index = State::FEATURES.iter().position(|f| f.name == name).unwrap();
                        features[index]
                    };
                    let led = Region::all()
                        .flat_map(|region| Kind::ALL.map(|kind| leader(game, region, kind)))
                        .filter(|&leader| leader == Some(seat));
                    let rest = Horizon::of(game).rest;
                    assert!((named("leads") - led.count() as f64 * rest).abs() < 1e-9);
                    assert!(named("safe_leads") <= named("leads"));
                    assert!(named("rituals") as u8 == game.hand_size(seat));
                    assert!((0.0..=24.0).contains(&named("bonus")));
                    if game.turn() == Turn::Over {
                        let points = game.outcome().points()[seat.index()];
                        assert_eq!((named("points") + named("bonus")) as i16, points);
                    }
                });
            });
        }
    }
}
