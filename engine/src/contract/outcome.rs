//! Outcomes: points, ranks and shares of the win.

use crate::{MAX_SEATS, Seat};

/// The points and ranks of all seats at the end of a game, or as if the game ended now.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Outcome {
    points: [i16; MAX_SEATS],
    ranks: [u8; MAX_SEATS],
    players: u8,
}

impl Outcome {
    /// Ranks the seats by points, then by `tie_break`; higher is better for both. Seats that are equal in both share a rank, and
    /// the ranks below are skipped (1, 1, 3).
    ///
    /// # Panics
    /// If there are more than [`MAX_SEATS`] scores.
    pub fn new(scores: impl IntoIterator<Item = (i16, i16)>) -> Self {
        let mut keys = [(0, 0); MAX_SEATS];
        let mut players = 0;
        for score in scores {
            keys[players] = score;
            players += 1;
        }
        let mut outcome =
            Self { points: [0; MAX_SEATS], ranks: [0; MAX_SEATS], players: players as u8 };
        for seat in 0..players {
            let ahead = keys[..players].iter().filter(|&&other| other > keys[seat]).count();
            outcome.points[seat] = keys[seat].0;
            outcome.ranks[seat] = 1 + ahead as u8;
        }
        outcome
    }

    /// Returns the outcome with these points and ranks. Returns `None` if the ranks are not valid, or if there are no seats or
    /// more than [`MAX_SEATS`].
    pub fn from_ranks(seats: impl IntoIterator<Item = (i16, u8)>) -> Option<Self> {
        let mut outcome = Self { points: [0; MAX_SEATS], ranks: [0; MAX_SEATS], players: 0 };
        for (points, rank) in seats {
            let seat = usize::from(outcome.players);
            *outcome.points.get_mut(seat)? = points;
            outcome.ranks[seat] = rank;
            outcome.players += 1;
        }
        let ahead = |rank: u8| outcome.ranks().iter().filter(|&&other| other < rank).count();
        let is_rank = |&rank: &u8| usize::from(rank) == 1 + ahead(rank);
        (outcome.players > 0 && outcome.ranks().iter().all(is_rank)).then_some(outcome)
    }

    /// Moves these seats behind all others, where they share the last rank. The points and the order of the other seats do not
    /// change.
    /// |
    /// If the list contains all seats, they share the first rank.
    #[must_use]
    pub fn with_last(mut self, last: impl IntoIterator<Item = Seat>) -> Self {
        let mut is_last = [false; MAX_SEATS];
        last.into_iter().for_each(|seat| is_last[seat.index()] = true);
        let before = self;
        let others = || before.ranks().iter().zip(is_last).filter(|&(_, last)| !last);
        for (rank, is_last) in self.ranks[..usize::from(before.players)].iter_mut().zip(is_last) {
            let ahead = others().filter(|&(other, _)| is_last || other < rank).count();
            *rank = 1 + ahead as u8;
        }
        self
    }

    /// Returns the points of each seat.
    pub fn points(&self) -> &[i16] {
        &self.points[..usize::from(self.players)]
    }

    /// Returns the rank of each seat. The best rank is 1, and tied seats share the lower number.
    pub fn ranks(&self) -> &[u8] {
        &self.ranks[..usize::from(self.players)]
    }

    /// Returns the seats of rank 1.
    pub fn winners(&self) -> impl Iterator<Item = Seat> + '_ {
        Seat::all(usize::from(self.players)).filter(|seat| self.ranks[seat.index()] == 1)
    }

    /// Returns the seat's win share: 1 divided by the number of winners for a winner, 0 for the other seats.
    pub fn win_share(&self, seat: Seat) -> f64 {
        if self.ranks[seat.index()] == 1 { 1.0 / self.winners().count() as f64 } else { 0.0 }
    }

    /// Returns the seat's points minus the points of the best opponent.
    pub fn margin(&self, seat: Seat) -> i16 {
        let others = self.points().iter().enumerate().filter(|&(other, _)| other != seat.index());
        let best = others.map(|(_, &points)| points).max().unwrap_or(0);
        self.points[seat.index()].saturating_sub(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tied_seats_share_rank_and_win() {
        let outcome = Outcome::new([(12, 4), (9, 3), (12, 4), (9, 2)]);
        assert_eq!(outcome.ranks(), [1, 3, 1, 4]);
        let shares = Seat::all(4).map(|seat| outcome.win_share(seat));
        assert!(shares.eq([0.5, 0.0, 0.5, 0.0]));
        assert_eq!(outcome.margin(Seat::new(0)), 0);
        assert_eq!(outcome.margin(Seat::new(3)), -3);
    }

    #[test]
    fn a_standing_is_rebuilt_from_points_and_ranks() {
        let outcome = Outcome::new([(12, 4), (9, 3), (12, 4), (9, 2)]);
        let seats = || outcome.points().iter().copied().zip(outcome.ranks().iter().copied());
        assert_eq!(Outcome::from_ranks(seats()), Some(outcome));
        assert_eq!(Outcome::from_ranks([(3, 1), (2, 3)]), None);
        assert_eq!(Outcome::from_ranks([(3, 0), (2, 1)]), None);
        assert_eq!(Outcome::from_ranks([(3, 2), (2, 2)]), None);
        assert_eq!(Outcome::from_ranks([(3, 1), (2, 1), (2, 2)]), None);
        assert_eq!(Outcome::from_ranks([(3, 1); 7]), None);
        assert_eq!(Outcome::from_ranks([]), None);
    }

    #[test]
    fn forfeiting_seats_share_the_last_rank_and_no_win() {
        let outcome = Outcome::new([(12, 4), (9, 3), (12, 4), (9, 2)]);
        let with_last = |seats: &[usize]| outcome.with_last(seats.iter().copied().map(Seat::new));
        assert_eq!(with_last(&[]), outcome);
        assert_eq!(with_last(&[0]).ranks(), [4, 2, 1, 3]);
        assert_eq!(with_last(&[0, 2]).ranks(), [3, 1, 3, 2]);
        assert_eq!(with_last(&[1, 2, 3]).ranks(), [1, 2, 2, 2]);
        assert_eq!(with_last(&[0, 1, 2, 3]).ranks(), [1; 4]);
        let winners = with_last(&[0]);
        let shares = Seat::all(4).map(|seat| winners.win_share(seat));
        assert!(shares.eq([0.0, 0.0, 1.0, 0.0]));
        assert_eq!(winners.points(), outcome.points());
    }
}
