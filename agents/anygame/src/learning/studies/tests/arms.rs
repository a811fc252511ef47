//! Tests of the arms of studies against known results.

use crate::learning::studies::arms::{CHOOSE, branches};
use crate::learning::studies::policy::{Decision, Policy};
use crate::learning::studies::sampling;
use agents::{Participant, Registry};
use engine::csv_table::CsvTable;
use engine::study::{Beginning, Branches, Case, Family, Study, StudyFacts, StudyPosition};
use engine::{Game, PlayableGame, Seat, Seed, Turn};
use std::collections::BTreeMap;
use tongiaki::{Move, Setup, State, Tile};

// The indices of the arms.
const NOW: usize = 0;
const LATER: usize = 1;
const NEVER: usize = 2;
const PASS: usize = 3;

fn participant(spec: &str) -> Participant<State> {
    Registry::built_in().participants(spec).unwrap().remove(0)
}

const fn is_founding(mv: Move) -> bool {
    matches!(mv, Move::Found(_))
}

/// A study of founding. If `is_null` is true, all arms do the same.
struct Founding {
    is_null: bool,
}

const FOUNDING: Founding = Founding { is_null: false };

impl Study<State> for Founding {
    fn facts(&self) -> &'static StudyFacts {
        &StudyFacts {
            name: "",
            about: "",
            table: || CsvTable::of::<()>(""),
            summary: "",
            model: "",
            candidate: "",
            arms: &["now", "later", "never", "pass"],
            contrasts: &[],
            family: Family { contrasts: 0, curves: &[] },
        }
    }

    fn is_candidate(&self, _: &State, moves: &[Move]) -> bool {
        let foundings = moves.iter().filter(|&&mv| is_founding(mv)).count();
        foundings > 0 && foundings < moves.len()
    }

    fn begin(&self, state: &State, seat: Seat, arm: usize) -> Beginning<State> {
        let keep = |founds| state.restricted(|mv| is_founding(mv) == founds).unwrap();
        match arm {
            _ if self.is_null => Beginning::Choice(*state),
            NOW => Beginning::Choice(keep(true)),
            LATER => Beginning::Choice(keep(false)),
            NEVER => Beginning::Choice(state.without_kings(seat)),
            _ => Beginning::Lost(state.turn_lost().unwrap()),
        }
    }

    fn case(&self, _: &StudyPosition<State>, _: &Branches<Move>) -> Case {
        unreachable!("no rows are made")
    }

    fn read(&self, _: &[u8]) -> Option<Case> {
        None
    }
}

fn sample(
    participant: &Participant<State>,
    setup: Setup,
    seed: u64,
) -> Option<StudyPosition<State>> {
    let is_candidate =
        |decision: &Decision<'_, State>| FOUNDING.is_candidate(decision.state, decision.moves);
    sampling::sample(&Policy(participant), &setup, seed, Seed::new(seed), is_candidate)
}

#[test]
fn identical_arms_have_zero_effect() {
    for (spec, players) in [("random", 2), ("random", 4), ("greedy:samples=1:nodes=50", 3)] {
        let (participant, setup) = (participant(spec), Setup::new(players).unwrap());
        for seed in 0..5 {
            let Some(position) = sample(&participant, setup, seed) else { continue };
            let branch = |seed| {
                let policy = Policy(&participant);
                branches(&Founding { is_null: true }, &position, &policy, 6, Seed::new(seed))
                    .outcomes
            };
            let outcomes = branch(seed);
            assert!(outcomes.iter().all(|&outcome| outcome == outcomes[NOW]));
            assert_ne!(outcomes, branch(seed + 1), "other decks give other games");
        }
    }
}

/// Returns the mean and the mean square of the seat's final margin under random play, over all possible
/// continuations. Returns `None` if there are too many continuations.
fn exactly(state: &State, seat: Seat, room: &mut u32) -> Option<(f64, f64)> {
    *room = room.checked_sub(1)?;
    let mut next = Vec::new();
    match state.turn() {
        Turn::Over => {
            let margin = f64::from(state.outcome().margin(seat));
            return Some((margin, margin * margin));
        }
        Turn::Decide(_) => {
            let mut moves = Vec::new();
            state.moves(&mut moves);
            for mv in moves {
                let mut after = *state;
                after.play(mv);
                next.push((after, 1));
            }
        }
        Turn::Chance => {
            let mut chances = Vec::new();
            state.chances(&mut chances);
            for (chance, weight) in chances {
                let mut after = *state;
                after.happen(chance);
                next.push((after, weight));
            }
        }
    }
    let (mut mean, mut square, mut weights) = (0.0, 0.0, 0.0);
    for (after, weight) in next {
        let (margin, squared) = exactly(&after, seat, room)?;
        mean += f64::from(weight) * margin;
        square += f64::from(weight) * squared;
        weights += f64::from(weight);
    }
    Some((mean / weights, square / weights))
}

/// On the last turn of a game, all continuations can be enumerated. Founding and losing the turn
/// leave the points unchanged (T29); the result of another choice must be correct on average over
/// decks. The choice ends where chance acts, another seat decides or the turn ends.
#[test]
fn last_turn_effects_equal_enumerated_ones() {
    const DECKS: u32 = 1500;
    let participant = participant("random");
    let (mut checked, mut differ) = (0, 0);
    for seed in 0..40 {
        let free = Setup::new(2).unwrap();
        let Some(earlier) = sample(&participant, free, seed) else { continue };
        // Use the same position in a game that ends with this turn.
        let turns = earlier.state.turns_played();
        let setup = free.with_turn_limit(turns as u16 + 1);
        let state = state_after(turns, &participant, setup, seed);
        let position = StudyPosition { state, ..earlier };
        let seed = Seed::new(seed);
        let branches = branches(&FOUNDING, &position, &Policy(&participant), DECKS, seed);
        let [now, later, never, None] = branches.first[..] else {
            panic!("four arms, one of no move")
        };
        let (now, later) = (now.unwrap(), later.unwrap());
        assert!(is_founding(now) && !is_founding(later) && !is_founding(never.unwrap()));
        let lead = f64::from(position.state.outcome().margin(position.seat));
        assert!((branches.outcomes[NOW].margin - lead).abs() < 1e-9);
        assert!((branches.outcomes[PASS].margin - lead).abs() < 1e-9);
        let kept = position.state.restricted(|mv| !is_founding(mv)).unwrap();
        let (choice, after) = Policy(&participant).choose_in_a_row(&kept, seed.child(CHOOSE));
        assert_eq!(choice[0], later);
        let Some((mean, square)) = exactly(&after, position.seat, &mut 50_000) else { continue };
        let error = ((square - mean * mean).max(0.0) / f64::from(DECKS)).sqrt();
        let found = branches.outcomes[LATER].margin;
        assert!((found - mean).abs() < 4.0 * error + 1e-9, "{found} is not {mean}");
        checked += 1;
        differ += u32::from(error > 0.0 && (mean - lead).abs() > 8.0 * error);
    }
    assert!(checked >= 10 && differ >= 5, "{checked} positions, {differ} with an effect");
}

/// Returns the state of this game of self-play after `turns` turns.
fn state_after(turns: u32, participant: &Participant<State>, setup: Setup, seed: u64) -> State {
    let mut found = None;
    // These children of the game's seed are the ones that `Position::sample` uses.
    Policy(participant).play_on(State::start(&setup), Seed::new(seed).child(0), |decision| {
        let state = decision.state;
        if state.turns_played() == turns && state.is_between_turns() {
            found = Some(*state);
        }
    });
    found.expect("the turn was played")
}

/// In the arm *never*, the seat founds no king island to the end, but the other seats do. In the arm *later*, the
/// seat also founds.
#[test]
fn arm_never_founds_no_king_islands_later() {
    let (participant, setup) = (participant("random"), Setup::new(3).unwrap());
    let (mut of_others, mut later) = (0, 0);
    for seed in 0..60 {
        let Some(position) = sample(&participant, setup, seed) else { continue };
        let (seat, state) = (position.seat, position.state);
        let foundings = |state: State| {
            let mut seats = Vec::new();
            Policy(&participant).play_on(state, Seed::new(seed), |decision| {
                if is_founding(decision.chosen) {
                    seats.push(decision.seat);
                }
            });
            seats
        };
        let never = foundings(state.without_kings(seat));
        assert!(!never.contains(&seat));
        of_others += never.len();
        let kept = state.restricted(|mv| !is_founding(mv)).unwrap();
        later += foundings(kept).iter().filter(|&&other| other == seat).count();
    }
    assert!(of_others > 20 && later > 10, "{of_others} {later}");
}

/// The deck determines the order of the tiles, whatever the seats play.
#[test]
fn arms_share_decks_and_seeds_change_them() {
    let (participant, setup) = (participant("random"), Setup::new(3).unwrap());
    let mut positions = (0..).filter_map(|seed| sample(&participant, setup, seed));
    let position = positions.find(|position| position.state.tiles_left() > 15).unwrap();
    let decks = |state: State, seed| {
        let mut decks = BTreeMap::new();
        Policy(&participant).play_on(state, Seed::new(seed), |decision| {
            let state = decision.state;
            let left: Vec<_> = Tile::all().filter(|&tile| state.in_deck(tile)).collect();
            decks.insert(left.len(), left);
        });
        decks
    };
    let mut expanded = position.state;
    let mut moves = Vec::new();
    expanded.moves(&mut moves);
    expanded.play(*moves.iter().find(|&&mv| !is_founding(mv)).unwrap());
    let mut compared = 0;
    for seed in 0..20 {
        let (one, other) =
            (decks(expanded, seed), decks(position.state.turn_lost().unwrap(), seed));
        for (tiles_left, left) in &one {
            assert!(other.get(tiles_left).is_none_or(|others| others == left));
            compared += usize::from(other.contains_key(tiles_left));
        }
        assert_ne!(one, decks(expanded, seed + 1));
    }
    assert!(compared > 20);
}

/// The place of the sampled decision among the candidates must be uniformly random.
#[test]
fn every_decision_of_a_game_is_picked_with_the_same_probability() {
    let (participant, setup) = (participant("random"), Setup::new(2).unwrap());
    let mut places = Vec::new();
    for seed in 0..400 {
        let Some(position) = sample(&participant, setup, seed) else { continue };
        let mut turns = Vec::new();
        Policy(&participant).play_on(State::start(&setup), Seed::new(seed).child(0), |decision| {
            if decision.moves.iter().any(|&mv| is_founding(mv)) {
                turns.push(decision.state.turns_played());
            }
        });
        assert_eq!(turns.len() as u64, position.candidates);
        let place = turns.iter().position(|&turn| turn == position.state.turns_played()).unwrap();
        places.push((place as f64 + 0.5) / turns.len() as f64);
    }
    let mean = places.iter().sum::<f64>() / places.len() as f64;
    // The tolerance is four standard errors of the mean of uniform numbers.
    assert!((mean - 0.5).abs() < 4.0 / (12.0 * places.len() as f64).sqrt(), "{mean}");
}
