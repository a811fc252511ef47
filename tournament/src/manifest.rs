//! `manifest.json`: what a run is, so that every number in its folder can be traced and repeated.

use crate::failure::Failure;
use crate::folder::Folder;
use crate::games::Hosted;
use crate::plan::Plan;
use crate::play::Table;
use agents::{Entrant, Value};
use serde::Serialize;
use std::collections::BTreeMap;

/// The name of the file.
pub const NAME: &str = "manifest.json";

/// The content of the file. No clock and no threads: equal runs have equal manifests.
#[derive(Serialize)]
struct Manifest<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    design: String,
    /// Games of the largest block.
    block_size: usize,
    records: bool,
    #[serde(flatten)]
    extent: Extent,
}

/// What all manifests begin with.
#[derive(Serialize)]
pub struct Head<'a> {
    version: &'static str,
    /// The command that gives the same files.
    command: &'a str,
    game: &'static str,
    /// The rules in force, and what else there is to know of the table.
    #[serde(flatten)]
    rules: BTreeMap<String, Value>,
    players: usize,
    agents: Vec<Participant<'a>>,
    seed: u64,
    games: u64,
}

impl<'a> Head<'a> {
    /// The head for games at this table.
    pub fn new<G: Hosted>(
        command: &'a str,
        table: &'a Table<G>,
        players: usize,
        games: u64,
    ) -> Self {
        let rules = G::rules(&table.setup).into_iter().chain(G::facts(&table.setup));
        Self {
            version: env!("CARGO_PKG_VERSION"),
            command,
            game: G::NAME,
            rules: rules.map(|(name, value)| (name.replace('-', "_"), value)).collect(),
            players,
            agents: table.entrants.iter().map(participant).collect(),
            seed: table.seed.value(),
            games,
        }
    }
}

/// Who took part.
#[derive(Serialize)]
struct Participant<'a> {
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
    let manifest = Manifest {
        head: Head::new(&plan.command, &plan.table, plan.players, plan.games),
        design: plan.design.to_string(),
        block_size: plan.design.block_size(),
        records: plan.table.records,
        extent,
    };
    folder.write_json(NAME, &manifest)
}

/// What the manifest says of an entrant.
fn participant<G: Hosted>(entrant: &Entrant<G>) -> Participant<'_> {
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
