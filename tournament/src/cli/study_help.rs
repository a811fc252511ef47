//! The subcommands of `tournament study` and their help.

use super::arguments::BranchingArguments;
use anygame::{AnyGame, COMMON_STUDIES, Measure, StudyDesign};
use clap::{Arg, ArgAction, Args};
use std::fmt::Write as _;

/// The id of the argument for the agents that a study compares.
pub const AGENTS: &str = "agents";
/// The id of the flag that chooses the variant of a study.
pub const VARIANT: &str = "variant";

/// The facts about a study that its help contains.
#[derive(Clone, Debug)]
pub struct StudyHelp {
    /// The name of the study.
    pub name: &'static str,
    /// The only game that has the study, if not all games with features have it.
    pub game: Option<&'static str>,
    /// The variants of the study, the one without flags first.
    variants: Vec<StudyDesign>,
}

impl StudyHelp {
    /// Returns the studies of these games, each once.
    pub fn of_games(games: &[Box<dyn AnyGame>]) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for game in games {
            for design in game.studies().iter().map(|study| study.design()) {
                let name = design.name;
                let is_same = |known: &StudyDesign| known.flags == design.flags;
                match all.iter_mut().find(|study| study.name == name) {
                    Some(study) if study.variants.iter().any(is_same) => {}
                    Some(study) => study.variants.push(design),
                    None => {
                        let game = game.facts().name;
                        let game = Some(game).filter(|_| !COMMON_STUDIES.contains(&name));
                        all.push(Self { name, game, variants: vec![design] });
                    }
                }
            }
        }
        all
    }

    /// Returns the subcommand of the study.
    pub fn command(&self) -> clap::Command {
        let design = &self.variants[0];
        let about = self
            .game
            .map_or_else(|| design.about.to_owned(), |game| format!("{} ({game})", design.about));
        let mut command = clap::Command::new(self.name).allow_negative_numbers(true);
        let mut agents = "";
        if design.asked > 0 {
            agents = " mcts greedy";
            let help = "Agents to compare: `[label=]name[:key=value…]`";
            let argument = Arg::new(AGENTS).value_name("AGENT").num_args(design.asked);
            command = command.arg(argument.required(true).help(help));
        }
        for variant in &self.variants[1..] {
            let flag = variant.flags.trim_start_matches(" --");
            let argument = Arg::new(VARIANT).long(flag).action(ArgAction::SetTrue);
            command = command.arg(argument.help(variant.about));
        }
        let name = self.name;
        let command = BranchingArguments::augment_args(command);
        let command = command.long_about(format!("{about}\n\n{}", details(design))).about(about);
        command.after_help(format!(
            "Examples:\n  \
             tournament study {name}{agents} --players 4 --decks 4 --games 2000\n  \
             tournament study {name}{agents} --policy greedy:samples=2:nodes=200 --out results/{name}"
        ))
    }
}

/// Describes the comparisons and the files of a study.
fn details(design: &StudyDesign) -> String {
    let mut text = String::new();
    match design.measure {
        Measure::Disagreements => text.push_str(
            "Where the two agents choose differently, the policy plays the game to its end after each choice, on \
             the same decks. The effect is the outcome after the first agent's choice minus the other.\n",
        ),
        Measure::Alternatives { contrasts, .. } => {
            text.push_str("Plays every alternative of a position on the same decks. Contrasts:\n");
            for contrast in contrasts {
                let other = match *contrast {
                    "best" => "the best other alternative",
                    _ => "the mean of all alternatives, itself included",
                };
                let _ = writeln!(text, "  {contrast:<12} An alternative minus {other}");
            }
        }
        Measure::Arms(facts) => {
            let arms = facts.arms.join(", ");
            let _ = writeln!(text, "Plays each position on the same decks in these arms: {arms}. Contrasts:");
            for contrast in facts.contrasts {
                let [first, second] = [contrast.first, contrast.second].map(|arm| facts.arms[arm]);
                let name = format!("{first}-{second}");
                let _ = writeln!(text, "  {name:<12} {}", contrast.meaning);
            }
        }
    }
    let summaries = design.summaries.join(" and ");
    let _ = write!(text, "\nWrites {}, {summaries}.", design.table.name);
    text
}
