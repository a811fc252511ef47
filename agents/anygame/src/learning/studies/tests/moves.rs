//! Tests of the values of moves against known results.

use crate::learning::studies::moves::{self, MoveRow};
use crate::learning::studies::policy::Policy;
use crate::learning::studies::{Task, studies};
use agents::{Participant, Registry};
use engine::csv_table::page;
use engine::{PlayableGame, Rules, Seed};
use poker::kuhn;

fn rows<G: PlayableGame>(
    opening: bool,
    policy: &str,
    setup: &G::Setup,
    game: u64,
    decks: u32,
) -> Vec<MoveRow> {
    let policy: Participant<G> = Registry::built_in().participants(policy).unwrap().remove(0);
    let seed = Seed::new(5).child(game);
    let task = Task { policy: Policy(&policy), asked: Vec::new(), setup, decks, game, seed };
    moves::sample(&task, opening)
}

#[test]
fn legal_moves_have_rows_and_differences_sum_to_zero() {
    let setup = tongiaki::Setup::new(3).unwrap();
    let studies = studies::<tongiaki::State>();
    let study = studies.iter().find(|study| study.design().name == moves::NAME).unwrap();
    for game in 0..10 {
        let rows = rows::<tongiaki::State>(false, "random", &setup, game, 4);
        let reads = |rows: &[MoveRow]| study.read(&page(rows)).map(|cases| cases.len());
        assert!(rows.len() > 1 && reads(&rows) == Some(rows.len()));
        assert_eq!(reads(&rows[1..]), None);
        assert_eq!(rows.iter().filter(|(_, row, ..)| row.chosen).count(), 1, "{rows:?}");
        let sum: f64 = rows.iter().map(|(_, _, row, _)| row.to_mean_margin).sum();
        assert!(sum.abs() < 1e-9, "{sum}");
        assert!(rows.iter().all(|(.., row)| row.to_best_margin.is_some()));
    }
}

#[test]
fn the_opening_ends_where_the_first_turn_begins() {
    let setup = tongiaki::Setup::new(4).unwrap();
    for game in 0..20 {
        let rows = rows::<tongiaki::State>(true, "random", &setup, game, 1);
        assert!(rows.iter().all(|(_, row, ..)| row.kind.starts_with("place ")), "{rows:?}");
        assert!(rows.iter().all(|(.., row)| row.to_best_margin.is_none()), "there is one deck");
    }
    // Games without an opening have no rows.
    let setup = wongar::Setup::new(3).unwrap();
    assert!(rows::<wongar::State>(true, "random", &setup, 0, 1).is_empty());
}

/// A player who folds after a bet loses the ante to the opponent. Calling wins or loses two points depending on
/// the card: it always wins with a king, never with a jack, and half of the time with a queen.
#[test]
fn values_of_calls_in_kuhn_poker_follow_the_card() {
    let mut seen = [0; 3];
    for game in 0..900 {
        let rows = rows::<kuhn::Kuhn>(
            false,
            "random",
            &kuhn::Kuhn::setup(2, &Rules::new()).unwrap(),
            game,
            100,
        );
        let [pass, bet] = &rows[..] else { panic!("{rows:?}") };
        assert_eq!((pass.1.name.as_str(), bet.1.name.as_str()), ("pass", "bet"));
        // The third turn comes only after a pass and a bet.
        if pass.0.turn < 3 {
            continue;
        }
        assert!((pass.2.margin + 2.0).abs() < 1e-9, "{pass:?}");
        let card = if bet.2.margin <= -4.0 {
            0
        } else if bet.2.margin >= 4.0 {
            2
        } else {
            assert!(bet.2.margin.abs() < 2.0, "{bet:?}");
            1
        };
        seen[card] += 1;
        assert!((bet.3.to_best_margin.unwrap() - (bet.2.margin + 2.0)).abs() < 1e-9, "{bet:?}");
        assert!((bet.2.to_mean_margin - f64::midpoint(bet.2.margin, 2.0)).abs() < 1e-9, "{bet:?}");
    }
    assert!(seen.iter().all(|&seen| seen > 4), "{seen:?}");
}
