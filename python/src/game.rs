//! `Game`: what is fixed about a table.

use crate::arrays::{Int, from_json, seed};
use crate::errors::Refusal;
use crate::games;
use crate::objects::{Game, State};
use crate::table::{GameTable, Returns};
use engine::RuleValue;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// Rules as Python gives them.
type GivenRules<'py> = Option<Bound<'py, PyDict>>;

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (name, *, players=None, rules=None, returns="points"))]
    fn new(
        name: &str,
        players: Option<Int>,
        rules: GivenRules<'_>,
        returns: &str,
    ) -> PyResult<Self> {
        let players = players.map(|players| players.at_least_0("players")).transpose()?;
        let mut given = Vec::new();
        for (key, value) in rules.iter().flatten() {
            given.push((key.str()?.to_string(), value.str()?.to_string()));
        }
        Ok(Self { table: games::setup(name, players, &given, Returns::parse(returns)?)? })
    }

    /// The game's name, as `Game` and `load` take it.
    #[getter]
    fn name(&self) -> &'static str {
        self.table.name()
    }

    /// The game's name for people.
    #[getter]
    fn title(&self) -> &'static str {
        self.table.game.facts().title
    }

    /// The number of seats. Seats are numbered from 0 in turn order.
    #[getter]
    fn num_players(&self) -> usize {
        self.table.players()
    }

    /// The rules in force, by name.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let rules = PyDict::new(py);
        for (key, value) in self.table.setup.rules() {
            match value {
                RuleValue::Whole(number) => rules.set_item(key, number)?,
                RuleValue::Word(word) => rules.set_item(key, word)?,
                RuleValue::Text(name) => rules.set_item(key, name)?,
            }
        }
        Ok(rules)
    }

    /// What the end of a game is worth to a seat: "points", "win_share" or "margin".
    #[getter]
    fn returns(&self) -> &'static str {
        self.table.returns.word()
    }

    /// The number of actions. Actions are numbered from 0, alike for all seats, players and rules.
    #[getter]
    fn num_actions(&self) -> usize {
        self.table.encoding.actions
    }

    /// The actions in groups, in the order of their numbers.
    #[getter]
    fn action_groups(&self) -> Vec<ActionGroup> {
        let mut first = 0;
        let group = |group: &engine::ActionGroup| {
            let begin = first;
            first += group.count;
            ActionGroup { name: group.name, start: begin, stop: first, meaning: group.meaning }
        };
        self.table.encoding.groups.iter().map(group).collect()
    }

    /// The number of values of an observation tensor, all float32.
    #[getter]
    fn observation_size(&self) -> usize {
        self.table.encoding.tensor_size
    }

    /// The blocks of an observation tensor, in their order.
    #[getter]
    fn observation_blocks(&self) -> Vec<ObservationBlock> {
        let mut start = 0;
        let block = |block: &engine::TensorBlock| {
            let begin = start;
            start += block.size();
            let engine::TensorBlock { name, shape, meaning } = block.clone();
            ObservationBlock { name, shape, start: begin, stop: start, meaning }
        };
        self.table.encoding.blocks.iter().map(block).collect()
    }

    /// Begins a game.
    ///
    /// Args:
    ///     seed: An int from 0 to 2**64 - 1, a numpy Generator or a random.Random. The decks are
    ///         shuffled under it, and chance then acts by itself: the same seed and actions give
    ///         the same game. Without a seed, you choose the outcomes of chance.
    #[pyo3(signature = (seed=None))]
    fn new_state(&self, seed: Option<&Bound<'_, PyAny>>) -> PyResult<State> {
        let seed = seed.map(self::seed).transpose()?;
        Ok(State::start(Arc::clone(&self.table), seed))
    }

    /// Returns an action's text, such as "sail samoa>4".
    fn action_to_string(&self, action: Int) -> PyResult<String> {
        let Int(action) = action;
        let number = usize::try_from(action).ok();
        let text = number.and_then(|number| self.table.setup.action_text(number));
        Ok(text.ok_or_else(|| self.table.no_action(action))?)
    }

    /// Returns the number of the action with this text.
    fn string_to_action(&self, text: &str) -> PyResult<usize> {
        Ok(self.table.setup.action_number(text).map_err(Refusal::from)?)
    }

    /// Returns what is public before the first move: printed tiles and cards, rules in force.
    fn describe<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        from_json(py, &self.table.setup.describe())
    }

    fn __repr__(&self) -> String {
        let (name, players) = (self.table.name(), self.table.players());
        format!("Game({name:?}, players={players}, returns={:?})", self.returns())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.table.is_same(&other.table)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.table.name(), self.table.players()).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let rebuild = py.import("hidden_decks._core")?.getattr("_game")?;
        let arguments = slf.get().arguments();
        (rebuild, arguments).into_pyobject(py)
    }
}

/// The arguments that set up the same game again.
type Arguments = (String, usize, Vec<(String, String)>, String);

impl Game {
    pub(crate) fn arguments(&self) -> Arguments {
        let GameTable { setup, given, .. } = &*self.table;
        (self.table.name().to_owned(), setup.players(), given.clone(), self.returns().to_owned())
    }
}

/// Lays a table again, for `pickle`.
#[pyfunction]
#[pyo3(name = "_game")]
pub fn rebuilt(
    name: &str,
    players: usize,
    rules: Vec<(String, String)>,
    returns: &str,
) -> PyResult<Game> {
    Ok(Game { table: games::setup(name, Some(players), &rules, Returns::parse(returns)?)? })
}

/// Actions of one kind: those from `start` up to, but without, `stop`.
#[pyclass(frozen, get_all, module = "hidden_decks")]
pub struct ActionGroup {
    /// The word with which their text begins.
    name: &'static str,
    /// The first action.
    start: usize,
    /// One more than the last action.
    stop: usize,
    /// What they mean.
    meaning: &'static str,
}

#[pymethods]
impl ActionGroup {
    fn __repr__(&self) -> String {
        let Self { name, start, stop, meaning } = self;
        format!("ActionGroup(name={name:?}, start={start}, stop={stop}, meaning={meaning:?})")
    }
}

/// A part of the observation tensor: `tensor[start:stop].reshape(shape)`.
#[pyclass(frozen, module = "hidden_decks")]
pub struct ObservationBlock {
    name: &'static str,
    shape: Vec<usize>,
    start: usize,
    stop: usize,
    meaning: &'static str,
}

#[pymethods]
impl ObservationBlock {
    /// Its name.
    #[getter]
    fn name(&self) -> &'static str {
        self.name
    }

    /// Its dimensions.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.shape)
    }

    /// The place of its first value in the tensor.
    #[getter]
    fn start(&self) -> usize {
        self.start
    }

    /// One more than the place of its last value.
    #[getter]
    fn stop(&self) -> usize {
        self.stop
    }

    /// What the values mean; numbers in brackets say what 1 stands for.
    #[getter]
    fn meaning(&self) -> &'static str {
        self.meaning
    }

    fn __repr__(&self) -> String {
        let Self { name, shape, start, stop, meaning } = self;
        format!(
            "ObservationBlock(name={name:?}, shape={shape:?}, start={start}, stop={stop}, \
             meaning={meaning:?})"
        )
    }
}
