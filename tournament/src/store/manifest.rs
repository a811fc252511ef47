//! `manifest.json`: what a run is, so that every number in its folder can be traced and repeated.

use crate::failure::Failure;
use crate::play::MatchSetup;
use crate::report::summary::Intervals;
use crate::schedule::shard::Shard;
use crate::schedule::{Grouping, Schedule, ScheduledGame, TooManyMatchups};
use crate::store::folder::Folder;
use agents::{Participant, Value};
use engine::PlayableGame;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

/// The name of the file.
pub const NAME: &str = "manifest.json";

/// The content of the file, but for how far the run has come. No clock and no threads: equal runs have
/// equal manifests.
#[derive(Serialize)]
struct Manifest<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    design: String,
    /// Games of the largest block.
    block_size: usize,
    #[serde(flatten)]
    terms: Terms,
}

/// What is asked of the games apart from who plays them.
#[derive(Copy, Clone, Debug, Serialize, Deserialize)]
pub struct Terms {
    /// How seatings are put together to blocks.
    pub grouping: Grouping,
    /// How intervals of means are found.
    pub intervals: Intervals,
    /// Whether every game is recorded.
    pub records: bool,
    /// Whether the luck of every seat is measured.
    pub luck: bool,
    /// Which part of the run this is.
    pub shard: Shard,
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
    rules: BTreeMap<String, Json>,
    players: usize,
    agents: Vec<ManifestAgent<'a>>,
    seed: u64,
    games: u64,
}

impl<'a> Head<'a> {
    /// The head for games at this table.
    pub fn new<G: PlayableGame>(
        command: &'a str,
        table: &'a MatchSetup<G>,
        players: usize,
        games: u64,
    ) -> Self {
        let rules = G::rules_in_force(&table.setup).into_iter();
        let rules = rules.map(|(name, value)| (name, json!(value)));
        let facts = G::facts(&table.setup).into_iter();
        let rules = rules.chain(facts.map(|(name, value)| (name, json!(value))));
        Self {
            version: env!("CARGO_PKG_VERSION"),
            command,
            game: G::NAME,
            rules: rules.map(|(name, value)| (name.replace('-', "_"), value)).collect(),
            players,
            agents: table.participants.iter().map(participant).collect(),
            seed: table.seed.value(),
            games,
        }
    }
}

/// Who took part.
#[derive(Serialize)]
struct ManifestAgent<'a> {
    label: &'a str,
    /// As it was asked for, without the label.
    spec: String,
    /// The agent itself, where the spec asks for the recommended search.
    agent: &'a str,
    /// All of them, defaults and the content of files included.
    parameters: BTreeMap<&'a str, &'a Value>,
}

/// What the manifest says of an participant.
fn participant<G: PlayableGame>(participant: &Participant<G>) -> ManifestAgent<'_> {
    ManifestAgent {
        label: participant.label(),
        spec: participant.spec().to_string(),
        agent: participant.agent(),
        parameters: participant
            .parameters()
            .iter()
            .map(|(name, value)| (name.as_str(), value))
            .collect(),
    }
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

/// What a run is, as its manifest says: enough to keep its books without its players.
#[derive(Clone, Debug)]
pub struct RunConfig {
    /// The agents' labels.
    pub labels: Vec<String>,
    /// Seats at the table.
    pub players: usize,
    /// Who sits where in which game.
    pub design: Schedule,
    /// How many games there are in all parts of the run.
    pub games: u64,
    /// Those of this part.
    pub part: Range<u64>,
    /// What else is asked of them.
    pub terms: Terms,
    content: Map<String, Json>,
}

/// What a config needs of a manifest that has been written.
#[derive(Deserialize)]
struct Written {
    players: usize,
    agents: Vec<Label>,
    games: u64,
    #[serde(flatten)]
    terms: Terms,
}

#[derive(Deserialize)]
struct Label {
    label: String,
}

impl RunConfig {
    /// The config of games at this table; the command says everything but the part.
    ///
    /// # Errors
    /// If there are more line-ups than anyone would play.
    pub fn new<G: PlayableGame>(
        command: &str,
        table: &MatchSetup<G>,
        players: usize,
        games: u64,
        terms: Terms,
    ) -> Result<Self, TooManyMatchups> {
        let labels = table.labels();
        let design = Schedule::new(labels.len(), players, terms.grouping)?;
        let manifest = Manifest {
            head: Head::new(command, table, players, games),
            design: design.to_string(),
            block_size: design.block_size(),
            terms,
        };
        let Ok(Json::Object(content)) = serde_json::to_value(&manifest) else {
            unreachable!("a struct of plain values is an object")
        };
        let part = part(&design, terms.shard, games);
        let mut config = Self { labels, players, design, games, part, terms, content };
        config.set_command(command.to_owned() + &part_flag(terms.shard));
        Ok(config)
    }

    /// The config of the run in a folder.
    ///
    /// # Errors
    /// If there is no manifest, or not that of a tournament.
    pub fn read(folder: &Path) -> Result<Self, Failure> {
        let content = read(folder)?;
        let wrong = |what: String| Failure::Content { path: folder.join(NAME), what };
        let written = Written::deserialize(Json::Object(content.clone()));
        let Written { players, agents, games, terms } =
            written.map_err(|error| wrong(format!("it is not of a tournament: {error}")))?;
        let design = Schedule::new(agents.len(), players, terms.grouping)
            .map_err(|error| wrong(error.to_string()))?;
        Ok(Self {
            labels: agents.into_iter().map(|agent| agent.label).collect(),
            players,
            part: part(&design, terms.shard, games),
            design,
            games,
            terms,
            content,
        })
    }

    /// The config of the run that this is a part of.
    pub fn whole(mut self) -> Self {
        let flag = part_flag(self.terms.shard);
        let command = self.command().strip_suffix(&flag).unwrap_or(self.command()).to_owned();
        self.set_command(command);
        self.terms.shard = Shard::WHOLE;
        self.content.insert("shard".to_owned(), Shard::WHOLE.to_string().into());
        self.part = 0..self.games;
        self
    }

    /// Games in order, from the first of a block to the end of a range.
    pub fn games_from(&self, games: Range<u64>) -> impl Iterator<Item = ScheduledGame> {
        self.design.games_from(games.start).take_while(move |scheduled| scheduled.game < games.end)
    }

    /// The command that gives the same files.
    pub fn command(&self) -> &str {
        self.content.get("command").and_then(Json::as_str).unwrap_or_default()
    }

    fn set_command(&mut self, command: String) {
        self.content.insert("command".to_owned(), command.into());
    }

    /// The name of the game.
    pub fn game(&self) -> &str {
        self.content.get("game").and_then(Json::as_str).unwrap_or_default()
    }

    /// Where two charters first differ.
    pub fn difference(&self, other: &Self) -> Option<Difference> {
        differences(&self.content, &other.content)
    }

    /// Writes the manifest, over the one that was there before.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, folder: &Folder, extent: Extent) -> Result<(), Failure> {
        let mut content = self.content.clone();
        if let Ok(Json::Object(extent)) = serde_json::to_value(extent) {
            content.extend(extent);
        }
        folder.write_json(NAME, &content)
    }
}

/// The folder of a new run, with its manifest, or that of a run that goes on; nothing if it is finished.
///
/// # Errors
/// If the folder holds something else, or cannot be read or written.
pub fn folder(
    out: &Path,
    manifest: &impl Serialize,
    resume: bool,
) -> Result<Option<Folder>, Failure> {
    if resume {
        Folder::clear_drafts(out)?;
    }
    if !(resume && out.join(NAME).exists()) {
        let folder = Folder::create(out)?;
        // Of two runs that begin at once, one makes the file.
        folder.output(NAME)?;
        folder.write_json(NAME, manifest)?;
        return Ok(Some(folder));
    }
    if let Some(difference) = difference(out, manifest)? {
        return Err(Failure::OtherRun { folder: out.to_owned(), difference });
    }
    Ok((!is_finished(out)?).then(|| Folder::of(out)))
}

/// Whether the manifest in a folder says that all games have been played.
///
/// # Errors
/// If there is no manifest that can be read.
pub fn is_finished(folder: &Path) -> Result<bool, Failure> {
    Ok(read(folder)?.get("finished") == Some(&Json::Bool(true)))
}

fn read(folder: &Path) -> Result<Map<String, Json>, Failure> {
    let path = folder.join(NAME);
    let text = std::fs::read(&path).map_err(Failure::read(&path))?;
    serde_json::from_slice(&text)
        .map_err(|error| Failure::Content { path, what: format!("it is no manifest: {error}") })
}

/// The flag that asks for a part of a run.
fn part_flag(shard: Shard) -> String {
    if shard == Shard::WHOLE { String::new() } else { format!(" --shard {shard}") }
}

/// The games of the blocks that begin in a shard's share.
fn part(design: &Schedule, shard: Shard, games: u64) -> Range<u64> {
    let bounds = shard.games(games);
    let block_from = |game: u64| {
        let is_border = game == 0 || game == games;
        let next =
            || design.games_from(game).next().map_or(games, |scheduled| scheduled.game.min(games));
        if is_border { game } else { next() }
    };
    block_from(bounds.start)..block_from(bounds.end)
}

/// Where two manifests differ.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Difference {
    /// The path to the value.
    pub place: String,
    /// The value here, as JSON or `absent`.
    pub here: String,
    /// The value there.
    pub there: String,
}

/// Where the manifest in a folder first differs from that of a run that is to go on there: in what the command
/// asks for, or if all of that is the same, in the command.
///
/// # Errors
/// If there is no manifest that can be read.
fn difference(folder: &Path, asked: &impl Serialize) -> Result<Option<Difference>, Failure> {
    let there = read(folder)?;
    let Ok(Json::Object(asked)) = serde_json::to_value(asked) else { return Ok(None) };
    Ok(differences(&there, &asked).or_else(|| {
        first_difference("command".to_owned(), there.get("command"), asked.get("command"))
    }))
}

/// What manifests may differ in, extents apart: what the command asks for stands in other places, and
/// positions are how far a study has come.
const NOT_ASKED_FOR: [&str; 2] = ["command", "positions"];

/// The first place where two manifests differ. How far the runs have come does not count.
fn differences(here: &Map<String, Json>, there: &Map<String, Json>) -> Option<Difference> {
    let Ok(Json::Object(extent)) = serde_json::to_value(Extent::default()) else { return None };
    let counts =
        |name: &&String| !extent.contains_key(*name) && !NOT_ASKED_FOR.contains(&name.as_str());
    let names = here.keys().chain(there.keys().filter(|name| !here.contains_key(*name)));
    names
        .filter(counts)
        .find_map(|name| first_difference(name.clone(), here.get(name), there.get(name)))
}

fn first_difference(
    place: String,
    here: Option<&Json>,
    there: Option<&Json>,
) -> Option<Difference> {
    match (here, there) {
        _ if here == there => None,
        (Some(Json::Object(a)), Some(Json::Object(b))) => {
            let names = a.keys().chain(b.keys().filter(|name| !a.contains_key(*name)));
            names
                .map(|name| (format!("{place}.{name}"), a.get(name), b.get(name)))
                .find_map(|(place, here, there)| first_difference(place, here, there))
        }
        (Some(Json::Array(a)), Some(Json::Array(b))) => {
            let items = 0..a.len().max(b.len());
            items
                .map(|item| (format!("{place}[{item}]"), a.get(item), b.get(item)))
                .find_map(|(place, here, there)| first_difference(place, here, there))
        }
        _ => {
            let text = |value: Option<&Json>| value.map_or("absent".to_owned(), Json::to_string);
            Some(Difference { place, here: text(here), there: text(there) })
        }
    }
}
