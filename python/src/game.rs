//! `Game`: the properties of a table that do not change during a game.

use crate::arrays::{Int, from_json, seed};
use crate::errors::Refusal;
use crate::games;
use crate::objects::{Game, State};
use crate::table::GameTable;
use engine::drawing::escaped;
use engine::{RuleValue, TensorBlock};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyRange, PyTuple};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// Rules as passed from Python: a dictionary, or None.
type GivenRules<'py> = Option<Bound<'py, PyDict>>;

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (name, *, players=None, rules=None, returns=None))]
    fn new(
        name: &str,
        players: Option<Int>,
        rules: GivenRules<'_>,
        returns: Option<&str>,
    ) -> PyResult<Self> {
        let players = players.map(|players| players.at_least_0("players")).transpose()?;
        let mut given = Vec::new();
        for (key, value) in rules.iter().flatten() {
            given.push((key.str()?.to_string(), value.str()?.to_string()));
        }
        Ok(Self { table: games::setup(name, players, &given, returns)? })
    }

    /// The game's name as accepted by `Game` and `load`.
    #[getter]
    fn name(&self) -> &'static str {
        self.table.name()
    }

    /// The largest number of points that a player can lose to each other player in a zero-sum game; `None` in other games.
    #[getter]
    fn stake(&self) -> Option<u16> {
        self.table.game.facts().stake
    }

    /// The game's title for display.
    #[getter]
    fn title(&self) -> &'static str {
        self.table.game.facts().title
    }

    /// The number of seats. Seats are numbered from 0 in turn order.
    #[getter]
    fn num_players(&self) -> usize {
        self.table.players()
    }

    /// The numbers of seats that the game allows.
    #[getter]
    fn players_allowed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyRange>> {
        let allowed = &self.table.game.facts().players;
        PyRange::new(py, *allowed.start() as isize, *allowed.end() as isize + 1)
    }

    /// The effective rules, by name, as `Game` takes them.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let rules = PyDict::new(py);
        for (key, value) in self.table.setup.rules() {
            match value {
                RuleValue::Whole(number) => rules.set_item(key, number)?,
                RuleValue::Word(word) => rules.set_item(key, word)?,
                RuleValue::Text(name) => {
                    let text = self.table.given.iter().find(|(given, _)| given == key);
                    rules.set_item(key, text.map_or(name, |(_, text)| text))?;
                }
            }
        }
        Ok(rules)
    }

    /// The value of a finished game to a seat: "points", "win_share" or "margin".
    #[getter]
    fn returns(&self) -> &'static str {
        self.table.returns.word()
    }

    /// The number of actions. Actions have the same numbers, from 0, for all seats, player counts and rules.
    #[getter]
    fn num_actions(&self) -> usize {
        self.table.encoding.actions
    }

    /// The groups of actions, in the order of their numbers.
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

    /// The number of float32 values in an observation tensor.
    #[getter]
    fn observation_size(&self) -> usize {
        self.table.encoding.tensor_size
    }

    /// The blocks of an observation tensor, in order.
    #[getter]
    fn observation_blocks(&self) -> Vec<ObservationBlock> {
        placed(&self.table.encoding.blocks)
    }

    /// The number of dense inputs of networks; 0 in games without inputs.
    #[getter]
    fn input_size(&self) -> usize {
        self.table.encoding.inputs.iter().map(TensorBlock::size).sum()
    }

    /// The dense inputs of networks, in order. An input of seats has a value for each seat in turn order, beginning with the
    /// observer, and an input of the table has one value.
    #[getter]
    fn input_blocks(&self) -> Vec<ObservationBlock> {
        placed(&self.table.encoding.inputs)
    }

    /// The groups of sparse inputs of networks, in the order of their numbers.
    #[getter]
    fn sparse_input_blocks(&self) -> Vec<ObservationBlock> {
        placed(&self.table.encoding.sparse_inputs)
    }

    /// Starts a game.
    ///
    /// Parameters
    /// ----------
    /// seed : int, numpy.random.Generator or random.Random, optional
    ///     An int from 0 to 2**64 - 1, a numpy Generator or a random.Random. It determines the
    ///     decks and all chance events, so the same seed and actions give the same game.
    ///     Without a seed, you choose the outcomes of chance.
    #[pyo3(signature = (seed=None))]
    fn new_state(&self, seed: Option<&Bound<'_, PyAny>>) -> PyResult<State> {
        let seed = seed.map(self::seed).transpose()?;
        Ok(State::start(Arc::clone(&self.table), seed))
    }

    /// Returns the text of an action, such as "sail samoa>4".
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

    /// Returns the public information before the first move, such as printed tiles and cards and the effective rules.
    fn describe<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        from_json(py, &self.table.setup.describe())
    }

    fn __repr__(&self) -> String {
        let (name, players) = (self.table.name(), self.table.players());
        let rules = self.table.given.iter().map(|(key, value)| {
            let value = if value.contains('\n') { "…" } else { value };
            format!("{key:?}: {value:?}")
        });
        let rules = rules.collect::<Vec<_>>().join(", ");
        let rules = if rules.is_empty() { rules } else { format!(", rules={{{rules}}}") };
        format!("Game({name:?}, players={players}{rules}, returns={:?})", self.returns())
    }

    /// Returns the game's title and its rules in a few sentences, as HTML.
    fn _repr_html_(&self) -> String {
        let rules = self.table.setup.introduction().iter();
        let rules: Vec<_> = rules.map(|rule| format!("<p>{}</p>", escaped(rule))).collect();
        format!("<h4>{}, {} players</h4>{}", self.title(), self.table.players(), rules.concat())
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

/// The arguments that recreate a game.
type Arguments = (String, usize, Vec<(String, String)>, String);

impl Game {
    pub(crate) fn arguments(&self) -> Arguments {
        let GameTable { setup, given, .. } = &*self.table;
        (self.table.name().to_owned(), setup.players(), given.clone(), self.returns().to_owned())
    }
}

/// Recreates a game when it is unpickled.
#[pyfunction]
#[pyo3(name = "_game")]
pub fn rebuilt(
    name: &str,
    players: usize,
    rules: Vec<(String, String)>,
    returns: &str,
) -> PyResult<Game> {
    Ok(Game { table: games::setup(name, Some(players), &rules, Some(returns))? })
}

/// Returns blocks with their places in the tensor that they form.
fn placed(blocks: &[TensorBlock]) -> Vec<ObservationBlock> {
    let mut start = 0;
    let block = |block: &TensorBlock| {
        let begin = start;
        start += block.size();
        let TensorBlock { name, shape, meaning } = block.clone();
        ObservationBlock { name, shape, start: begin, stop: start, meaning }
    };
    blocks.iter().map(block).collect()
}

/// A group of actions of one kind, from `start` up to but excluding `stop`.
#[pyclass(frozen, get_all, module = "hidden_decks")]
pub struct ActionGroup {
    /// The first word of the actions' texts.
    name: &'static str,
    /// The number of the first action.
    start: usize,
    /// The number of the last action, plus one.
    stop: usize,
    /// A description of the actions.
    meaning: &'static str,
}

#[pymethods]
impl ActionGroup {
    fn __repr__(&self) -> String {
        let Self { name, start, stop, meaning } = self;
        format!("ActionGroup(name={name:?}, start={start}, stop={stop}, meaning={meaning:?})")
    }
}

/// A block of an observation tensor or of inputs: `tensor[start:stop].reshape(shape)`.
#[pyclass(frozen, module = "hidden_decks")]
pub struct ObservationBlock {
    /// The name of the block.
    #[pyo3(get)]
    name: &'static str,
    shape: Vec<usize>,
    /// The index of the block's first value in the tensor.
    #[pyo3(get)]
    start: usize,
    /// The index of the block's last value, plus one.
    #[pyo3(get)]
    stop: usize,
    /// A description of the values. Numbers in brackets are the quantities that the value 1 represents.
    #[pyo3(get)]
    meaning: &'static str,
}

#[pymethods]
impl ObservationBlock {
    /// The dimensions of the block.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.shape)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let Self { name, start, stop, meaning, .. } = self;
        let shape = self.shape(py)?;
        Ok(format!(
            "ObservationBlock(name={name:?}, shape={shape}, start={start}, stop={stop}, meaning={meaning:?})"
        ))
    }
}
