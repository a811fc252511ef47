//! Running result of a match: the advantage in each block, and its description.

use super::table;
use crate::terminal::{aligned, signed_percent};
use engine::Outcome;
use serde::{Deserialize, Serialize};
use statistics::{Hypotheses, NormalisedElo, SequentialTest, Verdict};
use store::schedule::ScheduledGame;

/// A row of `match.csv`: one block of a match.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct MatchRow {
    /// Number of the block, from 0.
    pub block: u64,
    /// Number of games up to the end of the block.
    pub games: u64,
    /// Advantage of the first agent in this block, from -0.5 to 0.5.
    pub share: f64,
    /// Mean of `share` over the blocks so far.
    pub advantage: Option<f64>,
    /// Log-likelihood ratio of `--effect` against `--null` so far.
    pub llr: f64,
    /// Bound below which the test accepts `--null`.
    pub llr_low: f64,
    /// Bound above which the test accepts `--effect`.
    pub llr_high: f64,
}

/// The running result of a match.
#[derive(Clone, Debug)]
pub struct MatchTally {
    test: SequentialTest,
    block_size: u64,
    parts: i64,
    /// The sum of the advantages in the current block, in units of 1 / `parts`.
    open: i64,
}

impl MatchTally {
    /// Creates a tally without games.
    pub fn new(hypotheses: Hypotheses, players: usize) -> Self {
        let parts = table::parts(players);
        let test = SequentialTest::new(hypotheses, parts);
        Self { test, block_size: table::assignments(players).len() as u64, parts, open: 0 }
    }

    /// Adds the outcome of the next game. Returns a row if the game is the last one of its block.
    pub fn add(&mut self, game: &ScheduledGame, outcome: &Outcome) -> Option<MatchRow> {
        self.open += table::advantage(&game.assignment, |seat| table::share(outcome, seat));
        (game.left_in_block == 0).then(|| {
            let value = std::mem::take(&mut self.open);
            self.add_block(value)
        })
    }

    /// Adds a complete block whose advantage is known.
    pub fn restore(&mut self, share: f64) -> MatchRow {
        self.add_block((share * self.parts as f64).round() as i64)
    }

    fn add_block(&mut self, value: i64) -> MatchRow {
        self.test.add(value);
        let (llr_low, llr_high) = self.test.bounds();
        MatchRow {
            block: self.test.blocks() - 1,
            games: self.games(),
            share: value as f64 / self.parts as f64,
            advantage: self.test.mean(),
            llr: self.test.log_likelihood_ratio(),
            llr_low,
            llr_high,
        }
    }

    /// Returns the sequential test.
    pub const fn test(&self) -> &SequentialTest {
        &self.test
    }

    /// Returns the number of games in complete blocks.
    pub fn games(&self) -> u64 {
        self.test.blocks() * self.block_size
    }

    /// Whether the test is decided, or the next block would be beyond the maximum number of games.
    pub fn is_over(&self, most_games: u64) -> bool {
        self.test.verdict().is_some() || self.games() + self.block_size > most_games
    }

    /// Returns the number of games in a block.
    pub const fn block_size(&self) -> u64 {
        self.block_size
    }

    /// Formats the log-likelihood ratio and its bounds.
    pub fn ratio_and_bounds(&self) -> String {
        let (low, high) = self.test.bounds();
        format!("{:.2} ({low:.2} to {high:.2})", self.test.log_likelihood_ratio())
    }

    /// Formats the first agent's advantage so far.
    pub fn advantage(&self) -> String {
        signed_percent(self.test.mean())
    }

    /// Returns the first agent's advantage in normalised Elo.
    pub fn normalised_elo(&self) -> Option<NormalisedElo> {
        let (blocks, moments) = self.test.moments();
        NormalisedElo::of(blocks, moments, self.block_size as f64)
    }

    /// Formats the advantage in normalised Elo and its confidence interval.
    fn elo(&self) -> [String; 2] {
        let Some(elo) = self.normalised_elo() else { return ["-", "-"].map(str::to_owned) };
        let (low, high) = elo.interval;
        [format!("{:+.0}", elo.points), format!("{low:+.0} to {high:+.0}")]
    }

    /// Describes the result of the match in words.
    fn answer(&self, first: &str) -> String {
        let Hypotheses { null, effect, .. } = *self.test.hypotheses();
        let (null, effect) = (signed_percent(Some(null)), signed_percent(Some(effect)));
        let accepted = |name, accepted, other| {
            format!(
                "{name} accepted: an advantage of {accepted} explains {first}'s games better than {other}"
            )
        };
        match self.test.verdict() {
            Some(Verdict::Null) => accepted("null", &null, &effect),
            Some(Verdict::Effect) => accepted("effect", &effect, &null),
            None => format!("undecided between an advantage of {null} and one of {effect}"),
        }
    }
}

/// Formats matches as readable text: the agent, its opponent, and the result.
pub fn report(matches: &[(&str, &str, &MatchTally)]) -> String {
    let row = |&(first, second, tally): &(&str, &str, &MatchTally)| {
        let [elo, ends] = tally.elo();
        vec![
            format!("{first} against {second}"),
            tally.games().to_string(),
            tally.test.blocks().to_string(),
            tally.advantage(),
            elo,
            ends,
            tally.ratio_and_bounds(),
        ]
    };
    let header = [
        "match",
        "games",
        "blocks",
        "advantage",
        "normalised Elo",
        "95% CI",
        "log-likelihood ratio (bounds)",
    ];
    let table = aligned(&header, 1, matches.iter().map(row).collect());
    let answer = |&(first, second, tally): &(&str, &str, &MatchTally)| {
        let whom = if matches.len() > 1 { format!("{second}: ") } else { String::new() };
        format!("{whom}{}\n", tally.answer(first))
    };
    format!("{table}\n{}", matches.iter().map(answer).collect::<String>())
}
