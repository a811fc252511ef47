//! Tests with a small job that is killed at every write, and whose files are cut and changed at every byte.

use crate::command::JobCommand;
use crate::disk::Disk;
use crate::folder::Mode;
use crate::journal::{Layout, OpenJob, ResumePoint};
use crate::manifest::{JobFacts, Manifest};
use crate::parts::Parts;
use crate::schedule::shard::Shard;
use crate::{Failure, JobKind, Provenance};
use agents::{Decks, Secret};
use engine::csv_table::{CsvRows, CsvTable};
use rayon::prelude::*;
use serde_json::{Map, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const UNITS: u64 = 6;
const SECRET: Secret = Secret::new([7; 16]);

fn table(name: &'static str, header: &str) -> CsvTable {
    CsvTable { name, header: header.as_bytes().to_vec() }
}

fn layout() -> Layout {
    let tables = vec![table("a.csv", "unit,a\n"), table("b.csv", "unit,b\n")];
    Layout { has_records: true, ..Layout::of(tables, vec!["sum.csv"]) }
}

fn manifest(shard: Shard, seed: u64) -> Manifest {
    let facts = JobFacts {
        provenance: Provenance::default(),
        kind: JobKind::Run,
        command: JobCommand::new([""; 0]),
        game: "none",
        rules: BTreeMap::new(),
        players: 2,
        agents: Vec::new(),
        seed,
        games: UNITS,
        shard,
        secret: Some(SECRET),
        decks: Decks::OfBlocks,
    };
    Manifest::new(facts, Map::new())
}

/// The rows of a unit in both tables, and its record.
fn rows(unit: u64) -> ([CsvRows; 2], String) {
    let pages = [format!("{unit},{}\n", 3 * unit), format!("{unit},x\n").repeat(unit as usize % 3)];
    (pages.map(String::into_bytes), format!("record {unit}"))
}

/// Plays the units of a job from which on it is not there yet, with a checkpoint after every second one. Returns the warning.
fn play(disk: &Disk, path: &Path, job: &Manifest, mode: Mode) -> Result<Option<String>, Failure> {
    let Some(OpenJob { mut journal, resume, warning }) = layout().open(disk, path, job, mode)?
    else {
        return Ok(None);
    };
    let mut units = job.shard.share_of(UNITS);
    let mut read = Vec::new();
    if let Some(ResumePoint { next, mut reader }) = resume {
        for unit in units.start..next {
            let traces = reader.game(unit)?;
            read.extend(traces.pages.concat());
            journal.append_record(traces.record.as_ref())?;
            journal.advance(unit + 1)?;
        }
        journal.restored(next)?;
        units.start = next;
    }
    for unit in units {
        let (pages, record) = rows(unit);
        for (table, page) in pages.iter().enumerate() {
            journal.append(table, page)?;
            read.extend(page);
        }
        journal.append_record(Some(&record))?;
        journal.advance(unit + 1)?;
        if unit % 2 == 1 {
            journal.save(|_| Ok(()))?;
        }
    }
    // A summary depends on all rows, so damaged rows would show.
    let sums: CsvRows = read;
    let progress = json!({"missing_in_last_block": 0});
    journal.close([(table("sum.csv", "rows\n"), sums)], job, &progress, true)?;
    Ok(warning)
}

type Files = BTreeMap<PathBuf, Vec<u8>>;

fn files(path: &Path) -> Files {
    let entries = fs::read_dir(path).unwrap().map(|entry| entry.unwrap());
    entries.map(|entry| (entry.file_name().into(), fs::read(entry.path()).unwrap())).collect()
}

fn fill(path: &Path, files: &Files) {
    fs::create_dir(path).unwrap();
    for (name, content) in files {
        fs::write(path.join(name), content).unwrap();
    }
}

/// Returns a folder for a job; a file system in memory is quicker.
fn space() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

fn whole() -> Files {
    let space = space();
    let path = space.path().join("job");
    play(&Disk::default(), &path, &manifest(Shard::WHOLE, 1), Mode::New).unwrap();
    files(&path)
}

/// Kills a job at every change of its folder, beginning with these files. Returns the files that are left each time.
fn killed(begin: &Files, seed: u64) -> Vec<Files> {
    let mut left = Vec::new();
    for halves in 0.. {
        let space = space();
        let path = space.path().join("job");
        fill(&path, begin);
        let disk = Disk::killed_after(halves);
        if play(&disk, &path, &manifest(Shard::WHOLE, seed), Mode::Resume).is_ok() {
            break;
        }
        left.push(files(&path));
    }
    left
}

#[test]
fn a_job_killed_at_any_write_ends_in_the_same_bytes() {
    let whole = whole();
    let check = |files: &Files| {
        let space = space();
        let path = space.path().join("job");
        fill(&path, files);
        play(&Disk::default(), &path, &manifest(Shard::WHOLE, 1), Mode::Resume).unwrap();
        assert!(self::files(&path) == whole, "{:?}", files.keys());
    };
    let once = killed(&Files::new(), 1);
    assert!(once.len() > 60, "{}", once.len());
    once.par_iter().for_each(check);
    // Killed again while it resumes.
    for files in once.iter().step_by(40) {
        killed(files, 1).par_iter().for_each(check);
    }
}

/// Returns all versions of a folder with one file that was removed, replaced, cut at any byte, or changed in one bit of any byte.
fn damaged(good: &Files, foreign: &Files) -> Vec<(String, Files)> {
    let mut all = Vec::new();
    for (name, content) in good {
        let mut add = |what: String, content: Option<Vec<u8>>| {
            let mut files = good.clone();
            match content {
                Some(content) => files.insert(name.clone(), content),
                None => files.remove(name),
            };
            all.push((format!("{}: {what}", name.display()), files));
        };
        add("removed".to_owned(), None);
        if let Some(other) = foreign.get(name).filter(|other| *other != content) {
            add("replaced".to_owned(), Some(other.clone()));
        }
        for byte in 0..content.len() {
            add(format!("cut to {byte}"), Some(content[..byte].to_vec()));
            let mut changed = content.clone();
            changed[byte] ^= 1 << (byte % 8);
            add(format!("changed at {byte}"), Some(changed));
        }
    }
    all
}

/// Returns the files of a job that was killed after its second checkpoint.
fn interrupted(seed: u64) -> Files {
    let lines = |text: &Vec<u8>| text.split(|&byte| byte == b'\n').count();
    let is_late = |files: &Files| files.get(Path::new("checkpoints.csv")).map(lines) == Some(4);
    killed(&Files::new(), seed).into_iter().find(is_late).unwrap()
}

#[test]
fn an_interrupted_job_with_any_damage_is_refused_or_healed() {
    let whole = whole();
    let found: Vec<bool> = damaged(&interrupted(1), &interrupted(2))
        .par_iter()
        .map(|(what, files)| {
            let space = space();
            let path = space.path().join("job");
            fill(&path, files);
            let resumed = play(&Disk::default(), &path, &manifest(Shard::WHOLE, 1), Mode::Resume);
            assert!(resumed.is_err() || self::files(&path) == whole, "{what}");
            resumed.is_ok()
        })
        .collect();
    let healed = found.iter().filter(|&&is_healed| is_healed).count();
    assert!(healed > 500 && found.len() - healed > 500, "{healed} of {}", found.len());
}

#[test]
fn a_finished_job_with_any_damage_is_refused() {
    damaged(&whole(), &BTreeMap::new()).par_iter().for_each(|(what, files)| {
        let space = space();
        let path = space.path().join("job");
        fill(&path, files);
        assert!(Parts::alone(&path, &space.path().join("again")).is_err(), "{what}");
    });
}

#[test]
fn parts_with_any_damage_are_refused() {
    let space = space();
    let shards = ["1/2", "2/2"].map(|shard| shard.parse().unwrap());
    let folders = ["one", "two"].map(|name| space.path().join(name));
    for (shard, folder) in shards.into_iter().zip(&folders) {
        play(&Disk::default(), folder, &manifest(shard, 1), Mode::New).unwrap();
    }
    let out = space.path().join("out");
    assert!(Parts::read(&folders, &out, Some(SECRET)).is_ok());
    let (one, two) = (files(&folders[0]), files(&folders[1]));
    damaged(&one, &two).par_iter().for_each(|(what, files)| {
        let space = self::space();
        let path = space.path().join("job");
        fill(&path, files);
        let parts = Parts::read(&[path, folders[1].clone()], &out, Some(SECRET));
        assert!(parts.is_err(), "{what}");
    });
}
