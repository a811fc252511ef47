//! `tournament study NAME …`: its arguments.

use super::arguments::BranchingArguments;
use super::help_facts::HelpFacts;
use super::study_help::{AGENTS, VARIANT};
use anygame::{AnyGame, StudyDesign};
use clap::{ArgMatches, Args, FromArgMatches};
use lab::branching::{self, StudyConfig};
use runner::{Failure, JobOptions, Provenance};
use std::process::ExitCode;

/// `tournament study`: the arguments of all studies. Each study is a subcommand, which [`StudyHelp`](super::study_help::StudyHelp) defines.
#[derive(Clone, Debug)]
pub struct StudyArguments {
    /// The name of the study.
    pub name: String,
    /// Whether the variant of the study is requested, by the study's flag.
    pub is_variant: bool,
    /// The agents that the study compares.
    pub agents: Vec<String>,
    /// The positions and the policy.
    pub branching: BranchingArguments,
}

impl FromArgMatches for StudyArguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let (name, matches) = matches.subcommand().expect("a study is required");
        let agents = matches.try_get_many::<String>(AGENTS).ok().flatten();
        let is_variant = matches.try_get_one::<bool>(VARIANT).ok().flatten() == Some(&true);
        Ok(Self {
            name: name.to_owned(),
            is_variant,
            agents: agents.into_iter().flatten().cloned().collect(),
            branching: BranchingArguments::from_arg_matches(matches)?,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for StudyArguments {
    fn augment_args(command: clap::Command) -> clap::Command {
        command.subcommand_value_name("NAME").subcommand_help_heading("Studies")
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl StudyArguments {
    /// Runs the study.
    ///
    /// # Errors
    /// Fails if the game has no such study, or if the study fails.
    pub fn run(&self, game: &dyn AnyGame, facts: &HelpFacts) -> Result<ExitCode, Failure> {
        let studies = game.studies();
        let mut studies = studies.iter().map(|study| &**study);
        let is = |design: &StudyDesign| {
            design.name == self.name && design.flags.is_empty() != self.is_variant
        };
        let study = studies.find(|study| is(&study.design()));
        let study = study.ok_or_else(|| {
            let other = facts.studies.iter().find(|study| study.name == self.name);
            let other = other.and_then(|study| study.game).unwrap_or("games with features");
            let (name, game) = (&self.name, game.facts().name);
            Failure::usage(format!("--game: {name} is a study of {other}, not of {game}"))
        })?;
        branching::run(game, study, &self.config(facts.provenance))?.print()
    }

    fn config(&self, provenance: Provenance) -> StudyConfig {
        let BranchingArguments { policy, games, decks, table, job, part } = &self.branching;
        StudyConfig {
            policy: policy.clone(),
            asked: self.agents.clone(),
            games: *games,
            decks: *decks,
            table: table.choice(),
            job: JobOptions { shard: part.shard, ..job.options(provenance) },
        }
    }
}
