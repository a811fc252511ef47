//! The command line: a file a command, with its arguments, what they mean and what it says.
//!
//! | what was typed | what it means | who does it |
//! | --- | --- | --- |
//! | [`arguments`] and the arguments of each command | [`parse`] | the command's file, or the module that it names |
//!
//! Nothing here knows the games: `dispatch` hands in their names, and finds the one that is asked for.

pub mod agents;
pub mod analyse;
pub mod arguments;
pub mod bench;
pub mod compare;
pub mod compliance;
pub mod exploitability;
mod help_facts;
pub mod luck;
pub mod matching;
pub mod merge;
pub mod perft;
pub mod play;
pub mod replay;
pub mod rules;
pub mod run;
pub mod scripts;
pub mod show;
pub mod study;
pub mod train;
pub mod tune;
pub mod verify;
mod words;

pub use help_facts::HelpFacts;

use agents::AgentsArguments;
use analyse::AnalyseArguments;
use anygame::COMMON_STUDIES;
use bench::BenchArguments;
use clap::error::ErrorKind;
use clap::{Arg, CommandFactory, FromArgMatches, Parser, Subcommand};
use compare::CompareArguments;
use compliance::ComplianceArguments;
use exploitability::ExploitabilityArguments;
use luck::LuckArguments;
use matching::MatchArguments;
use merge::MergeArguments;
use perft::PerftArguments;
use play::PlayArguments;
use replay::ReplayArguments;
use run::RunArguments;
use runner::Provenance;
use scripts::CompletionsArguments;
use show::ShowArguments;
use std::ffi::OsString;
use study::StudyArguments;
use train::TrainArguments;
use tune::TuneArguments;
use verify::VerifyArguments;

/// Runs tournaments between agents in board games with hidden decks, and writes the statistics.
///
/// Agents are compared in blocks: one deck with a balanced set of seat assignments. The same arguments
/// give the same files, whatever the number of threads; only timing.csv depends on the clock.
#[derive(Debug, Parser)]
#[command(name = "tournament", version, subcommand_negates_reqs = true)]
#[command(args_conflicts_with_subcommands = true, arg_required_else_help = true)]
#[command(allow_negative_numbers = true)]
pub struct Cli {
    /// Another job than the main one.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The main job.
    #[command(flatten)]
    pub run: RunArguments,
}

impl Cli {
    /// Hands the version and the commit of the program to the job, if there is one, for its manifest.
    fn of(mut self, provenance: Provenance) -> Self {
        let job = match &mut self.command {
            None => &mut self.run.job,
            Some(Command::Match(matching)) => &mut matching.job,
            Some(Command::Tune(tuning)) => &mut tuning.job,
            Some(Command::Train(training)) => &mut training.job,
            Some(Command::Study(study)) => &mut study.branching.job,
            Some(Command::Exploitability(agents)) => &mut agents.job,
            Some(_) => return self,
        };
        job.provenance = provenance;
        self
    }
}

/// The other jobs.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play two agents against each other until a sequential test says whether one is better
    #[command(allow_negative_numbers = true)]
    Match(MatchArguments),
    /// Find better weights or parameters for an agent by playing, and confirm them on fresh decks
    #[command(allow_negative_numbers = true)]
    Tune(TuneArguments),
    /// Train a network that evaluates positions, by self-play, and test it on the way
    #[command(allow_negative_numbers = true)]
    Train(TrainArguments),
    /// Measure what a choice is worth: play the same positions on with and without it
    #[command(allow_negative_numbers = true)]
    Study(StudyArguments),
    /// Measure how far agents are from a Nash equilibrium in a small game, by exact best responses
    #[command(allow_negative_numbers = true)]
    Exploitability(ExploitabilityArguments),
    /// Compare two runs of the same design game by game: what another rule or agent changes
    Compare(CompareArguments),
    /// List the agents, or the parameters of one agent with their ranges and defaults
    Agents(AgentsArguments),
    /// Check a bot of your own against the protocol for external agents, rule by rule
    Compliance(ComplianceArguments),
    /// Play a game in the terminal, against agents or other people
    Play(PlayArguments),
    /// Replay records and check every event and the result
    Replay(ReplayArguments),
    /// Find the mistakes in recorded games by a search, and sum up what each agent lost
    #[command(alias = "analyze")]
    Analyse(AnalyseArguments),
    /// Measure what chance gave in recorded games, and sum up the results without it
    Luck(LuckArguments),
    /// Join the parts of a run that were played with --shard
    Merge(MergeArguments),
    /// Check that a finished job is whole: its files, its rows, its summaries and its records
    Verify(VerifyArguments),
    /// Show a position in the terminal or as a picture, or a whole game as a page that replays it
    Show(ShowArguments),
    /// Count the distinct positions at the end of each turn for a fixed deck
    #[command(allow_negative_numbers = true)]
    Perft(PerftArguments),
    /// Measure the speed of this machine, and compute a signature that all machines share
    #[command(allow_negative_numbers = true)]
    Bench(BenchArguments),
    /// Print a script that completes commands and flags in a shell
    Completions(CompletionsArguments),
    /// Print the manual page
    Man,
}

/// Commands that have another name now.
const RENAMED: [(&str, &str); 1] = [("disputes", "disagreements")];

/// Reads the arguments of the program.
///
/// # Errors
/// A sentence that says what is wrong; help and the version are printed, and the program ends.
pub fn parse(arguments: &[OsString], facts: &HelpFacts) -> Result<Cli, String> {
    if let Some(study) =
        arguments.get(1).and_then(|name| now_a_study(&name.to_string_lossy(), facts))
    {
        let name = arguments[1].to_string_lossy();
        return Err(format!("error: '{name}' is now: tournament study {study}"));
    }
    let matches = command(facts).try_get_matches_from(arguments);
    matches
        .and_then(|matches| Cli::from_arg_matches(&matches))
        .map(|cli| cli.of(facts.provenance))
        .map_err(|error| {
            if is_help(&error) {
                error.exit()
            }
            let is_unknown = error.kind() == ErrorKind::InvalidSubcommand;
            sentence(&error.to_string(), is_unknown.then_some("`tournament help` lists them"))
        })
}

/// The study that was a command of its own once.
fn now_a_study<'a>(name: &str, facts: &'a HelpFacts) -> Option<&'a str> {
    let renamed = RENAMED.into_iter().find(|&(old, _)| old == name).map(|(_, new)| new);
    let name = name.replace('_', "-");
    renamed.or_else(|| facts.studies.iter().map(|&(study, _)| study).find(|&study| study == name))
}

/// The command line with the names of games and studies in its help.
pub fn command(facts: &HelpFacts) -> clap::Command {
    let studies = facts.studies.iter().map(|(study, game)| format!(", {study} ({game})"));
    let studies =
        format!("The study: {}{}", COMMON_STUDIES.join(", "), studies.collect::<String>());
    let say = |argument: Arg| match argument.get_id().as_str() {
        "game" => {
            let games = facts.games.join(", ");
            argument.help(format!("The game: one of {games} [default: {}]", facts.games[0]))
        }
        "study" => argument.help(&studies),
        "rule" => {
            let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
            argument.help(format!("{help} [{}]", rules_of_games(facts)))
        }
        _ => argument,
    };
    let program = Cli::command().version(facts.provenance.describe());
    program.mut_args(say).mut_subcommands(|command| command.mut_args(say))
}

/// What can be chosen, game by game.
fn rules_of_games(facts: &HelpFacts) -> String {
    let games = facts.rules.iter().filter(|(_, rules)| !rules.is_empty());
    let games = games.map(|(game, rules)| {
        let rules = rules.iter().map(|rule| format!("{rule}, {}", rule.meaning));
        format!("{game}: {}", rules.collect::<Vec<_>>().join("; "))
    });
    games.collect::<Vec<_>>().join(" | ")
}

fn is_help(error: &clap::Error) -> bool {
    use ErrorKind::{DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand, DisplayVersion};
    let kinds = [DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand, DisplayVersion];
    kinds.contains(&error.kind())
}

/// What is wrong with the arguments and what was perhaps meant, in a line, without the usage that follows.
fn sentence(text: &str, advice: Option<&str>) -> String {
    let wrong = text.lines().take_while(|line| !line.is_empty()).map(str::trim);
    let tip = text.lines().find_map(|line| line.trim().strip_prefix("tip: "));
    // Nobody means an argument that looks like a flag as a value.
    let tip = tip.filter(|tip| !tip.contains("as a value")).or(advice);
    let tip = tip.map(|tip| format!("; {tip}")).unwrap_or_default();
    wrong.collect::<Vec<_>>().join(" ") + &tip
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        command(&HelpFacts {
            provenance: Provenance::default(),
            games: vec!["go"],
            studies: vec![("ko", "go")],
            rules: vec![],
        })
        .debug_assert();
    }
}
