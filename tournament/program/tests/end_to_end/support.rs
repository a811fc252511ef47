//! Runs the program in a folder of its own.

use serde_json::Value;
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

/// A row of a CSV file, by column.
pub type Row = BTreeMap<String, String>;

/// A folder to work in; it goes when the test is over.
pub struct Workshop(TempDir);

impl Workshop {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
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

    /// The manifest in a folder.
    pub fn manifest(&self, folder: &str) -> Value {
        serde_json::from_str(&self.read(&format!("{folder}/manifest.json"))).unwrap()
    }

    /// Makes of a finished job one of an earlier version, which had no hashes.
    pub fn forget_hashes(&self, folder: &str) {
        let mut manifest = self.manifest(folder);
        let entries = manifest.as_object_mut().unwrap();
        entries.retain(|name, _| !["files", "checksum"].contains(&name.as_str()));
        self.write(&format!("{folder}/manifest.json"), manifest.to_string());
    }

    /// Makes of a finished job one that is not, as an earlier version would have left it.
    pub fn unfinish(&self, folder: &str) {
        self.forget_hashes(folder);
        let mut manifest = self.manifest(folder);
        manifest["finished"] = false.into();
        self.write(&format!("{folder}/manifest.json"), manifest.to_string());
    }

    /// Writes the checkpoint of a job with one table, of which so many bytes count.
    pub fn write_checkpoint(&self, folder: &str, table: &str, next: u64, bytes: usize) {
        let hash = hex(&Sha256::digest(&self.read_bytes(&format!("{folder}/{table}"))[..bytes]));
        let line = format!("{next},{bytes},{hash}");
        let check = hex(&Sha256::digest(format!("\n{line}")));
        let text = format!("next,{table},{table}:sha256,check\n{line},{}\n", &check[..16]);
        self.write(&format!("{folder}/checkpoints.csv"), text);
    }

    /// The records in a folder, a line for each game.
    pub fn records(&self, folder: &str) -> String {
        let bytes = self.read_bytes(&format!("{folder}/records.jsonl.zst"));
        String::from_utf8(zstd::decode_all(&bytes[..]).unwrap()).unwrap()
    }

    /// The program refuses these arguments in one line, and prints nothing else.
    pub fn refuses(&self, arguments: &str, sentence: &str) {
        let finished = self.run(arguments);
        assert_eq!((finished.code, finished.output.as_str()), (2, ""), "{arguments}");
        let begin = format!("error: {sentence}");
        assert!(finished.errors.starts_with(&begin), "{arguments}: {}", finished.errors);
        assert_eq!(finished.errors.lines().count(), 1, "{arguments}: {}", finished.errors);
    }

    /// The rows of a CSV file.
    pub fn rows(&self, name: &str) -> Vec<Row> {
        let mut reader = csv::Reader::from_path(self.path(name)).unwrap();
        reader.deserialize().map(|row| row.unwrap()).collect()
    }

    /// The program, ready to run here; arguments are separated by blanks.
    pub fn tournament(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tournament"));
        command.current_dir(self.0.path()).args(arguments.split_whitespace());
        command
    }

    pub fn run(&self, arguments: &str) -> Finished {
        Finished::new(self.tournament(arguments).output().unwrap())
    }

    /// Runs the program, which has to succeed, and returns its standard output.
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

/// Waits until a table has more than so many bytes.
pub fn wait_for(table: &Path, bytes: u64) {
    while !fs::metadata(table).is_ok_and(|file| file.len() > bytes) {
        thread::sleep(Duration::from_millis(2));
    }
}

/// Begins a run and interrupts it as Ctrl-C does, once a table of it has more than so many bytes.
#[cfg(unix)]
pub fn interrupt(mut command: Command, table: &Path, bytes: u64) -> Finished {
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for(table, bytes);
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    Finished::new(child.wait_with_output().unwrap())
}

/// Begins a job or goes on with it until it ends, killing it so often at most, at moments all over it;
/// how often it was killed.
pub fn killed_until_done(workshop: &Workshop, arguments: &str, most: u64) -> u64 {
    for kills in 0.. {
        let threads = 1 + kills % 2;
        let mut command = workshop.tournament(&format!("{arguments} --threads {threads} --resume"));
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        if kills >= most {
            assert_ne!(child.wait().unwrap().code(), Some(2), "{arguments}");
            return kills;
        }
        thread::sleep(Duration::from_millis(1 + (kills * 97) % 450));
        if let Some(status) = child.try_wait().unwrap() {
            assert_ne!(status.code(), Some(2), "{arguments}");
            return kills;
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    unreachable!("there are more numbers")
}

/// What came of a run of the program.
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

/// The names of the files in a folder, sorted.
pub fn files(folder: &Path) -> Vec<String> {
    let name = |entry: fs::DirEntry| entry.file_name().into_string().unwrap();
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| name(entry.unwrap())).collect();
    names.sort();
    names
}

/// Two folders hold the same files with the same bytes, but for those that measure time.
pub fn same_but_for_timing(workshop: &Workshop, one: &str, other: &str) {
    let names = files(&workshop.path(one));
    assert_eq!(names, files(&workshop.path(other)), "{one} and {other}");
    for name in names.iter().filter(|name| !name.starts_with("timing")) {
        let content = |folder: &str| fs::read(workshop.path(folder).join(name)).unwrap();
        assert!(content(one) == content(other), "{name} differs in {one} and {other}");
    }
}
