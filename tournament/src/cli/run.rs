//! `tournament --agents …`: the arguments of the main job.

use super::arguments::{GameArgument, JobArguments, count};
use super::rules::RuleArguments;
use super::words::one_of;
use anygame::AnyGame;
use anygame::play::Streams;
use clap::Args;
use runner::Ending;
use runner::Failure;
use runner::JobOptions;
use runner::RunConfig;
use runner::terminal;
use std::process::ExitCode;
use store::schedule::{Grouping, Repeats};

/// The main job.
#[derive(Clone, Debug, Args)]
pub struct RunArguments {
    /// The agents: `[label=]name[:key=value…]`, separated by commas; `tournament agents` lists the names
    // Required of the main job, but clap reads these arguments for the other jobs too.
    #[arg(long, value_name = "LIST", required = true)]
    pub agents: Option<String>,
    /// Games in all
    #[arg(short = 'n', long, value_name = "N", default_value = "1000", value_parser = count)]
    pub games: u64,
    #[command(flatten)]
    pub game: GameArgument,
    #[command(flatten)]
    pub rules: RuleArguments,
    /// Seats [default: as many as agents, at least the game's minimum]
    ///
    /// Several numbers, such as 2,3,4, make a run each: in the folders p2, p3 and p4 of --out, or in the
    /// usual folder of each run.
    #[arg(long, value_name = "K", value_delimiter = ',')]
    pub players: Vec<usize>,
    #[command(flatten)]
    pub job: JobArguments,
    /// Also write every game to records.jsonl.zst
    #[arg(long)]
    pub records: bool,
    /// With --records: also write what searches found, beside the events that they decided
    #[arg(long, requires = "records")]
    pub analysis: bool,
    /// Which seat assignments of a matchup share a deck
    #[arg(long, value_name = "DESIGN", value_parser = one_of(Grouping::WORDS), default_value = "auto", ignore_case = true)]
    pub design: Grouping,
    /// How often every seat assignment of a block is played on its deck, each time with fresh random numbers for
    /// the agents: from 2 on, the variance of results is split into deck, luck of play, seat and agent
    #[arg(long, value_name = "N", default_value = "1")]
    pub repeats: Repeats,
    /// What agents' random numbers belong to, besides the deck
    #[arg(long, value_name = "OWNER", value_parser = one_of(Streams::WORDS), default_value = "seat", ignore_case = true)]
    pub streams: Streams,
    /// Also report results with less variance: corrected for the luck of chance events, as the game's
    /// built-in evaluation forecasts results after each
    #[arg(long)]
    pub luck: bool,
}

impl RunArguments {
    /// Returns the configurations of the runs: one for each number of players.
    fn configs(&self) -> Vec<RunConfig> {
        let config = RunConfig {
            games: self.games,
            players: self.players.first().copied(),
            rules: self.rules.choice(),
            job: self.job.options(),
            grouping: self.design,
            repeats: self.repeats,
            streams: self.streams,
            records: self.records,
            analysis: self.analysis,
            luck: self.luck,
            ..RunConfig::new(self.agents.as_deref().unwrap_or_default())
        };
        if self.players.len() < 2 {
            return vec![config];
        }
        let for_players = |&players: &usize| {
            let out = config.job.out.as_ref().map(|out| out.join(format!("p{players}")));
            let job = JobOptions { out, ..config.job.clone() };
            RunConfig { players: Some(players), job, ..config.clone() }
        };
        self.players.iter().map(for_players).collect()
    }
}

/// Plays a tournament for each number of players, until one is interrupted.
///
/// # Errors
/// Why one cannot be played.
pub fn run(arguments: &RunArguments, game: &dyn AnyGame) -> Result<ExitCode, Failure> {
    let configs = arguments.configs();
    for (number, config) in configs.iter().enumerate() {
        if let Some(players) = config.players.filter(|_| configs.len() > 1) {
            let blank = if number == 0 { "" } else { "\n" };
            terminal::print(&format!("{blank}{players} players\n"))?;
        }
        let finished = config.run(game)?;
        if let Some(report) = &finished.report {
            terminal::print(report)?;
        }
        if finished.ending == Ending::Interrupted {
            return Ok(finished.ending.code());
        }
    }
    if let Some(agent) = arguments.agents.as_ref().filter(|agents| !agents.contains(',')) {
        terminal::tell(&format!(
            "{agent} plays all games against itself, so its win share is the expected share: \
             --agents {agent},greedy compares it with greedy"
        ));
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use crate::cli::Cli;
    use clap::Parser;
    use std::path::Path;

    #[test]
    fn several_numbers_of_players_are_a_run_each() {
        let line = "tournament --agents random --out there --players";
        let runs = |players| {
            Cli::parse_from(line.split(' ').chain([players])).run.configs().into_iter().map(|run| {
                (run.players.unwrap(), run.job.out.unwrap().to_string_lossy().into_owned())
            })
        };
        assert!(runs("3").eq([(3, "there".to_owned())]));
        let path = |name| Path::new("there").join(name).to_string_lossy().into_owned();
        assert!(runs("2,4").eq([(2, path("p2")), (4, path("p4"))]));
    }
}
