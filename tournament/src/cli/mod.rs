//! The command line: one file for each command, with its arguments and messages.
//!
//! | input | parsed by | carried out by |
//! | --- | --- | --- |
//! | [`arguments`] and the arguments of each command | [`parse`] | the command's file, or the module that `dispatch` names |
//!
//! This module does not depend on particular games: `dispatch` supplies their names, and finds the requested game.

pub mod agents;
pub mod analyse;
pub mod arguments;
pub mod bench;
pub mod compliance;
mod help_facts;
pub mod ladder;
pub mod luck;
pub mod matching;
pub mod merge;
pub mod perft;
pub mod play;
pub mod replay;
pub mod rule_list;
pub mod rules;
pub mod run;
pub mod scripts;
pub mod show;
pub mod study;
pub mod study_help;
pub mod train;
pub mod tune;
mod vary;
pub mod verify;
mod words;

pub use help_facts::HelpFacts;

use agents::AgentsArguments;
use analyse::AnalyseArguments;
use bench::BenchArguments;
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use compliance::ComplianceArguments;
use ladder::LadderAction;
use luck::LuckArguments;
use matching::MatchArguments;
use merge::MergeArguments;
use perft::PerftArguments;
use play::PlayArguments;
use replay::ReplayArguments;
use rule_list::RulesArguments;
use run::RunArguments;
use scripts::CompletionsArguments;
use show::ShowArguments;
use std::ffi::OsString;
use std::fmt::Write as _;
use study::StudyArguments;
use study_help::StudyHelp;
use train::TrainArguments;
use tune::TuneArguments;
use verify::VerifyArguments;

/// Runs tournaments between agents in board games with hidden decks, and writes the statistics.
///
/// Without a command, `tournament --agents LIST` plays a tournament. It compares agents in blocks: each block plays
/// one deck with a balanced set of seat assignments. The same arguments always give the same files, on any number of
/// threads; only `timing.csv` and `timing_histogram.csv` depend on the clock.
#[derive(Debug, Parser)]
#[command(name = "tournament", version, subcommand_negates_reqs = true)]
#[command(args_conflicts_with_subcommands = true, arg_required_else_help = true)]
#[command(allow_negative_numbers = true, help_template = TEMPLATE, after_help = EXAMPLES)]
pub struct Cli {
    /// The command; `None` for a tournament.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The arguments of a tournament.
    #[command(flatten)]
    pub run: RunArguments,
}

/// The template for the help of the program; the commands come from [`GROUPS`].
const TEMPLATE: &str =
    "{about-with-newline}\n{usage-heading} {usage}{before-help}{all-args}{after-help}";

const USAGE: &str = "tournament [OPTIONS] --agents <LIST>\n       tournament <COMMAND>";

const EXAMPLES: &str = "\
Examples:
  tournament --agents mcts,greedy --games 10000
  tournament --agents greedy,greedy:samples=1,random --players 2,3,4 --records
  tournament --game OTHER --agents mcts,greedy,random --players 3
";

/// The commands in the order of the help, grouped by purpose.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Games", &["play", "show", "replay", "analyse", "luck"]),
    ("Comparisons", &["match", "ladder", "study"]),
    ("Agents", &["agents", "rules", "tune", "train", "compliance"]),
    ("Runs", &["merge", "verify"]),
    ("Tools", &["perft", "bench", "completions", "man", "help"]),
];

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play a game in the terminal, against agents or other people
    #[command(after_help = "\
Examples:
  tournament play
  tournament play --seats human,greedy,mcts --seed 7
  tournament play --game OTHER --seats human,mcts,mcts --record game.jsonl
")]
    Play(PlayArguments),
    /// Show a position in the terminal or as a picture, or a game as a page that replays it
    #[command(after_help = "\
Examples:
  tournament show --players 4
  tournament show records.jsonl.zst --line 3 --turn 20 --svg position.svg
  tournament show records.jsonl.zst --html game.html
")]
    Show(ShowArguments),
    /// Replay recorded games and check every event and the result
    #[command(after_help = "\
Examples:
  tournament replay results/run/records.jsonl.zst
  tournament replay a.jsonl b.jsonl --board board.toml
")]
    Replay(ReplayArguments),
    /// Find mistakes in recorded games by search, and add up what they cost each agent
    #[command(alias = "analyze")]
    #[command(after_help = "\
Examples:
  tournament analyse records.jsonl.zst
  tournament analyse records.jsonl.zst --line 1 --agent mcts:iterations=1000 --out analysed.jsonl
")]
    Analyse(AnalyseArguments),
    /// Estimate each seat's luck in recorded games, and report luck-adjusted results
    #[command(after_help = "\
Examples:
  tournament luck records.jsonl.zst
  tournament luck records.jsonl.zst --out luck --terms
")]
    Luck(LuckArguments),
    /// Play two agents against each other until a sequential test decides whether one is better
    #[command(allow_negative_numbers = true)]
    #[command(after_help = "\
Examples:
  tournament match mcts greedy
  tournament match greedy greedy:samples=4 --players 4 --effect 0.01
  tournament match --simulate 1000 --effect 0.05
")]
    Match(MatchArguments),
    /// Rate newcomers against anchors with fixed ratings
    #[command(subcommand, disable_help_subcommand = true)]
    Ladder(LadderAction),
    /// Measure the effect of a choice by playing the same positions with and without it
    #[command(allow_negative_numbers = true)]
    #[command(after_help = "`tournament study <NAME> --help` describes a study and its files.")]
    Study(StudyArguments),
    /// List the agents, or one agent, with all parameters, ranges and defaults
    #[command(after_help = "\
Examples:
  tournament agents
  tournament agents mcts --game OTHER
")]
    Agents(AgentsArguments),
    /// List the rule options of a game with their values and defaults
    #[command(after_help = "\
Examples:
  tournament rules
  tournament rules --game OTHER
")]
    Rules(RulesArguments),
    /// Find better weights or parameters for an agent by playing, and confirm them on fresh decks
    #[command(allow_negative_numbers = true)]
    #[command(after_help = "\
Examples:
  tournament tune greedy --pool greedy,mcts --out results/tuned
  tournament tune mcts:iterations=50 --only scale,prior_rollouts --games 4000
")]
    Tune(TuneArguments),
    /// Train a network that evaluates positions, by self-play, and test it along the way
    #[command(allow_negative_numbers = true)]
    #[command(after_help = "\
Examples:
  tournament train --players 2 --out results/trained
  tournament train --players 2,3,4 --games 100k --hidden 64 --start nothing --teacher net
  tournament train --players 2 --out results/trained --resume
")]
    Train(TrainArguments),
    /// Check an external bot against the bot protocol, rule by rule
    #[command(after_help = "\
Examples:
  tournament compliance external:cmd=./bot
  tournament compliance external:cmd=./bot --game OTHER --games 20
")]
    Compliance(ComplianceArguments),
    /// Merge the parts of a run that were played with --shard
    #[command(after_help = "\
Examples:
  tournament merge part1 part2 part3 --out results/whole
")]
    Merge(MergeArguments),
    /// Check the files, rows, summaries and records of a finished job
    #[command(after_help = "\
Examples:
  tournament verify results/run
  tournament verify results/run --board board.toml
")]
    Verify(VerifyArguments),
    /// Count the distinct positions at the end of each turn for a fixed deck
    #[command(allow_negative_numbers = true)]
    #[command(after_help = "\
Examples:
  tournament perft --deck deck.json --players 2 --turns 2
  tournament perft --record records.jsonl.zst --line 2 --after-turn 30 --turns 1
")]
    Perft(PerftArguments),
    /// Measure the speed of this machine, and print a checksum that is the same on every machine
    #[command(allow_negative_numbers = true)]
    #[command(after_help = "\
Examples:
  tournament bench
  tournament bench --game OTHER --players 3 --seconds 2 --json
")]
    Bench(BenchArguments),
    /// Print a script that completes commands and flags in a shell
    #[command(after_help = "\
Examples:
  tournament completions bash > ~/.local/share/bash-completion/completions/tournament
  tournament completions zsh > ~/.zfunc/_tournament
")]
    Completions(CompletionsArguments),
    /// Print the manual page
    #[command(after_help = "\
Examples:
  tournament man > ~/.local/share/man/man1/tournament.1
")]
    Man,
}

/// Parses the arguments of the program. Prints the help or the version and exits if they were requested.
///
/// # Errors
/// Returns a message that describes the error.
pub fn parse(arguments: &[OsString], facts: &HelpFacts) -> Result<Cli, String> {
    let matches = grouped(command(facts)).try_get_matches_from(in_lower_case(arguments));
    matches.and_then(|matches| Cli::from_arg_matches(&matches)).map_err(|error| {
        if is_help(&error) {
            error.exit()
        }
        let is_unknown = error.kind() == ErrorKind::InvalidSubcommand;
        sentence(&error.to_string(), is_unknown.then_some("`tournament help` lists them"))
    })
}

/// Returns the arguments with the name of the study in lower case.
fn in_lower_case(arguments: &[OsString]) -> Vec<OsString> {
    let mut arguments = arguments.to_vec();
    if let [_, command, study, ..] = &mut *arguments
        && command == "study"
    {
        study.make_ascii_lowercase();
    }
    arguments
}

/// Returns the command line, with the names of the games and a command for each study.
pub fn command(facts: &HelpFacts) -> clap::Command {
    let games = facts.games.join(", ");
    let games = format!("Game to play: {games} [default: {}]", facts.games[0]);
    let program = Cli::command().version(facts.provenance.describe());
    let program = program.mut_subcommand("study", |study| {
        let studies = facts.studies.iter().map(StudyHelp::command);
        study.subcommands(studies).subcommand_required(true).disable_help_subcommand(true)
    });
    described(program, &games, facts)
}

/// Inserts this help for the choice of a game, and the games of examples, into a command and its subcommands.
fn described(command: clap::Command, games: &str, facts: &HelpFacts) -> clap::Command {
    let command = command.mut_subcommands(|below| described(below, games, facts));
    let command = command.mut_args(|argument| match argument.get_id().as_str() {
        "game" => argument.help(games.to_owned()),
        _ => argument,
    });
    examples(command, facts)
}

/// Inserts names of games into the examples of a command: the second game for OTHER.
fn examples(command: clap::Command, facts: &HelpFacts) -> clap::Command {
    let Some(text) = command.get_after_help().map(ToString::to_string) else { return command };
    let other = facts.games.get(1).copied().unwrap_or(facts.games[0]);
    command.after_help(text.replace("OTHER", other))
}

/// Lists the program's commands in groups, which clap does not support.
fn grouped(program: clap::Command) -> clap::Command {
    let mut text = String::new();
    for (purpose, names) in GROUPS {
        let _ = write!(text, "\n\n{purpose}:");
        for &name in names {
            let about = program.find_subcommand(name).and_then(clap::Command::get_about);
            let about = about.map_or_else(
                || "Print this help, or the help of a command".to_owned(),
                ToString::to_string,
            );
            let _ = write!(text, "\n  {name:<14}  {about}");
        }
    }
    program.override_usage(USAGE).before_help(text).mut_subcommands(|command| command.hide(true))
}

fn is_help(error: &clap::Error) -> bool {
    use ErrorKind::{DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand, DisplayVersion};
    let kinds = [DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand, DisplayVersion];
    kinds.contains(&error.kind())
}

/// Formats the parser's error and its suggestion as one line, without the usage.
fn sentence(text: &str, advice: Option<&str>) -> String {
    let wrong = text.lines().take_while(|line| !line.is_empty()).map(str::trim);
    let tip = text.lines().find_map(|line| line.trim().strip_prefix("tip: "));
    // Users rarely mean an argument that looks like a flag as a value, so this suggestion is dropped.
    let tip = tip.filter(|tip| !tip.contains("as a value")).or(advice);
    let tip = tip.map(|tip| format!("; {tip}")).unwrap_or_default();
    wrong.collect::<Vec<_>>().join(" ") + &tip
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dispatch;
    use runner::Provenance;

    fn facts() -> HelpFacts {
        dispatch::facts(&games::built_in(), Provenance::default())
    }

    #[test]
    fn the_command_line_is_sound() {
        command(&facts()).debug_assert();
        grouped(command(&facts())).debug_assert();
    }

    #[test]
    fn the_help_lists_every_command() {
        let listed: Vec<_> = GROUPS.iter().flat_map(|(_, names)| *names).collect();
        for command in command(&facts()).get_subcommands().filter(|command| !command.is_hide_set())
        {
            assert!(listed.contains(&&command.get_name()), "{command}");
        }
    }

    #[test]
    fn examples_are_valid() {
        let commands = command(&facts());
        let studies = commands.find_subcommand("study").unwrap().get_subcommands();
        let commands = commands.get_subcommands().chain(studies).chain([&commands]);
        for command in commands.filter(|command| !command.is_hide_set()) {
            let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let examples = text.lines().filter(|line| line.starts_with("  tournament"));
            let examples = examples.map(|line| line.split('>').next().unwrap());
            for example in examples {
                let words: Vec<_> = example.split_whitespace().map(OsString::from).collect();
                let wrong = parse(&words, &facts()).err();
                assert!(wrong.is_none(), "{example}: {wrong:?}");
            }
        }
    }
}
