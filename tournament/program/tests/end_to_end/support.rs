//! Test support: runs the program in a temporary folder.

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;
use std::{fs, thread};
use tempfile::TempDir;

/// A row of a CSV file: values by column.
pub type Row = BTreeMap<String, String>;

/// Returns the root of the repository.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_owned()
}

/// A temporary folder to work in, removed when the test ends.
pub struct Workshop(TempDir);

impl Workshop {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        // If root runs the tests, bots run as nobody, who must be able to read what they may read.
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        }
        Self(folder)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    pub fn read_bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// Returns the manifest in a folder.
    pub fn manifest(&self, folder: &str) -> Value {
        serde_json::from_str(&self.read(&format!("{folder}/manifest.json"))).unwrap()
    }

    /// Writes a manifest with the checksum that it needs.
    pub fn write_manifest(&self, folder: &str, mut manifest: Value) {
        manifest.as_object_mut().unwrap().shift_remove("checksum");
        let text = serde_json::to_string_pretty(&manifest).unwrap();
        let body = text.strip_suffix("\n}").unwrap().to_owned() + ",\n";
        let checksum = hex(&Sha256::digest(&body));
        let text = format!("{body}  \"checksum\": \"{checksum}\"\n}}\n");
        self.write(&format!("{folder}/manifest.json"), text);
    }

    /// Updates the hashes in the manifest of a finished job to its files, as someone would who hides that they were changed.
    pub fn hash_again(&self, folder: &str) {
        let mut manifest = self.manifest(folder);
        for (name, mark) in manifest["files"].as_object_mut().unwrap() {
            let bytes = self.read_bytes(&format!("{folder}/{name}"));
            *mark = json!({ "bytes": bytes.len(), "sha256": hex(&Sha256::digest(&bytes)) });
        }
        self.write_manifest(folder, manifest);
    }

    /// Turns a finished job into an unfinished one.
    pub fn unfinish(&self, folder: &str) {
        let mut manifest = self.manifest(folder);
        manifest.as_object_mut().unwrap().shift_remove("files");
        manifest["finished"] = false.into();
        self.write_manifest(folder, manifest);
    }

    /// Writes a checkpoint for a job with one table, of which the first `bytes` bytes are valid.
    pub fn write_checkpoint(&self, folder: &str, table: &str, next: u64, bytes: usize) {
        let hash = hex(&Sha256::digest(&self.read_bytes(&format!("{folder}/{table}"))[..bytes]));
        let line = format!("{next},{bytes},{hash}");
        let check = hex(&Sha256::digest(format!("\n{line}")));
        let text = format!("next,{table},{table}:sha256,check\n{line},{}\n", &check[..16]);
        self.write(&format!("{folder}/checkpoints.csv"), text);
    }

    /// Returns the records in a folder, one line per game.
    pub fn records(&self, folder: &str) -> String {
        let bytes = self.read_bytes(&format!("{folder}/records.jsonl.zst"));
        String::from_utf8(zstd::decode_all(&bytes[..]).unwrap()).unwrap()
    }

    /// Asserts that the program rejects these arguments with a one-line error and no other output.
    pub fn refuses(&self, arguments: &str, sentence: &str) {
        let finished = self.run(arguments);
        assert_eq!((finished.code, finished.output.as_str()), (2, ""), "{arguments}");
        let begin = format!("error: {sentence}");
        assert!(finished.errors.starts_with(&begin), "{arguments}: {}", finished.errors);
        assert_eq!(finished.errors.lines().count(), 1, "{arguments}: {}", finished.errors);
    }

    /// Returns the rows of a CSV file.
    pub fn rows(&self, name: &str) -> Vec<Row> {
        let mut reader = csv::Reader::from_path(self.path(name)).unwrap();
        reader.deserialize().map(|row| row.unwrap()).collect()
    }

    /// Returns a command that runs the program in the folder; arguments are separated by spaces.
    pub fn tournament(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tournament"));
        command.current_dir(self.0.path()).args(arguments.split_whitespace());
        command
    }

    pub fn run(&self, arguments: &str) -> Finished {
        Finished::new(self.tournament(arguments).output().unwrap())
    }

    /// Runs the program, asserts that it succeeds, and returns its standard output.
    pub fn output(&self, arguments: &str) -> String {
        let finished = self.run(arguments);
        assert_eq!(finished.code, 0, "{arguments}: {}", finished.errors);
        finished.output
    }
}

fn hex(bytes: &[u8]) -> String {
    let digits: Vec<_> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    digits.concat()
}

/// Waits until a table of a job is longer than `bytes` bytes. Returns whether the job still runs.
pub fn wait_for(job: &mut Child, table: &Path, bytes: u64) -> bool {
    while !fs::metadata(table).is_ok_and(|file| file.len() > bytes) {
        if job.try_wait().unwrap().is_some() {
            return false;
        }
        thread::sleep(Duration::from_millis(2));
    }
    job.try_wait().unwrap().is_none()
}

/// How often a job that ended before it could be stopped is begun again.
const ATTEMPTS: u64 = 30;

/// Starts a run and interrupts it, as Ctrl-C does, once one of its tables is longer than `bytes` bytes. Under load, the run may
/// finish before this process runs: then it begins again.
#[cfg(unix)]
pub fn interrupt(mut command: Command, table: &Path, bytes: u64) -> Finished {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    for _ in 1..ATTEMPTS {
        let mut child = command.spawn().unwrap();
        if wait_for(&mut child, table, bytes) {
            let id = child.id().to_string();
            assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        }
        let finished = Finished::new(child.wait_with_output().unwrap());
        if finished.code != 0 {
            return finished;
        }
        fs::remove_dir_all(table.parent().unwrap()).unwrap();
    }
    panic!("the run ended by itself {ATTEMPTS} times");
}

/// Returns the sizes of all files below a folder.
fn sizes(folder: &Path) -> BTreeMap<PathBuf, u64> {
    let mut sizes = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        // A file may be removed meanwhile.
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            match entry.metadata() {
                Ok(facts) if facts.is_dir() => folders.push(entry.path()),
                Ok(facts) => _ = sizes.insert(entry.path(), facts.len()),
                Err(_) => {}
            }
        }
    }
    sizes
}

/// Starts or resumes a job until it finishes, killing it up to `most` times at moments spread over its duration, but not before it
/// has written something. Returns the number of kills.
pub fn killed_until_done(workshop: &Workshop, arguments: &str, most: u64) -> u64 {
    for kills in 0.. {
        let threads = 1 + kills % 2;
        let mut command = workshop.tournament(&format!("{arguments} --threads {threads} --resume"));
        let before = sizes(&workshop.path(""));
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        if kills >= most {
            assert_ne!(child.wait().unwrap().code(), Some(2), "{arguments}");
            return kills;
        }
        let moment = Duration::from_millis((kills * 97) % 450);
        while child.try_wait().unwrap().is_none() && sizes(&workshop.path("")) == before {
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(moment);
        if let Some(status) = child.try_wait().unwrap() {
            assert_ne!(status.code(), Some(2), "{arguments}");
            return kills;
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    unreachable!("there are more numbers")
}

/// As [`killed_until_done`], for a new job in the folder `out`, which begins again if it finished before it could be killed at least
/// `least` times.
pub fn killed_and_done(workshop: &Workshop, arguments: &str, out: &str, [least, most]: [u64; 2]) {
    for _ in 0..ATTEMPTS {
        if killed_until_done(workshop, &format!("{arguments} --out {out}"), most) >= least {
            return;
        }
        fs::remove_dir_all(workshop.path(out)).unwrap();
    }
    panic!("the job ended by itself {ATTEMPTS} times: {arguments}");
}

/// The result of running the program.
#[derive(Debug)]
pub struct Finished {
    pub code: i32,
    pub output: String,
    pub errors: String,
}

impl Finished {
    pub fn new(output: Output) -> Self {
        Self {
            code: output.status.code().expect("the program ends by itself"),
            output: String::from_utf8(output.stdout).unwrap(),
            errors: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// Returns the sorted names of the files in a folder.
pub fn files(folder: &Path) -> Vec<String> {
    let name = |entry: fs::DirEntry| entry.file_name().into_string().unwrap();
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| name(entry.unwrap())).collect();
    names.sort();
    names
}

/// Asserts that two folders contain the same files with the same bytes, except for files that measure time.
pub fn same_but_for_timing(workshop: &Workshop, one: &str, other: &str) {
    let names = files(&workshop.path(one));
    assert_eq!(names, files(&workshop.path(other)), "{one} and {other}");
    for name in names.iter().filter(|name| !name.starts_with("timing")) {
        let content = |folder: &str| fs::read(workshop.path(folder).join(name)).unwrap();
        assert!(content(one) == content(other), "{name} differs in {one} and {other}");
    }
}

/// The end of a bridge that serves a bot, killed at the end.
pub struct Server {
    process: Child,
    /// The host and port at which it listens.
    pub address: String,
}

impl Server {
    /// Starts to serve a bot, and waits until it can be reached.
    pub fn start(bot: &[&str]) -> Self {
        let mut command = Command::new("python3");
        command.arg(bridge()).args(["serve", "0", "--"]).args(bot);
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().rsplit(' ').next().unwrap().to_owned();
        Self { process, address }
    }

    /// Returns the command of the other end.
    pub fn client(&self) -> String {
        format!("python3 '{}' connect {}", bridge().display(), self.address)
    }
}

fn bridge() -> PathBuf {
    repository().join("agents/examples/bridge.py")
}

impl Drop for Server {
    fn drop(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}
