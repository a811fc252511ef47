//! Seatings of one line-up, in groups where everybody sits on every seat equally often.

use std::collections::BTreeSet;

/// Which agent sits on which seat.
pub type Seating = Vec<usize>;

/// Up to so many seatings make one group; more are split into Latin squares.
const MOST_SEATINGS_OF_ONE_GROUP: usize = 24;

/// All seatings of a line-up, every one once, in groups in which every agent sits on every seat equally
/// often. Agents are numbered from 0; `seats` says how many each of them takes.
///
/// Few seatings are one group. Otherwise a group is a *Williams Latin square*: n seatings of n different
/// agents (2n if n is odd), in which every agent also sits equally often right behind every other.
pub fn balanced_groups(seats: &[usize]) -> Vec<Vec<Seating>> {
    let all = seatings(seats);
    if all.len() <= MOST_SEATINGS_OF_ONE_GROUP {
        return vec![all];
    }
    let mut seen = BTreeSet::new();
    let mut groups = Vec::new();
    for seating in all {
        if !seen.contains(&seating) {
            let square = williams_square(&seating);
            seen.extend(square.iter().cloned());
            groups.push(square);
        }
    }
    groups
}

/// All different seatings of a line-up, ascending.
fn seatings(seats: &[usize]) -> Vec<Seating> {
    fn extend(left: &mut [usize], seating: &mut Seating, into: &mut Vec<Seating>) {
        if left.iter().all(|&seats| seats == 0) {
            into.push(seating.clone());
        }
        for agent in 0..left.len() {
            if left[agent] > 0 {
                left[agent] -= 1;
                seating.push(agent);
                extend(left, seating, into);
                seating.pop();
                left[agent] += 1;
            }
        }
    }
    let mut into = Vec::new();
    extend(&mut seats.to_vec(), &mut Vec::new(), &mut into);
    into
}

/// The square that a seating belongs to, without repetitions.
///
/// The first row of Williams' square is 0, 1, n-1, 2, n-2, …: its neighbours differ by every number
/// once. The other rows count up from it; an odd n needs the rows from right to left as well. Here the
/// numbers stand for agents such that the first row is the seating that is given. The squares of
/// two seatings are equal or have none in common, because the rows are the images of one of them under
/// a group.
fn williams_square(seating: &Seating) -> Vec<Seating> {
    let players = seating.len();
    let first_row: Vec<_> = (0..players)
        .map(|seat| if seat % 2 == 1 { seat.div_ceil(2) } else { (players - seat / 2) % players })
        .collect();
    let mut agent_of = vec![0; players];
    for (&number, &agent) in first_row.iter().zip(seating) {
        agent_of[number] = agent;
    }
    let row = |add: usize| -> Seating {
        first_row.iter().map(|number| agent_of[(number + add) % players]).collect()
    };
    let mut rows: Vec<_> = (0..players).map(row).collect();
    if players % 2 == 1 {
        rows.extend((0..players).map(|add| row(add).into_iter().rev().collect()));
    }
    let mut seen = BTreeSet::new();
    rows.retain(|row| seen.insert(row.clone()));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_seatings_are_one_group() {
        assert_eq!(balanced_groups(&[1, 1]), [[[0, 1], [1, 0]]]);
        assert_eq!(balanced_groups(&[2, 1]), [[[0, 0, 1], [0, 1, 0], [1, 0, 0]]]);
        assert_eq!(balanced_groups(&[3]), [[[0, 0, 0]]]);
        assert_eq!(balanced_groups(&[1; 4])[0].len(), 24);
    }

    #[test]
    fn the_groups_hold_every_seating_once() {
        for (seats, count) in [
            (&[1; 5][..], 120),
            (&[1; 6], 720),
            (&[2, 2, 1], 30),
            (&[2, 2, 2], 90),
            (&[4, 1, 1], 30),
            (&[2, 1, 1, 1], 60),
        ] {
            let all: Vec<_> = balanced_groups(seats).concat();
            assert_eq!(all.len(), count, "{seats:?}");
            assert_eq!(all.into_iter().collect::<BTreeSet<_>>().len(), count, "{seats:?}");
        }
    }

    #[test]
    fn williams_squares_balance_seats_and_who_follows_whom() {
        for players in [3, 4, 5, 6] {
            let rows = williams_square(&(0..players).collect());
            let rounds = if players % 2 == 0 { 1 } else { 2 };
            assert_eq!(rows.len(), rounds * players);
            assert_eq!(rows[0], (0..players).collect::<Vec<_>>());
            let mut on_seat = vec![vec![0; players]; players];
            let mut behind = vec![vec![0; players]; players];
            for row in &rows {
                row.iter().enumerate().for_each(|(seat, &agent)| on_seat[agent][seat] += 1);
                row.windows(2).for_each(|pair| behind[pair[0]][pair[1]] += 1);
            }
            for agent in 0..players {
                for other in 0..players {
                    assert_eq!(on_seat[agent][other], rounds);
                    assert_eq!(behind[agent][other], if agent == other { 0 } else { rounds });
                }
            }
        }
    }
}
