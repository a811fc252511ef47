//! Self-play by workers: processes that play the games of each generation, on any machines.
//!
//! The training and its workers meet in a folder that all of them see, `OUT.parts`. The training puts the
//! network that plays there, and waits for the games; a worker waits for the network, plays its part of
//! the games and puts them there. Files appear whole, by renaming. Whoever is killed may be started again.

use super::games::play_games;
use super::plan::TrainJob;
use crate::failure::Failure;
use crate::job::Ending;
use crate::schedule::shard::Shard;
use crate::store::folder::write_whole;
use agents::evaluation::Network;
use agents::learning::{Trajectory, games_from_bytes, games_to_bytes};
use engine::PlayableGame;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// How long to wait before looking again.
const PAUSE: Duration = Duration::from_millis(200);

/// What the training writes when it needs its workers no longer.
const FINISHED: &str = "finished";

/// The command of the training, for workers to compare.
const COMMAND: &str = "command";

/// Where a training and its workers meet.
pub struct Exchange {
    folder: PathBuf,
}

impl Exchange {
    /// The folder beside that of the training.
    pub fn beside(out: &Path) -> Self {
        let mut folder = out.as_os_str().to_owned();
        folder.push(".parts");
        Self { folder: folder.into() }
    }

    fn network(&self, generation: u64) -> PathBuf {
        self.folder.join(format!("network-{generation}.safetensors"))
    }

    fn games(&self, generation: u64, shard: Shard) -> PathBuf {
        let (number, of) = (shard.number(), shard.of());
        self.folder.join(format!("games-{generation}.{number}-of-{of}.safetensors"))
    }

    /// Opens the folder for a training: whatever an earlier one left there is gone.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub fn begin(&self, command: &str) -> Result<(), Failure> {
        fs::create_dir_all(&self.folder).map_err(Failure::write(&self.folder))?;
        remove(&self.folder.join(FINISHED))?;
        write_whole(&self.folder.join(COMMAND), command.as_bytes())
    }

    /// Tells the workers that there is nothing left to do.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub fn end(&self) -> Result<(), Failure> {
        write_whole(&self.folder.join(FINISHED), b"")
    }

    /// Lets the workers play a generation with this network. Returns the games in their order, or `None`
    /// if interrupted.
    ///
    /// # Errors
    /// If a file cannot be written, or one of a worker is damaged or does not belong to the training.
    pub fn collect<G: PlayableGame>(
        &self,
        plan: &TrainJob<G>,
        generation: u64,
        network: &Network<G>,
        workers: u64,
    ) -> Result<Option<Vec<Trajectory>>, Failure> {
        write_whole(&self.network(generation), &network.to_bytes(plan.job.manifest.command()))?;
        let mut games = Vec::new();
        for shard in Shard::all(workers) {
            let path = self.games(generation, shard);
            let Some(bytes) = wait_for(&path, plan.job.interrupted())? else { return Ok(None) };
            let file = path.display().to_string();
            let part = games_from_bytes(&bytes, &file, network.shape());
            let wrong = |what: String| Failure::Content { path: path.clone(), what };
            let part = part.map_err(|error| wrong(error.to_string()))?;
            let size = shard.share_of(plan.arguments.generation).count();
            if part.len() != size {
                return Err(wrong(format!("it holds {} games, not {size}: remove it", part.len())));
            }
            games.extend(part);
        }
        remove(&self.network(generation))?;
        Shard::all(workers).try_for_each(|shard| remove(&self.games(generation, shard)))?;
        Ok(Some(games))
    }

    /// Plays a worker's part of every generation until the training has finished.
    ///
    /// # Errors
    /// If a file cannot be read or written, or the folder belongs to another training.
    pub fn work<G: PlayableGame>(
        &self,
        plan: &mut TrainJob<G>,
        shard: Shard,
    ) -> Result<Ending, Failure> {
        plan.job.heed_interrupts()?;
        let finished = self.folder.join(FINISHED);
        let mut next = 0;
        while !plan.job.interrupted().load(Ordering::Relaxed) {
            if finished.exists() {
                return Ok(Ending::Complete);
            }
            match self.called_for(next) {
                Some(generation) if !self.games(generation, shard).exists() => {
                    self.play(plan, generation, shard)?;
                    next = generation;
                }
                _ => thread::sleep(PAUSE),
            }
        }
        Ok(Ending::Interrupted)
    }

    /// The generation that waits for its games, at least this one.
    fn called_for(&self, next: u64) -> Option<u64> {
        let entries = fs::read_dir(&self.folder).ok()?;
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let number = |name: String| {
            name.strip_prefix("network-")?.strip_suffix(".safetensors")?.parse::<u64>().ok()
        };
        names.filter_map(number).filter(|&generation| generation >= next).max()
    }

    /// Plays a worker's part of a generation, unless it is no longer needed.
    fn play<G: PlayableGame>(
        &self,
        plan: &TrainJob<G>,
        generation: u64,
        shard: Shard,
    ) -> Result<(), Failure> {
        let path = self.network(generation);
        let Some(bytes) = read(&path)? else { return Ok(()) };
        let command = self.folder.join(COMMAND);
        let found = fs::read_to_string(&command).map_err(Failure::read(&command))?;
        let asked = plan.job.manifest.command();
        if found != asked {
            let folder = self.folder.clone();
            let difference = format!("`{found}`, not `{asked}`");
            return Err(Failure::OtherRun { folder, difference });
        }
        let network = Network::from_bytes(&bytes, &path.display().to_string())
            .map_err(|error| Failure::Content { path, what: error.to_string() })?;
        let games = shard.share_of(plan.arguments.generation);
        match play_games(plan, generation, &network, games, 0)? {
            Some(games) => write_whole(&self.games(generation, shard), &games_to_bytes(&games)),
            None => Ok(()),
        }
    }
}

/// Waits until a file is there. Returns its content, or `None` if interrupted.
fn wait_for(path: &Path, interrupted: &AtomicBool) -> Result<Option<Vec<u8>>, Failure> {
    while !interrupted.load(Ordering::Relaxed) {
        if let Some(bytes) = read(path)? {
            return Ok(Some(bytes));
        }
        thread::sleep(PAUSE);
    }
    Ok(None)
}

/// Reads a file, if it is there.
fn read(path: &Path) -> Result<Option<Vec<u8>>, Failure> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::read(path)(error)),
    }
}

/// Removes a file, if it is there.
fn remove(path: &Path) -> Result<(), Failure> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(Failure::write(path)(error)),
        _ => Ok(()),
    }
}
