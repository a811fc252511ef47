//! `tournament --agents …`: the arguments of a tournament.

use super::arguments::{DeckArguments, GameArgument, JobArguments, ShardArgument, count};
use super::rules::RuleArguments;
use super::vary::VaryArgument;
use super::words::one_of;
use anygame::AnyGame;
use anygame::play::Streams;
use clap::Args;
use runner::{Ending, Failure, JobOptions, Provenance, RunConfig, terminal};
use std::process::ExitCode;
use store::schedule::{Grouping, Repeats};

/// The arguments of a tournament.
#[derive(Clone, Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
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
    pub vary: VaryArgument,
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
    /// Also write forecasts.csv: the win share that every seat can expect before each turn
    #[arg(long, help_heading = "Output")]
    pub forecasts: bool,
}

impl RunArguments {
    /// Returns the configurations of the runs with their titles: one for each number of players and each value of
    /// the rule that varies. A single run has no title.
    fn configs(&self, provenance: Provenance) -> Vec<(String, RunConfig)> {
        let job = JobOptions { shard: self.part.shard, ..self.job.options(provenance) };
        let config = RunConfig {
            games: self.games,
            players: self.players.first().copied(),
            rules: self.rules.choice(),
            job: self.decks.of(job),
            grouping: self.design,
            repeats: self.repeats,
            streams: self.streams,
            records: self.records,
            analysis: self.analysis,
            luck: self.luck,
            forecasts: self.forecasts,
            ..RunConfig::new(self.agents.as_deref().unwrap_or_default())
        };
        let mut configs = vec![(String::new(), config)];
        if self.players.len() > 1 {
            let (_, config) = &configs[0];
            let for_players = |&players: &usize| {
                let config = RunConfig { players: Some(players), ..config.clone() };
                (format!("{players} players"), in_subfolder(config, &format!("p{players}")))
            };
            configs = self.players.iter().map(for_players).collect();
        }
        let Some(variation) = &self.vary.vary else { return configs };
        let for_value = |(title, config): &(String, RunConfig),
                         (key, value, folder): (String, String, String)| {
            let comma = if title.is_empty() { "" } else { ", " };
            let title = format!("{title}{comma}{key} {value}");
            let mut config = in_subfolder(config.clone(), &folder);
            config.rules.given.push((key, value));
            (title, config)
        };
        configs.iter().flat_map(|run| variation.runs().map(|value| for_value(run, value))).collect()
    }

    /// Plays a tournament for each number of players and each value of a rule, until one is interrupted.
    ///
    /// # Errors
    /// Fails if one of the tournaments cannot be played.
    pub fn run(&self, game: &dyn AnyGame, provenance: Provenance) -> Result<ExitCode, Failure> {
        let mut players = self.players.clone();
        players.sort_unstable();
        if let Some([twice, ..]) = players.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(Failure::usage(format!("--players: {twice} occurs twice")));
        }
        let mut configs = self.configs(provenance);
        if configs.len() > 1 {
            // All are checked before the first is played.
            configs.iter().try_for_each(|(_, config)| self.vary.check(config, game))?;
        }
        for (number, (title, config)) in configs.iter_mut().enumerate() {
            if !title.is_empty() {
                let blank = if number == 0 { "" } else { "\n" };
                terminal::print(&format!("{blank}{title}\n"))?;
            }
            let ending = self.vary.retrain(config, game)?;
            if ending == Ending::Interrupted {
                return Ok(ending.code());
            }
            let finished = config.run(game)?;
            let code = finished.print()?;
            if finished.ending == Ending::Interrupted {
                return Ok(code);
            }
        }
        if let Some(agent) = self.agents.as_ref().filter(|agents| !agents.contains(',')) {
            terminal::tell(&format!(
                "{agent} plays every game against itself, so its win share equals the expected share; \
                 to compare it with another agent, list both after --agents"
            ));
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Returns the configuration with a subfolder of its output folder, if it has one.
fn in_subfolder(mut config: RunConfig, name: &str) -> RunConfig {
    config.job.out = config.job.out.map(|out| out.join(name));
    config
}

#[cfg(test)]
mod tests {
    use crate::cli::Cli;
    use clap::Parser;
    use runner::Provenance;
    use std::path::Path;

    #[test]
    fn several_numbers_of_players_are_a_run_each() {
        let line = "tournament --agents random --out there --players";
        let runs = |players| {
            let configs = Cli::parse_from(line.split(' ').chain([players]))
                .run
                .configs(Provenance::default());
            configs.into_iter().map(|(_, run)| {
                (run.players.unwrap(), run.job.out.unwrap().to_string_lossy().into_owned())
            })
        };
        assert!(runs("3").eq([(3, "there".to_owned())]));
        let path = |name| Path::new("there").join(name).to_string_lossy().into_owned();
        assert!(runs("2,4").eq([(2, path("p2")), (4, path("p4"))]));
    }

    #[test]
    fn every_value_of_a_rule_is_a_run() {
        let runs = |line: &str| {
            let line = format!("tournament --agents random --out there {line}");
            let configs =
                Cli::parse_from(line.split(' ')).run.configs(Provenance::default()).into_iter();
            let described = configs.map(|(title, run)| {
                let out = run.job.out.unwrap().to_string_lossy().replace('\\', "/");
                (title, out, run.rules.given.last().unwrap().1.clone())
            });
            described.collect::<Vec<_>>()
        };
        let run = |title: &str, out: &str, value: &str| {
            (title.to_owned(), format!("there/{out}"), value.to_owned())
        };
        let [few, many] = [run("ships 9", "ships-9", "9"), run("ships 12", "ships-12", "12")];
        assert_eq!(runs("--vary ships=9,12"), [few, many]);
        let all = runs("--players 2,4 --vary ships=9,12 --rule stall=3");
        assert_eq!(all.len(), 4);
        assert_eq!(all[2], run("4 players, ships 9", "p4/ships-9", "9"));
    }

    #[test]
    fn what_varies_must_be_a_rule_with_several_simple_values() {
        let refusal = |text| {
            let line = ["tournament", "--agents", "random", "--out", "there", "--vary", text];
            Cli::try_parse_from(line).unwrap_err().to_string()
        };
        for (text, said) in [
            ("ships", "expected a rule and its values, e.g. ships=11,13,15"),
            ("ships=11", "expected two or more values, e.g. ships=11,13; --rule sets one"),
            ("ships=11,11", "11 occurs twice"),
            ("board=a/b.toml,c", "'a/b.toml' is not a word or a whole number"),
            ("ships=11,", "'' is not a word or a whole number"),
        ] {
            assert!(refusal(text).contains(said), "{}", refusal(text));
        }
        let line = ["tournament", "--agents", "random", "--vary", "ships=9,11"];
        assert!(Cli::try_parse_from(line).is_err(), "values need a folder");
    }
}
