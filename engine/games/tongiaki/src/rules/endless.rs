//! Endless chains: whether the emigrations and landings of a single island can ever come to rest (T23).
//!
//! A position is *resolved* if no beach that can be left is full, or if a full beach has a jetty that is not returning. Until
//! then, every jetty of every full beach brings its fleet back: the ships of the island only move among its beaches, and a
//! landing may send any ship to any berth. Hence:
//!
//! * Whether a position without full beaches can be reached, or a position in which a certain beach is full, depends only on the
//!   number of ships on each beach. [`REACH`] contains the answers.
//! * Suppose that no position without full beaches can be reached and that at least one mooring is free. Then every arrangement
//!   of colours can be reached on each beach that can become full at all: the free mooring works like the gap of a sliding
//!   puzzle. (A test tries all positions of all printed islands.) A returning jetty that requires n colours fails for a fleet
//!   with fewer colours, so the chain is resolved if the n − 1 colours with the most ships can fill the beach.
//! * If no mooring is free, every fleet comes back to the beach that it left, and nothing ever changes.
//!
//! A search through positions is needed only if a closed deck blocks beaches (T26, T33).

use super::fleet::Fleet;
use super::tiles::Island;
use arrayvec::ArrayVec;
use engine::{MAX_SEATS, Seat};
use std::collections::HashSet;
use std::sync::LazyLock;

/// The properties of a beach that matter for an endless chain.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Shore {
    /// The ships on the beach now.
    pub(crate) fleet: Fleet,
    /// Whether none of the beach's jetties can be chosen (T33).
    pub(crate) blocked: bool,
    /// Whether a jetty leads away from the island for every fleet.
    pub(crate) leads_away: bool,
    /// The largest number of colours that any of the jetties requires to lead back; fleets with fewer colours fail on the way.
    pub(crate) needed: u32,
}

/// The beaches of an island, in printed order.
pub(crate) type Shores = ArrayVec<Shore, 6>;

/// The ships on a beach: the number in the class, and the number of others.
type Split = (u8, u8);

/// The ships of an island by beach, split into two classes.
type Position = ArrayVec<Split, 6>;

/// Returns whether no sequence of emigrations and landings on the island resolves the chain (T23), given that all jetties of all
/// its full beaches are returning now.
pub(crate) fn is_endless(island: Island, shores: &[Shore]) -> bool {
    if shores.iter().any(|shore| shore.blocked) {
        return is_endless_by_search(island, shores);
    }
    let moorings = moorings_of(island);
    let reach = REACH[island.index()][rank(&split(shores, 0), &moorings)];
    if reach.calm {
        return false;
    }
    let mut ships = ArrayVec::<u32, MAX_SEATS>::new();
    for seat in Seat::all(MAX_SEATS) {
        ships.push(shores.iter().map(|shore| shore.fleet.ships(seat)).sum());
    }
    ships.sort_unstable_by(|one, other| other.cmp(one));
    let all: u32 = ships.iter().sum();
    let none_is_free = all == moorings.iter().map(|&moorings| u32::from(moorings)).sum::<u32>();
    let resolves = |index: usize| {
        let Shore { leads_away, needed, .. } = shores[index];
        let fewer = needed.saturating_sub(1) as usize;
        let most = ships.iter().take(fewer).sum::<u32>();
        leads_away || (!none_is_free && most >= u32::from(moorings[index]))
    };
    !(0..shores.len()).any(|index| reach.full >> index & 1 == 1 && resolves(index))
}

/// Decides [`is_endless`] if some beaches cannot be left. Two classes of ships suffice to decide whether ships of few colours can
/// fill a beach: the ships of these colours and all others.
fn is_endless_by_search(island: Island, shores: &[Shore]) -> bool {
    let moorings = moorings_of(island);
    let present = shores.iter().fold(0_u8, |seats, shore| seats | seats_in(shore.fleet));
    let open = || shores.iter().filter(|shore| !shore.blocked);
    let most_needed = open().map(|shore| shore.needed).max().unwrap_or(0);
    let classes = (0..1 << MAX_SEATS)
        .filter(|class: &u8| class & !present == 0 && class.count_ones() < most_needed.max(1));
    !classes.into_iter().any(|class| {
        can_reach(&moorings, shores, split(shores, class), |position| {
            let mut full = full_beaches(position, &moorings)
                .filter(|&index| !shores[index].blocked)
                .peekable();
            full.peek().is_none()
                || full.any(|index| {
                    let Shore { leads_away, needed, .. } = shores[index];
                    leads_away || (position[index].1 == 0 && class.count_ones() < needed)
                })
        })
    })
}

fn moorings_of(island: Island) -> ArrayVec<u8, 6> {
    island.beaches().map(|beach| beach.moorings() as u8).collect()
}

/// Returns a bit for every seat with ships in the fleet.
fn seats_in(fleet: Fleet) -> u8 {
    fleet.seats().fold(0, |seats, seat| seats | 1 << seat.index())
}

/// Returns the ships on every beach, split into the ships of the class's seats and the other ships.
fn split(shores: &[Shore], class: u8) -> Position {
    let in_class = |fleet: Fleet| -> u32 {
        let seats = Seat::all(MAX_SEATS).filter(|seat| class >> seat.index() & 1 == 1);
        seats.map(|seat| fleet.ships(seat)).sum()
    };
    let split = |shore: &Shore| {
        let inside = in_class(shore.fleet);
        (inside as u8, (shore.fleet.total() - inside) as u8)
    };
    shores.iter().map(split).collect()
}

fn full_beaches(position: &Position, moorings: &[u8]) -> impl Iterator<Item = usize> {
    (0..position.len()).filter(|&index| position[index].0 + position[index].1 == moorings[index])
}

/// Returns whether emigrations and landings can lead from a position to a position that is wanted.
fn can_reach(
    moorings: &[u8],
    shores: &[Shore],
    start: Position,
    wanted: impl Fn(&Position) -> bool,
) -> bool {
    let mut seen = HashSet::from([start.clone()]);
    let mut waiting = vec![start];
    while let Some(position) = waiting.pop() {
        if wanted(&position) {
            return true;
        }
        for index in full_beaches(&position, moorings).filter(|&index| !shores[index].blocked) {
            for_each_landing(&position, index, moorings, &mut |next| {
                if seen.insert(next.clone()) {
                    waiting.push(next.clone());
                }
            });
        }
    }
    false
}

/// Visits all positions that can follow when the fleet of a full beach has sailed and come back (T19, T20).
fn for_each_landing(
    position: &Position,
    index: usize,
    moorings: &[u8],
    visit: &mut impl FnMut(&Position),
) {
    let mut left = position.clone();
    let fleet = std::mem::take(&mut left[index]);
    let open = (0..left.len()).filter(|&at| left[at].0 + left[at].1 < moorings[at]).count();
    let each_its_own = usize::from(fleet.0 + fleet.1) <= open;
    land_from(&mut left, 0, fleet, each_its_own, moorings, visit);
}

/// Distributes a fleet in all possible ways over the beaches from `at` on.
fn land_from(
    position: &mut Position,
    at: usize,
    fleet: Split,
    each_its_own: bool,
    moorings: &[u8],
    visit: &mut impl FnMut(&Position),
) {
    if at == position.len() {
        if fleet == (0, 0) {
            visit(position);
        }
        return;
    }
    let before = position[at];
    let free = moorings[at] - before.0 - before.1;
    let (least, most) = if each_its_own { (0, free.min(1)) } else { (free.min(1), free) };
    for inside in 0..=most.min(fleet.0) {
        for outside in least.saturating_sub(inside)..=(most - inside).min(fleet.1) {
            position[at] = (before.0 + inside, before.1 + outside);
            let rest = (fleet.0 - inside, fleet.1 - outside);
            land_from(position, at + 1, rest, each_its_own, moorings, visit);
        }
    }
    position[at] = before;
}

/// The positions that can be reached from given ship counts per beach, if every beach can be left.
#[derive(Copy, Clone, Eq, PartialEq, Default)]
struct Reach {
    /// Whether a position without full beaches can be reached.
    calm: bool,
    /// The beaches that are full in some reachable position, one bit per index.
    full: u8,
}

/// [`Reach`] for every island and [`rank`] of a position.
static REACH: LazyLock<Vec<Vec<Reach>>> = LazyLock::new(|| Island::all().map(reaches).collect());

/// Returns the number of a position by its ship counts, the first beach least significant.
fn rank(position: &Position, moorings: &[u8]) -> usize {
    let digits = position.iter().zip(moorings).rev();
    digits.fold(0, |rank, (&(inside, outside), &moorings)| {
        rank * usize::from(moorings + 1) + usize::from(inside + outside)
    })
}

fn reaches(island: Island) -> Vec<Reach> {
    let moorings = moorings_of(island);
    let positions = moorings.iter().map(|&moorings| usize::from(moorings + 1)).product();
    let position_of = |rank: usize| -> Position {
        let mut rest = rank;
        let digit = |&moorings: &u8| {
            let ships = rest % usize::from(moorings + 1);
            rest /= usize::from(moorings + 1);
            (0, ships as u8)
        };
        moorings.iter().map(digit).collect()
    };
    let mut reaches = vec![Reach::default(); positions];
    let mut followers = vec![Vec::new(); positions];
    for (number, reach) in reaches.iter_mut().enumerate() {
        let position = position_of(number);
        for index in full_beaches(&position, &moorings) {
            reach.full |= 1 << index;
            for_each_landing(&position, index, &moorings, &mut |next| {
                followers[number].push(rank(next, &moorings));
            });
        }
        reach.calm = reach.full == 0;
    }
    loop {
        let before = reaches.clone();
        for (number, followers) in followers.iter().enumerate() {
            for &next in followers {
                reaches[number].calm |= reaches[next].calm;
                reaches[number].full |= reaches[next].full;
            }
        }
        if reaches == before {
            return reaches;
        }
    }
}
