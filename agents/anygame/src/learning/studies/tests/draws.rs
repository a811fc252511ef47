//! Tests of the values of chance events.

use crate::learning::studies::draws::{self, DrawRow};
use crate::learning::studies::policy::Policy;
use crate::learning::studies::{Task, studies};
use agents::{Participant, Registry};
use engine::csv_table::page;
use engine::{PlayableGame, Rules, Seed};
use poker::kuhn;

fn rows<G: PlayableGame>(setup: &G::Setup, game: u64) -> Vec<DrawRow> {
    let policy: Participant<G> = Registry::built_in().participants("random").unwrap().remove(0);
    let seed = Seed::new(5).child(game);
    let task = Task { policy: Policy(&policy), asked: Vec::new(), setup, decks: 3, game, seed };
    draws::sample(&task)
}

fn check<G: PlayableGame>(rows: &[DrawRow]) {
    let studies = studies::<G>();
    let study = studies.iter().find(|study| study.design().name == draws::NAME).unwrap();
    let reads = |rows: &[DrawRow]| study.read(&page(rows)).map(|cases| cases.len());
    assert!(rows.len() > 1 && reads(rows) == Some(rows.len()));
    assert_eq!(reads(&rows[1..]), None);
    let sum = |value: fn(&DrawRow) -> f64| rows.iter().map(value).sum::<f64>();
    assert!((sum(|row| row.1.probability) - 1.0).abs() < 1e-9);
    for weighted in [
        sum(|row| row.1.probability * row.2.to_mean_margin),
        sum(|row| row.1.probability * row.2.to_mean_win_share),
    ] {
        assert!(weighted.abs() < 1e-9, "{rows:?}");
    }
}

#[test]
fn differences_to_the_mean_cancel_out_by_their_probabilities() {
    let setup = tongiaki::Setup::new(3).unwrap();
    for game in 0..10 {
        let rows = rows::<tongiaki::State>(&setup, game);
        check::<tongiaki::State>(&rows);
        assert!(rows.iter().all(|row| (row.1.probability * rows.len() as f64 - 1.0).abs() < 1e-12));
        let is_kind = |row: &DrawRow| {
            ["island of ", "water of "].iter().any(|kind| row.1.kind.starts_with(kind))
        };
        assert!(rows.iter().all(is_kind), "{rows:?}");
    }
    let setup = wongar::Setup::new(3).unwrap();
    for game in 0..10 {
        check::<wongar::State>(&rows::<wongar::State>(&setup, game));
    }
}

/// The deal comes before all decisions, so no seat draws it.
#[test]
fn initial_deals_have_no_rows() {
    assert!(rows::<kuhn::Kuhn>(&kuhn::Kuhn::setup(2, &Rules::new()).unwrap(), 0).is_empty());
}
