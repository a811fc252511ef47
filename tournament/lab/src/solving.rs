//! `tournament solve`: computes an approximate equilibrium of a small game by CFR+, or the best response to an agent, and
//! writes it as a policy file. The same arguments always give the same file.

use crate::exploitability::estimate::{frequency, response_values, responses};
use crate::exploitability::{sampled, tree};
use agents::LARGEST;
use agents::table::{PolicyHeader, policy_file};
use anygame::{AnyGame, AnyParticipant, AnyTree, SampleError};
use engine::{Seed, TabularPolicy};
use rayon::prelude::*;
use runner::job::rules::TableChoice;
use runner::terminal::{self, aligned, decimal};
use runner::{Failure, Provenance};
use serde::Serialize;
use std::collections::HashSet;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;
use store::draft::write_new;
use store::shell::quoted;

/// The allowed numbers of iterations.
const ITERATIONS: RangeInclusive<u32> = 1..=10_000_000;

/// The seed of the samples.
const SEED: u64 = 1;

/// The kind of policy to compute.
#[derive(Clone, Debug)]
pub enum Aim {
    /// An equilibrium, with a number of iterations from 1 to 10,000,000.
    Equilibrium(u64),
    /// The best response to an agent.
    Response {
        /// The spec of the agent.
        agent: String,
        /// The number of decisions to sample per information state, from 2 to 1,000,000.
        samples: u64,
    },
}

/// The game to solve, and the effort.
#[derive(Clone, Debug)]
pub struct SolveConfig {
    /// The kind of policy to compute.
    pub aim: Aim,
    /// The rules of the game and the number of seats.
    pub table: TableChoice,
    /// The policy file to write.
    pub out: Option<PathBuf>,
    /// The version and the commit of the program, for the policy file.
    pub provenance: Provenance,
}

/// The header of a policy file that this command writes.
#[derive(Serialize)]
struct SolvedHeader {
    #[serde(flatten)]
    policy: PolicyHeader,
    players: usize,
    #[serde(flatten)]
    solution: SolutionEntries,
    /// The command that writes the same file.
    command: String,
    version: &'static str,
    commit: &'static str,
}

/// The header entries that depend on the aim.
#[derive(Serialize)]
#[serde(untagged)]
enum SolutionEntries {
    Equilibrium {
        iterations: u32,
        nash_conv: f64,
        /// The expected points of each seat if all seats play the policy.
        values: Vec<f64>,
    },
    Response {
        against: String,
        /// `None` if the agent's policy is known.
        #[serde(skip_serializing_if = "Option::is_none")]
        samples: Option<u32>,
        /// The expected points of each seat if it alone plays the policy.
        values: Vec<f64>,
    },
}

/// A policy and its description.
struct Solution {
    policy: TabularPolicy,
    entries: SolutionEntries,
    /// The options that ask for it, for the command.
    options: String,
    /// The table to print.
    report: String,
}

/// Solves a game and prints how good the policy is.
///
/// # Errors
/// Fails if the configuration cannot be carried out, if an agent fails, or if the file exists or cannot be written.
pub fn run(game: &dyn AnyGame, config: &SolveConfig) -> Result<ExitCode, Failure> {
    if let Some(path) = config.out.as_ref().filter(|path| path.exists()) {
        return Err(Failure::Exists(path.clone()));
    }
    let setup = config.table.setup(game)?;
    let (players, name) = (setup.players(), game.facts().name);
    let tree = || {
        let tree = tree(game, &setup, "solve")?;
        let views: HashSet<_> = tree.states().iter().map(|state| &state.view).collect();
        if views.len() == tree.states().len() {
            return Ok(tree);
        }
        let what = "solve needs a game that describes different views differently";
        Err(Failure::Usage(format!("--game {name}: {what}")))
    };
    let (tree, solution) = match &config.aim {
        Aim::Equilibrium(iterations) => {
            let iterations = checked(*iterations)?;
            let tree = tree()?;
            let solution = equilibrium(&*tree, iterations);
            (tree, solution)
        }
        Aim::Response { agent, samples } => {
            let (participants, samples) = sampled(game, agent, *samples)?;
            let [participant] = &participants[..] else {
                return Err(Failure::Usage(format!("--against {agent}: expected one agent")));
            };
            let tree = tree()?;
            let solution = response(&*tree, participant, samples, agent)?;
            (tree, solution)
        }
    };
    if let Some(path) = &config.out {
        let Provenance { version, commit } = config.provenance;
        let rules = config.table.rules.flags(&setup, game.facts().rules);
        let states = tree.states();
        let header = SolvedHeader {
            policy: PolicyHeader { game: name.to_owned(), states: states.len() },
            players,
            solution: solution.entries,
            command: format!(
                "tournament solve --game {name}{rules} --players {players}{}",
                solution.options
            ),
            version,
            commit,
        };
        let lines = states.iter().zip(&solution.policy);
        let lines = lines.map(|(state, chances)| (&*state.view, &*state.moves, &**chances));
        let text = policy_file(&header, lines);
        if text.len() as u64 > LARGEST {
            let what = format!("the policy is larger than {} MiB", LARGEST >> 20);
            return Err(Failure::Usage(format!("--game {name}: {what}")));
        }
        write_new(path, text.as_bytes())?;
    }
    terminal::print(&solution.report)?;
    Ok(ExitCode::SUCCESS)
}

fn checked(asked: u64) -> Result<u32, Failure> {
    let iterations = u32::try_from(asked).ok().filter(|number| ITERATIONS.contains(number));
    iterations.ok_or_else(|| {
        let (least, most) = ITERATIONS.into_inner();
        Failure::Usage(format!("--iterations must be between {least} and {most}, not {asked}"))
    })
}

/// Computes an equilibrium, and reports how the policy improves with the iterations.
fn equilibrium(tree: &dyn AnyTree, iterations: u32) -> Solution {
    let mut rows = Vec::new();
    let mut done = 0;
    let mut solver = tree.solver();
    let milestones = (0..).map(|power| 10_u32.pow(power)).take_while(|&at| at < iterations);
    let mut solve = |until: u32| {
        let policy = solver(until - done);
        done = until;
        let distance = tree.nash_conv(&policy);
        let numbers = [distance.total()].into_iter().chain(distance.values.iter().copied());
        rows.push(row(until, numbers));
        (policy, distance)
    };
    for milestone in milestones {
        solve(milestone);
    }
    let (policy, distance) = solve(iterations);
    let seats = (0..distance.values.len()).map(|seat| format!("value of seat {seat}"));
    let header: Vec<_> =
        ["iterations".to_owned(), "NashConv".to_owned()].into_iter().chain(seats).collect();
    let header: Vec<_> = header.iter().map(String::as_str).collect();
    Solution {
        policy,
        options: format!(" --iterations {iterations}"),
        report: aligned(&header, 0, rows),
        entries: SolutionEntries::Equilibrium {
            iterations,
            nash_conv: distance.total(),
            values: distance.values,
        },
    }
}

/// Computes the best response of every seat to an agent on the other seats. If the agent's policy must be sampled, the
/// response is learned from some samples and judged by others.
fn response(
    tree: &dyn AnyTree,
    participant: &AnyParticipant,
    samples: u32,
    agent: &str,
) -> Result<Solution, Failure> {
    let numbers = 0..tree.states().len();
    let failed = |error: SampleError| Failure::Usage(error.to_string());
    let known = |number| tree.probabilities(participant, number);
    let known =
        numbers.into_par_iter().map(known).collect::<Result<Vec<_>, _>>().map_err(failed)?;
    let play = |part: u64| {
        let seed = Seed::new(SEED).child(part);
        let ask = |number: usize| {
            let seed = seed.child(number as u64);
            let policy = tree.sample(participant, number, samples, seed)?;
            Ok(frequency(&policy.counts))
        };
        let of_state = |(number, known): (usize, &Option<Vec<f64>>)| {
            known.clone().map_or_else(|| ask(number), Ok)
        };
        let policy = known.par_iter().enumerate().map(of_state);
        policy.collect::<Result<TabularPolicy, _>>().map_err(failed)
    };
    let (learned, judged) = (play(0)?, play(1)?);
    let bound = tree.nash_conv(&judged);
    let players = bound.values.len();
    let policy = responses(tree, &learned, players);
    let values = response_values(tree, &policy, &judged, players);
    let seats = bound.values.iter().zip(&values).zip(&bound.best_responses).enumerate();
    let rows = seats.map(|(seat, ((own, won), best))| row(seat, [*own, *won, *best].into_iter()));
    let samples = known.iter().any(Option::is_none).then_some(samples);
    let option = samples.map_or_else(String::new, |samples| format!(" --samples {samples}"));
    Ok(Solution {
        policy,
        options: format!(" --against {}{option}", quoted(agent)),
        report: aligned(&["seat", "agent", "response", "best response"], 0, rows.collect()),
        entries: SolutionEntries::Response { against: agent.to_owned(), samples, values },
    })
}

fn row(first: impl Display, numbers: impl Iterator<Item = f64>) -> Vec<String> {
    let numbers = numbers.map(|number| decimal(Some(number), 6));
    [first.to_string()].into_iter().chain(numbers).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use agents::{Agent, Fault, Participant, Spec};
    use engine::kuhn::{Kuhn, Move, View};
    use engine::{GameRng, Rules};

    /// An agent that is known to bet half the time, and fails if it is asked for a move.
    struct Known;

    impl Agent<Kuhn> for Known {
        fn try_choose(&mut self, _: &View, _: &mut GameRng) -> Result<Move, Fault> {
            Err(Fault::new("sampled"))
        }

        fn probabilities(&mut self, _: &View) -> Result<Option<Vec<f64>>, Fault> {
            Ok(Some(vec![0.5; 2]))
        }
    }

    #[test]
    fn known_policies_are_not_sampled() {
        let games = anygame::built_in();
        let kuhn = anygame::find(&games, "kuhn").unwrap();
        let tree = kuhn.tree(&kuhn.setup(2, &Rules::new()).unwrap(), 100).unwrap();
        let spec: Spec = "known".parse().unwrap();
        let known = AnyParticipant::new(Participant::with(spec, || Box::new(Known)));
        let known = response(&*tree, &known, 1000, "known").unwrap();
        let random = &kuhn.participants("random").unwrap()[0];
        let random = response(&*tree, random, 1000, "random").unwrap();
        assert_eq!((known.policy, known.report), (random.policy, random.report));
        assert_eq!(known.options, " --against known");
    }
}
