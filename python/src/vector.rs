//! `VectorEnv`: plays many games at once and writes them into arrays.

use crate::arrays::{Int, described, seed, writable};
use crate::errors::Refusal;
use crate::objects::Game;
use crate::table::GameTable;
use anygame::{AnyLane, LanePlan};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::prelude::*;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::{Arc, Mutex, PoisonError};

/// The minimum number of lanes that a thread takes at once.
const LANES_PER_TASK: usize = 16;
/// The maximum number of lanes; a larger number is assumed to be a mistake.
const MOST_LANES: usize = 1 << 20;
const MOST_THREADS: usize = 1024;

/// Many games at once, in lanes. When a game ends, the next game in its lane starts immediately.
///
/// The arrays below are allocated once, and `reset` and `step` overwrite them. Copy the values that you want to keep.
/// The same seed and actions give the same arrays with any number of threads.
///
/// Args:
///     game: The game.
///     n: The number of lanes.
///     opponents: Specs of built-in agents for the other seats, such as ["greedy"]; fewer than the other
///         seats are used again. Without opponents, all seats learn, and each step is for the seat
///         in `seats`.
///     learner: The seat that learns. By default it changes: (lane + game) % num_players.
///     threads: The number of threads.
///     seed: An int from 0 to 2**64 - 1, a numpy Generator or a random.Random.
#[pyclass(module = "hidden_decks")]
pub struct VectorEnv {
    table: Arc<GameTable>,
    lanes: Mutex<Vec<Box<dyn AnyLane>>>,
    size: usize,
    pool: Option<ThreadPool>,
    /// Observations: float32, shape (n, observation_size). Row i is the observation of seat `seats[i]`.
    #[pyo3(get)]
    observations: Py<PyArray2<f32>>,
    /// Legal actions: bool, shape (n, num_actions).
    #[pyo3(get)]
    masks: Py<PyArray2<bool>>,
    /// Rewards of the last step by seat: float32, shape (n, num_players). They are 0 unless the game ended.
    #[pyo3(get)]
    rewards: Py<PyArray2<f32>>,
    /// The seats that decide: int64, shape (n,).
    #[pyo3(get)]
    seats: Py<PyArray1<i64>>,
    /// Whether the last step ended a game: bool, shape (n,).
    #[pyo3(get)]
    dones: Py<PyArray1<bool>>,
}

/// The rows of one lane in all arrays.
struct Rows<'a> {
    table: &'a GameTable,
    lane: &'a mut Box<dyn AnyLane>,
    observation: &'a mut [f32],
    mask: &'a mut [bool],
    rewards: &'a mut [f32],
    seat: &'a mut i64,
    done: &'a mut bool,
}

impl Rows<'_> {
    /// Plays an action, if there is one, and writes the results.
    fn step(self, action: Option<i64>) -> Result<(), Refusal> {
        let end = action.map_or(Ok(None), |action| self.lane.step(action))?;
        self.rewards.fill(0.0);
        if let Some(outcome) = &end {
            for (reward, value) in self.rewards.iter_mut().zip(self.table.returns(outcome)) {
                *reward = value as f32;
            }
        }
        *self.done = end.is_some();
        *self.seat = self.lane.observe(self.observation, self.mask).index() as i64;
        Ok(())
    }
}

#[pymethods]
impl VectorEnv {
    #[new]
    #[pyo3(signature = (game, n, *, opponents=None, learner=None, threads=Int(1), seed=None), text_signature = "(game, n, *, opponents=None, learner=None, threads=1, seed=None)")]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, Game>,
        n: Int,
        opponents: Option<Vec<String>>,
        learner: Option<Int>,
        threads: Int,
        seed: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let table = Arc::clone(&game.get().table);
        let (players, encoding) = (table.players(), &table.encoding);
        let opponents = opponents.unwrap_or_default();
        let refuse = |sentence: &str| Err(Refusal::Value(sentence.to_owned()).into());
        let (n, threads) = (n.at_least_0("n")?, threads.at_least_0("threads")?);
        if !(1..=MOST_LANES).contains(&n) || !(1..=MOST_THREADS).contains(&threads) {
            let sentence = format!("n must be 1 to {MOST_LANES}, and threads 1 to {MOST_THREADS}");
            return Err(Refusal::Value(sentence).into());
        }
        if opponents.len() >= players {
            return refuse("there are more opponents than other seats");
        }
        if learner.is_some() && opponents.is_empty() {
            return refuse("learner is given without opponents: pass the opponents as well");
        }
        let learner = learner.map(|Int(seat)| table.seat(seat)).transpose()?;
        let seed = seed.map_or(Ok(0), self::seed)?;
        let lanes = py.detach(|| {
            let opponents = opponents.iter().map(|spec| table.participant(spec));
            let opponents = opponents.collect::<Result<_, _>>()?;
            let plan = LanePlan { lanes: n, seed, opponents, learner };
            table.game.lanes(&table.setup, &plan).map_err(Refusal::from)
        })?;
        let pool = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build());
        let pool = pool.transpose().map_err(|error| Refusal::Value(error.to_string()))?;
        let mut batch = Self {
            lanes: Mutex::new(lanes),
            size: n,
            pool,
            observations: PyArray2::zeros(py, [n, encoding.tensor_size], false).unbind(),
            masks: PyArray2::zeros(py, [n, encoding.actions], false).unbind(),
            rewards: PyArray2::zeros(py, [n, players], false).unbind(),
            seats: PyArray1::zeros(py, n, false).unbind(),
            dones: PyArray1::zeros(py, n, false).unbind(),
            table,
        };
        batch.write(py, None)?;
        Ok(batch)
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game { table: Arc::clone(&self.table) }
    }

    /// The number of lanes.
    fn __len__(&self) -> usize {
        self.size
    }

    /// Starts the first game of every lane again, with the given seed (by default 0).
    #[pyo3(signature = (seed=None))]
    fn reset(&mut self, py: Python<'_>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let seed = seed.map_or(Ok(0), self::seed)?;
        let lanes = self.lanes.get_mut().unwrap_or_else(PoisonError::into_inner);
        py.detach(|| lanes.iter_mut().try_for_each(|lane| lane.reset(seed)))
            .map_err(Refusal::from)?;
        self.write(py, None)
    }

    /// Plays an action in every lane, and writes the results into the arrays. Other Python threads can run meanwhile.
    ///
    /// Args:
    ///     actions: An int64 array of shape (n,).
    ///
    /// Raises:
    ///     IllegalActionError: If an action may not be played. Then no lane has moved.
    ///     AgentError: If an opponent fails. Then call `reset`.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let size = self.size;
        let refusal = || Refusal::Buffer {
            what: "actions",
            dtype: "int64",
            shape: format!("({size},)"),
            given: described(actions),
        };
        let array: PyReadonlyArray1<'_, i64> = actions.extract().map_err(|_| refusal())?;
        if array.len() != size {
            return Err(refusal().into());
        }
        let values = array.as_slice().map_err(|_| refusal())?;
        self.check(py, values)?;
        self.write(py, Some(values))
    }

    /// Returns a uniformly random legal action of every lane: int64, shape (n,). The same seed gives the
    /// same draws.
    fn sample_actions<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let lanes = self.lanes.get_mut().unwrap_or_else(PoisonError::into_inner);
        let pool = self.pool.as_ref();
        let actions: Vec<_> = py.detach(|| match pool {
            None => lanes.iter_mut().map(|lane| lane.sample()).collect(),
            Some(pool) => pool.install(|| {
                let lanes = lanes.par_iter_mut().with_min_len(LANES_PER_TASK);
                lanes.map(|lane| lane.sample()).collect()
            }),
        });
        PyArray1::from_vec(py, actions)
    }

    fn __repr__(&self) -> String {
        format!("<VectorEnv of {}: {} lanes>", self.table.words(), self.size)
    }
}

/// Adds the number of the lane to an error.
fn in_lane(number: usize, error: Refusal) -> PyErr {
    match error {
        Refusal::Agent(sentence) => Refusal::Agent(format!("lane {number}: {sentence}")).into(),
        error => crate::errors::IllegalActionError::new_err(format!("lane {number}: {error}")),
    }
}

impl VectorEnv {
    /// Checks that all actions are legal.
    fn check(&mut self, py: Python<'_>, actions: &[i64]) -> PyResult<()> {
        let lanes = self.lanes.get_mut().unwrap_or_else(PoisonError::into_inner);
        let pool = self.pool.as_ref();
        let wrong = |(number, (lane, &action)): (usize, (&mut Box<dyn AnyLane>, &i64))| {
            lane.check(action).err().map(|error| (number, error.into()))
        };
        let found = py.detach(|| match pool {
            None => lanes.iter_mut().zip(actions).enumerate().find_map(wrong),
            Some(pool) => pool.install(|| {
                let lanes = lanes.par_iter_mut().zip(actions).enumerate();
                lanes.with_min_len(LANES_PER_TASK).find_map_first(wrong)
            }),
        });
        found.map_or(Ok(()), |(number, error)| Err(in_lane(number, error)))
    }

    /// Plays the actions, if there are any, and fills the arrays.
    fn write(&mut self, py: Python<'_>, actions: Option<&[i64]>) -> PyResult<()> {
        let table = &*self.table;
        let (size, count) = (table.encoding.tensor_size, table.encoding.actions);
        let players = table.players();
        let locked = |error| Refusal::Value(format!("an array cannot be written to: {error}"));
        let mut observations = self.observations.bind(py).try_readwrite().map_err(locked)?;
        let mut masks = self.masks.bind(py).try_readwrite().map_err(locked)?;
        let mut rewards = self.rewards.bind(py).try_readwrite().map_err(locked)?;
        let mut seats = writable(self.seats.bind(py), "seats")?;
        let mut dones = writable(self.dones.bind(py), "dones")?;
        let observations = observations.as_slice_mut()?;
        let (masks, rewards) = (masks.as_slice_mut()?, rewards.as_slice_mut()?);
        let (seats, dones) = (seats.as_slice_mut()?, dones.as_slice_mut()?);
        let lanes = self.lanes.get_mut().unwrap_or_else(PoisonError::into_inner);
        let pool = self.pool.as_ref();
        let rows = |((((((number, lane), observation), mask), rewards), seat), done)| {
            let row = Rows { table, lane, observation, mask, rewards, seat, done };
            let action = actions.map(|actions| actions[number]);
            row.step(action).map_err(|error| (number, error))
        };
        let outcome = py.detach(|| match pool {
            None => lanes
                .iter_mut()
                .enumerate()
                .zip(observations.chunks_mut(size))
                .zip(masks.chunks_mut(count))
                .zip(rewards.chunks_mut(players))
                .zip(seats.iter_mut())
                .zip(dones.iter_mut())
                .try_for_each(rows),
            Some(pool) => pool.install(|| {
                lanes
                    .par_iter_mut()
                    .enumerate()
                    .zip(observations.par_chunks_mut(size))
                    .zip(masks.par_chunks_mut(count))
                    .zip(rewards.par_chunks_mut(players))
                    .zip(seats.par_iter_mut())
                    .zip(dones.par_iter_mut())
                    .with_min_len(LANES_PER_TASK)
                    .try_for_each(rows)
            }),
        });
        outcome.map_err(|(number, error)| in_lane(number, error))
    }
}
