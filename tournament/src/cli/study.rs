//! `tournament study NAME …`: its arguments.

use super::arguments::BranchingArguments;
use clap::Args;

/// The study of what two agents choose differently.
pub const DISAGREEMENTS: &str = "disagreements";
/// The study of every legal move.
pub const MOVES: &str = "moves";
/// The study of every chance event.
pub const DRAWS: &str = "draws";
/// The studies that all games have.
pub const COMMON: [&str; 3] = [DISAGREEMENTS, MOVES, DRAWS];

/// `tournament study`
#[derive(Clone, Debug, Args)]
pub struct StudyArguments {
    // Help comes from the registry, which knows the studies of the games.
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
