//! The evaluation features of Wongar.
//!
//! Points come from ceremonies. Most features therefore describe where a seat leads, the points that a ceremony there would
//! bring, and how soon one may take place. A seat *leads* a kind in a region if it would score it now, with ties decided as in
//! W23. *Rest* is the part of the game that is left: 1 at the beginning, 0 at the end.

use crate::State;
use crate::numbers::encoding;
use crate::numbers::sight::{Horizon, Leads, Open, features};
use engine::{MAX_SEATS, OutcomeModel, Reward, Search, SearchDefaults, Seat};

/// Tuned weight files by number of players. The first line of each file is the command that produced it. With 5 players the
/// weights for 4 are used, because a shorter search with 5 players found worse weights.
pub(crate) const TUNED: &[(usize, &str)] = &[
    (3, include_str!("../../weights/3.toml")),
    (4, include_str!("../../weights/4.toml")),
    (5, include_str!("../../weights/4.toml")),
];

/// The model that predicts the result from a lead in value. It was fitted to 120 games with 3 players (seed 9003) of
/// `greedy:nodes=500` with weights and with the network; the lead adds nothing to the prediction from the current points.
pub(crate) const OUTCOME_MODEL: Option<OutcomeModel> =
    Some(OutcomeModel { temperature: 46.0, margin: [[0.0, 0.0, 0.7]; MAX_SEATS + 1] });

/// The search defaults of Wongar.
pub(crate) const DEFAULTS: SearchDefaults = SearchDefaults {
    search: Search::InformationSetTree { iterations: 200, prior_visits: 100, candidate_turns: 3 },
    // Other players' cards decide ceremonies (W19).
    replies: 8,
    temperature: 20.0,
    reward: Reward::Chance,
    scale: 80.0,
};

/// The built-in network.
pub(crate) const NETWORK: Option<&[u8]> = Some(include_bytes!("../../data/network.safetensors"));

/// The network with sparse inputs. `data/sparse-network.md` describes its training and its strength. WebAssembly does without
/// it, as in Tongiaki.
pub(crate) const SPARSE_NETWORK: Option<&[u8]> = {
    #[cfg(not(target_family = "wasm"))]
    let network: Option<&[u8]> = Some(include_bytes!("../../data/sparse-network.safetensors"));
    #[cfg(target_family = "wasm")]
    let network = None;
    network
};

/// Passes the features of every seat, in turn order.
pub(crate) fn each_features(state: &State, mut each: impl FnMut(Seat, &[f64])) {
    let (horizon, open) = (Horizon::of(state), Open::of(state));
    let leads = Leads::of_all(state);
    for seat in Seat::all(state.players()) {
        each(seat, &features(state, seat, &leads[seat.index()], &horizon, &open));
    }
}

/// Passes the inputs of every seat, then the inputs of the table.
pub(crate) fn inputs(state: &State, seats: impl FnMut(Seat, &[f64]), table: impl FnOnce(&[f64])) {
    encoding::encode(state, seats, table);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Edition, Figure, Kind, Region, Setup};
    use engine::testing::random_game;
    use engine::{Evaluated, Turn};

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
