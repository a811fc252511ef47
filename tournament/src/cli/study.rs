//! `tournament study NAME …`: its arguments.

use super::arguments::BranchingArguments;
use clap::Args;

/// The study that all games have.
pub const DISAGREEMENTS: &str = "disagreements";

/// `tournament study`
#[derive(Clone, Debug, Args)]
pub struct StudyArguments {
    // Help comes from the registry, which knows the studies of the games.
    #[arg(id = "study", value_name = "NAME", index = 1)]
    pub name: String,
    /// The agents to ask, for disagreements: two, `[label=]name[:key=value…]`
    #[arg(value_name = "AGENT", index = 2)]
    pub agents: Vec<String>,
    #[command(flatten)]
    pub branching: BranchingArguments,
}
