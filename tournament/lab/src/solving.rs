//! `tournament solve`: computes an approximate equilibrium of a small game by CFR+, and writes it as a policy file.
//!
//! The computation runs on one thread and draws no random numbers, so the same arguments always give the same file.

use crate::exploitability::tree;
use agents::LARGEST;
use agents::table::{PolicyHeader, policy_file};
use anygame::AnyGame;
use engine::NashConv;
use runner::job::rules::TableChoice;
use runner::terminal::{self, aligned, decimal};
use runner::{Failure, Provenance};
use serde::Serialize;
use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;
use store::draft::write_new;

/// The allowed numbers of iterations.
const ITERATIONS: RangeInclusive<u32> = 1..=10_000_000;

/// The game to solve, and the effort.
#[derive(Clone, Debug)]
pub struct SolveConfig {
    /// The number of iterations, from 1 to 10,000,000.
    pub iterations: u64,
    /// The rules of the game and the number of seats.
    pub table: TableChoice,
    /// The policy file to write.
    pub out: Option<PathBuf>,
    /// The version and the commit of the program, for the policy file.
    pub provenance: Provenance,
}

/// The header of a policy file that this command writes.
#[derive(Serialize)]
struct SolvedHeader<'a> {
    #[serde(flatten)]
    policy: PolicyHeader,
    players: usize,
    iterations: u32,
    nash_conv: f64,
    /// The expected points of each seat if all seats play the policy.
    values: &'a [f64],
    /// The command that writes the same file.
    command: String,
    version: &'static str,
    commit: &'static str,
}

/// Solves a game and prints how the policy improves with the iterations.
///
/// # Errors
/// Fails if the configuration cannot be carried out, or if the file exists or cannot be written.
pub fn run(game: &dyn AnyGame, config: &SolveConfig) -> Result<ExitCode, Failure> {
    let asked = config.iterations;
    let iterations = u32::try_from(asked).ok().filter(|number| ITERATIONS.contains(number));
    let iterations = iterations.ok_or_else(|| {
        let (least, most) = ITERATIONS.into_inner();
        Failure::Usage(format!("--iterations must be between {least} and {most}, not {asked}"))
    })?;
    if let Some(path) = config.out.as_ref().filter(|path| path.exists()) {
        return Err(Failure::Exists(path.clone()));
    }
    let setup = config.table.setup(game)?;
    let (players, name) = (setup.players(), game.facts().name);
    let tree = tree(game, &setup, "solve")?;
    let states = tree.states();
    let views: HashSet<_> = states.iter().map(|state| &state.view).collect();
    if views.len() < states.len() {
        let what = "solve needs a game that describes different views differently";
        return Err(Failure::Usage(format!("--game {name}: {what}")));
    }
    let mut rows = Vec::new();
    let mut done = 0;
    let mut solver = tree.solver();
    let milestones = (0..).map(|power| 10_u32.pow(power)).take_while(|&at| at < iterations);
    let mut solve = |until: u32| {
        let policy = solver(until - done);
        done = until;
        let solution = tree.nash_conv(&policy);
        rows.push(row(until, &solution));
        (policy, solution)
    };
    for milestone in milestones {
        solve(milestone);
    }
    let (policy, solution) = solve(iterations);
    if let Some(path) = &config.out {
        let Provenance { version, commit } = config.provenance;
        let rules = config.table.rules.flags(&setup, game.facts().rules);
        let header = SolvedHeader {
            policy: PolicyHeader { game: name.to_owned(), states: states.len() },
            players,
            iterations,
            nash_conv: solution.total(),
            values: &solution.values,
            command: format!(
                "tournament solve --game {name}{rules} --players {players} --iterations {iterations}"
            ),
            version,
            commit,
        };
        let lines = states.iter().zip(&policy);
        let lines = lines.map(|(state, chances)| (&*state.view, &*state.moves, &**chances));
        let text = policy_file(&header, lines);
        if text.len() as u64 > LARGEST {
            let what = format!("the policy is larger than {} MiB", LARGEST >> 20);
            return Err(Failure::Usage(format!("--game {name}: {what}")));
        }
        write_new(path, text.as_bytes())?;
    }
    terminal::print(&report(players, rows))?;
    Ok(ExitCode::SUCCESS)
}

fn row(iterations: u32, solution: &NashConv) -> Vec<String> {
    let numbers = [solution.total()].into_iter().chain(solution.values.iter().copied());
    let numbers = numbers.map(|number| decimal(Some(number), 6));
    [iterations.to_string()].into_iter().chain(numbers).collect()
}

/// Formats the distances from an equilibrium and the values of the seats as a table.
fn report(players: usize, rows: Vec<Vec<String>>) -> String {
    let seats: Vec<_> = (0..players).map(|seat| format!("value of seat {seat}")).collect();
    let header = ["iterations", "NashConv"].into_iter().chain(seats.iter().map(String::as_str));
    aligned(&header.collect::<Vec<_>>(), 0, rows)
}
