//! `manifest.json`: describes a job, so that every number in its folder can be traced and reproduced.

use crate::command::{JobCommand, entries};
use crate::difference::{Difference, difference};
use crate::digest::{Mark, sha256};
use crate::failure::Failure;
use crate::folder::Folder;
use crate::job_kind::JobKind;
use crate::provenance::Provenance;
use crate::schedule::shard::Shard;
use agents::{Decks, Secret, Value, deck_seed};
use engine::{MAX_SEATS, RuleOption, RuleValues, Rules, Seed};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

/// The name of the manifest.
pub const NAME: &str = "manifest.json";
/// The name of the manifest while it is being written.
pub const DRAFT: &str = "manifest.json.tournament-draft";

/// The last entries of the manifest, which record the progress. They are ignored when jobs are compared.
const PROGRESS: [&str; 14] = [
    "games_played",
    "blocks",
    MISSING_IN_LAST_BLOCK,
    "positions",
    "advantage",
    "normalised_elo",
    "normalised_elo_low",
    "normalised_elo_high",
    "llr",
    "accepted",
    FINISHED,
    FILES,
    SECRET,
    CHECKSUM,
];
const MISSING_IN_LAST_BLOCK: &str = "missing_in_last_block";
const GAMES: &str = "games";
/// Whether the job is finished; it follows the other entries about the progress.
pub const FINISHED: &str = "finished";
/// The length and hash of every file of a finished job.
const FILES: &str = "files";
/// The key of the decks of a finished job, if it has one.
const SECRET: &str = "secret";
/// The hash of the key's hexadecimal digits.
const SECRET_HASH: &str = "secret_sha256";
/// The last entry: the SHA-256 hash of all text of the manifest before its line.
const CHECKSUM: &str = "checksum";
/// The games that have the same deck; only in the manifest of a job that plays no deck twice.
const DECKS: &str = "decks";
const OF_GAMES: &str = "game";
/// The part of a job; a tournament has it even if the part is the whole run.
pub const SHARD: &str = "shard";
const COMMAND: &str = "command";
const COMMIT: &str = "commit";
const SEED: &str = "seed";

/// The file that contains the secret until the job is finished.
pub const SECRET_FILE: &str = "secret.draft";

/// A manifest without the entries that record the progress. It depends neither on the clock nor on threads: equal
/// jobs have equal manifests.
#[derive(Clone, Debug)]
pub struct Manifest {
    /// The kind of the job.
    pub kind: JobKind,
    /// The agents' labels.
    pub labels: Vec<String>,
    /// The agents' specs, without labels.
    pub specs: Vec<String>,
    /// The number of seats.
    pub players: usize,
    /// The number of games in all parts of the job.
    pub games: u64,
    /// The part of the job that this manifest describes.
    pub shard: Shard,
    /// The key of the decks, if there is one and it is known. A part knows only its hash, because other parts may
    /// still be played.
    pub secret: Option<Secret>,
    content: Map<String, Json>,
}

/// The facts about a job that every manifest contains; entries for the kind of job are added to them.
#[derive(Debug, Serialize)]
pub struct JobFacts {
    /// The version and the commit of the program.
    #[serde(flatten)]
    pub provenance: Provenance,
    /// The command that reproduces the files.
    pub command: JobCommand,
    /// The kind of the job.
    #[serde(rename = "job")]
    pub kind: JobKind,
    /// The name of the game.
    pub game: &'static str,
    /// The rules in force, and other facts about the setup: names and values.
    #[serde(flatten)]
    pub rules: BTreeMap<String, Json>,
    /// The number of seats.
    pub players: usize,
    /// The participants.
    pub agents: Vec<ManifestAgent>,
    /// The master seed.
    pub seed: u64,
    /// The number of games in all parts of the job.
    pub games: u64,
    /// The part of the job that is played.
    #[serde(skip)]
    pub shard: Shard,
    /// The key of the decks, if the job has one.
    #[serde(skip)]
    pub secret: Option<Secret>,
    /// The games that have the same deck.
    #[serde(skip)]
    pub decks: Decks,
}

/// A participant as manifests describe it.
#[derive(Debug, Serialize)]
pub struct ManifestAgent {
    /// The participant's label in tables.
    pub label: String,
    /// The spec as given by the user, without the label.
    pub spec: String,
    /// The name of the agent; if the spec names the recommended search, the name of the actual search.
    pub agent: String,
    /// All parameters in force, including defaults and the content of files.
    pub parameters: BTreeMap<String, Value>,
}

/// The entries that are parsed from an existing manifest.
#[derive(Deserialize)]
struct Written {
    players: usize,
    agents: Vec<WrittenAgent>,
    games: u64,
    job: JobKind,
    #[serde(default)]
    shard: Shard,
}

#[derive(Deserialize)]
struct WrittenAgent {
    label: String,
    #[serde(default)]
    spec: String,
}

impl Manifest {
    /// Builds the manifest of a job. The [details](entries) are specific to the kind of job.
    pub fn new(facts: JobFacts, details: Map<String, Json>) -> Self {
        let mut content = entries(&facts);
        let JobFacts { kind, players, agents, games, shard, secret, decks, .. } = facts;
        let (labels, specs) = agents.into_iter().map(|agent| (agent.label, agent.spec)).unzip();
        if let Some(secret) = secret {
            content.insert(SECRET_HASH.to_owned(), secret.hash().into());
        }
        if decks == Decks::OfGames {
            content.insert(DECKS.to_owned(), OF_GAMES.into());
        }
        content.extend(details);
        if shard != Shard::WHOLE {
            content.insert(SHARD.to_owned(), shard.to_string().into());
        }
        let secret = secret.filter(|_| shard == Shard::WHOLE);
        Self { kind, labels, specs, players, games, shard, secret, content }
    }

    /// Reads the manifest of a folder.
    ///
    /// # Errors
    /// Fails if the manifest is missing or cannot be read.
    pub fn read(folder: &Path) -> Result<Self, Failure> {
        let content = read(folder)?;
        Self::of_content(content).map_err(|what| Failure::content(folder.join(NAME), what))
    }

    /// Parses the text of a manifest, without checking its checksum.
    ///
    /// # Errors
    /// Returns a description of the problem.
    pub fn parse(text: &str) -> Result<Self, String> {
        Self::of_content(parse(text)?)
    }

    fn of_content(mut content: Map<String, Json>) -> Result<Self, String> {
        let secret = content.get(SECRET).and_then(Json::as_str);
        let secret = secret.and_then(|digits| digits.parse().ok());
        content.retain(|name, _| !PROGRESS.contains(&name.as_str()));
        let written = Written::deserialize(Json::Object(content.clone()));
        let Written { players, agents, games, job: kind, shard } =
            written.map_err(|error| format!("not a manifest: {error}"))?;
        let (labels, specs) = agents.into_iter().map(|agent| (agent.label, agent.spec)).unzip();
        Ok(Self { kind, labels, specs, players, games, shard, secret, content })
    }

    /// Returns the details specific to this kind of job.
    ///
    /// # Errors
    /// Fails if the manifest describes another kind of job.
    pub fn details<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        T::deserialize(Json::Object(self.content.clone())).map_err(|error| {
            Failure::usage(format!("{NAME} belongs to a different kind of job: {error}"))
        })
    }

    /// Returns the rules in force, for setting up the game again. A rule whose value is a text is given by the name
    /// of the text, because the manifest does not contain the text itself.
    pub fn rules(&self, options: &[RuleOption]) -> Rules {
        options.iter().fold(Rules::new(), |rules, option| {
            let is_text = matches!(option.values, RuleValues::Text { .. });
            match self.content.get(&option.key.replace('-', "_")) {
                Some(Json::String(name)) if is_text => rules.with_named(option.key, name),
                Some(Json::String(word)) => rules.with(option.key, word),
                Some(number) => rules.with(option.key, &number.to_string()),
                None => rules,
            }
        })
    }

    /// Checks the numbers of agents and seats, because the manifest may have been edited by hand.
    ///
    /// # Errors
    /// Fails if no game allows these numbers.
    pub fn check_seats(&self) -> Result<(), Failure> {
        let (agents, players) = (self.labels.len(), self.players);
        if agents > 0 && (1..=MAX_SEATS).contains(&players) {
            return Ok(());
        }
        let sentence = format!("{NAME}: no game allows {agents} agents with {players} players");
        Err(Failure::usage(sentence))
    }

    /// Returns the manifest of the whole job to which this part belongs.
    #[must_use]
    pub fn whole(mut self) -> Self {
        self.change_command(|command| command.without(SHARD));
        self.content.shift_remove(SHARD);
        self.shard = Shard::WHOLE;
        self
    }

    /// Adds the key of the decks, which the parts of a job do not contain.
    ///
    /// # Errors
    /// Fails if the key is missing, or is not the key of this job.
    pub fn reveal(self, given: Option<Secret>) -> Result<Self, Failure> {
        let hash = self.text(SECRET_HASH);
        let sentence = match given {
            Some(secret) if secret.hash() == hash => return Ok(Self { secret: given, ..self }),
            Some(_) => "--secret: the decks of these parts have a different key, or none",
            None if hash.is_empty() || self.secret.is_some() => return Ok(self),
            None => "the decks of these parts have a secret key: name it with --secret",
        };
        Err(Failure::usage(sentence))
    }

    /// Adds more details to the manifest.
    #[must_use]
    pub fn with(mut self, details: &impl Serialize) -> Self {
        self.content.extend(entries(details));
        self
    }

    /// Returns the manifest as one line of JSON.
    pub fn to_json(&self) -> String {
        Json::Object(self.content.clone()).to_string()
    }

    /// Returns the command that reproduces the files.
    pub fn command(&self) -> &str {
        self.text(COMMAND)
    }

    /// Returns the games that have the same deck.
    fn decks(&self) -> Decks {
        if self.text(DECKS) == OF_GAMES { Decks::OfGames } else { Decks::OfBlocks }
    }

    /// Returns the seed of the deck of a game in a block, or `None` if it depends on an unknown secret.
    pub fn deck_seed(&self, game: u64, block: u64) -> Option<Seed> {
        let is_known = self.secret.is_some() || !self.content.contains_key(SECRET_HASH);
        let seed = self.content.get(SEED).and_then(Json::as_u64).filter(|_| is_known)?;
        Some(deck_seed(Seed::new(seed), self.secret, self.decks().number(game, block)))
    }

    /// Returns the name of the game.
    pub fn game(&self) -> &str {
        self.text("game")
    }

    /// Returns the text of an entry, or an empty text if there is no such entry.
    pub fn text(&self, name: &str) -> &str {
        self.content.get(name).and_then(Json::as_str).unwrap_or_default()
    }

    /// Returns the first difference between two manifests. Commands and commits are ignored.
    pub fn difference(&self, other: &Self) -> Option<Difference> {
        let (here, there) = (&self.content, &other.content);
        let names = here.keys().chain(there.keys().filter(|name| !here.contains_key(*name)));
        let names = names.map(String::as_str).filter(|name| ![COMMAND, COMMIT].contains(name));
        self.difference_in(other, &names.collect::<Vec<_>>())
    }

    /// Returns the first difference between two manifests in the entries with these names.
    pub fn difference_in(&self, other: &Self, names: &[&str]) -> Option<Difference> {
        names.iter().find_map(|&name| {
            difference(name.to_owned(), self.content.get(name), other.content.get(name))
        })
    }

    /// Whether a folder contains the manifest of a job.
    pub fn is_there(folder: &Path) -> bool {
        folder.join(NAME).exists()
    }

    /// Checks that a folder contains this job, and returns whether the job is finished.
    ///
    /// # Errors
    /// Fails if the folder contains another job.
    pub fn resumes(&self, folder: &Path) -> Result<bool, Failure> {
        let there = Self::read(folder)?;
        match there.difference(self).or_else(|| there.difference_in(self, &[COMMAND])) {
            Some(difference) => {
                let difference = difference.to_string();
                Err(Failure::OtherRun { folder: folder.to_owned(), difference })
            }
            None => is_finished(folder),
        }
    }

    /// Returns the number of games of a finished run in a folder, if this run starts with the same games and has
    /// more.
    ///
    /// # Errors
    /// Fails if the last block of the finished run is incomplete, or if the folder cannot be read.
    pub fn prefix(&self, folder: &Path) -> Result<Option<u64>, Failure> {
        let there = Self::read(folder)?;
        let games = there.games;
        let all = there.with_games(self.games);
        let is_same = all.difference(self).is_none() && all.command() == self.command();
        if !is_same || games >= self.games || !is_finished(folder)? {
            return Ok(None);
        }
        // Only tournaments have this entry; in other jobs, a larger number of games could change the earlier ones.
        match read(folder)?.get(MISSING_IN_LAST_BLOCK).and_then(Json::as_u64) {
            Some(0) if self.shard == Shard::WHOLE => Ok(Some(games)),
            Some(1..) => Err(Failure::CutShort { folder: folder.to_owned(), games }),
            _ => Ok(None),
        }
    }

    /// Returns the manifest of the same run with another number of games.
    fn with_games(mut self, games: u64) -> Self {
        self.change_command(|command| command.with(GAMES, games));
        self.content.insert(GAMES.to_owned(), games.into());
        Self { games, ..self }
    }

    /// Changes the command, unless it was edited by hand and is none of this program.
    fn change_command(&mut self, change: impl FnOnce(JobCommand) -> JobCommand) {
        if let Some(command) = JobCommand::parse(self.command()) {
            self.content.insert(COMMAND.to_owned(), change(command).to_string().into());
        }
    }

    /// Writes the manifest of a job that has just started.
    ///
    /// # Errors
    /// Fails if it cannot be written.
    pub fn write_begun(&self, folder: &Folder) -> Result<(), Failure> {
        if let Some(secret) = self.secret {
            folder.write_private(SECRET_FILE, &secret.digits())?;
        }
        self.write(folder, Map::from_iter([(FINISHED.to_owned(), false.into())]))
    }

    /// Writes the manifest and the progress, and replaces the previous manifest.
    ///
    /// # Errors
    /// Fails if it cannot be written.
    pub fn write(&self, folder: &Folder, progress: Map<String, Json>) -> Result<(), Failure> {
        let mut content = self.content.clone();
        content.extend(progress);
        folder.write(NAME, signed(&content).as_bytes())
    }

    /// Writes the manifest, the progress, and the marks of all existing files among `files`.
    ///
    /// # Errors
    /// Fails if the manifest cannot be written, or a file cannot be read.
    pub fn write_finished(
        &self,
        folder: &Folder,
        mut progress: Map<String, Json>,
        files: &[&str],
    ) -> Result<(), Failure> {
        let mut marks = BTreeMap::new();
        for name in files {
            let path = folder.path().join(name);
            if path.exists() {
                marks.insert(name, Mark::of_file(&path).map_err(Failure::read(&path))?);
            }
        }
        progress.insert(FILES.to_owned(), json!(marks));
        if let Some(secret) = self.secret {
            progress.insert(SECRET.to_owned(), secret.digits().into());
        }
        self.write(folder, progress)?;
        folder.remove([SECRET_FILE.to_owned()])
    }
}

/// Formats a manifest and appends its checksum.
fn signed(content: &Map<String, Json>) -> String {
    let text = serde_json::to_string_pretty(content).expect("it has a JSON form");
    let body = text.strip_suffix("\n}").unwrap_or(&text).to_owned() + ",\n";
    let checksum = sha256(body.as_bytes());
    format!("{body}  \"{CHECKSUM}\": \"{checksum}\"\n}}\n")
}

/// Whether a manifest is unchanged since it was written, as far as its checksum shows.
fn is_whole(text: &str) -> bool {
    let line = format!("\n  \"{CHECKSUM}\": ");
    text.rfind(&line).is_some_and(|place| {
        let checksum = sha256(&text.as_bytes()[..=place]);
        text[place..] == format!("{line}\"{checksum}\"\n}}\n")
    })
}

/// Returns the marks of the files of a finished job, by name.
///
/// # Errors
/// Fails if the manifest is missing or cannot be read.
pub fn files(folder: &Path) -> Result<BTreeMap<String, Mark>, Failure> {
    let files = read(folder)?.shift_remove(FILES).unwrap_or_else(|| json!({}));
    let wrong = |error| Failure::content(folder.join(NAME), format!("not a manifest: {error}"));
    serde_json::from_value(files).map_err(wrong)
}

/// Checks the files of a finished job against the hashes in its manifest.
///
/// # Errors
/// Fails at the first file that is missing or was changed.
pub fn check_files(folder: &Path) -> Result<(), Failure> {
    for (name, mark) in files(folder)? {
        let path = folder.join(name);
        // A length can be compared at once, and a file can be very long.
        let is_as_long = |about: fs::Metadata| about.len() == mark.bytes;
        let found = path
            .metadata()
            .and_then(|about| Ok(is_as_long(about) && Mark::of_file(&path)? == mark));
        let what = match found {
            Ok(true) => continue,
            Ok(_) => "changed",
            Err(error) if error.kind() == ErrorKind::NotFound => "removed",
            Err(error) => return Err(Failure::read(&path)(error)),
        };
        return Err(Failure::Damaged { path, what });
    }
    Ok(())
}

/// Returns the secret of a job, if there is a job in the folder and it has a secret.
///
/// # Errors
/// Fails if a file exists but cannot be read.
pub fn secret(folder: &Path) -> Result<Option<Secret>, Failure> {
    if !Manifest::is_there(folder) {
        return Ok(None);
    }
    let path = folder.join(SECRET_FILE);
    if path.exists() {
        let digits = agents::read_bounded_text(&path).map_err(Failure::read(&path))?;
        return digits.parse().map(Some).map_err(|what: &str| Failure::content(path, what));
    }
    Ok(Manifest::read(folder)?.secret)
}

/// Whether the job in a folder is finished, according to its manifest.
///
/// # Errors
/// Fails if the manifest is missing or cannot be read.
pub fn is_finished(folder: &Path) -> Result<bool, Failure> {
    Ok(read(folder)?.get(FINISHED) == Some(&Json::Bool(true)))
}

fn read(folder: &Path) -> Result<Map<String, Json>, Failure> {
    only_files(folder)?;
    let path = folder.join(NAME);
    let text = agents::read_bounded_text(&path).map_err(|error| match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => Failure::NotARun(folder.to_owned()),
        _ => Failure::read(&path)(error),
    })?;
    let changed = || "changed after it was written: the checksum does not match".to_owned();
    let content =
        parse(&text).and_then(|content| is_whole(&text).then_some(content).ok_or_else(changed));
    content.map_err(|what| Failure::content(path, what))
}

/// Refuses a folder with a pipe, a socket or a device, which may never end.
fn only_files(folder: &Path) -> Result<(), Failure> {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let about = fs::metadata(entry.path());
        if about.is_ok_and(|about| !about.is_file() && !about.is_dir()) {
            return Err(Failure::Link(entry.path()));
        }
    }
    Ok(())
}

fn parse(text: &str) -> Result<Map<String, Json>, String> {
    serde_json::from_str(text).map_err(|error| format!("not a manifest: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_come_back_from_a_manifest() {
        let option = |key, values| RuleOption { key, meaning: "", values };
        let options = [
            option("edition", RuleValues::Words(&["first", "second"])),
            option("turn-limit", RuleValues::Whole { range: 1..=9, default: 3 }),
            option("stall", RuleValues::Whole { range: 0..=9, default: 0 }),
            option("board", RuleValues::Text { default: "usual" }),
        ];
        let text = r#"{"edition": "second", "turn_limit": 5, "board": "mine", "job": "run", "players": 2,
            "agents": [{"label": "a"}], "games": 1}"#;
        let rules = Manifest::parse(text).unwrap().rules(&options);
        let given = Rules::new().with("edition", "second").with("turn-limit", "5");
        assert_eq!(rules, given.with_named("board", "mine"));
    }
}
