//! The choices that make up a game's ranking: the best of all seats, then the best of the remaining seats, and so on.

/// The maximum number of seats in a game.
pub const MAX_SEATS: usize = 6;

/// Marker for a seat that has already been chosen or does not exist.
const GONE: u16 = u16::MAX;

/// A choice of the next rank among the remaining seats. One or more seats share the rank.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct PickChoice {
    /// The agents of the remaining seats.
    agents: SeatedAgents,
    /// Bit mask of the seats that share the rank; zero if a single seat has it, whichever seat that is.
    tied: u8,
    credited: Credited,
}

/// The seats whose strengths a choice contributes to the log-likelihood.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
enum Credited {
    /// All seats: each seat is chosen once in a ranking, the last one from itself alone.
    All,
    /// No seats: this choice is not the first of its ranking, and the first has counted all seats.
    None,
    /// The winners, as a bit mask, in equal parts.
    Winners(u8),
}

/// The agent of each seat; `GONE` for a seat that has been chosen or does not exist.
pub type SeatedAgents = [u16; MAX_SEATS];

/// Returns the agents of the seats in a game.
pub fn seated(assignment: &[usize]) -> SeatedAgents {
    let mut agents = [GONE; MAX_SEATS];
    for (place, &agent) in agents.iter_mut().zip(assignment) {
        *place = agent as u16;
    }
    agents
}

/// Returns the seats with a given rank, as a bit mask.
fn sharing(ranks: &[u8], rank: u8) -> u8 {
    let seats = (0..ranks.len()).filter(|&seat| ranks[seat] == rank);
    seats.fold(0, |seats, seat| seats | 1 << seat)
}

impl PickChoice {
    /// Returns the choices that make up a whole ranking.
    pub fn of_ranks(mut left: SeatedAgents, ranks: &[u8]) -> impl Iterator<Item = Self> {
        let mut credited = Credited::All;
        let groups = (1..=ranks.len() as u8).map(|rank| sharing(ranks, rank));
        groups.filter(|&seats| seats != 0).map(move |seats| {
            let tied = if seats.is_power_of_two() { 0 } else { seats };
            let choice = Self { agents: left, tied, credited };
            credited = Credited::None;
            for seat in (0..MAX_SEATS).filter(|seat| seats & 1 << seat != 0) {
                left[seat] = GONE;
            }
            choice
        })
    }

    /// Returns the choice of a game's winners.
    pub fn of_winners(agents: SeatedAgents, ranks: &[u8]) -> Self {
        Self { agents, tied: 0, credited: Credited::Winners(sharing(ranks, 1)) }
    }

    /// Returns the remaining seats and their agents.
    pub fn seats(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let left = self.agents.iter().enumerate().filter(|&(_, &agent)| agent != GONE);
        left.map(|(seat, &agent)| (seat, usize::from(agent)))
    }

    /// Returns the seats whose strengths count, with their agents and weights.
    pub fn credits(&self) -> impl Iterator<Item = ((usize, usize), f64)> + '_ {
        let (seats, part) = match self.credited {
            Credited::All => (u8::MAX, 1.0),
            Credited::None => (0, 0.0),
            Credited::Winners(seats) => (seats, 1.0 / f64::from(seats.count_ones())),
        };
        self.seats().filter(move |&(seat, _)| seats & 1 << seat != 0).map(move |seat| (seat, part))
    }

    /// Returns the sets of seats (bit masks) from which one seat was chosen, with the weight of each set.
    ///
    /// Seats that share a rank are treated as all their orders in equal parts: each of two tied seats is chosen first in half of
    /// the orders. Therefore a draw counts as half a win, as in all ratings of this kind, and the likelihood stays concave.
    pub fn parts(&self) -> impl Iterator<Item = (u8, f64)> + '_ {
        let left = self.seats().fold(0, |left, (seat, _)| left | 1 << seat);
        // Each proper subset of the tied seats is placed first in this fraction of the orders.
        let placed = (0..=self.tied).filter(|&placed| placed & !self.tied == 0);
        let placed = placed.filter(|&placed| placed != self.tied || self.tied == 0);
        placed.map(move |placed: u8| {
            let part = 1.0 / binomial(self.tied.count_ones(), placed.count_ones());
            (left & !placed, part)
        })
    }
}

/// Returns the binomial coefficient.
fn binomial(many: u32, some: u32) -> f64 {
    (0..some).map(|taken| f64::from(many - taken) / f64::from(taken + 1)).product()
}
