use super::*;
use engine::{GameRng, Seed};
use rand::RngExt;

/// The true variances, by component.
type Truth = [f64; Component::ALL.len()];

/// Returns a random number with mean 0 and the given variance.
fn noise(rng: &mut GameRng, variance: f64) -> f64 {
    let reach = (3.0 * variance).sqrt();
    if reach > 0.0 { rng.random_range(-reach..reach) } else { 0.0 }
}

/// Returns random numbers with sum 0, each with the given variance.
fn contrast(rng: &mut GameRng, count: usize, variance: f64) -> Vec<f64> {
    let own = variance * count as f64 / (count as f64 - 1.0);
    let drawn: Vec<_> = (0..count).map(|_| noise(rng, own)).collect();
    let mean = drawn.iter().sum::<f64>() / count as f64;
    drawn.into_iter().map(|value| value - mean).collect()
}

/// Two players whose results have sum zero, as margins have.
fn duel(blocks: usize, repeats: u64, truth: &Truth, seed: u64) -> VarianceComponents {
    let [agent, seat, _, deck, deck_agent, _, play] = *truth;
    let mut components = VarianceComponents::default();
    for block in 0..blocks {
        let mut rng = Seed::new(seed).child(block as u64).rng();
        let of_seat = seat.sqrt() + noise(&mut rng, deck);
        let of_agent = agent.sqrt() + noise(&mut rng, deck_agent);
        for repeat in 0..repeats {
            for (assignment, sign) in [([4, 7], 1.0), ([7, 4], -1.0)] {
                let result = of_seat + sign * of_agent + noise(&mut rng, play);
                components.add(repeat, &assignment, vec![result, -result]);
            }
        }
        components.close_block();
    }
    components
}

/// The orders of three agents with their sign. In the even orders every agent has every seat once, and likewise in the odd
/// orders.
const ORDERS: [([usize; 3], f64); 6] = [
    ([0, 1, 2], 1.0),
    ([0, 2, 1], -1.0),
    ([1, 0, 2], -1.0),
    ([1, 2, 0], 1.0),
    ([2, 0, 1], 1.0),
    ([2, 1, 0], -1.0),
];

/// Three players. The deck also lifts all seats by half of its variance. With common random numbers, play on a seat is equal in
/// all seat assignments of a repeat.
fn trio(blocks: usize, truth: &Truth, is_shared: bool, seed: u64) -> VarianceComponents {
    let [agent, seat, assignment, deck, deck_agent, deck_assignment, play] = *truth;
    // The mean square of -1, 0 and 1 is 2/3.
    let slope = |variance: f64, place: usize| (1.5 * variance).sqrt() * (place as f64 - 1.0);
    let mut components = VarianceComponents::default();
    for block in 0..blocks {
        let mut rng = Seed::new(seed).child(block as u64).rng();
        let level = 10.0 + noise(&mut rng, deck / 2.0);
        let of_seat = contrast(&mut rng, 3, deck / 2.0);
        let of_agent = contrast(&mut rng, 3, deck_agent);
        let of_assignment = assignment.sqrt() + noise(&mut rng, deck_assignment);
        for repeat in 0..3 {
            let shared: Vec<_> = (0..3).map(|_| noise(&mut rng, play)).collect();
            for (order, sign) in ORDERS {
                let result = |(place, &who): (usize, &usize)| {
                    let luck = if is_shared { shared[place] } else { noise(&mut rng, play) };
                    let fixed = slope(agent, who) + slope(seat, place);
                    level + fixed + of_seat[place] + of_agent[who] + sign * of_assignment + luck
                };
                let results = order.iter().enumerate().map(result).collect();
                components.add(repeat, &order, results);
            }
        }
        components.close_block();
    }
    components
}

/// Asserts that every estimate is within four standard errors of the truth, and that the standard errors are small.
fn assert_true(components: &VarianceComponents, truth: &Truth) {
    let found = components.decompose().unwrap();
    let total: f64 = truth.iter().sum();
    for (place, (&truth, component)) in truth.iter().zip(Component::ALL).enumerate() {
        let shares = found.shares.as_ref().unwrap();
        for (truth, found) in [(truth, found.variances[place]), (truth / total, shares[place])] {
            let (low, high) = found.interval.unwrap_or((found.value, found.value));
            let error = (high - low) / 2.0 / 1.96;
            let wrong = format!("{component:?} is {truth}, not {found:?}");
            assert!((found.value - truth).abs() <= 4.0 * error + 1e-9, "{wrong}");
            assert!(error < 0.1 * truth.max(0.1), "{wrong}");
        }
    }
    assert!((found.total.value - total).abs() < 0.05 * total, "{:?}", found.total);
}

#[test]
fn every_component_of_two_players_is_found_where_it_is() {
    for only in 0..Component::ALL.len() {
        let mut truth = [0.0; 7];
        truth[only] = 1.0;
        // With two players, no variance remains beyond agent and seat.
        if ![Component::Assignment, Component::DeckAssignment].contains(&Component::ALL[only]) {
            assert_true(&duel(4000, 2, &truth, 1), &truth);
        }
    }
    let truth = [0.3, 0.5, 0.0, 0.7, 1.1, 0.0, 1.3];
    for (repeats, seed) in [(2, 2), (4, 3)] {
        assert_true(&duel(8000, repeats, &truth, seed), &truth);
    }
}

#[test]
fn every_component_of_three_players_is_found_where_it_is() {
    for only in 0..Component::ALL.len() {
        let mut truth = [0.0; 7];
        truth[only] = 1.0;
        assert_true(&trio(2000, &truth, false, 4), &truth);
    }
    let truth = [0.3, 0.5, 0.7, 0.9, 1.1, 1.3, 1.5];
    assert_true(&trio(8000, &truth, false, 5), &truth);
    assert_true(&trio(8000, &truth, true, 6), &truth);
}

/// One agent of one kind plays with two agents of the other kind: the two matchups are strata with different weights.
#[test]
fn strata_count_by_their_games() {
    let mut components = VarianceComponents::default();
    let mut rng = Seed::new(7).rng();
    for (blocks, agents, gain) in [(300, [0, 0, 1], 3.0), (100, [0, 1, 1], 1.0)] {
        for _ in 0..blocks {
            for repeat in 0..2 {
                for turned in 0..3 {
                    let mut assignment = agents;
                    assignment.rotate_left(turned);
                    let result = |&agent: &usize| gain * agent as f64 + noise(&mut rng, 0.01);
                    let results = assignment.iter().map(result).collect();
                    components.add(repeat, &assignment, results);
                }
            }
            components.close_block();
        }
    }
    let found = components.decompose().unwrap();
    // 1/3 times 2/3 times the square of the gain.
    let truth = 2.0 / 9.0 * (0.75 * 9.0 + 0.25);
    assert!((found.variances[0].value - truth).abs() < 0.01, "{found:?}");
    assert_eq!(found.blocks, 400);
}

/// Three blocks of two repeats, computed by hand: one seat's results sum to 6, 4; 1, 3; 2, 2, and the other seat loses what it
/// wins.
#[test]
fn a_single_agent_has_the_textbook_estimates() {
    let mut components = VarianceComponents::default();
    for results in [[6.0, 4.0], [1.0, 3.0], [2.0, 2.0]] {
        for (repeat, result) in (0..).zip(results) {
            components.add(repeat, &[0, 0], vec![result, -result]);
        }
        components.close_block();
    }
    let found = components.decompose().unwrap();
    // The block means are 5, 2, 2: mean 3, variance 3. The variances within blocks are 2, 2, 0.
    let play = 4.0 / 3.0;
    let expected = [0.0, 9.0 - 3.0 / 3.0, 0.0, 3.0 - play / 2.0, 0.0, 0.0, play];
    for (found, expected) in found.variances.iter().zip(expected) {
        assert!((found.value - expected).abs() < 1e-12, "{found:?} is not {expected}");
    }
    // Leaving out one block changes play to 1, 1 and 2: the error is the square root of 2/3 times the squared distances from 4/3.
    let reach = 4.302_652_729 * (2.0 / 3.0 * (1.0 / 9.0 + 1.0 / 9.0 + 4.0 / 9.0_f64)).sqrt();
    let (low, high) = found.variances[6].interval.unwrap();
    assert!((low - (play - reach)).abs() < 1e-6 && (high - (play + reach)).abs() < 1e-6);
}

#[test]
fn without_random_numbers_play_is_exactly_nothing() {
    let mut components = VarianceComponents::default();
    for block in 0..9 {
        for repeat in 0..3 {
            for assignment in [[0, 1], [1, 0]] {
                let share = f64::from((block + assignment[0]) % 4) / 3.0;
                let assignment = assignment.map(|agent| agent as usize);
                components.add(repeat, &assignment, vec![share, 1.0 - share]);
            }
        }
        components.close_block();
    }
    let found = components.decompose().unwrap();
    let play = found.variances[6];
    assert_eq!((play.value, play.interval), (0.0, None));
    assert!(found.shares.unwrap()[6].interval.is_none());
    assert!(found.variances[3].value > 0.0);
}

#[test]
fn too_few_blocks_have_no_components() {
    let truth = [0.3, 0.5, 0.0, 0.7, 1.1, 0.0, 1.3];
    assert!(VarianceComponents::default().decompose().is_none());
    assert!(duel(2, 2, &truth, 1).decompose().is_none());
    assert!(duel(9, 1, &truth, 1).decompose().is_none(), "games that are not repeated");
}

/// In the long run one interval in twenty misses the truth, and fewer miss it for effects that do not exist.
#[test]
fn intervals_cover_the_truth() {
    for truth in [[0.3, 0.5, 0.7, 0.9, 1.1, 1.3, 1.5], [0.0, 0.0, 0.0, 0.0, 0.5, 0.0, 1.5]] {
        let total: f64 = truth.iter().sum();
        let (mut missed, mut all) = ([0; Component::ALL.len()], 0);
        for seed in 100..300 {
            let found = trio(40, &truth, false, seed).decompose().unwrap();
            let shares = found.shares.unwrap();
            for (place, truth) in truth.into_iter().enumerate() {
                for (truth, found) in
                    [(truth, found.variances[place]), (truth / total, shares[place])]
                {
                    let (low, high) = found.interval.unwrap();
                    missed[place] += u32::from(truth < low || high < truth);
                }
            }
            all += 2;
        }
        for (missed, component) in missed.into_iter().zip(Component::ALL) {
            let share = f64::from(missed) / f64::from(all);
            assert!(share < 0.12, "{component:?}: {share} of {truth:?}");
        }
        let share = f64::from(missed.iter().sum::<u32>()) / f64::from(all) / 7.0;
        assert!((0.01..0.08).contains(&share), "{share} of {truth:?}");
    }
}
