//! Determinization: draws hands and a deck from all distributions that a player considers possible (W33).

use super::cards::{HELD, Held, position_of, total};
use super::setup::SEATS;
use rand::{Rng, RngExt};

/// The cards that a player does not see, divided by the player's knowledge about them; see [`super::memory`].
#[derive(Clone, Debug)]
pub(crate) struct Unseen {
    /// The old cards: in the others' hands at the last look, or played from these hands since.
    pub(crate) old: Held,
    /// The pile at the last look, minus the cards that are known to have left it.
    pub(crate) pile: Held,
    /// Number of old cards that each player had.
    pub(crate) old_slots: [u8; SEATS],
    /// Number of cards that each player has drawn from the pile.
    pub(crate) drawn_slots: [u8; SEATS],
    /// The cards that each player certainly has.
    pub(crate) known: [Held; SEATS],
    /// The cards that each player has played, which may be old or drawn.
    pub(crate) played: [Held; SEATS],
}

impl Unseen {
    /// Draws hands and deck. Each way to distribute the individual cards is equally likely.
    pub(crate) fn determinize<R: Rng>(mut self, rng: &mut R) -> ([Held; SEATS], Held) {
        if self.played != [[0; HELD]; SEATS] {
            self.settle_played(rng);
        }
        let mut hands = self.known;
        for (seat, hand) in hands.iter_mut().enumerate() {
            deal(&mut self.old, self.old_slots[seat], hand, rng);
            deal(&mut self.pile, self.drawn_slots[seat], hand, rng);
        }
        (hands, self.pile)
    }

    /// Decides which of the played cards were old, and removes them together with their places, so that the remaining cards can
    /// be dealt unconditionally.
    ///
    /// Let q(s, k) be the number of old cards among the Q(s, k) cards of kind k that seat s has played. Up to a constant factor,
    /// the number of ways to distribute the individual cards that agree with given values of q is the product of
    /// * for each seat and kind, the binomial coefficient C(Q, q), and for each seat the number of ways to choose places: o (o-1)
    ///   … with |q| factors for its o old places, and likewise for its other played cards among its drawn places;
    /// * for each kind, the number of ways to choose the cards: n (n-1) … with as many factors as the sum of q over the seats,
    ///   for n old cards, and likewise for the other played cards out of the pile;
    /// * 1 / (m (m-1) …) with as many factors as the sum of |q| over all seats, for a total of m old cards, and likewise for
    ///   the pile: the fewer cards remain, the fewer ways there are to deal them.
    ///
    /// The seats depend on each other only through the sums by kind. The weights are therefore accumulated seat by seat for each
    /// possible sum, and q is then drawn seat by seat from the last seat to the first.
    fn settle_played<R: Rng>(&mut self, rng: &mut R) {
        let all: Held = std::array::from_fn(|kind| self.played.iter().map(|one| one[kind]).sum());
        let sums = below(all);
        let place = |sum: &Held| {
            let kinds = sum.iter().zip(all).rev();
            kinds.fold(0, |place, (&count, most)| {
                place * (usize::from(most) + 1) + usize::from(count)
            })
        };
        let mut tables = vec![vec![0.0; sums.len()]];
        tables[0][0] = 1.0;
        let mut shares = Vec::with_capacity(SEATS);
        for seat in 0..SEATS {
            let weighed: Vec<(Held, f64)> = below(self.played[seat])
                .into_iter()
                .map(|old| (old, self.weight_of_seat(seat, old)))
                .filter(|&(_, weight)| weight > 0.0)
                .collect();
            let mut table = vec![0.0; sums.len()];
            for (before, &weight) in sums.iter().zip(&tables[seat]).filter(|(_, w)| **w > 0.0) {
                for (old, share) in &weighed {
                    table[place(&plus(*before, *old))] += weight * share;
                }
            }
            tables.push(table);
            shares.push(weighed);
        }
        let ends = tables[SEATS].iter().zip(&sums);
        let ends = ends.map(|(weight, sum)| weight * self.weight_of_sum(*sum, all));
        let mut sum = sums[draw_weighted(&ends.collect::<Vec<_>>(), rng)];
        for seat in (0..SEATS).rev() {
            let weights = shares[seat].iter().map(|(old, share)| {
                let before = minus(sum, *old);
                before.map_or(0.0, |before| share * tables[seat][place(&before)])
            });
            let (old, _) = shares[seat][draw_weighted(&weights.collect::<Vec<_>>(), rng)];
            sum = minus(sum, old).expect("only parts of the sum have weight");
            self.take_away(seat, old);
        }
    }

    fn weight_of_seat(&self, seat: usize, old: Held) -> f64 {
        let played = self.played[seat];
        let kinds = played.into_iter().zip(old);
        let ways: f64 = kinds.map(|(of, some)| falling(of, some) / falling(some, some)).product();
        let drawn = total(&played) - total(&old);
        ways * falling(self.old_slots[seat], total(&old)) * falling(self.drawn_slots[seat], drawn)
    }

    fn weight_of_sum(&self, sum: Held, all: Held) -> f64 {
        let kinds = 0..HELD;
        let cards: f64 = kinds
            .map(|kind| {
                let drawn = all[kind] - sum[kind];
                falling(self.old[kind], sum[kind]) * falling(self.pile[kind], drawn)
            })
            .product();
        let (old, drawn) = (total(&sum), total(&all) - total(&sum));
        if cards == 0.0 {
            return 0.0;
        }
        cards / (falling(total(&self.old), old) * falling(total(&self.pile), drawn))
    }

    /// Marks this many of the cards that the seat has played as old.
    fn take_away(&mut self, seat: usize, old: Held) {
        let played = std::mem::take(&mut self.played[seat]);
        for kind in 0..HELD {
            self.old[kind] -= old[kind];
            self.pile[kind] -= played[kind] - old[kind];
        }
        self.old_slots[seat] -= total(&old);
        self.drawn_slots[seat] -= total(&played) - total(&old);
    }
}

/// Deals `count` cards at random from the cards in `from` to a hand.
fn deal<R: Rng>(from: &mut Held, count: u8, to: &mut Held, rng: &mut R) {
    let mut left = total(from);
    for _ in 0..count {
        let kind = position_of(from, rng.random_range(0..u32::from(left)));
        from[kind] -= 1;
        to[kind] += 1;
        left -= 1;
    }
}

/// Returns all combinations of counts that do not exceed these, ascending from the last kind to the first.
fn below(most: Held) -> Vec<Held> {
    let mut all = vec![[0; HELD]];
    for kind in 0..HELD {
        all = (0..=most[kind])
            .flat_map(|count| {
                all.iter().map(move |counts| {
                    let mut counts = *counts;
                    counts[kind] = count;
                    counts
                })
            })
            .collect();
    }
    all
}

fn plus(one: Held, other: Held) -> Held {
    std::array::from_fn(|kind| one[kind] + other[kind])
}

fn minus(one: Held, other: Held) -> Option<Held> {
    let fits = one.iter().zip(other).all(|(&one, other)| one >= other);
    fits.then(|| std::array::from_fn(|kind| one[kind] - other[kind]))
}

/// Returns the falling factorial: the number of ways to choose `count` things out of `of`, in order.
fn falling(of: u8, count: u8) -> f64 {
    (0..count).map(|taken| f64::from(of.saturating_sub(taken))).product()
}

/// Draws a position with probabilities proportional to the weights.
fn draw_weighted<R: Rng>(weights: &[f64], rng: &mut R) -> usize {
    let mass: f64 = weights.iter().sum();
    let mut left = rng.random::<f64>() * mass;
    let mut last = 0;
    for (position, &weight) in weights.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
        last = position;
        left -= weight;
        if left < 0.0 {
            break;
        }
    }
    last
}
