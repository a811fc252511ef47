//! The file of decisions: its schema, its metadata, its rows.

use super::decisions::Decisions;
use crate::analysis::search::Search;
use crate::failure::Failure;
use crate::store::parquet::{Column, ParquetFile};
use crate::studies::tournament::RecordedRun;
use engine::{ActionGroup, Encoding, PlayableGame, TensorBlock};
use serde_json::{Value, json};
use std::path::Path;

/// The table's name.
const NAME: &str = "decisions";

/// The columns, in the order in which they are written.
const SCHEMA: &str = "{
    required int64 game;
    required int64 block;
    required int32 decision;
    required int32 turn;
    required int32 seat;
    required binary agent (STRING);
    required group observation (LIST) { repeated group list { required float element; } }
    required group mask (LIST) { repeated group list { required boolean element; } }
    required int32 action;
    optional group visits (LIST) { repeated group list { optional int64 element; } }
    optional group value (LIST) { repeated group list { optional double element; } }
    required group outcome (LIST) { repeated group list { required double element; } }
    required group points (LIST) { repeated group list { required int32 element; } }
}";

/// Values of lists that are written at a time, about. It must not depend on the machine.
const VALUES: usize = 1 << 22;

/// A file of decisions that is being written.
pub struct DecisionTable {
    file: ParquetFile,
    /// Lengths of the lists.
    observation: usize,
    actions: usize,
    players: usize,
    /// Decisions that are not in the file yet, and how many there are in a group of rows at least.
    waiting: Decisions,
    group: usize,
    rows: usize,
    has_visits: bool,
}

impl DecisionTable {
    /// Begins the file.
    ///
    /// # Errors
    /// Fails if the manifest cannot be read, or if the file cannot be written.
    pub fn begin<G: PlayableGame>(
        path: &Path,
        run: &RecordedRun,
        encoding: &dyn Encoding<G>,
        search: Option<&Search<G>>,
    ) -> Result<Self, Failure> {
        let players = run.manifest().players;
        let (blocks, groups) = (encoding.blocks(players), encoding.groups());
        let observation = blocks.iter().map(TensorBlock::size).sum();
        let actions = ActionGroup::total(groups);
        let metadata = [
            ("hidden_decks.game", G::NAME.to_owned()),
            ("hidden_decks.players", players.to_string()),
            (
                "hidden_decks.observation",
                told(blocks.iter().map(|block| {
                    let TensorBlock { name, shape, meaning } = block;
                    (block.size(), json!({ "name": name, "shape": shape, "meaning": meaning }))
                })),
            ),
            (
                "hidden_decks.actions",
                told(groups.iter().map(|group| {
                    let ActionGroup { name, count, meaning } = *group;
                    (count, json!({ "name": name, "count": count, "meaning": meaning }))
                })),
            ),
            ("hidden_decks.run", run.manifest().to_json()),
        ];
        let search = search.map(|search| ("hidden_decks.search", search.describe()));
        let file = ParquetFile::begin(path, NAME, SCHEMA, metadata.into_iter().chain(search))?;
        Ok(Self {
            file,
            observation,
            actions,
            players,
            waiting: Decisions::default(),
            group: VALUES / (observation + actions),
            rows: 0,
            has_visits: false,
        })
    }

    /// Adds the decisions of the next game.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn add(&mut self, decisions: Decisions) -> Result<(), Failure> {
        self.rows += decisions.len();
        self.has_visits |= decisions.visits.iter().any(Option::is_some);
        decisions.append_to(&mut self.waiting);
        if self.waiting.len() >= self.group { self.write() } else { Ok(()) }
    }

    /// Returns whether a search has told its visits at any decision.
    pub const fn has_visits(&self) -> bool {
        self.has_visits
    }

    /// Completes the file and returns the number of its rows.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn finish(mut self) -> Result<usize, Failure> {
        if self.waiting.len() > 0 {
            self.write()?;
        }
        self.file.finish()?;
        Ok(self.rows)
    }

    fn write(&mut self) -> Result<(), Failure> {
        let rows = std::mem::take(&mut self.waiting);
        self.file.write(&[
            Column::of(rows.games),
            Column::of(rows.blocks),
            Column::of(rows.numbers),
            Column::of(rows.turns),
            Column::of(rows.seats),
            Column::texts(rows.agents.iter().map(String::as_str)),
            Column::lists(rows.observations, self.observation),
            Column::lists(rows.masks, self.actions),
            Column::of(rows.actions),
            Column::optional_lists(rows.visits),
            Column::optional_lists(rows.values),
            Column::lists(rows.outcomes, self.players),
            Column::lists(rows.points, self.players),
        ])
    }
}

/// Returns a list in JSON of parts that follow each other, each with its size: where it begins is added.
fn told(parts: impl Iterator<Item = (usize, Value)>) -> String {
    let mut begin = 0;
    let part = |(size, mut part): (usize, Value)| {
        part["start"] = begin.into();
        begin += size;
        part
    };
    Value::Array(parts.map(part).collect()).to_string()
}
