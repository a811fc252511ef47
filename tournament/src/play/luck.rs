//! Luck-corrected scores: a seat's result minus what chance contributed.
//!
//! The *surprise* of a chance event is the value of the position after it, minus the mean value
//! over all possible events, weighted by their probability under the rules. A surprise is zero on
//! average for any value function fixed beforehand. So a result minus its surprises has the same
//! mean, and its variance is smaller the better the value function predicts results. These are the
//! chance nodes of AIVAT (Burch et al., 2018). The value always comes from the built-in weights,
//! never from the agents at the table.

use crate::csv_table::{CsvRows, CsvTable, page, rows};
use crate::statistics::BlockedMean;
use agents::evaluation::{Weights, chances};
use engine::{MAX_SEATS, Outcome, OutcomeModel, PlayableGame, Seat, Turn};
use serde::{Deserialize, Serialize};

/// What chance gave to a seat in a game, or the value of a position to it.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Worth {
    /// In shares of the win.
    pub win_share: f64,
    /// In points of the margin.
    pub margin: f64,
}

/// Values positions by a game's built-in weights and outcome model.
pub struct PositionWorth<G> {
    weights: Weights<G>,
    model: OutcomeModel,
}

impl<G: PlayableGame> PositionWorth<G> {
    /// Returns the game's own valuation, or `None` if the game has no outcome model.
    pub fn built_in() -> Option<Self> {
        G::OUTCOME_MODEL.map(|model| Self { weights: Weights::default(), model })
    }
}

/// Adds up the luck of all seats in one game.
pub struct LuckMeter<'a, G: PlayableGame> {
    worth: &'a PositionWorth<G>,
    chances: Vec<(G::Chance, u32)>,
    luck: Vec<Worth>,
}

impl<'a, G: PlayableGame> LuckMeter<'a, G> {
    /// Starts with no luck, given a valuation of positions.
    pub fn new(worth: &'a PositionWorth<G>, players: usize) -> Self {
        let luck = vec![Worth::default(); players];
        Self { worth, chances: Vec::new(), luck }
    }

    /// Records a chance event that is about to happen.
    pub fn note(&mut self, before: &G, chance: G::Chance) {
        before.chances(&mut self.chances);
        if self.chances.len() < 2 {
            return;
        }
        let mut mean = [Worth::default(); MAX_SEATS];
        let mut total = 0.0;
        for &(possible, weight) in &self.chances {
            let weight = f64::from(weight);
            total += weight;
            for (mean, worth) in mean.iter_mut().zip(self.worth_after(before, possible)) {
                mean.win_share += weight * worth.win_share;
                mean.margin += weight * worth.margin;
            }
        }
        let now = self.worth_after(before, chance);
        for ((luck, mean), now) in self.luck.iter_mut().zip(mean).zip(now) {
            luck.win_share += now.win_share - mean.win_share / total;
            luck.margin += now.margin - mean.margin / total;
        }
    }

    /// Returns what chance has given to each seat so far.
    pub fn luck(self) -> Vec<Worth> {
        self.luck
    }

    fn worth_after(&self, before: &G, chance: G::Chance) -> [Worth; MAX_SEATS] {
        let mut after = before.clone();
        after.happen(chance);
        if after.turn() == Turn::Over {
            let outcome = after.outcome();
            return std::array::from_fn(|seat| result(&outcome, seat));
        }
        let players = after.players();
        let values = self.worth.weights.values(&after);
        let chances = chances(&values, players, self.worth.model.temperature);
        std::array::from_fn(|seat| {
            let others = (0..players).filter(|&other| other != seat);
            let rival = others.map(|other| values[other]).fold(f64::NEG_INFINITY, f64::max);
            Worth {
                win_share: chances[seat],
                margin: self.worth.model.margin * (values[seat] - rival),
            }
        })
    }
}

/// Returns a seat's final result.
fn result(outcome: &Outcome, seat: usize) -> Worth {
    if seat >= outcome.points().len() {
        return Worth::default();
    }
    let seat = Seat::new(seat);
    Worth { win_share: outcome.win_share(seat), margin: f64::from(outcome.margin(seat)) }
}

/// A row of `luck.csv`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Row {
    game: u64,
    seat: usize,
    /// What chance gave to the seat: shares of the win, points of the margin.
    win_share_luck: f64,
    margin_luck: f64,
}

/// Returns the table of every seat's luck in every game.
pub fn table() -> CsvTable {
    CsvTable::of::<Row>("luck.csv")
}

/// Returns the rows of a game.
pub fn luck_page(game: u64, luck: &[Worth]) -> CsvRows {
    let row = |(seat, luck): (usize, &Worth)| Row {
        game,
        seat,
        win_share_luck: luck.win_share,
        margin_luck: luck.margin,
    };
    page(&luck.iter().enumerate().map(row).collect::<Vec<_>>())
}

/// Reads the luck back from such rows.
///
/// # Errors
/// Fails if the rows have another format.
pub fn read(page: &[u8]) -> Result<Vec<Worth>, csv::Error> {
    let worth = |row: Row| Worth { win_share: row.win_share_luck, margin: row.margin_luck };
    Ok(rows(page)?.into_iter().map(worth).collect())
}

/// The corrected results of all games, by agent.
#[derive(Debug)]
pub struct LuckLedger {
    agents: Vec<Tally>,
}

/// An agent's results, raw and corrected.
#[derive(Clone, Debug, Default)]
struct Tally {
    win_shares: [BlockedMean; 2],
    margins: [BlockedMean; 2],
}

/// A row of `summary_luck.csv`: an agent's results without the luck. The 95% CIs come from blocks.
#[derive(Debug, Default, Serialize)]
struct Summary {
    agent: String,
    seats: u64,
    win_share: Option<f64>,
    ci_low: Option<f64>,
    ci_high: Option<f64>,
    mean_margin: Option<f64>,
    margin_low: Option<f64>,
    margin_high: Option<f64>,
    /// The share of the variance of the mean that the correction removes.
    win_share_variance_saved: Option<f64>,
    margin_variance_saved: Option<f64>,
}

impl LuckLedger {
    /// Starts without results.
    pub fn new(agents: usize) -> Self {
        Self { agents: vec![Tally::default(); agents] }
    }

    /// Adds the result of the next game.
    pub fn add(&mut self, assignment: &[usize], outcome: &Outcome, luck: &[Worth]) {
        for ((seat, &agent), luck) in assignment.iter().enumerate().zip(luck) {
            let result = result(outcome, seat);
            let Tally { win_shares: [raw, corrected], margins: [raw_margin, corrected_margin] } =
                &mut self.agents[agent];
            raw.add(result.win_share);
            corrected.add(result.win_share - luck.win_share);
            raw_margin.add(result.margin);
            corrected_margin.add(result.margin - luck.margin);
        }
    }

    /// Ends the current block.
    pub fn close_block(&mut self, matchup: usize) {
        for tally in &mut self.agents {
            for mean in tally.win_shares.iter_mut().chain(&mut tally.margins) {
                mean.close_block(matchup, None);
            }
        }
    }

    /// Returns the table of corrected results.
    pub fn summary(&self, labels: &[String]) -> (CsvTable, CsvRows) {
        let rows = labels.iter().zip(&self.agents).map(|(label, tally)| tally.row(label));
        (CsvTable::of::<Summary>("summary_luck.csv"), page(&rows.collect::<Vec<_>>()))
    }
}

impl Tally {
    fn row(&self, label: &str) -> Summary {
        let [raw, win_share] = &self.win_shares;
        let [raw_margin, margin] = &self.margins;
        let (ci_low, ci_high) = win_share.interval().unzip();
        let (margin_low, margin_high) = margin.interval().unzip();
        Summary {
            agent: label.to_owned(),
            seats: win_share.count(),
            win_share: win_share.mean(),
            ci_low,
            ci_high,
            mean_margin: margin.mean(),
            margin_low,
            margin_high,
            win_share_variance_saved: saved(raw, win_share),
            margin_variance_saved: saved(raw_margin, margin),
        }
    }
}

/// Returns the share of a mean's variance that the corrected mean of the same blocks saves.
fn saved(raw: &BlockedMean, corrected: &BlockedMean) -> Option<f64> {
    Some(1.0 - corrected.variance_of_mean()? / raw.variance_of_mean()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::tongiaki::{Setup, State};
    use engine::{Dealable, Game, Seed};

    /// Over all possible chance events, the luck of every seat sums to zero; a certain event is no
    /// luck.
    #[test]
    fn luck_is_nothing_on_average() {
        let worth = PositionWorth::built_in().unwrap();
        let mut rng = Seed::new(11).rng();
        for players in 2..=4 {
            let mut game = State::start(&Setup::new(players).unwrap());
            let mut chances = Vec::new();
            let mut largest: f64 = 0.0;
            loop {
                match game.turn() {
                    Turn::Over => break,
                    Turn::Decide(_) => game.play(game.random_move(&mut rng)),
                    Turn::Chance => {
                        game.chances(&mut chances);
                        let mut sums = vec![Worth::default(); players];
                        for &(chance, weight) in &chances {
                            let mut meter = LuckMeter::new(&worth, players);
                            meter.note(&game, chance);
                            for (sum, luck) in sums.iter_mut().zip(meter.luck()) {
                                sum.win_share += f64::from(weight) * luck.win_share;
                                sum.margin += f64::from(weight) * luck.margin;
                                largest = largest.max(luck.margin.abs());
                            }
                        }
                        assert!(sums.iter().all(|sum| sum.win_share.abs() < 1e-9));
                        assert!(sums.iter().all(|sum| sum.margin.abs() < 1e-9));
                        game.happen(game.random_chance(&mut rng));
                    }
                }
            }
            assert!(largest > 0.0, "a draw has moved the worth");
        }
    }

    #[test]
    fn rows_are_read_back() {
        let luck = [(0.25, -3.5), (-0.25, 3.5)];
        let luck = luck.map(|(win_share, margin)| Worth { win_share, margin });
        assert_eq!(read(&luck_page(7, &luck)).unwrap(), luck);
    }
}
