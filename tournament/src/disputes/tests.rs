//! Disputes against what is known of them.

use super::{DisputeRow, Disputed};
use crate::branching::{Policy, Study, Task};
use crate::games::Hosted;
use agents::Entrant;
use engine::{Game, Seat, Seed, Turn, tongiaki, wongar};

fn row<G: Hosted>(specs: [&str; 3], setup: &G::Setup, game: u64) -> Option<DisputeRow> {
    let entrants: Vec<Entrant<G>> = agents::entrants(&specs.join(",")).unwrap();
    let (policy, asked) = entrants.split_last().unwrap();
    let seed = Seed::new(5).child(game);
    Disputed::row(&Task { policy: Policy(policy), asked, setup, decks: 3, game, seed })
}

#[test]
fn an_agent_has_no_dispute_with_itself() {
    let setup = tongiaki::Setup::new(3).unwrap();
    for spec in ["random", "mcts:iterations=20"] {
        for game in 0..6 {
            let row = row::<tongiaki::State>([spec, spec, "random"], &setup, game).unwrap();
            assert_eq!(row.first_choice, row.second_choice);
            assert!(!row.is_disputed && row.decks == 0 && row.first_margin.is_none());
        }
    }
}

/// Both choices meet the same decks, so which of the agents is the first does not matter.
#[test]
fn a_dispute_the_other_way_round_is_the_same() {
    let setup = tongiaki::Setup::new(2).unwrap();
    let mut disputes = 0;
    for game in 0..20 {
        let ask = |first, second| {
            row::<tongiaki::State>([first, second, "random"], &setup, game).unwrap()
        };
        let (one, other) = (ask("greedy:samples=1", "random"), ask("random", "greedy:samples=1"));
        assert_eq!(one.first_choice, other.second_choice);
        assert_eq!(one.first_margin, other.second_margin);
        assert_eq!(one.second_win_share, other.first_win_share);
        assert_eq!(
            (one.turn, one.seat, one.candidates),
            (other.turn, other.seat, other.candidates)
        );
        assert_eq!(one.is_disputed, one.first_margin.is_some());
        disputes += u32::from(one.is_disputed);
    }
    assert!(disputes > 5, "{disputes}");
}

/// Cards in hand are hidden, so the choices are played on in hands that are guessed.
#[test]
fn choices_are_played_on_where_hands_are_hidden() {
    let setup = wongar::Setup::new(3).unwrap();
    let rows = (0..20)
        .filter_map(|game| row::<wongar::State>(["greedy", "random", "random"], &setup, game));
    let rows: Vec<_> = rows.collect();
    assert!(rows.iter().filter(|row| row.is_disputed).count() > 5);
    for row in rows.iter().filter(|row| row.is_disputed) {
        for share in [row.first_win_share, row.second_win_share] {
            assert!(share.is_some_and(|share| (0.0..=1.0).contains(&share)), "{row:?}");
        }
    }
}

/// What is in a row follows from the states before and after each decision.
#[test]
fn a_choice_begins_where_something_has_happened_and_ends_where_something_will() {
    let entrant = agents::entrants::<tongiaki::State>("random").unwrap().remove(0);
    let policy = Policy(&entrant);
    let mut firsts = 0;
    for seed in 0..10 {
        let setup = tongiaki::Setup::new(2 + seed as usize % 5).unwrap();
        // Where the decisions lead, if nothing else happens, and whether one was between several moves.
        let mut led: Option<(tongiaki::State, Seat, u32, bool)> = None;
        policy.play_on(engine::Dealt::start(&setup), Seed::new(seed), |decision| {
            let here = (*decision.state, decision.seat, decision.state.turns_played());
            let goes_on = led.filter(|&(state, seat, turn, _)| (state, seat, turn) == here);
            let has_begun = goes_on.is_some_and(|(.., has_begun)| has_begun);
            assert_eq!(decision.is_first, decision.moves.len() > 1 && !has_begun);
            if decision.is_first {
                firsts += 1;
                let mut state = *decision.state;
                let choice = policy.choose_in_a_row(&state, Seed::new(seed));
                for mv in choice {
                    assert_eq!(state.turn(), Turn::Decide(decision.seat));
                    assert!(state.is_legal(mv));
                    state.play(mv);
                }
                let turn_is_over = state.turns_played() != here.2;
                assert!(turn_is_over || state.turn() != Turn::Decide(decision.seat));
            }
            let mut after = *decision.state;
            after.play(decision.chosen);
            led = Some((after, here.1, here.2, has_begun || decision.moves.len() > 1));
        });
    }
    assert!(firsts > 500, "{firsts}");
}
