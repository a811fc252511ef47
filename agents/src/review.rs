//! Finds the mistakes of a game by the values of a search.
//!
//! A search values the moves of a decision in units of its reward. [`judge`] interprets the values as win
//! probabilities, so it suits searches with that reward. The loss of a decision is the value of the search's
//! preferred move minus the value of the move played. If the search did not value the move played, the value of
//! the preferred move at the seat's next decision is used instead, provided no chance event happened in
//! between. Otherwise the decision gets no verdict.

use engine::NotedMove;

/// The minimum loss of an inaccuracy, in win probability.
pub const INACCURACY: f64 = 0.05;
/// The minimum loss of a mistake, in win probability.
pub const MISTAKE: f64 = 0.1;
/// The minimum loss of a blunder, in win probability.
pub const BLUNDER: f64 = 0.2;
/// The minimum lead of a brilliant move over every other move valued, in win probability.
pub const BRILLIANCE: f64 = 0.1;

/// A decision of a game that was searched afterwards.
#[derive(Clone, PartialEq, Debug)]
pub struct ReviewedDecision {
    /// The move that was played, in the game's notation like all moves here.
    pub played: String,
    /// The search's results; empty if there was no search, for example because there was only one legal move.
    pub table: Vec<NotedMove>,
    /// The move that a quick agent would have made, if one was asked.
    pub at_a_glance: Option<String>,
    /// Whether the same seat decides next, without a chance event in between.
    pub goes_on: bool,
}

/// A search's assessment of a decision.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Judgement {
    /// The loss in win probability, not below 0; `None` if the search provides no value.
    pub lost: Option<f64>,
    /// The loss of the worst move that the search valued, not below `lost`; `None` if `lost` is.
    pub at_stake: Option<f64>,
    /// The verdict on the decision, unless it is unremarkable.
    pub verdict: Option<Verdict>,
}

impl Judgement {
    /// Returns whether at least [`INACCURACY`] was at stake.
    pub fn is_critical(&self) -> bool {
        self.at_stake.is_some_and(|at_stake| at_stake >= INACCURACY)
    }
}

/// The quality of the decisions of a seat or an agent in one game.
///
/// The accuracy is the share of the win probability at stake that was not lost: 1 if every decision was the preferred move, and 0 if
/// every decision was the worst move valued. In contrast to the mean loss, it does not fall to 0 in won and lost positions, where
/// little is at stake. A decision is critical if at least [`INACCURACY`] was at stake.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Quality {
    judged: u64,
    lost: f64,
    at_stake: f64,
    critical: u64,
    critical_lost: f64,
}

impl Quality {
    /// Adds a decision. Decisions without a loss are not judged.
    pub fn add(&mut self, judgement: &Judgement) {
        let Some(lost) = judgement.lost else { return };
        let at_stake = judgement.at_stake.unwrap_or(lost);
        self.judged += 1;
        self.lost += lost;
        self.at_stake += at_stake;
        if judgement.is_critical() {
            self.critical += 1;
            self.critical_lost += lost;
        }
    }

    /// Returns the number of judged decisions.
    pub const fn judged(self) -> u64 {
        self.judged
    }

    /// Returns the mean loss of the judged decisions; `None` if there are none.
    pub fn mean_loss(self) -> Option<f64> {
        (self.judged > 0).then(|| self.lost / self.judged as f64)
    }

    /// Returns the accuracy; `None` if nothing was at stake.
    pub fn accuracy(self) -> Option<f64> {
        (self.at_stake > 0.0).then(|| 1.0 - self.lost / self.at_stake)
    }

    /// Returns the number of critical decisions.
    pub const fn critical(self) -> u64 {
        self.critical
    }

    /// Returns the mean loss of the critical decisions; `None` if there are none.
    pub fn critical_loss(self) -> Option<f64> {
        (self.critical > 0).then(|| self.critical_lost / self.critical as f64)
    }
}

/// The verdict on a remarkable decision.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub enum Verdict {
    /// The best move, better than all others by [`BRILLIANCE`], where a quick agent would have chosen another
    /// move.
    Brilliant,
    /// A move that lost at least [`INACCURACY`].
    Inaccuracy,
    /// A move that lost at least [`MISTAKE`].
    Mistake,
    /// A move that lost at least [`BLUNDER`].
    Blunder,
}

impl Verdict {
    /// All verdicts, from best to worst.
    pub const ALL: [Self; 4] = [Self::Brilliant, Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// Returns the verdict's name in files and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Brilliant => "brilliant",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// Returns the verdict's plural name.
    pub const fn plural(self) -> &'static str {
        match self {
            Self::Brilliant => "brilliant",
            Self::Inaccuracy => "inaccuracies",
            Self::Mistake => "mistakes",
            Self::Blunder => "blunders",
        }
    }

    fn of_loss(lost: f64) -> Option<Self> {
        let reached =
            [(BLUNDER, Self::Blunder), (MISTAKE, Self::Mistake), (INACCURACY, Self::Inaccuracy)];
        reached.into_iter().find_map(|(least, verdict)| (lost >= least).then_some(verdict))
    }
}

/// Judges the decisions of a game, which must be in order.
///
/// # Examples
/// ```
/// use agents::review::{ReviewedDecision, Verdict, judge};
/// use engine::NotedMove;
///
/// let row = |mv: &str, value| NotedMove { mv: mv.to_owned(), visits: 1, value };
/// let table = vec![row("a", 0.75), row("b", 0.5)];
/// let played = "b".to_owned();
/// let decision = ReviewedDecision { played, table, at_a_glance: None, goes_on: false };
/// let judgements = judge(&[decision]);
/// assert_eq!(judgements[0].lost, Some(0.25));
/// assert_eq!(judgements[0].verdict, Some(Verdict::Blunder));
/// ```
pub fn judge(decisions: &[ReviewedDecision]) -> Vec<Judgement> {
    let mut judgements = Vec::with_capacity(decisions.len());
    // The preferred move's value at the following decision, used if the same seat decides there.
    let mut following = None;
    for decision in decisions.iter().rev() {
        let following_here = following.filter(|_| decision.goes_on);
        let lost = decision.loss(following_here);
        let verdict = if decision.is_brilliant() {
            Some(Verdict::Brilliant)
        } else {
            lost.and_then(Verdict::of_loss)
        };
        let at_stake = lost.map(|lost| decision.greatest_loss().max(lost));
        judgements.push(Judgement { lost, at_stake, verdict });
        following = decision.best().or(following_here);
    }
    judgements.reverse();
    judgements
}

impl ReviewedDecision {
    /// Returns the move that the search prefers: the most visited one, and the better one among equals.
    pub fn preferred(&self) -> Option<&NotedMove> {
        let rank = |row: &NotedMove| (row.visits, row.value);
        self.table.iter().reduce(|best, row| if rank(row) > rank(best) { row } else { best })
    }

    fn best(&self) -> Option<f64> {
        self.preferred().map(|row| row.value)
    }

    fn value(&self, mv: &str) -> Option<f64> {
        self.table.iter().find(|row| row.mv == mv).map(|row| row.value)
    }

    fn loss(&self, following: Option<f64>) -> Option<f64> {
        let played = self.value(&self.played).or(following)?;
        Some((self.best()? - played).max(0.0))
    }

    fn greatest_loss(&self) -> f64 {
        let worst = self.table.iter().map(|row| row.value).reduce(f64::min);
        self.best().zip(worst).map_or(0.0, |(best, worst)| best - worst)
    }

    /// Returns how much a move is better than every other move valued; `None` if it is the only one.
    fn lead_of(&self, mv: &str) -> Option<f64> {
        let others = self.table.iter().filter(|row| row.mv != mv);
        let second = others.map(|row| row.value).reduce(f64::max);
        self.value(mv).zip(second).map(|(value, second)| value - second)
    }

    fn is_brilliant(&self) -> bool {
        let surprises = self.at_a_glance.as_ref().is_some_and(|mv| *mv != self.played);
        surprises && self.lead_of(&self.played).is_some_and(|lead| lead >= BRILLIANCE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decision(played: char, values: &[(char, f64)]) -> ReviewedDecision {
        let row = |&(mv, value): &(char, f64)| NotedMove { mv: mv.to_string(), visits: 1, value };
        let table = values.iter().map(row).collect();
        ReviewedDecision { played: played.to_string(), table, at_a_glance: None, goes_on: false }
    }

    #[track_caller]
    fn check(decisions: &[ReviewedDecision], expected: &[(Option<f64>, Option<Verdict>)]) {
        let judged: Vec<_> = judge(decisions).iter().map(|one| (one.lost, one.verdict)).collect();
        assert_eq!(judged, expected);
    }

    #[test]
    fn loss_is_the_difference_to_the_preferred_move() {
        let values = [('a', 0.75), ('b', 0.75), ('c', 0.6875), ('d', 0.625), ('e', 0.5)];
        let losses = [
            ('a', 0.0, None),
            ('b', 0.0, None),
            ('c', 0.0625, Some(Verdict::Inaccuracy)),
            ('d', 0.125, Some(Verdict::Mistake)),
            ('e', 0.25, Some(Verdict::Blunder)),
        ];
        for (mv, lost, verdict) in losses {
            check(&[decision(mv, &values)], &[(Some(lost), verdict)]);
        }
    }

    #[test]
    fn most_visited_move_is_preferred() {
        let mut reviewed = decision('b', &[('a', 0.5), ('b', 0.25), ('c', 0.75)]);
        reviewed.table[0].visits = 9;
        assert_eq!(reviewed.preferred().map(|row| &*row.mv), Some("a"));
        assert_eq!(reviewed.lead_of("a"), Some(-0.25));
        check(&[reviewed.clone()], &[(Some(0.25), Some(Verdict::Blunder))]);
        reviewed.played = "c".to_owned();
        check(&[reviewed], &[(Some(0.0), None)]);
    }

    #[test]
    fn untried_moves_take_the_value_of_the_next_decision() {
        let first = decision('x', &[('a', 0.75)]);
        let second = decision('b', &[('b', 0.5), ('c', 0.25)]);
        check(&[first.clone(), second.clone()], &[(None, None), (Some(0.0), None)]);
        let goes_on = ReviewedDecision { goes_on: true, ..first };
        let blunder = (Some(0.25), Some(Verdict::Blunder));
        check(&[goes_on.clone(), second.clone()], &[blunder, (Some(0.0), None)]);
        // A forced move in between changes nothing; a chance event after it does.
        let forced = ReviewedDecision { goes_on: true, ..decision('f', &[]) };
        check(
            &[goes_on.clone(), forced.clone(), second.clone()],
            &[blunder, (None, None), (Some(0.0), None)],
        );
        let revealing = ReviewedDecision { goes_on: false, ..forced };
        check(
            &[goes_on.clone(), revealing, second],
            &[(None, None), (None, None), (Some(0.0), None)],
        );
        check(&[goes_on], &[(None, None)]);
    }

    fn quality(decisions: &[ReviewedDecision]) -> Quality {
        let mut quality = Quality::default();
        for judgement in judge(decisions) {
            quality.add(&judgement);
        }
        quality
    }

    #[test]
    fn accuracy_compares_losses_with_the_worst_moves() {
        let values = [('a', 0.75), ('b', 0.625), ('c', 0.25)];
        let accuracy = |played: &[char]| {
            let decisions: Vec<_> = played.iter().map(|&mv| decision(mv, &values)).collect();
            quality(&decisions).accuracy()
        };
        assert_eq!(accuracy(&['a', 'a']), Some(1.0));
        assert_eq!(accuracy(&['a', 'b']), Some(0.875));
        assert_eq!(accuracy(&['c']), Some(0.0));
        assert_eq!(accuracy(&[]), None);
        // A move that was not tried can be worse than all others.
        let untried = ReviewedDecision { goes_on: true, ..decision('x', &[('a', 0.75)]) };
        let judged = judge(&[untried, decision('b', &[('b', 0.5)])]);
        assert_eq!(judged[0].at_stake, Some(0.25));
    }

    #[test]
    fn losses_are_averaged_over_judged_and_critical_decisions() {
        let trifle = decision('b', &[('a', 0.5), ('b', 0.46875)]);
        let blunder = decision('c', &[('a', 0.75), ('c', 0.5)]);
        let unknown = decision('x', &[('a', 0.5), ('b', 0.25)]);
        let sums = quality(&[trifle.clone(), blunder, unknown.clone()]);
        assert_eq!((sums.judged(), sums.mean_loss()), (2, Some(0.140_625)));
        assert_eq!((sums.critical(), sums.critical_loss()), (1, Some(0.25)));
        let sums = quality(&[trifle, unknown.clone()]);
        assert_eq!((sums.judged(), sums.critical(), sums.critical_loss()), (1, 0, None));
        assert_eq!(quality(&[unknown]).mean_loss(), None);
    }

    #[test]
    fn only_good_move_is_brilliant_unless_greedy_plays_it() {
        let seems = |at_a_glance: Option<&str>, played| {
            let at_a_glance = at_a_glance.map(str::to_owned);
            let table = [('a', 0.75), ('b', 0.625), ('c', 0.25)];
            let verdict =
                judge(&[ReviewedDecision { at_a_glance, ..decision(played, &table) }])[0].verdict;
            verdict == Some(Verdict::Brilliant)
        };
        assert!(seems(Some("c"), 'a'));
        assert!(!seems(Some("a"), 'a') && !seems(None, 'a') && !seems(Some("c"), 'b'));
        let at_a_glance = Some("c".to_owned());
        let close = ReviewedDecision {
            at_a_glance: at_a_glance.clone(),
            ..decision('a', &[('a', 0.75), ('b', 0.7)])
        };
        let alone = ReviewedDecision { at_a_glance, ..decision('a', &[('a', 0.75)]) };
        check(&[close, alone], &[(Some(0.0), None); 2]);
    }
}
