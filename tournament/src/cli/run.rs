//! `tournament --agents …`: the arguments of a tournament.

use super::arguments::{DeckArguments, GameArgument, JobArguments, ShardArgument, count};
use super::rules::RuleArguments;
use super::words::one_of;
use anygame::AnyGame;
use anygame::play::Streams;
use clap::Args;
use runner::{Ending, Failure, JobOptions, RunConfig, terminal};
use std::process::ExitCode;
use store::schedule::{Grouping, Repeats};

/// The arguments of a tournament.
#[derive(Clone, Debug, Args)]
pub struct RunArguments {
    /// Agents to play, separated by commas: `[label=]name[:key=value…]`
    ///
    /// `tournament agents` lists the names and their parameters. An agent may be listed more than once.
    // A tournament requires this argument, but clap also parses the group for other commands.
    #[arg(long, value_name = "LIST", required = true)]
    pub agents: Option<String>,
    /// Number of games
    #[arg(short = 'n', long, value_name = "N", default_value = "1000", value_parser = count)]
    pub games: u64,
    #[command(flatten)]
    pub game: GameArgument,
    #[command(flatten)]
    pub rules: RuleArguments,
    /// Number of players [default: number of agents, but at least the game's minimum]
    ///
    /// With several numbers, such as 2,3,4, the program plays a separate run for each: in the subfolders
    /// p2, p3 and p4 of --out, or in each run's default folder.
    #[arg(long, value_name = "K", value_delimiter = ',', help_heading = "Game")]
    pub players: Vec<usize>,
    #[command(flatten)]
    pub job: JobArguments,
    #[command(flatten)]
    pub decks: DeckArguments,
    #[command(flatten)]
    pub part: ShardArgument,
    /// Also write a record of every game to records.jsonl.zst
    #[arg(long, help_heading = "Output")]
    pub records: bool,
    /// Also write search results to the records; needs --records
    ///
    /// Each event that a search decided then carries the visits and values of the search.
    #[arg(long, requires = "records", help_heading = "Output")]
    pub analysis: bool,
    /// Seat assignments that play the same deck
    #[arg(long, value_name = "DESIGN", value_parser = one_of(Grouping::WORDS), default_value = "auto", ignore_case = true, help_heading = "Schedule")]
    pub design: Grouping,
    /// Times that each seat assignment is played on its deck
    ///
    /// Agents get fresh random numbers each time. With 2 or more repeats, `Run.variance` in Python splits the variance
    /// of results into components: deck, play, seat and agent.
    #[arg(long, value_name = "N", default_value = "1", help_heading = "Schedule")]
    pub repeats: Repeats,
    /// Assignment of random-number streams to agents
    #[arg(long, value_name = "OWNER", value_parser = one_of(Streams::WORDS), default_value = "seat", ignore_case = true, help_heading = "Schedule")]
    pub streams: Streams,
    /// Also report luck-adjusted results, which have less variance
    ///
    /// The game's built-in evaluation forecasts the result before and after each chance event; the difference
    /// is the luck by which results are adjusted.
    #[arg(long, help_heading = "Output")]
    pub luck: bool,
}

impl RunArguments {
    /// Returns the configurations of the runs: one for each number of players.
    fn configs(&self) -> Vec<RunConfig> {
        let config = RunConfig {
            games: self.games,
            players: self.players.first().copied(),
            rules: self.rules.choice(),
            job: self.decks.of(JobOptions { shard: self.part.shard, ..self.job.options() }),
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
/// Fails if one of the tournaments cannot be played.
pub fn run(arguments: &RunArguments, game: &dyn AnyGame) -> Result<ExitCode, Failure> {
    let mut players = arguments.players.clone();
    players.sort_unstable();
    if let Some([twice, ..]) = players.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(Failure::Usage(format!("--players: {twice} occurs twice")));
    }
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
            "{agent} plays every game against itself, so its win share equals the expected share; \
             to compare it with another agent, list both after --agents"
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
