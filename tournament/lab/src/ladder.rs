//! `tournament ladder`: rates newcomers against anchors, agents whose ratings are fixed.
//!
//! A ladder is a folder. The run in `anchors` rates the anchors, and `ladder.json` fixes these ratings. Each newcomer has a folder
//! with a run against every anchor that it met, numbered like the anchors, with `newcomer.json`, and with the summary tables of all
//! its runs. Every batch of its games follows from these files and the earlier games, so `verify` can recompute all of them.

use anygame::play::Streams;
use anygame::{Anchors, AnyGame};
use engine::{MAX_SEATS, Rules};
use rayon::ThreadPool;
use runner::job::pool;
use runner::job::rules::{RuleChoice, is_text};
use runner::report::luck::LuckLedger;
use runner::report::summary::{Statistics, Summary};
use runner::run::{GameRecord, RecordedRun};
use runner::terminal::{self, aligned, interval};
use runner::{Ending, Failure, FinishedJob, Grouping, JobOptions, RunConfig, verification};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::fs;
use std::iter::{once, zip};
use std::path::{Path, PathBuf};
use store::draft::{write_new, write_whole};
use store::manifest::{self, Manifest};
use store::parts::Parts;
use store::schedule::Schedule;

/// The folder of the run between the anchors.
pub const ANCHORS: &str = "anchors";
const LADDER: &str = "ladder.json";
const NEWCOMER: &str = "newcomer.json";
const RATINGS: &str = "summary_agents.csv";
/// The way to continue the runs of a ladder.
const REMEDY: Option<&str> = Some("repeat the command with --resume");
/// The version of the format.
const FORMAT: u32 = 1;
/// The least number of games between two fits of a rating. Later, it is a fifth of the games so far.
const BATCH: u64 = 20;

/// The content of `ladder.json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ladder {
    format: u32,
    /// The name of the game.
    pub game: String,
    /// The number of players.
    pub players: usize,
    rules: Vec<(String, String)>,
    seed: u64,
    /// The version of the default anchors; `None` for other anchors.
    anchors_version: Option<u32>,
    /// The agents with fixed ratings.
    pub anchors: Vec<Anchor>,
}

/// An agent with a fixed rating.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Anchor {
    label: String,
    spec: String,
    rating: f64,
    win_rating: f64,
}

/// The content of `newcomer.json`: the agent, and when its placement ends.
#[derive(Serialize, Deserialize)]
struct Newcomer {
    name: String,
    spec: String,
    seed: u64,
    within: f64,
    max_games: u64,
    /// Whether the rating is adjusted by the luck of the runs.
    luck_adjusted: bool,
}

/// The configuration of a placement.
#[derive(Clone, Debug)]
pub struct AddConfig {
    /// The folder of the ladder.
    pub folder: PathBuf,
    /// The newcomer: `NAME=SPEC`.
    pub agent: String,
    /// The half-width of the 95% CI, in points, at which the placement ends.
    pub within: f64,
    /// The maximum number of games.
    pub max_games: u64,
    /// The options of the runs; their folders are ignored.
    pub job: JobOptions,
}

/// A newcomer and the ladder on which it is placed.
struct Placement<'a> {
    game: &'a dyn AnyGame,
    ladder: &'a Ladder,
    newcomer: Newcomer,
    folder: PathBuf,
    pool: ThreadPool,
}

/// The ratings in a row of `summary_agents.csv`.
#[derive(Deserialize)]
struct RatingRow {
    rating: f64,
    win_rating: f64,
}

/// Creates a ladder in a folder: plays the anchors against each other as `run` describes, and fixes their ratings. Without agents,
/// the game's default anchors play.
///
/// # Errors
/// Fails if the folder contains a ladder, or if the anchors cannot play.
pub fn new(game: &dyn AnyGame, folder: &Path, mut run: RunConfig) -> Result<FinishedJob, Failure> {
    let file = folder.join(LADDER);
    if file.exists() {
        return Err(Failure::Exists(file));
    }
    let anchors = folder.join(ANCHORS);
    if anchors.exists() && !run.job.resume {
        let sentence = format!("{} already exists: --resume continues it", anchors.display());
        return Err(Failure::usage(sentence));
    }
    let default = Anchors::of(game);
    let anchors_version = run.agents.is_empty().then_some(default.version);
    if run.agents.is_empty() {
        run.agents = default.specs.join(",");
    }
    if game.participants(&run.agents)?.len() < 2 {
        return Err(Failure::usage("--anchors: expected at least two agents"));
    }
    let players = run.players.unwrap_or(*game.facts().players.start());
    run = RunConfig { players: Some(players), records: true, ..run };
    run.job = JobOptions { out: Some(anchors), remedy: REMEDY, ..run.job };
    let finished = run.run(game)?;
    if finished.ending == Ending::Complete {
        let ladder = Ladder {
            format: FORMAT,
            game: game.facts().name.to_owned(),
            players,
            rules: run.rules.given,
            seed: run.job.seed,
            anchors_version,
            anchors: rated_anchors(folder)?,
        };
        write_new(&file, &in_json(&ladder))?;
    }
    Ok(finished)
}

impl Ladder {
    /// Reads the ladder in a folder.
    ///
    /// # Errors
    /// Fails unless the folder contains a ladder in the format of this version.
    pub fn read(folder: &Path) -> Result<Self, Failure> {
        let ladder: Self = read(&folder.join(LADDER))?;
        if ladder.format != FORMAT {
            let what = format!("expected format {FORMAT}, found {}", ladder.format);
            return Err(Failure::content(folder.join(LADDER), what));
        }
        Ok(ladder)
    }

    /// Checks that the run between the anchors has the players, the seed and the rules by which newcomers play.
    fn check_terms(
        &self,
        game: &dyn AnyGame,
        folder: &Path,
        anchors: &Manifest,
    ) -> Result<(), Failure> {
        let entries: Map<String, Value> = anchors.details()?;
        let options = game.facts().rules;
        // The text of a board is not here, but its name is in the run.
        let given = self.rules.iter().filter(|(key, _)| !is_text(key, options)).cloned().collect();
        let choice = RuleChoice { given, ..RuleChoice::default() };
        let setup = choice.setup(game, self.players)?;
        let rules = setup.rules().iter().filter(|(key, _)| !is_text(key, options));
        let rules = rules.map(|(key, value)| (key.replace('-', "_"), json!(value)));
        let others = [("players", json!(self.players)), ("seed", json!(self.seed))];
        let others = others.map(|(name, value)| (name.to_owned(), value));
        match rules.chain(others).find(|(name, value)| entries.get(name) != Some(value)) {
            Some((name, value)) => {
                let what = format!("{name} is {value}, unlike in the run of the anchors");
                Err(Failure::content(folder.join(LADDER), what))
            }
            None => Ok(()),
        }
    }
}

/// Returns the anchors with the ratings from their run.
fn rated_anchors(folder: &Path) -> Result<Vec<Anchor>, Failure> {
    let run = folder.join(ANCHORS);
    let Manifest { labels, specs, .. } = Manifest::read(&run)?;
    let path = run.join(RATINGS);
    let wrong = |error: csv::Error| Failure::content(&path, error);
    let rows = csv::Reader::from_path(&path).map_err(wrong)?.into_deserialize();
    let anchor = |((label, spec), row): (_, Result<_, _>)| {
        let RatingRow { rating, win_rating } = row.map_err(wrong)?;
        Ok(Anchor { label, spec, rating, win_rating })
    };
    labels.into_iter().zip(specs).zip(rows).map(anchor).collect()
}

/// Places a newcomer, or continues its placement.
///
/// # Errors
/// Fails if the newcomer exists and is not to be continued, or if it cannot play.
pub fn add(
    game: &dyn AnyGame,
    ladder: &Ladder,
    config: &AddConfig,
) -> Result<FinishedJob, Failure> {
    let &AddConfig { ref folder, ref agent, within, max_games, ref job } = config;
    let usage = |sentence| Err(Failure::usage(sentence));
    let participants = game.participants(agent)?;
    let name = participants[0].label().to_owned();
    let fits = |character: char| character.is_ascii_alphanumeric() || "-_".contains(character);
    let is_taken = name == ANCHORS || ladder.anchors.iter().any(|anchor| anchor.label == name);
    if is_taken {
        return usage(format!("{agent}: expected NAME=SPEC with a new name: {name} is taken"));
    }
    if participants.len() > 1 || !name.chars().all(fits) {
        return usage(format!(
            "{agent}: expected NAME=SPEC, with letters, digits, - and _ in the new name"
        ));
    }
    let block = Schedule::new(2, ladder.players, Grouping::Auto)?.block_size() as u64;
    if max_games < block || !(within.is_finite() && within > 0.0) {
        return usage(format!("expected --max-games of at least {block}, and --within above 0"));
    }
    let folder = folder.join(&name);
    if folder.exists() && !job.resume {
        return usage(format!("{} already exists: --resume continues it", folder.display()));
    }
    let spec = participants[0].spec().to_string();
    let stored = folder.join(NEWCOMER);
    if stored.exists() {
        let Newcomer { spec: other, seed, .. } = read(&stored)?;
        if (&other, seed) != (&spec, job.seed) {
            return usage(format!(
                "{} contains the placement of {other} with seed {seed}: choose another name",
                folder.display()
            ));
        }
    }
    // The runner measures luck in win shares, which determine ratings only with two players.
    let luck_adjusted = ladder.players == 2 && game.facts().has_outcome_model;
    let newcomer = Newcomer { name, spec, seed: job.seed, within, max_games, luck_adjusted };
    let placement = Placement { game, ladder, newcomer, folder, pool: pool(job.threads)? };
    let (placed, folder) = (placement.place(Some(job))?, placement.folder.clone());
    let Some(summary) = placed else {
        return Ok(FinishedJob { folder, ending: Ending::Interrupted, report: None });
    };
    let newcomer = (NEWCOMER, in_json(&placement.newcomer));
    for (name, content) in files(&summary).chain([newcomer]) {
        write_whole(&folder.join(name), &content)?;
    }
    Ok(FinishedJob { folder, ending: Ending::Complete, report: Some(report(&summary)) })
}

/// Checks a ladder: every run, the ratings of the anchors, and every step of every finished placement.
///
/// # Errors
/// Fails at the first difference.
pub fn verify(
    game: &dyn AnyGame,
    ladder: &Ladder,
    folder: &Path,
    boards: &Rules,
) -> Result<String, Failure> {
    let check = |run: &Path| {
        verification::run(game, run, boards, Some(|parts: &Parts| crate::merge(game, parts)))
    };
    check(&folder.join(ANCHORS))?;
    if ladder.anchors != rated_anchors(folder)? {
        return Err(Failure::content(folder.join(LADDER), "the anchors differ from their run"));
    }
    let anchors = Manifest::read(&folder.join(ANCHORS))?;
    ladder.check_terms(game, folder, &anchors)?;
    let mut told = format!("anchors: {} with the ratings of their run\n", ladder.anchors.len());
    let (finished, unfinished): (Vec<_>, Vec<_>) =
        placements(folder)?.into_iter().partition(|path| path.join(NEWCOMER).exists());
    for unfinished in unfinished {
        if unfinished.join(RATINGS).exists() {
            return Err(Failure::content(unfinished.join(NEWCOMER), "missing"));
        }
        told.extend([format!("the placement in {} is unfinished\n", unfinished.display())]);
    }
    for folder in finished {
        let newcomer = read(&folder.join(NEWCOMER))?;
        let placement = Placement { game, ladder, newcomer, folder, pool: pool(None)? };
        for number in 0..ladder.anchors.len() {
            if placement.run(number).exists() {
                check(&placement.run(number))?;
                placement.check_design(number, &anchors)?;
            }
        }
        let summary = placement.place(None)?;
        for (name, content) in summary.iter().flat_map(files) {
            let path = placement.folder.join(name);
            if fs::read(&path).map_err(Failure::read(&path))? != content {
                let what = "differs from the file computed from the games";
                return Err(Failure::content(path, what));
            }
        }
        told.extend(summary.as_ref().map(report));
    }
    Ok(told + &format!("{} is complete and consistent\n", folder.display()))
}

impl Placement<'_> {
    /// Returns the folder of the run against an anchor.
    fn run(&self, anchor: usize) -> PathBuf {
        self.folder.join(anchor.to_string())
    }

    /// Places the newcomer. With options, games that have not been played are played; returns `None` if interrupted.
    fn place(&self, job: Option<&JobOptions>) -> Result<Option<Summary>, Failure> {
        let Self { game, ladder: Ladder { anchors, players, .. }, newcomer, .. } = self;
        let labels = once(&newcomer.name).chain(anchors.iter().map(|anchor| &anchor.label));
        let known = |rating: fn(&Anchor) -> f64| -> Vec<_> {
            once(None).chain(anchors.iter().map(|anchor| Some(rating(anchor)))).collect()
        };
        let mut statistics = Statistics::new(labels.cloned().collect(), *players)
            .holding(&known(|anchor| anchor.rating), &known(|anchor| anchor.win_rating));
        let schedule = Schedule::new(2, *players, Grouping::Auto)?;
        let mut ledger = LuckLedger::new(anchors.len() + 1);
        let mut games = vec![0; anchors.len()];
        loop {
            let mut summary = self.pool.install(|| Summary::of(&statistics));
            let row = &mut summary.agents[0];
            if newcomer.luck_adjusted {
                let met = zip(anchors, &games).map(|(anchor, &games)| (anchor.rating, games));
                ledger.rows(statistics.labels())[0].adjust(row, met);
            }
            let ends = row.rating_high.zip(row.rating_low);
            let is_placed = ends.is_some_and(|(high, low)| high - low <= 2.0 * newcomer.within);
            let rating = row.rating.unwrap_or_default();
            let distances = anchors.iter().map(|anchor| (anchor.rating - rating).abs());
            let nearest = zip(distances, 0..).min_by(|one, other| one.0.total_cmp(&other.0));
            let anchor = nearest.unwrap_or_default().1;
            let left = newcomer.max_games.saturating_sub(statistics.games());
            let due = games[anchor] + BATCH.max(statistics.games() / 5).min(left);
            // A batch ends with a whole block.
            let due = schedule.games_from(due).next().map_or(u64::MAX, |scheduled| scheduled.game);
            if is_placed || left == 0 || due - games[anchor] > left {
                self.check_used(&games)?;
                return Ok(Some(summary));
            }
            if let Some(job) = job
                && self.play(anchor, due, job)?
            {
                return Ok(None);
            }
            let run = RecordedRun::find(&self.run(anchor))?;
            for played in run.games(*game)?.take(due as usize).skip(games[anchor] as usize) {
                let GameRecord { mut scheduled, outcome, luck, .. } = played?;
                scheduled.assignment.iter_mut().for_each(|agent| *agent *= anchor + 1);
                scheduled.matchup += anchor * MAX_SEATS;
                statistics.add(&scheduled, &outcome);
                ledger.add(&scheduled.assignment, &outcome, &luck);
                if scheduled.left_in_block == 0 {
                    ledger.close_block(scheduled.matchup);
                }
            }
            games[anchor] = due;
        }
    }

    /// Checks that the run against each anchor has no games beyond those that the placement uses.
    fn check_used(&self, games: &[u64]) -> Result<(), Failure> {
        for (path, &used) in (0..).map(|anchor| self.run(anchor)).zip(games) {
            let there = if path.exists() { Manifest::read(&path)?.games } else { 0 };
            if there != used {
                let Newcomer { within, max_games, .. } = self.newcomer;
                let what = format!(
                    "expected {used} games by --within {within} and --max-games {max_games}, found {there}"
                );
                return Err(Failure::content(path, what));
            }
        }
        Ok(())
    }

    /// Plays the run against an anchor up to a number of games. Returns whether it was interrupted.
    fn play(&self, anchor: usize, mut games: u64, job: &JobOptions) -> Result<bool, Failure> {
        let (Self { ladder, newcomer, .. }, out) = (self, self.run(anchor));
        if Manifest::is_there(&out) {
            // The run may contain games of later batches.
            let there = Manifest::read(&out)?.games;
            if there >= games && manifest::is_finished(&out)? {
                return Ok(false);
            }
            games = games.max(there);
        }
        let Anchor { label, spec, rating, .. } = &ladder.anchors[anchor];
        // The user chose this label: one that is derived from a spec is the spec, or contains `:` or `=`.
        let is_given = label != spec && !label.contains([':', '=']);
        let opponent = if is_given { format!("{label}={spec}") } else { spec.clone() };
        // The decks of all runs differ.
        let seed = newcomer.seed.wrapping_add(1 + anchor as u64);
        let run = RunConfig {
            games,
            players: Some(ladder.players),
            rules: RuleChoice { given: ladder.rules.clone(), ..RuleChoice::default() },
            records: true,
            luck: newcomer.luck_adjusted,
            // A copy of the anchor plays differently, so that its rating has an interval.
            streams: Streams::Agent,
            job: JobOptions { seed, out: Some(out), resume: true, remedy: REMEDY, ..job.clone() },
            ..RunConfig::new(&format!("{}={},{opponent}", newcomer.name, newcomer.spec))
        };
        if !job.quiet {
            terminal::tell(&format!("against {label} ({rating:+.0}): {games} games"));
        }
        Ok(run.run(self.game)?.ending != Ending::Complete)
    }

    /// Checks that a run is between the newcomer and an anchor, by the rules of the run between the anchors.
    fn check_design(&self, anchor: usize, like: &Manifest) -> Result<(), Failure> {
        let manifest = Manifest::read(&self.run(anchor))?;
        let (Anchor { label, spec, .. }, newcomer) = (&self.ladder.anchors[anchor], &self.newcomer);
        let rules = self.game.facts().rules.iter().map(|rule| rule.key.replace('-', "_"));
        let names: Vec<_> = rules.chain(["game", "players"].map(str::to_owned)).collect();
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        let is_between = manifest.labels == [&*newcomer.name, label]
            && manifest.specs == [&*newcomer.spec, spec]
            && self.folder.ends_with(&newcomer.name);
        let other = (!is_between).then(|| format!("expected {} against {spec}", newcomer.spec));
        let difference = manifest.difference_in(like, &names).map(|found| found.to_string());
        other.or(difference).map_or(Ok(()), |what| Err(Failure::content(self.run(anchor), what)))
    }
}

/// Returns the names and contents of a newcomer's summary tables.
fn files(summary: &Summary) -> impl Iterator<Item = (&'static str, Vec<u8>)> + use<> {
    let files = summary.files().into_iter();
    files.map(|(table, rows)| (table.name, [table.header.as_slice(), &rows].concat()))
}

/// Formats a newcomer's rating as readable text.
fn report(summary: &Summary) -> String {
    let row = &summary.agents[0];
    let points =
        |points: Option<f64>| points.map_or("-".to_owned(), |points| format!("{points:+.0}"));
    let ends = interval(row.rating_low, row.rating_high, points);
    let (games, note) = (row.games.to_string(), row.rating_note.clone());
    let cells = vec![row.agent.clone(), games, points(row.rating), ends, note];
    aligned(&["newcomer", "games", "rating", "95% CI", "note"], 1, vec![cells])
}

/// Returns the folders of all newcomers whose placement is finished, sorted by name.
///
/// # Errors
/// Fails if the folder of the ladder cannot be read.
pub fn newcomers(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut paths = placements(folder)?;
    paths.retain(|path| path.join(NEWCOMER).exists());
    Ok(paths)
}

/// Returns the folders of all newcomers, sorted by name.
fn placements(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = fs::read_dir(folder).map_err(Failure::read(folder))?;
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.is_dir() && !path.ends_with(ANCHORS));
    paths.sort();
    Ok(paths)
}

fn in_json(content: &impl Serialize) -> Vec<u8> {
    let text = serde_json::to_string_pretty(content).expect("names and finite numbers");
    (text + "\n").into_bytes()
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<T, Failure> {
    let text = agents::read_small_text(path).map_err(Failure::read(path))?;
    serde_json::from_str(&text).map_err(|error| Failure::content(path, error))
}
