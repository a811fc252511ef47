//! Standings: points, ranks, shares of the win.

use crate::{MAX_SEATS, Seat};

/// How the players stand, at the end of a game or as if it ended now.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Standing {
    points: [i16; MAX_SEATS],
    ranks: [u8; MAX_SEATS],
    players: u8,
}

impl Standing {
    /// Ranks the seats by points, then by `tie_break`; more is better in both. Seats equal in both
    /// share a rank, and the seats after them are numbered as if they did not (1, 1, 3).
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
        let mut standing =
            Self { points: [0; MAX_SEATS], ranks: [0; MAX_SEATS], players: players as u8 };
        for seat in 0..players {
            let ahead = keys[..players].iter().filter(|&&other| other > keys[seat]).count();
            standing.points[seat] = keys[seat].0;
            standing.ranks[seat] = 1 + ahead as u8;
        }
        standing
    }

    /// Points by seat.
    pub fn points(&self) -> &[i16] {
        &self.points[..usize::from(self.players)]
    }

    /// Ranks by seat; the best is 1 and tied seats share the lower number.
    pub fn ranks(&self) -> &[u8] {
        &self.ranks[..usize::from(self.players)]
    }

    /// The seats of rank 1.
    pub fn winners(&self) -> impl Iterator<Item = Seat> + '_ {
        Seat::all(usize::from(self.players)).filter(|seat| self.ranks[seat.index()] == 1)
    }

    /// The seat's share of the win: 1 divided among all seats of rank 1, 0 for the others.
    pub fn win_share(&self, seat: Seat) -> f64 {
        if self.ranks[seat.index()] == 1 { 1.0 / self.winners().count() as f64 } else { 0.0 }
    }

    /// The seat's points minus those of the best other seat.
    pub fn margin(&self, seat: Seat) -> i16 {
        let others = self.points().iter().enumerate().filter(|&(other, _)| other != seat.index());
        self.points[seat.index()] - others.map(|(_, &points)| points).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tied_seats_share_rank_and_win() {
        let standing = Standing::new([(12, 4), (9, 3), (12, 4), (9, 2)]);
        assert_eq!(standing.ranks(), [1, 3, 1, 4]);
        let shares = Seat::all(4).map(|seat| standing.win_share(seat));
        assert!(shares.eq([0.5, 0.0, 0.5, 0.0]));
        assert_eq!(standing.margin(Seat::new(0)), 0);
        assert_eq!(standing.margin(Seat::new(3)), -3);
    }
}
