//! `manifest.json`: describes a job, so that every number in its folder can be traced and
//! reproduced.

use crate::failure::Failure;
use crate::play::MatchSetup;
use crate::schedule::shard::Shard;
use crate::store::folder::Folder;
use agents::{Participant, Value};
use engine::PlayableGame;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

/// The name of the file.
pub const NAME: &str = "manifest.json";

/// The file's last entries, which record the progress. Jobs that differ only in these are the same.
const PROGRESS: [&str; 8] = [
    "games_played",
    "blocks",
    MISSING_IN_LAST_BLOCK,
    "positions",
    "advantage",
    "llr",
    "accepted",
    FINISHED,
];
const MISSING_IN_LAST_BLOCK: &str = "missing_in_last_block";
const GAMES: &str = "games";
const FINISHED: &str = "finished";
const SHARD: &str = "shard";
const COMMAND: &str = "command";
const COMMIT: &str = "commit";

/// The manifest without the progress. It depends neither on the clock nor on threads: equal jobs
/// have equal manifests.
#[derive(Clone, Debug)]
pub struct Manifest {
    /// The agents' labels.
    pub labels: Vec<String>,
    /// The number of seats.
    pub players: usize,
    /// The number of games in all parts of the job.
    pub games: u64,
    /// Which part of the job this is.
    pub shard: Shard,
    content: Map<String, Json>,
}

/// The first entries of every manifest.
#[derive(Serialize)]
struct Head<'a> {
    version: &'static str,
    /// The commit that the program was built from, if it is known.
    #[serde(skip_serializing_if = "str::is_empty")]
    commit: &'static str,
    /// The command that reproduces the files.
    command: &'a str,
    game: &'static str,
    /// The rules in force, and other facts about the game setup.
    #[serde(flatten)]
    rules: BTreeMap<String, Json>,
    players: usize,
    agents: Vec<ManifestAgent<'a>>,
    seed: u64,
    games: u64,
}

/// A participant.
#[derive(Serialize)]
pub struct ManifestAgent<'a> {
    label: &'a str,
    /// The spec as typed, without the label.
    spec: String,
    /// The resolved agent, if the spec names the recommended search.
    agent: &'a str,
    /// All parameters, including defaults and the content of files.
    parameters: BTreeMap<&'a str, &'a Value>,
}

impl<'a> ManifestAgent<'a> {
    /// Describes a participant.
    pub fn of<G: PlayableGame>(participant: &'a Participant<G>) -> Self {
        let parameters = participant.parameters().iter();
        Self {
            label: participant.label(),
            spec: participant.spec().to_string(),
            agent: participant.agent(),
            parameters: parameters.map(|(name, value)| (name.as_str(), value)).collect(),
        }
    }
}

/// The parts of an existing manifest that are read back.
#[derive(Deserialize)]
struct Written {
    players: usize,
    agents: Vec<Label>,
    games: u64,
    #[serde(default)]
    shard: Shard,
}

#[derive(Deserialize)]
struct Label {
    label: String,
}

impl Manifest {
    /// Builds the manifest of a job. The command covers everything but the part; the details are
    /// specific to this kind of job.
    pub fn new<G: PlayableGame>(
        command: &str,
        table: &MatchSetup<G>,
        players: usize,
        games: u64,
        shard: Shard,
        details: &impl Serialize,
    ) -> Self {
        let rules = G::rules_in_force(&table.setup).into_iter();
        let rules = rules.map(|(name, value)| (name, json!(value)));
        let facts = G::facts(&table.setup).into_iter();
        let rules = rules.chain(facts.map(|(name, value)| (name, json!(value))));
        let head = Head {
            version: env!("CARGO_PKG_VERSION"),
            commit: env!("GIT_COMMIT"),
            command: &(command.to_owned() + &part_flag(shard)),
            game: G::NAME,
            rules: rules.map(|(name, value)| (name.replace('-', "_"), value)).collect(),
            players,
            agents: table.participants.iter().map(ManifestAgent::of).collect(),
            seed: table.seed.value(),
            games,
        };
        let mut content = entries(&head);
        content.extend(entries(details));
        if shard != Shard::WHOLE {
            content.insert(SHARD.to_owned(), shard.to_string().into());
        }
        Self { labels: table.labels(), players, games, shard, content }
    }

    /// Reads the manifest in a folder.
    ///
    /// # Errors
    /// Fails if the manifest is missing or cannot be read.
    pub fn read(folder: &Path) -> Result<Self, Failure> {
        let mut content = read(folder)?;
        content.retain(|name, _| !PROGRESS.contains(&name.as_str()));
        let written = Written::deserialize(Json::Object(content.clone()));
        let Written { players, agents, games, shard } = written.map_err(|error| {
            let what = format!("it is no manifest: {error}");
            Failure::Content { path: folder.join(NAME), what }
        })?;
        let labels = agents.into_iter().map(|agent| agent.label).collect();
        Ok(Self { labels, players, games, shard, content })
    }

    /// Returns the details specific to this kind of job.
    ///
    /// # Errors
    /// Fails if the manifest is of another kind of job.
    pub fn details<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        T::deserialize(Json::Object(self.content.clone())).map_err(|error| {
            Failure::Usage(format!("{NAME}: it is that of another kind of job: {error}"))
        })
    }

    /// Returns the manifest of the whole job that this is a part of.
    #[must_use]
    pub fn whole(mut self) -> Self {
        let flag = part_flag(self.shard);
        let command = self.command().strip_suffix(&flag).unwrap_or(self.command()).to_owned();
        self.content.insert(COMMAND.to_owned(), command.into());
        self.content.shift_remove(SHARD);
        self.shard = Shard::WHOLE;
        self
    }

    /// Adds further details to the manifest.
    #[must_use]
    pub fn with(mut self, details: &impl Serialize) -> Self {
        self.content.extend(entries(details));
        self
    }

    /// Returns the manifest as a line of JSON.
    pub fn to_json(&self) -> String {
        Json::Object(self.content.clone()).to_string()
    }

    /// Returns the command that reproduces the files.
    pub fn command(&self) -> &str {
        self.text(COMMAND)
    }

    /// Returns the kind of job: the words of the command before the flags common to all jobs.
    pub fn job(&self) -> Vec<String> {
        let words = shlex::split(self.command()).unwrap_or_default();
        words.into_iter().skip(1).take_while(|word| !word.starts_with('-')).collect()
    }

    /// Returns the name of the game.
    pub fn game(&self) -> &str {
        self.text("game")
    }

    fn text(&self, name: &str) -> &str {
        self.content.get(name).and_then(Json::as_str).unwrap_or_default()
    }

    /// Returns the first difference between two manifests, apart from their commands and commits.
    pub fn difference(&self, other: &Self) -> Option<Difference> {
        let (here, there) = (&self.content, &other.content);
        let names = here.keys().chain(there.keys().filter(|name| !here.contains_key(*name)));
        (names.filter(|name| ![COMMAND, COMMIT].contains(&name.as_str())))
            .find_map(|name| first_difference(name.clone(), here.get(name), there.get(name)))
    }

    /// Whether a job has begun in a folder. Removes the remains of a job that did not get that far.
    ///
    /// # Errors
    /// Fails if the folder cannot be read.
    pub fn is_there(folder: &Path) -> Result<bool, Failure> {
        Folder::clear_drafts(folder)?;
        Ok(folder.join(NAME).exists())
    }

    /// Checks that a folder holds this job, and returns whether it is finished.
    ///
    /// # Errors
    /// Fails if the folder holds another job.
    pub fn resumes(&self, folder: &Path) -> Result<bool, Failure> {
        let there = Self::read(folder)?;
        let commands = || {
            let commands = [&there, self].map(|manifest| manifest.content.get(COMMAND));
            first_difference(COMMAND.to_owned(), commands[0], commands[1])
        };
        match there.difference(self).or_else(commands) {
            Some(difference) => {
                let difference = difference.to_string();
                Err(Failure::OtherRun { folder: folder.to_owned(), difference })
            }
            None => is_finished(folder),
        }
    }

    /// Returns the games of a finished run in a folder, if this run begins with it and goes on.
    ///
    /// # Errors
    /// Fails if its last block is cut short, or if the folder cannot be read.
    pub fn prefix(&self, folder: &Path) -> Result<Option<u64>, Failure> {
        let there = Self::read(folder)?;
        let games = there.games;
        let all = there.with_games(self.games);
        let is_same = all.difference(self).is_none() && all.command() == self.command();
        if !is_same || games >= self.games || !is_finished(folder)? {
            return Ok(None);
        }
        // Other jobs than tournaments have no such entry: more games could change what they play.
        match read(folder)?.get(MISSING_IN_LAST_BLOCK).and_then(Json::as_u64) {
            Some(0) if self.shard == Shard::WHOLE => Ok(Some(games)),
            Some(1..) => Err(Failure::CutShort { folder: folder.to_owned(), games }),
            _ => Ok(None),
        }
    }

    /// The manifest of the same run with another number of games.
    fn with_games(mut self, games: u64) -> Self {
        let flag = |games| format!(" --games {games} ");
        let command = self.command().replacen(&flag(self.games), &flag(games), 1);
        self.content.insert(COMMAND.to_owned(), command.into());
        self.content.insert(GAMES.to_owned(), games.into());
        Self { games, ..self }
    }

    /// Writes the manifest of a job that has just begun.
    ///
    /// # Errors
    /// Fails if it cannot be written.
    pub fn write_begun(&self, folder: &Folder) -> Result<(), Failure> {
        self.write(folder, &BTreeMap::from([(FINISHED, false)]))
    }

    /// Writes the manifest and the progress, replacing the previous one.
    ///
    /// # Errors
    /// Fails if it cannot be written.
    pub fn write(&self, folder: &Folder, progress: &impl Serialize) -> Result<(), Failure> {
        let mut content = self.content.clone();
        content.extend(entries(progress));
        folder.write_json(NAME, &content)
    }
}

/// Whether the manifest in a folder says that the job is finished.
///
/// # Errors
/// Fails if the manifest is missing or cannot be read.
pub fn is_finished(folder: &Path) -> Result<bool, Failure> {
    Ok(read(folder)?.get(FINISHED) == Some(&Json::Bool(true)))
}

fn read(folder: &Path) -> Result<Map<String, Json>, Failure> {
    let path = folder.join(NAME);
    let text = agents::read_bounded(&path).map_err(Failure::read(&path))?;
    serde_json::from_slice(&text)
        .map_err(|error| Failure::Content { path, what: format!("it is no manifest: {error}") })
}

fn entries(content: &impl Serialize) -> Map<String, Json> {
    match serde_json::to_value(content) {
        Ok(Json::Object(entries)) => entries,
        _ => unreachable!("a struct of plain values is an object"),
    }
}

/// Returns the flag that selects a part of a job.
fn part_flag(shard: Shard) -> String {
    if shard == Shard::WHOLE { String::new() } else { format!(" --shard {shard}") }
}

/// A difference between two manifests.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Difference {
    /// The path to the value.
    pub place: String,
    /// The value here, as JSON or `absent`.
    pub here: String,
    /// The value there.
    pub there: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "its {} is {}, not {}", self.place, self.here, self.there)
    }
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
