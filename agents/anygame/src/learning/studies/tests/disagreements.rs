//! Tests of disagreements against known results.

use crate::learning::studies::Task;
use crate::learning::studies::disagreements::{self, DisagreementColumns, DisagreementRow};
use crate::learning::studies::policy::Policy;
use agents::{Participant, Registry};
use engine::{PlayableGame, Seed, Turn};

fn row<G: PlayableGame>(specs: [&str; 3], setup: &G::Setup, game: u64) -> Option<DisagreementRow> {
    let participants: Vec<Participant<G>> =
        Registry::built_in().participants(&specs.join(",")).unwrap();
    let (policy, asked) = participants.split_last().unwrap();
    let (policy, asked) = (Policy(policy), asked.iter().collect());
    let seed = Seed::new(5).child(game);
    disagreements::sample(&Task { policy, asked, setup, decks: 3, game, seed })
}

fn columns<G: PlayableGame>(
    specs: [&str; 3],
    setup: &G::Setup,
    game: u64,
) -> Option<DisagreementColumns> {
    row::<G>(specs, setup, game).map(|(_, columns)| columns)
}

#[test]
fn an_agent_has_no_disagreement_with_itself() {
    let setup = tongiaki::Setup::new(3).unwrap();
    for spec in ["random", "mcts:iterations=20"] {
        for game in 0..6 {
            let row = columns::<tongiaki::State>([spec, spec, "random"], &setup, game).unwrap();
            assert_eq!(row.first_choice, row.second_choice);
            assert!(!row.disagree && row.decks == 0 && row.first_margin.is_none());
        }
    }
}

/// Both choices are played on the same decks, so the order of the agents does not matter.
#[test]
fn swapped_agents_give_swapped_rows() {
    let setup = tongiaki::Setup::new(2).unwrap();
    let mut disagreements = 0;
    for game in 0..20 {
        let ask = |first, second| {
            row::<tongiaki::State>([first, second, "random"], &setup, game).unwrap()
        };
        let (one, other) = (ask("greedy:samples=1", "random"), ask("random", "greedy:samples=1"));
        let ((position, one), (other_position, other)) = (one, other);
        assert_eq!(one.first_choice, other.second_choice);
        assert_eq!(one.first_margin, other.second_margin);
        assert_eq!(one.second_win_share, other.first_win_share);
        assert_eq!(
            (position.turn, position.seat, one.candidates),
            (other_position.turn, other_position.seat, other.candidates)
        );
        assert_eq!(one.disagree, one.first_margin.is_some());
        disagreements += u32::from(one.disagree);
    }
    assert!(disagreements > 5, "{disagreements}");
}

/// Cards in hand are hidden, so the choices are played to the end with sampled hands.
#[test]
fn choices_are_played_on_where_hands_are_hidden() {
    let setup = wongar::Setup::new(3).unwrap();
    let rows = (0..20)
        .filter_map(|game| columns::<wongar::State>(["greedy", "random", "random"], &setup, game));
    let rows: Vec<_> = rows.collect();
    assert!(rows.iter().filter(|row| row.disagree).count() > 5);
    for row in rows.iter().filter(|row| row.disagree) {
        for share in [row.first_win_share, row.second_win_share] {
            assert!(share.is_some_and(|share| (0.0..=1.0).contains(&share)), "{row:?}");
        }
    }
}

/// Follows a game and checks the start and the end of each choice against the states before and after its
/// decisions.
fn follow_choices<G: PlayableGame>(spec: &str, setup: &G::Setup, seed: u64) -> u32 {
    let participant: Participant<G> = Registry::built_in().participants(spec).unwrap().remove(0);
    let policy = Policy(&participant);
    let mut firsts = 0;
    // The state after a decision if nothing else happens, and whether any decision of the choice so far was
    // between several moves.
    let mut led: Option<((G, Turn, u32), bool)> = None;
    let here = |state: &G| (state.clone(), state.turn(), state.turns_played());
    policy.play_on(G::start(setup), Seed::new(seed), |decision| {
        let begin = here(decision.state);
        let goes_on = led.take_if(|(expected, _)| *expected == begin);
        let has_begun = goes_on.is_some_and(|(_, has_begun)| has_begun);
        assert_eq!(decision.is_first, decision.moves.len() > 1 && !has_begun);
        if decision.is_first {
            firsts += 1;
            let mut state = decision.state.clone();
            let (choice, after) = policy.choose_in_a_row(&state, Seed::new(seed));
            for mv in choice {
                assert_eq!((state.turn(), state.turns_played()), (begin.1, begin.2));
                assert!(state.is_legal(mv));
                state.play(mv);
            }
            assert_ne!((state.turn(), state.turns_played()), (begin.1, begin.2));
            assert_eq!(state, after);
        }
        let mut after = decision.state.clone();
        after.play(decision.chosen);
        // Another seat's decisions form a separate choice.
        let after = here(&after);
        led = (after.1 == begin.1 && after.2 == begin.2)
            .then_some((after, has_begun || decision.moves.len() > 1));
    });
    firsts
}

#[test]
fn choices_span_the_decisions_between_two_events() {
    let mut firsts = [0; 2];
    for seed in 0..10 {
        let setup = tongiaki::Setup::new(2 + seed as usize % 5).unwrap();
        firsts[0] += follow_choices::<tongiaki::State>("random", &setup, seed);
        let setup = wongar::Setup::new(3 + seed as usize % 3).unwrap();
        firsts[1] += follow_choices::<wongar::State>("random", &setup, seed);
    }
    // An agent that plans continues with its plan.
    let setup = tongiaki::Setup::new(3).unwrap();
    firsts[0] += follow_choices::<tongiaki::State>("mcts:iterations=2", &setup, 1);
    assert!(firsts.iter().all(|&firsts| firsts > 500), "{firsts:?}");
}
