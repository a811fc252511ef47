//! Tests of T23 by brute force: compares the engine's shortcuts with a search that tracks the colours of all ships.

use crate::rules::endless::{Shore, Shores, is_endless};
use crate::state::fleet::Fleet;
use crate::state::tiles::Island;
use engine::{GameRng, Seat, Seed};
use rand::RngExt;
use std::collections::{BTreeSet, HashSet};

/// Ships by class; a class is a seat here, or one of two colours.
type Ships = [u8; 6];

/// The ships on every beach.
type Position = Vec<Ships>;

fn total(ships: Ships) -> u8 {
    ships.iter().sum()
}

fn colours(ships: Ships) -> u32 {
    ships.iter().filter(|&&ships| ships > 0).count() as u32
}

fn moorings(island: Island) -> Vec<u8> {
    island.card().beaches.iter().map(|beach| beach.moorings).collect()
}

/// Returns all positions that can follow when the fleet of a full beach has come back (T19, T20).
fn after_landing(position: &Position, beach: usize, moorings: &[u8]) -> Vec<Position> {
    let mut empty = position.clone();
    let fleet = std::mem::take(&mut empty[beach]);
    let free: Vec<u8> =
        empty.iter().zip(moorings).map(|(ships, all)| all - total(*ships)).collect();
    let open = free.iter().filter(|&&free| free > 0).count();
    let apart = usize::from(total(fleet)) <= open;
    // Each ship in turn may go anywhere; the conditions are checked at the end.
    let mut landings = BTreeSet::from([empty.clone()]);
    for (seat, &ships) in fleet.iter().enumerate() {
        for _ in 0..ships {
            landings = landings
                .iter()
                .flat_map(|landing| {
                    (0..free.len()).filter_map(|at| {
                        let landed = total(landing[at]) - total(empty[at]);
                        (landed < if apart { free[at].min(1) } else { free[at] }).then(|| {
                            let mut next = landing.clone();
                            next[at][seat] += 1;
                            next
                        })
                    })
                })
                .collect();
        }
    }
    let served = |landing: &Position| {
        (0..free.len()).all(|at| free[at] == 0 || total(landing[at]) > total(empty[at]))
    };
    landings.into_iter().filter(|landing| apart || served(landing)).collect()
}

/// Returns the full beaches of a position.
fn full<'a>(position: &'a Position, moorings: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
    (0..moorings.len()).filter(|&beach| total(position[beach]) == moorings[beach])
}

/// Applies T23 and T33 literally to a position.
fn is_resolved(position: &Position, moorings: &[u8], shores: &[Shore]) -> bool {
    let mut obliged = full(position, moorings).filter(|&beach| !shores[beach].blocked).peekable();
    let is_returning = |beach: usize| {
        !shores[beach].leads_away && colours(position[beach]) >= shores[beach].needed
    };
    obliged.peek().is_none() || obliged.any(|beach| !is_returning(beach))
}

/// Returns whether no sequence of emigrations and landings leads to a resolved position.
fn never_resolves(start: &Position, moorings: &[u8], shores: &[Shore]) -> bool {
    let mut seen = HashSet::from([start.clone()]);
    let mut waiting = vec![start.clone()];
    while let Some(position) = waiting.pop() {
        if is_resolved(&position, moorings, shores) {
            return false;
        }
        for beach in full(&position, moorings).filter(|&beach| !shores[beach].blocked) {
            for next in after_landing(&position, beach, moorings) {
                if seen.insert(next.clone()) {
                    waiting.push(next);
                }
            }
        }
    }
    true
}

/// Creates a crowded island with random surroundings, in a position in which the jetties of all full beaches are returning.
fn random_case(
    island: Island,
    most_free: usize,
    most_seats: usize,
    rng: &mut GameRng,
) -> (Position, Shores) {
    let moorings = moorings(island);
    loop {
        let blocks = rng.random_range(0..2) == 0;
        let wild = rng.random_range(0..2) == 0;
        let free = rng.random_range(0..=most_free);
        let seats = rng.random_range(1..=most_seats);
        let mut position: Position = moorings
            .iter()
            .map(|&moorings| {
                let mut ships = [0; 6];
                (0..moorings).for_each(|_| ships[rng.random_range(0..seats)] += 1);
                ships
            })
            .collect();
        for _ in 0..free {
            let beach = rng.random_range(0..moorings.len());
            if let Some(ships) = position[beach].iter_mut().find(|ships| **ships > 0) {
                *ships -= 1;
            }
        }
        let shore = |ships: &Ships| {
            let blocked = blocks && rng.random_range(0..3) == 0;
            let fleets = ships.iter().enumerate();
            Shore {
                fleet: fleets.fold(Fleet::EMPTY, |fleet, (seat, &ships)| {
                    fleet.plus(Fleet::of(Seat::new(seat), u32::from(ships)))
                }),
                blocked,
                leads_away: !blocked && wild && rng.random_range(0..3) == 0,
                needed: if blocked { 0 } else { rng.random_range(0..=4) },
            }
        };
        let shores: Shores = position.iter().map(shore).collect();
        if !is_resolved(&position, &moorings, &shores) {
            return (position, shores);
        }
    }
}

#[test]
fn t23_the_engine_agrees_with_a_search_through_all_colours() {
    let small =
        ["tubuai", "muroroa", "nauru", "rarotonga", "tuamotu", "tahiti", "hiva-oa", "tuvalu"];
    let mut rng = Seed::new(23).rng();
    let mut counts = [[0; 2]; 2];
    for round in 0..20_000 {
        let island: Island = small[round % small.len()].parse().expect("an island");
        let (position, shores) = random_case(island, 3, 5, &mut rng);
        let endless = never_resolves(&position, &moorings(island), &shores);
        assert_eq!(is_endless(island, &shores), endless, "{island}: {shores:?}");
        let any_blocked = shores.iter().any(|shore| shore.blocked);
        counts[usize::from(any_blocked)][usize::from(endless)] += 1;
    }
    assert!(counts.iter().flatten().all(|&count| count > 100), "all kinds occur: {counts:?}");
}

/// Uses Tonga with at most one of its eighteen moorings free and three colours, so that the search stays small enough.
#[test]
fn t23_the_engine_agrees_on_a_crowded_tonga() {
    let mut rng = Seed::new(24).rng();
    let mut counts = [0; 2];
    for _ in 0..100 {
        let (position, shores) = random_case(Island::TONGA, 1, 3, &mut rng);
        let endless = never_resolves(&position, &moorings(Island::TONGA), &shores);
        assert_eq!(is_endless(Island::TONGA, &shores), endless, "{shores:?}");
        counts[usize::from(endless)] += 1;
    }
    assert!(counts.iter().all(|&count| count > 2), "both kinds occur: {counts:?}");
}

/// Returns whether all possible arrangements of two classes are reached on each beach that can ever be full, or `None` if a
/// position without full beaches is reached.
fn slides(start: &Position, moorings: &[u8], all_can_fill: bool) -> Option<bool> {
    let ships = start.iter().fold((0, 0), |(a, b), beach| (a + beach[0], b + beach[1]));
    // A beach of this size can be full with this number of different counts of ships of the class.
    let possible = |size: u8| (size.saturating_sub(ships.1)..=size.min(ships.0)).len();
    let aims: usize = moorings.iter().map(|&size| possible(size)).sum();
    let mut arrangements = HashSet::new();
    let mut seen = HashSet::from([start.clone()]);
    let mut waiting = vec![start.clone()];
    while let Some(position) = waiting.pop() {
        let beaches: Vec<usize> = full(&position, moorings).collect();
        if beaches.is_empty() {
            return None;
        }
        for &beach in &beaches {
            arrangements.insert((beach, position[beach][0]));
        }
        if all_can_fill && arrangements.len() == aims {
            return Some(true);
        }
        for beach in beaches {
            for next in after_landing(&position, beach, moorings) {
                if seen.insert(next.clone()) {
                    waiting.push(next);
                }
            }
        }
    }
    let can_fill: BTreeSet<usize> = arrangements.iter().map(|&(beach, _)| beach).collect();
    let aims: usize = can_fill.iter().map(|&beach| possible(moorings[beach])).sum();
    Some(arrangements.len() == aims)
}

/// Checks the claim in the documentation of `endless`: if a chain never comes to rest and a mooring is free, that mooring works
/// like the gap of a sliding puzzle. Covers all positions of two classes of ships on all printed islands except Tonga.
#[test]
fn t23_a_free_mooring_is_the_gap_of_a_sliding_puzzle() {
    let mut sizes: Vec<Vec<u8>> = Island::all().skip(1).map(moorings).collect();
    // Neither the order of the beaches nor the island itself matters.
    for sizes in &mut sizes {
        sizes.sort_unstable();
    }
    sizes.sort();
    sizes.dedup();
    let mut restless = 0;
    for moorings in sizes {
        let all: u8 = moorings.iter().sum();
        for position in splits(&moorings) {
            let ships: u8 = position.iter().copied().map(total).sum();
            if ships < all && full(&position, &moorings).next().is_some() {
                let slides = slides(&position, &moorings, false);
                assert_ne!(slides, Some(false), "{position:?} on {moorings:?}");
                restless += u32::from(slides.is_some());
            }
        }
    }
    assert!(restless > 1000, "only {restless} positions never come to rest");
}

/// Returns all positions of two classes of ships on an island with these moorings.
fn splits(moorings: &[u8]) -> Vec<Position> {
    moorings.iter().fold(vec![Vec::new()], |positions, &moorings| {
        let beaches =
            (0..=moorings).flat_map(|a| (0..=moorings - a).map(move |b| [a, b, 0, 0, 0, 0]));
        let beaches: Vec<Ships> = beaches.collect();
        let longer = |position: &Position| {
            let position = position.clone();
            let with = move |&beach: &Ships| position.iter().copied().chain([beach]).collect();
            beaches.iter().map(with).collect::<Vec<Position>>()
        };
        positions.iter().flat_map(longer).collect()
    })
}

/// Checks a sample of positions on Tonga, where 13 to 17 ships on the 18 moorings never come to rest and every beach can be
/// filled.
#[test]
fn t23_the_sliding_puzzle_on_tonga() {
    let mut rng = Seed::new(25).rng();
    let moorings = moorings(Island::TONGA);
    for round in 0..60 {
        let (ships, share) = (13 + round % 5, rng.random_range(0..=12));
        let mut position: Position = vec![[0; 6]; 6];
        let mut placed = 0;
        while placed < ships {
            let beach = rng.random_range(0..6);
            // The first beach is full from the start; the others are filled at random.
            let beach = if placed < 3 { 0 } else { beach };
            if total(position[beach]) < 3 {
                position[beach][usize::from(rng.random_range(0..12) >= share)] += 1;
                placed += 1;
            }
        }
        assert_eq!(slides(&position, &moorings, true), Some(true), "{position:?}");
    }
}
