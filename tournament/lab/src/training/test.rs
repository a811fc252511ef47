//! Matches that test whether a new network is better than the best network, or than the agent to learn against.

use super::plan::{TESTS, TrainJob};
use anygame::{AnyEvaluation, TableTerms};
use runner::Failure;
use runner::job::Ending;
use runner::matching::{self, MatchTally};
use serde::{Deserialize, Serialize};
use statistics::Verdict;

/// A row of `tests.csv`: one match of a new network against an earlier one.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct TestRow {
    /// Number of the generation after which the network was tested.
    generation: u64,
    /// Accepted network that it met, from 1; 0 is the start, or the agent of `--against`.
    rival: u64,
    /// Number of seats at the table.
    players: usize,
    /// Number of games played.
    games: u64,
    /// Mean advantage of the new network, from -0.5 to 0.5.
    advantage: Option<f64>,
    /// Log-likelihood ratio at the end of the match.
    llr: f64,
    /// Whether the network passed: it was shown to be better than the best network, or not shown to be worse than an
    /// earlier one.
    passed: bool,
}

/// Whether a new network was tested in a generation and passed all tests.
pub fn is_passed(tests: &[TestRow]) -> bool {
    !tests.is_empty() && tests.iter().all(|test| test.passed)
}

/// Tests a network against the best network, then against earlier best networks until it fails a test; or only against
/// the agent to learn against. Returns the matches, or `None` if interrupted.
///
/// # Errors
/// Fails if a match cannot be played.
pub fn test(
    plan: &TrainJob<'_>,
    generation: u64,
    network: &AnyEvaluation,
    best: (u64, &AnyEvaluation),
    earlier: &[(u64, AnyEvaluation)],
) -> Result<Option<Vec<TestRow>>, Failure> {
    let [better, not_worse] = plan.tests;
    let participant = |label: &str, by: &AnyEvaluation| plan.trainer.participant(label, by);
    let rivals: Vec<_> = if let Some(rival) = &plan.against {
        vec![(0, rival.clone(), better)]
    } else {
        let earlier = earlier.iter().rev().map(|(number, by)| (*number, by, not_worse));
        let rivals = std::iter::once((best.0, best.1, better)).chain(earlier);
        rivals.map(|(number, by, test)| (number, participant("rival", by), test)).collect()
    };
    // The tests take the player counts in turn.
    let round = generation / plan.config.test_every;
    let setup = &plan.tables[(round % plan.tables.len() as u64) as usize];
    let players = setup.players();
    let mut tests = Vec::new();
    for (rival, participant_of_rival, hypotheses) in rivals {
        let participants = [participant("new", network), participant_of_rival];
        let seed = plan.seed(TESTS).child(generation).child(rival);
        let table = plan.game.table(setup.clone(), participants.into(), TableTerms::new(seed))?;
        let mut tally = MatchTally::new(hypotheses, players);
        let most_games = plan.config.test_games;
        let ending =
            matching::play(&plan.job, &*table, &mut tally, most_games, "test", |_| Ok(()))?;
        if ending == Ending::Interrupted {
            return Ok(None);
        }
        let verdict = tally.test().verdict();
        // The first rival is the best network so far, against which the effect must be accepted. Against earlier networks, it
        // suffices that the null is not accepted.
        let passed = if tests.is_empty() {
            verdict == Some(Verdict::Effect)
        } else {
            verdict != Some(Verdict::Null)
        };
        tests.push(TestRow {
            generation,
            rival,
            players,
            games: tally.games(),
            advantage: tally.test().mean(),
            llr: tally.test().log_likelihood_ratio(),
            passed,
        });
        if !passed {
            break;
        }
    }
    Ok(Some(tests))
}
