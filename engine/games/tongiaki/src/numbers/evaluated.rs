//! Tongiaki as learners and searches evaluate it.

use super::features::{Count, FEATURES, count, features, lateness};
use super::{encoding, sparse};
use crate::State;
use crate::state::key;
use engine::{
    Evaluated, Feature, Input, InputGroup, MAX_SEATS, OutcomeModel, Reward, Search, SearchDefaults,
    Seat,
};

impl Evaluated for State {
    const FEATURES: &'static [Feature] = FEATURES;

    /// The first line of each file is the command that produced it.
    const TUNED: &'static [(usize, &'static str)] = &[
        (2, include_str!("../../weights/2.toml")),
        (3, include_str!("../../weights/3.toml")),
        (4, include_str!("../../weights/4.toml")),
        (5, include_str!("../../weights/5.toml")),
        (6, include_str!("../../weights/6.toml")),
    ];

    /// Fitted to games of `greedy:nodes=500` with weights and with the network: the first 300 games with 2 players (seed 9001) and
    /// the first 160 games with 4 players (seed 9002). The values for 3 players are interpolated; 5 and 6 players use the values
    /// for 4.
    const OUTCOME_MODEL: Option<OutcomeModel> = Some(OutcomeModel {
        temperature: 40.0,
        margin: {
            let many = [0.0, 2.4, 0.12];
            [many, many, [0.0, 2.0, 0.38], [0.0, 2.2, 0.25], many, many, many]
        },
    });

    const DEFAULTS: SearchDefaults = SearchDefaults {
        search: Search::TurnPlans { iterations: 48, prior_rollouts: 8, plans: 16 },
        temperature: 20.0,
        reward: Reward::Chance,
        ..SearchDefaults::GENERIC
    };

    const SEAT_INPUTS: &'static [Input] = encoding::SEAT_INPUTS;
    const TABLE_INPUTS: &'static [Input] = encoding::TABLE_INPUTS;
    const SPARSE_INPUTS: &'static [InputGroup] = sparse::GROUPS;

    /// `data/network.md` describes its training and its strength.
    const NETWORK: Option<&'static [u8]> = Some(include_bytes!("../../data/network.safetensors"));

    /// `data/sparse-network.md` describes its training and its strength. WebAssembly does without it: it is larger than all the
    /// rest of a page.
    #[cfg(not(target_family = "wasm"))]
    const SPARSE_NETWORK: Option<&'static [u8]> =
        Some(include_bytes!("../../data/sparse-network.safetensors"));

    /// `data/duel-network.md` describes its training and its strength.
    #[cfg(not(target_family = "wasm"))]
    const DUEL_NETWORK: Option<&'static [u8]> =
        Some(include_bytes!("../../data/duel-network.safetensors"));

    #[inline(always)]
    fn features(&self, mut each: impl FnMut(Seat, &[f64])) {
        let mut counts = [Count::default(); MAX_SEATS];
        count::<false>(self, &mut counts);
        let late = lateness(self);
        for (seat, count) in Seat::all(self.players()).zip(&counts) {
            each(seat, &features(count, self, seat, late));
        }
    }

    #[inline(always)]
    fn inputs(&self, seats: impl FnMut(Seat, &[f64]), table: impl FnOnce(&[f64])) {
        encoding::inputs(self, seats, table);
    }

    fn sparse_inputs(&self, on: &mut Vec<u16>) -> [u16; MAX_SEATS] {
        sparse::sparse_inputs(self, on)
    }

    fn inputs_key(&self) -> Option<u64> {
        Some(key::key(self))
    }
}
