//! Luck-adjusted results, by agent.
//!
//! The expected luck is zero, so subtracting any multiple of it leaves the results unbiased. The coefficient that
//! minimizes the variance is estimated, as for every control variate, and shrunk towards 1. Blocks are dealt into
//! folds, and the coefficient for a fold is estimated from all other folds (*cross-fitting*). Therefore it does not
//! depend on the results that it corrects, and they stay unbiased. If luck explains nothing, the coefficient is near
//! 0 and the results stay almost unadjusted.

use crate::report::summary::AgentRow;
use crate::terminal::{aligned, decimal, interval, percent};
use agents::forecast::Worth;
use engine::csv_table::{CsvTable, FilledTable};
use engine::{Outcome, Seat};
use serde::Serialize;
use statistics::BlockedMean;
use std::collections::BTreeMap;

/// The number of folds into which blocks are dealt.
const FOLDS: usize = 5;

/// The weight of the prior, in blocks: the coefficient is shrunk towards 1 as if this number of blocks had confirmed
/// it.
const PRIOR_BLOCKS: f64 = 20.0;

/// Running totals of results and luck, by agent.
#[derive(Debug)]
pub struct LuckLedger {
    agents: Vec<LuckTally>,
}

/// An agent's results, paired with luck.
#[derive(Clone, Debug, Default)]
struct LuckTally {
    win_share: Paired,
    margin: Paired,
}

/// The sums over a block: the number of results, the results, and the luck in them.
#[derive(Copy, Clone, Debug, Default)]
struct LuckBlock {
    size: f64,
    result: f64,
    luck: f64,
}

/// Results paired with luck, block by block.
#[derive(Clone, Debug, Default)]
struct Paired {
    open: LuckBlock,
    /// The closed blocks, each with its stratum.
    blocks: Vec<(usize, LuckBlock)>,
}

/// A mean before and after the adjustment for luck.
struct Corrected {
    raw: BlockedMean,
    without: BlockedMean,
    /// The coefficient of luck, averaged over the results.
    coefficient: Option<f64>,
}

/// A row of `summary_luck.csv`: the results of one agent after luck has been subtracted.
#[derive(Clone, Debug, Default, Serialize)]
pub struct LuckSummaryRow {
    /// Label of the agent.
    agent: String,
    /// Number of seats of the agent in all games.
    seats: u64,
    /// Mean win share without luck.
    win_share: Option<f64>,
    /// Lower end of the 95% confidence interval of `win_share`.
    ci_low: Option<f64>,
    /// Upper end of the 95% confidence interval of `win_share`.
    ci_high: Option<f64>,
    /// Mean margin without luck, in points.
    mean_margin: Option<f64>,
    /// Lower end of the 95% confidence interval of `mean_margin`.
    margin_low: Option<f64>,
    /// Upper end of the 95% confidence interval of `mean_margin`.
    margin_high: Option<f64>,
    /// Coefficient with which luck was subtracted from the win share, averaged over the folds of the cross-fit.
    win_share_coefficient: Option<f64>,
    /// Coefficient with which luck was subtracted from the margin, averaged over the folds of the cross-fit.
    margin_coefficient: Option<f64>,
    /// Fraction of the variance of the mean win share that the correction removes; negative if it adds variance.
    win_share_variance_saved: Option<f64>,
    /// Fraction of the variance of the mean margin that the correction removes; negative if it adds variance.
    margin_variance_saved: Option<f64>,
}

impl LuckLedger {
    /// Creates totals without results. Agents with higher numbers are added when they first appear.
    pub fn new(agents: usize) -> Self {
        Self { agents: vec![LuckTally::default(); agents] }
    }

    /// Adds a game: the agent in each seat, the outcome, and the luck of each seat in win share and margin.
    pub fn add(&mut self, assignment: &[usize], outcome: &Outcome, luck: &[Worth]) {
        let agents = assignment.iter().map(|agent| agent + 1).max().unwrap_or_default();
        if self.agents.len() < agents {
            self.agents.resize(agents, LuckTally::default());
        }
        for ((seat, &agent), luck) in assignment.iter().enumerate().zip(luck) {
            let (seat, tally) = (Seat::new(seat), &mut self.agents[agent]);
            tally.win_share.add(outcome.win_share(seat), luck.win_share);
            tally.margin.add(outcome.margin(seat).into(), luck.margin);
        }
    }

    /// Ends the current block.
    pub fn close_block(&mut self, matchup: usize) {
        for tally in &mut self.agents {
            tally.win_share.close_block(matchup);
            tally.margin.close_block(matchup);
        }
    }

    /// Returns the row of each agent.
    pub fn rows(&self, labels: &[String]) -> Vec<LuckSummaryRow> {
        labels.iter().zip(&self.agents).map(|(label, tally)| tally.row(label)).collect()
    }
}

/// Returns the table of luck-adjusted results.
pub fn summary(rows: &[LuckSummaryRow]) -> FilledTable {
    CsvTable::filled("summary_luck.csv", rows)
}

/// Formats luck-adjusted results as a table, with a note where the adjustment does not reduce the variance.
pub fn report(rows: &[LuckSummaryRow]) -> String {
    let cells = |row: &LuckSummaryRow| {
        vec![
            row.agent.clone(),
            percent(row.win_share),
            interval(row.ci_low, row.ci_high, percent),
            percent(row.win_share_variance_saved),
            decimal(row.mean_margin, 2),
            interval(row.margin_low, row.margin_high, |bound| decimal(bound, 2)),
            percent(row.margin_variance_saved),
        ]
    };
    let header = ["without luck", "win share", "95% CI", "saved", "margin", "95% CI", "saved"];
    let mut text = aligned(&header, 1, rows.iter().map(cells).collect());
    let saves = |saved: fn(&LuckSummaryRow) -> Option<f64>| {
        let known: Vec<_> = rows.iter().filter_map(saved).collect();
        known.is_empty() || known.iter().any(|&saved| saved > 0.0)
    };
    for (what, profits) in [
        ("win shares", saves(|row| row.win_share_variance_saved)),
        ("margins", saves(|row| row.margin_variance_saved)),
    ] {
        if !profits {
            text += "the ";
            text += what;
            text += " do not profit from the adjustment here: unadjusted ones are as certain\n";
        }
    }
    text
}

impl LuckSummaryRow {
    /// Adjusts the agent's rating and its interval: takes one Newton step from the rating by ranks, which has an interval, to the
    /// rating that explains the win share without luck. The agent met each opponent, whose rating is fixed, in this number of
    /// games of two players.
    pub fn adjust(&self, row: &mut AgentRow, opponents: impl Iterator<Item = (f64, u64)>) {
        let ends = (row.rating, row.rating_low, row.win_share, self.win_share, self.ci_low);
        let (Some(rating), Some(_), Some(plain), Some(adjusted), Some(low)) = ends else { return };
        let slope = |(opponent, games): (f64, u64)| {
            let share = 1.0 / (1.0 + 10_f64.powf((opponent - rating) / 400.0));
            games as f64 * share * (1.0 - share) * std::f64::consts::LN_10 / 400.0
        };
        let points = self.seats as f64 / opponents.map(slope).sum::<f64>();
        let (center, reach) = (rating + points * (adjusted - plain), points * (adjusted - low));
        // Further digits would differ between machines.
        let rounded = |points: f64| Some((points * 1e4).round() / 1e4 + 0.0);
        row.rating = rounded(center);
        (row.rating_low, row.rating_high) = (rounded(center - reach), rounded(center + reach));
        "luck-adjusted".clone_into(&mut row.rating_note);
    }
}

impl LuckTally {
    fn row(&self, label: &str) -> LuckSummaryRow {
        let (win_share, margin) = (self.win_share.corrected(), self.margin.corrected());
        let (ci_low, ci_high) = win_share.without.interval().unzip();
        let (margin_low, margin_high) = margin.without.interval().unzip();
        LuckSummaryRow {
            agent: label.to_owned(),
            seats: win_share.without.count(),
            win_share: win_share.without.mean(),
            ci_low,
            ci_high,
            mean_margin: margin.without.mean(),
            margin_low,
            margin_high,
            win_share_coefficient: win_share.coefficient,
            margin_coefficient: margin.coefficient,
            win_share_variance_saved: win_share.saved(),
            margin_variance_saved: margin.saved(),
        }
    }
}

impl Corrected {
    /// Returns the fraction of the variance of the mean that the adjustment removes.
    fn saved(&self) -> Option<f64> {
        Some(1.0 - self.without.variance_of_mean()? / self.raw.variance_of_mean()?)
    }
}

impl Paired {
    fn add(&mut self, result: f64, luck: f64) {
        self.open.size += 1.0;
        self.open.result += result;
        self.open.luck += luck;
    }

    fn close_block(&mut self, stratum: usize) {
        let block = std::mem::take(&mut self.open);
        if block.size > 0.0 {
            self.blocks.push((stratum, block));
        }
    }

    /// Returns each block with its fold and its stratum. The blocks of every stratum are dealt evenly.
    fn folds(&self) -> impl Iterator<Item = (usize, usize, &LuckBlock)> {
        let mut dealt = BTreeMap::<usize, usize>::new();
        self.blocks.iter().map(move |(stratum, block)| {
            let number = dealt.entry(*stratum).or_default();
            *number += 1;
            ((*number - 1) % FOLDS, *stratum, block)
        })
    }

    /// Returns the coefficient of luck, estimated from all folds except `left_out` and shrunk towards 1.
    fn coefficient(&self, left_out: usize) -> f64 {
        let kept = || self.folds().filter(|&(fold, ..)| fold != left_out);
        let mut strata = BTreeMap::<usize, LuckBlock>::new();
        for (_, stratum, block) in kept() {
            let sums = strata.entry(stratum).or_default();
            sums.size += block.size;
            sums.result += block.result;
        }
        let (mut blocks, mut product, mut square) = (0.0, 0.0, 0.0);
        for (_, stratum, block) in kept() {
            let sums = &strata[&stratum];
            blocks += 1.0;
            product += (block.result - block.size * sums.result / sums.size) * block.luck;
            square += block.luck * block.luck;
        }
        let prior = PRIOR_BLOCKS * square / blocks;
        if square > 0.0 { (product + prior) / (square + prior) } else { 1.0 }
    }

    fn corrected(&self) -> Corrected {
        let coefficients: [f64; FOLDS] = std::array::from_fn(|fold| self.coefficient(fold));
        let (mut raw, mut corrected) = (BlockedMean::default(), BlockedMean::default());
        let (mut seats, mut subtracted) = (0.0, 0.0);
        for (fold, stratum, &LuckBlock { size, result, luck }) in self.folds() {
            let coefficient = coefficients[fold];
            // Only the sum of a block matters, not how it is distributed over the seats.
            for _ in 0..size as u64 {
                raw.add(result / size);
                corrected.add((result - coefficient * luck) / size);
            }
            raw.close_block(stratum);
            corrected.close_block(stratum);
            seats += size;
            subtracted += coefficient * size;
        }
        let coefficient = (seats > 0.0).then(|| subtracted / seats);
        Corrected { raw, without: corrected, coefficient }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Seed;
    use rand::RngExt;

    /// Returns blocks of two results: a true mean of 0.3, plus this share of luck, plus noise.
    fn paired(blocks: usize, share: f64, seed: u64) -> Paired {
        let mut rng = Seed::new(seed).rng();
        let mut paired = Paired::default();
        for block in 0..blocks {
            for _ in 0..2 {
                let luck = rng.random_range(-1.0..1.0);
                paired.add(0.3 + share * luck + rng.random_range(-0.5..0.5), luck);
            }
            paired.close_block(block % 3);
        }
        paired
    }

    #[test]
    fn explanatory_luck_is_subtracted_with_its_coefficient() {
        let corrected = paired(600, 0.7, 1).corrected();
        assert!((corrected.coefficient.unwrap() - 0.7).abs() < 0.05);
        // The luck has the variance 0.49 / 3, the noise has the variance 1 / 12.
        let saved = 0.49 / 3.0 / (0.49 / 3.0 + 1.0 / 12.0);
        assert!((corrected.saved().unwrap() - saved).abs() < 0.06);
    }

    #[test]
    fn uninformative_luck_adds_little_variance() {
        let corrected = paired(3000, 0.0, 2).corrected();
        assert!(corrected.coefficient.unwrap().abs() < 0.05);
        assert!(corrected.saved().unwrap() > -0.02);
    }

    #[test]
    fn coefficients_of_few_blocks_shrink_towards_1() {
        let corrected = paired(15, 0.0, 3).corrected();
        assert!((0.3..0.9).contains(&corrected.coefficient.unwrap()));
        let none = paired(1, 0.7, 3).corrected();
        assert!((none.coefficient.unwrap() - 1.0).abs() < 1e-12);
    }

    /// Over many tables of a few blocks, the adjusted mean is unbiased, although every table estimates its
    /// coefficient.
    #[test]
    fn corrected_means_are_right_on_average() {
        let mut means = BlockedMean::default();
        for seed in 0..4000 {
            means.add(paired(24, 0.7, seed).corrected().without.mean().unwrap());
            means.close_block(0);
        }
        let error = means.variance_of_mean().unwrap().sqrt();
        assert!((means.mean().unwrap() - 0.3).abs() < 3.0 * error, "{:?} {error}", means.mean());
        assert!(error < 0.001);
    }

    /// The rating follows the log-odds of the win share without luck, and loses the part of the interval that luck explains.
    #[test]
    fn ratings_are_adjusted_by_the_luck() {
        let known = |share: f64| -400.0 * (1.0 / share - 1.0).log10();
        let mut row = AgentRow {
            rating: Some(known(0.52)),
            rating_low: Some(-9.0),
            win_share: Some(0.52),
            ..AgentRow::default()
        };
        let [win_share, ci_low] = [0.5, 0.48].map(Some);
        let luck = LuckSummaryRow { seats: 900, win_share, ci_low, ..LuckSummaryRow::default() };
        luck.adjust(&mut row, [(0.0, 400), (0.0, 500)].into_iter());
        let near = |found: Option<f64>, share| (found.unwrap() - known(share)).abs() < 0.1;
        assert!(near(row.rating, 0.5), "{row:?}");
        assert!(near(row.rating_low, 0.48) && near(row.rating_high, 0.52), "{row:?}");
    }

    #[test]
    fn results_without_savings_are_reported() {
        let row = LuckSummaryRow {
            win_share_variance_saved: Some(0.2),
            margin_variance_saved: Some(-0.01),
            ..LuckSummaryRow::default()
        };
        let text = report(&[row]);
        assert!(
            text.contains("the margins do not profit from the adjustment here")
                && !text.contains("win shares do")
        );
    }
}
