//! Wongar as a whole: the contract, random games of every kind, records.

mod support;

use engine::Dealt;
use engine::wongar::{Edition, Setup, State};
use support::{contract, random_game, recorded_game, title};

fn tables() -> impl Iterator<Item = Setup> {
    (3..=5).flat_map(|players| {
        let setup = Setup::new(players).expect("3 to 5 may play");
        Edition::ALL.into_iter().map(move |edition| setup.with_edition(edition))
    })
}

#[test]
fn the_contract_holds_at_every_table() {
    for setup in tables() {
        contract::holds::<State>(&setup, 0..6);
    }
}

#[test]
fn the_fast_doors_draw_fairly() {
    for setup in tables() {
        contract::samples_fairly::<State>(&setup, 7);
    }
}

/// Everything kept for speed is right, stones and cards are conserved, memories are true (`audit`).
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

#[test]
fn records_of_all_tables_replay() {
    for setup in tables() {
        for seed in 0..10 {
            let (end, deal, events) = recorded_game::<State>(&setup, seed);
            let line = end.write_record(&title(setup.players()), &deal, &events);
            assert_eq!(State::check_record(&line), Ok(()), "{line}");
        }
    }
}
