//! Values of moves that were played on the same decks.

use super::decks::means;
use engine::study::MeanOutcome;

/// The outcomes of a decision's moves, by move and then by deck.
pub struct Values<'a> {
    outcomes: &'a [Vec<MeanOutcome>],
    means: Vec<MeanOutcome>,
}

/// The half of the decks that is used, by even or odd index.
#[derive(Copy, Clone)]
enum Decks {
    Even,
    Odd,
}

impl Decks {
    fn has(self, deck: usize) -> bool {
        match self {
            Self::Even => deck.is_multiple_of(2),
            Self::Odd => !deck.is_multiple_of(2),
        }
    }
}

impl<'a> Values<'a> {
    /// Wraps the outcomes of at least two moves, all on the same decks, of which there must be at least one.
    pub fn of(outcomes: &'a [Vec<MeanOutcome>]) -> Self {
        Self { outcomes, means: means(outcomes) }
    }

    /// Returns the mean outcome of a move.
    pub fn own(&self, number: usize) -> MeanOutcome {
        self.means[number]
    }

    /// Returns the mean outcome of a move minus the mean of all moves.
    pub fn to_mean(&self, number: usize) -> MeanOutcome {
        self.own(number).minus(MeanOutcome::of(&self.means))
    }

    /// Returns the mean outcome of a move minus the mean outcome of the best other move. The even decks select
    /// the best other move, by win share and then by margin, and the odd decks measure the difference; then the
    /// halves swap roles. Returns `None` with a single deck.
    pub fn to_best(&self, number: usize) -> Option<MeanOutcome> {
        if self.outcomes[number].len() < 2 {
            return None;
        }
        let halves = [(Decks::Even, Decks::Odd), (Decks::Odd, Decks::Even)];
        let differences = halves.map(|(chooses, measures)| {
            let best = self.best_other(number, chooses);
            mean(&self.outcomes[number], measures).minus(mean(&self.outcomes[best], measures))
        });
        Some(MeanOutcome::of(&differences))
    }

    fn best_other(&self, number: usize, decks: Decks) -> usize {
        let others = (0..self.outcomes.len()).filter(|&other| other != number);
        let worth = |&other: &usize| {
            let MeanOutcome { margin, win_share } = mean(&self.outcomes[other], decks);
            (win_share, margin)
        };
        let better = |one: &usize, other: &usize| {
            let ((share, margin), (other_share, other_margin)) = (worth(one), worth(other));
            share.total_cmp(&other_share).then(margin.total_cmp(&other_margin))
        };
        others.max_by(better).expect("a decision is between two moves or more")
    }
}

/// Returns the mean outcome over these decks.
fn mean(outcomes: &[MeanOutcome], decks: Decks) -> MeanOutcome {
    let those = outcomes.iter().enumerate().filter(|&(deck, _)| decks.has(deck));
    MeanOutcome::of(&those.map(|(_, &outcome)| outcome).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcomes(margins: [[f64; 4]; 3]) -> Vec<Vec<MeanOutcome>> {
        let outcome = |margin| MeanOutcome { margin, win_share: 0.0 };
        margins.map(|margins| margins.map(outcome).to_vec()).to_vec()
    }

    /// On even decks the second move is the best other than the first; on odd decks it is the third.
    #[test]
    fn one_half_of_the_decks_chooses_and_the_other_measures() {
        let all = outcomes([[1.0, 1.0, 1.0, 1.0], [6.0, -2.0, 6.0, -2.0], [0.0, 4.0, 0.0, 4.0]]);
        let values = Values::of(&all);
        assert!((values.own(1).margin - 2.0).abs() < 1e-12);
        assert!((values.to_mean(0).margin - (1.0 - 5.0 / 3.0)).abs() < 1e-12);
        // Selected on even decks: the second move, with -2 on odd ones; selected on odd decks: the third, with
        // 0 on even ones.
        let due = f64::midpoint(1.0 - -2.0, 1.0 - 0.0);
        assert!((values.to_best(0).unwrap().margin - due).abs() < 1e-12);
        let single = [vec![all[0][0]], vec![all[1][0]]];
        assert_eq!(Values::of(&single).to_best(0), None);
    }
}
