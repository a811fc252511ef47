//! How well the ratings fit.

use serde::Serialize;
use statistics::{FitTest, RatedFinishes};

/// A row of `summary_fit.csv`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct FitRow {
    /// What the ratings come from: `ranks` or `wins`.
    pub by: &'static str,
    /// The pairs of agents that could be wrong.
    pub pairs: usize,
    /// The statistic.
    pub statistic: Option<f64>,
    /// Its degrees of freedom.
    pub freedom: Option<u64>,
    /// Those of the covariance.
    pub freedom_of_blocks: Option<u64>,
    /// How often the statistic would be as large if the model were true.
    pub p: Option<f64>,
    /// The pair that fits worst.
    pub agent: String,
    /// The other one of it.
    pub opponent: String,
    /// How often the agent was ahead of the opponent.
    pub score: Option<f64>,
    /// How often it should have been by the ratings.
    pub expected: Option<f64>,
    /// The difference in standard errors.
    pub z: Option<f64>,
    /// Why there is no test.
    pub note: String,
}

impl FitRow {
    /// Tests ratings.
    pub fn of(by: &'static str, rated: &RatedFinishes<'_>, labels: &[String]) -> Self {
        let test = match FitTest::new(rated) {
            Ok(test) => test,
            Err(reason) => return Self { by, note: reason.to_string(), ..Self::default() },
        };
        let (freedom, of_blocks) = test.freedom;
        let (agent, opponent) = test.worst.agents;
        Self {
            by,
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
