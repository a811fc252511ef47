//! `manifest.json`: what a run is, so that every number in its folder can be traced and repeated.

use crate::failure::Failure;
use crate::folder::Folder;
use crate::games::Hosted;
use crate::plan::Plan;
use agents::{Entrant, Value};
use serde::Serialize;
use std::collections::BTreeMap;

/// The name of the file.
pub const NAME: &str = "manifest.json";

/// The content of the file. No clock and no threads: equal runs have equal manifests.
#[derive(Serialize)]
struct Manifest<'a> {
    version: &'static str,
    /// The command that gives the same files.
    command: &'a str,
    game: &'static str,
    #[serde(flatten)]
    rules: BTreeMap<String, Value>,
    players: usize,
    agents: Vec<Participant<'a>>,
    seed: u64,
    games: u64,
    design: String,
    /// Games of the largest block.
    block_size: usize,
    records: bool,
    #[serde(flatten)]
    extent: Extent,
}

/// Who took part.
#[derive(Serialize)]
pub struct Participant<'a> {
    label: &'a str,
    agent: &'a str,
    /// All of them, defaults and the content of files included.
    parameters: BTreeMap<&'a str, &'a Value>,
}

/// How far a run has come.
#[derive(Copy, Clone, Debug, Default, Serialize)]
pub struct Extent {
    /// Games in the files.
    pub games_played: u64,
    /// Blocks begun.
    pub blocks: u64,
    /// Games that the last block lacks.
    pub missing_in_last_block: usize,
    /// Whether these are all games.
    pub finished: bool,
}

/// Writes the manifest of a run, over the one that it had before.
///
/// # Errors
/// If it cannot be written.
pub fn write<G: Hosted>(folder: &Folder, plan: &Plan<G>, extent: Extent) -> Result<(), Failure> {
    let rule = |(flag, value): (&str, Value)| (flag.replace('-', "_"), value);
    let mut rules = G::rules(&plan.table.setup);
    rules.extend(G::facts(&plan.table.setup));
    let manifest = Manifest {
        version: env!("CARGO_PKG_VERSION"),
        command: &plan.command,
        game: G::NAME,
        rules: rules.into_iter().map(rule).collect(),
        players: plan.players,
        agents: plan.table.entrants.iter().map(participant).collect(),
        seed: plan.table.seed.value(),
        games: plan.games,
        design: plan.design.to_string(),
        block_size: plan.design.block_size(),
        records: plan.table.records,
        extent,
    };
    folder.write_json(NAME, &manifest)
}

/// What the manifest says of an entrant.
pub fn participant<G: Hosted>(entrant: &Entrant<G>) -> Participant<'_> {
    Participant {
        label: entrant.label(),
        agent: entrant.spec().name(),
        parameters: entrant
            .parameters()
            .iter()
            .map(|(name, value)| (name.as_str(), value))
            .collect(),
    }
}
