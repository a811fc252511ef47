//! Goodness of fit of the ratings.

use serde::{Deserialize, Serialize};
use statistics::{FitTest, RatedFinishes};

/// A row of `summary_fit.csv`: one test of whether the ratings explain the results of pairs of agents.
///
/// With two players there is one row, for the ratings by ranks; with more players a second row tests the ratings by
/// wins. In that row `score` = 0.5 + (win share of the agent − win share of the opponent) / 2.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct FitRow {
    /// Ratings that are tested: `ranks` or `wins`.
    pub by: String,
    /// Number of pairs of agents whose results can deviate from the ratings.
    pub pairs: usize,
    /// Hotelling's statistic, scaled to an F distribution.
    pub statistic: Option<f64>,
    /// Numerator degrees of freedom of the F distribution.
    pub freedom: Option<u64>,
    /// Denominator degrees of freedom of the F distribution, from the blocks.
    pub freedom_of_blocks: Option<u64>,
    /// Probability of a statistic at least this large if the ratings explain everything except chance; from 0 to 1.
    pub p: Option<f64>,
    /// Label of the first agent of the pair that fits worst.
    pub agent: String,
    /// Label of the second agent of that pair.
    pub opponent: String,
    /// Score of the agent against the opponent, from 0 to 1; a shared rank counts half.
    pub score: Option<f64>,
    /// Score that the ratings predict, from 0 to 1.
    pub expected: Option<f64>,
    /// `score` minus `expected`, in standard errors.
    pub z: Option<f64>,
    /// Reason why there is no test; empty if there is one.
    pub note: String,
}

impl FitRow {
    /// Tests whether the ratings explain the results.
    pub fn of(by: &str, rated: &RatedFinishes<'_>, labels: &[String]) -> Self {
        let test = match FitTest::new(rated) {
            Ok(test) => test,
            Err(reason) => {
                return Self { by: by.to_owned(), note: reason.to_string(), ..Self::default() };
            }
        };
        let (freedom, of_blocks) = test.freedom;
        let (agent, opponent) = test.worst.agents;
        Self {
            by: by.to_owned(),
            pairs: test.pairs,
            statistic: Some(test.statistic),
            freedom: Some(freedom as u64),
            freedom_of_blocks: Some(of_blocks),
            p: Some(test.p),
            agent: labels[agent].clone(),
            opponent: labels[opponent].clone(),
            score: Some(test.worst.score),
            expected: Some(test.worst.expected),
            z: Some(test.worst.z),
            note: String::new(),
        }
    }
}
