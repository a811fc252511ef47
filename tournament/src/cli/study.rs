//! `tournament study NAME …`.

use super::arguments::BranchingArguments;
use super::help_facts::HelpFacts;
use anygame::{AnyGame, COMMON_STUDIES};
use clap::Args;
use lab::branching::{self, StudyConfig};
use runner::Failure;
use std::process::ExitCode;

/// The study that `--opening` is for.
const MOVES: &str = "moves";

/// `tournament study`
#[derive(Clone, Debug, Args)]
pub struct StudyArguments {
    // Help comes from `dispatch`, which knows the studies of the games.
    #[arg(id = "study", value_name = "NAME", index = 1)]
    pub name: String,
    /// The agents to ask, for disagreements: two, `[label=]name[:key=value…]`
    #[arg(value_name = "AGENT", index = 2)]
    pub agents: Vec<String>,
    /// For moves: sample only decisions before the first turn
    #[arg(long)]
    pub opening: bool,
    #[command(flatten)]
    pub branching: BranchingArguments,
}

impl StudyArguments {
    /// Carries out the study.
    ///
    /// # Errors
    /// Fails if the game has no such study, or if the study fails.
    pub fn run(&self, game: &dyn AnyGame, facts: &HelpFacts) -> Result<ExitCode, Failure> {
        let studies = game.studies();
        let is = |study: &str| self.name.eq_ignore_ascii_case(study);
        if self.opening && !is(MOVES) {
            return Err(Failure::Usage(format!("--opening is for the study {MOVES}")));
        }
        let flags = if self.opening { " --opening" } else { "" };
        let study = studies
            .iter()
            .map(|study| &**study)
            .find(|study| is(study.design().name) && study.design().flags == flags);
        let study = study.ok_or_else(|| Failure::Usage(self.no_study(game, facts)))?;
        match study.design().asked {
            0 if !self.agents.is_empty() => Err(Failure::UnexpectedAgents),
            asked if asked != self.agents.len() => Err(Failure::NeedsTwoAgents),
            _ => branching::run(game, study, &self.config()),
        }
    }

    fn config(&self) -> StudyConfig {
        let BranchingArguments { policy, games, decks, table, job } = &self.branching;
        StudyConfig {
            policy: policy.clone(),
            asked: self.agents.clone(),
            games: *games,
            decks: *decks,
            players: table.players,
            rules: table.rules.choice(),
            job: job.options(),
        }
    }

    /// Returns the sentence about a study that the game does not have.
    fn no_study(&self, game: &dyn AnyGame, facts: &HelpFacts) -> String {
        let is = |&&(study, _): &&(&str, &str)| self.name.eq_ignore_ascii_case(study);
        if let Some((study, other)) = facts.studies.iter().find(is) {
            return format!("{study} is a study of {other}, not of {}", game.facts().name);
        }
        let studies = facts.studies.iter().map(|&(study, _)| study);
        agents::unknown("study", &self.name, &studies.chain(COMMON_STUDIES).collect::<Vec<_>>())
    }
}
