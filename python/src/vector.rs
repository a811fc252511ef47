//! `VectorEnv`: plays many games at once and writes them into arrays.

use crate::afterstates::{Afterstates, Request};
use crate::arrays::{Int, described, seed, seed_or_fresh, writable};
use crate::chooser::{Desk, participant};
use crate::errors::Refusal;
use crate::objects::{Game, View};
use crate::signals::{Stop, Watch, free};
use crate::table::GameTable;
use agents::Spec;
use anygame::{AnyLane, AnyParticipant, LanePlan};
use engine::Seed;
use numpy::{Element, PyArray1, PyArray2, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyString};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::convert::identity;
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
/// Parameters
/// ----------
/// game : Game
///     The game.
/// n : int
///     The number of lanes.
/// opponents : sequence of agents, optional
///     Agents for the other seats: specs such as "greedy", functions of a view, classes, or objects
///     with a method `act`. Fewer agents than other seats are used again. Without opponents, all seats
///     learn, and each step is for the seat in `seats`.
/// learner : int, optional
///     The seat that learns. By default it changes: (lane + game) % num_players.
/// threads : int
///     The number of threads.
/// seed : int, numpy.random.Generator or random.Random, optional
///     An int from 0 to 2**64 - 1, a numpy Generator or a random.Random. By default, the seed is drawn from
///     the system's random numbers.
#[pyclass(module = "hidden_decks")]
pub struct VectorEnv {
    table: Arc<GameTable>,
    lanes: Mutex<Vec<Box<dyn AnyLane>>>,
    size: usize,
    threads: Threads,
    seed: u64,
    resets: u64,
    /// Whether the last step or reset did not reach a decision in all lanes, because an opponent failed or the user interrupted it.
    is_broken: bool,
    stop: Arc<Stop>,
    /// Observations: ndarray of float32, shape (n, observation_size). Row i is the observation of seat `seats[i]`.
    #[pyo3(get)]
    observations: Py<PyArray2<f32>>,
    /// Legal actions: ndarray of bool, shape (n, num_actions).
    #[pyo3(get)]
    masks: Py<PyArray2<bool>>,
    /// Rewards of the last step by seat: ndarray of float32, shape (n, num_players). They are 0 unless the game ended.
    #[pyo3(get)]
    rewards: Py<PyArray2<f32>>,
    /// The seats that decide: ndarray of int64, shape (n,).
    #[pyo3(get)]
    seats: Py<PyArray1<i64>>,
    /// Whether the last step ended a game: ndarray of bool, shape (n,).
    #[pyo3(get)]
    dones: Py<PyArray1<bool>>,
    /// For each lane, the last observation of the learner in the game that ended last: ndarray of float32, shape
    /// (n, observation_size).
    #[pyo3(get)]
    final_observations: Py<PyArray2<f32>>,
}

/// The threads of a batch.
struct Threads {
    number: usize,
    pool: Option<ThreadPool>,
    /// The process in which the threads run.
    process: u32,
}

impl Threads {
    fn new(number: usize) -> PyResult<Self> {
        let pool = (number > 1).then(|| ThreadPoolBuilder::new().num_threads(number).build());
        let pool = pool.transpose().map_err(Refusal::value)?;
        Ok(Self { number, pool, process: std::process::id() })
    }

    /// Returns the pool, if there is more than one thread. A process that was forked has none of its parent's threads, so it gets
    /// new ones.
    fn pool(&mut self) -> PyResult<Option<&ThreadPool>> {
        if self.pool.is_some() && self.process != std::process::id() {
            let parents = std::mem::replace(self, Self::new(self.number)?);
            // The parent's threads would be waited for.
            std::mem::forget(parents);
        }
        Ok(self.pool.as_ref())
    }
}

/// The part of a lane in a step.
#[derive(Copy, Clone)]
enum Command {
    /// The lane stays where it is.
    Stay,
    /// The lane plays this action.
    Play(i64),
    /// The lane gives up its game.
    Abandon,
}

/// A lane with its command and its rows in all arrays.
struct Row<'a> {
    lane: &'a mut dyn AnyLane,
    command: Command,
    observation: &'a mut [f32],
    mask: &'a mut [bool],
    rewards: &'a mut [f32],
    seat: &'a mut i64,
    done: &'a mut bool,
    last: &'a mut [f32],
}

impl Row<'_> {
    /// Checks that the command can be carried out.
    fn check(&mut self) -> Result<(), Refusal> {
        if let Command::Play(action) = self.command {
            self.lane.check(action)?;
        }
        Ok(())
    }

    /// Carries out the command, and writes the results.
    fn step(&mut self, table: &GameTable) -> Result<(), Refusal> {
        self.rewards.fill(0.0);
        *self.done = match self.command {
            Command::Stay => false,
            Command::Play(action) => {
                let end = self.lane.step(action, self.last)?;
                if let Some(outcome) = &end {
                    for (reward, value) in self.rewards.iter_mut().zip(table.returns(outcome)) {
                        *reward = value as f32;
                    }
                }
                end.is_some()
            }
            Command::Abandon => {
                self.lane.observe(self.last, self.mask);
                self.lane.abandon()?;
                true
            }
        };
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
        opponents: Option<&Bound<'_, PyAny>>,
        learner: Option<Int>,
        threads: Int,
        seed: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let table = Arc::clone(&game.get().table);
        let (players, encoding) = (table.players(), &table.encoding);
        let refuse = |sentence: &str| Err(Refusal::Value(sentence.to_owned()).into());
        if opponents.is_some_and(PyAnyMethods::is_instance_of::<PyString>) {
            return refuse("opponents is a list: put the spec into a list");
        }
        let opponents: Option<Vec<Bound<'_, PyAny>>> =
            opponents.map(PyAnyMethods::extract).transpose()?;
        let opponents = opponents.unwrap_or_default();
        let (n, threads) = (n.at_least_0("n")?, threads.at_least_0("threads")?);
        if !(1..=MOST_LANES).contains(&n) || !(1..=MOST_THREADS).contains(&threads) {
            return refuse(&format!(
                "n must be 1 to {MOST_LANES}, and threads 1 to {MOST_THREADS}"
            ));
        }
        if opponents.len() >= players {
            return refuse("there are more opponents than other seats");
        }
        if learner.is_some() && opponents.is_empty() {
            return refuse("learner is given without opponents: pass the opponents as well");
        }
        let learner = learner.map(|Int(seat)| table.seat(seat)).transpose()?;
        let (seed, stop) = (seed_or_fresh(seed)?, Arc::new(Stop::default()));
        let opponents = participants(&table, &opponents, &stop)?;
        let plan = LanePlan { lanes: n, seed, opponents, learner };
        let lanes = Watch::over(py, &stop, |_| table.game.lanes(&table.setup, &plan))?;
        let mut batch = Self {
            lanes: Mutex::new(lanes.map_err(Refusal::from)?),
            size: n,
            threads: Threads::new(threads)?,
            seed,
            resets: 0,
            is_broken: true,
            stop,
            observations: PyArray2::zeros(py, [n, encoding.tensor_size], false).unbind(),
            masks: PyArray2::zeros(py, [n, encoding.actions], false).unbind(),
            rewards: PyArray2::zeros(py, [n, players], false).unbind(),
            seats: PyArray1::zeros(py, n, false).unbind(),
            dones: PyArray1::zeros(py, n, false).unbind(),
            final_observations: PyArray2::zeros(py, [n, encoding.tensor_size], false).unbind(),
            table,
        };
        batch.carry_out(py, &vec![Command::Stay; n])?;
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

    /// Starts new games in all lanes. A seed determines all games from now on. Without a seed, the first call starts the games of
    /// the seed in the constructor, and each further call starts other games that follow from the last seed.
    #[pyo3(signature = (seed=None))]
    fn reset(&mut self, py: Python<'_>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        if let Some(seed) = seed {
            (self.seed, self.resets) = (self::seed(seed)?, 0);
        }
        let seed = Seed::new(self.seed);
        let seed = if self.resets == 0 { seed } else { seed.child(u64::MAX - self.resets) };
        self.resets += 1;
        self.is_broken = true;
        let lanes = self.lanes.get_mut().unwrap_or_else(PoisonError::into_inner);
        let reset = |_: &_| lanes.iter_mut().try_for_each(|lane| lane.reset(seed.value()));
        Watch::over(py, &self.stop, reset)?.map_err(Refusal::from)?;
        self.carry_out(py, &vec![Command::Stay; self.size])
    }

    /// Plays an action in every lane, and writes the results into the arrays. Other Python threads can run meanwhile.
    ///
    /// Parameters
    /// ----------
    /// actions : ndarray or list of integers, shape (n,)
    ///     A legal action for each lane.
    ///
    /// Raises
    /// ------
    /// IllegalActionError
    ///     If an action may not be played. Then no lane has moved.
    /// AgentError
    ///     If an opponent fails.
    /// RuntimeError
    ///     If an opponent failed, or the user interrupted a step, since the last `reset`.
    fn step(slf: &Bound<'_, Self>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        free(slf)?.play(slf.py(), actions, None)
    }

    /// Plays an action in the lanes whose command is 1, gives up the game in the lanes whose command is 2, and leaves the others.
    #[pyo3(name = "_play", signature = (actions, commands))]
    fn play(
        &mut self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        commands: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        self.whole()?;
        let actions = column::<i64>("actions", "int64", self.size, actions)?;
        let actions = actions.as_slice()?.iter();
        let commands: Vec<_> = match commands {
            None => actions.map(|&action| Command::Play(action)).collect(),
            Some(commands) => {
                let commands = column::<u8>("commands", "uint8", self.size, commands)?;
                let commands = commands.as_slice()?.iter().zip(actions);
                let commands = commands.map(|(number, &action)| match number {
                    0 => Command::Stay,
                    1 => Command::Play(action),
                    _ => Command::Abandon,
                });
                commands.collect()
            }
        };
        self.carry_out(py, &commands)
    }

    /// Draws a uniformly random legal action of every lane. The same seed gives the same draws.
    ///
    /// Returns
    /// -------
    /// ndarray of int64, shape (n,)
    ///     The numbers of the actions.
    fn sample_actions<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        self.whole()?;
        Ok(PyArray1::from_vec(py, self.of_lanes(py, |_, lane| lane.sample())?))
    }

    /// Returns the views of the seats that decide, by lane.
    fn views(&mut self) -> PyResult<Vec<View>> {
        self.whole()?;
        let lanes = self.lanes.get_mut().unwrap_or_else(PoisonError::into_inner);
        let table = &self.table;
        Ok(lanes.iter().map(|lane| View { table: Arc::clone(table), view: lane.view() }).collect())
    }

    /// Returns the positions after each legal action of every lane, as `View.afterstates` does. Lane i uses the seed plus i.
    ///
    /// Parameters
    /// ----------
    /// rng : int, numpy.random.Generator or random.Random
    ///     An int from 0 to 2**64 - 1, a numpy Generator or a random.Random.
    /// of : {"observation", "inputs"}
    ///     The numbers that describe a position: its observation tensor, which is the default, or the inputs of networks.
    #[pyo3(signature = (rng, *, of="observation"))]
    fn afterstates(&mut self, rng: &Bound<'_, PyAny>, of: &str) -> PyResult<Afterstates> {
        self.following(rng, None, of)
    }

    /// Returns the positions after random ways to finish the turn in every lane, as `View.finish_turn` does. Lane i uses the seed
    /// plus i.
    ///
    /// Parameters
    /// ----------
    /// rng : int, numpy.random.Generator or random.Random
    ///     An int from 0 to 2**64 - 1, a numpy Generator or a random.Random.
    /// n : int
    ///     The number of ways in each lane.
    /// of : {"observation", "inputs"}
    ///     The numbers that describe a position, as in `afterstates`.
    #[pyo3(signature = (rng, n, *, of="observation"))]
    fn finish_turn(&mut self, rng: &Bound<'_, PyAny>, n: Int, of: &str) -> PyResult<Afterstates> {
        self.following(rng, Some(n), of)
    }

    fn __repr__(&self) -> String {
        format!("<VectorEnv of {}: {} lanes>", self.table.words(), self.size)
    }
}

/// Returns the opponents as participants. All exceptions of agents written in Python stop the step.
fn participants(
    table: &Arc<GameTable>,
    opponents: &[Bound<'_, PyAny>],
    stop: &Arc<Stop>,
) -> PyResult<Vec<AnyParticipant>> {
    let written: Spec = "python".parse().map_err(|_| Refusal::NobodyDecides)?;
    let desk = || Desk { stop: Arc::clone(stop), there: None };
    let opponents = opponents.iter().map(|opponent| match opponent.extract::<&str>() {
        Ok(spec) => Ok(table.participant(spec)?),
        Err(_) => participant(table, written.clone(), opponent, desk()),
    });
    opponents.collect()
}

/// Returns an argument with a value for each lane. Lists and arrays of another type are converted if that keeps all values.
fn column<'py, T: Element>(
    what: &'static str,
    dtype: &'static str,
    size: usize,
    given: &Bound<'py, PyAny>,
) -> PyResult<PyReadonlyArray1<'py, T>> {
    let converted = || {
        let rules = [("casting", "safe"), ("order", "C")].into_py_dict(given.py())?;
        let array = given.py().import("numpy")?.call_method1("asarray", (given,))?;
        array.call_method("astype", (dtype,), Some(&rules))
    };
    let is_whole = |array: &PyReadonlyArray1<'_, T>| array.len() == size && array.is_c_contiguous();
    let array = given.extract().ok().filter(is_whole);
    let array = array.or_else(|| converted().ok()?.extract().ok().filter(is_whole));
    let refusal =
        || Refusal::Buffer { what, dtype, shape: format!("({size},)"), given: described(given) };
    Ok(array.ok_or_else(refusal)?)
}

/// Adds the number of the lane to an error.
fn in_lane((number, error): (usize, Refusal)) -> PyErr {
    match error {
        Refusal::Agent(sentence) => Refusal::Agent(format!("lane {number}: {sentence}")).into(),
        error => crate::errors::IllegalActionError::new_err(format!("lane {number}: {error}")),
    }
}

/// Does some work in every row, on the threads of the current pool if `is_parallel`.
///
/// # Errors
/// Returns the error of the first row that has one, with the number of its lane.
fn for_each_row<'a>(
    rows: &mut [Row<'a>],
    is_parallel: bool,
    watch: &Arc<Watch>,
    work: impl Fn(&mut Row<'a>) -> Result<(), Refusal> + Sync,
) -> Result<(), (usize, Refusal)> {
    let failed = |(number, row): (usize, &mut Row<'a>)| Some((number, work(row).err()?));
    let first = if is_parallel {
        let rows = rows.par_iter_mut().enumerate().with_min_len(LANES_PER_TASK);
        rows.map_init(|| watch.cancellation(), |_, row| failed(row)).find_map_first(identity)
    } else {
        rows.iter_mut().enumerate().find_map(failed)
    };
    first.map_or(Ok(()), Err)
}

impl VectorEnv {
    /// Refuses further steps after a step that did not reach a decision in all lanes.
    fn whole(&self) -> PyResult<()> {
        let sentence = "the last step failed or was interrupted: call reset()";
        if self.is_broken { Err(PyRuntimeError::new_err(sentence)) } else { Ok(()) }
    }

    /// Returns a quantity of each lane, given the lane's number.
    fn of_lanes<T: Send>(
        &mut self,
        py: Python<'_>,
        quantity: impl Fn(usize, &mut dyn AnyLane) -> T + Sync,
    ) -> PyResult<Vec<T>> {
        let lanes = self.lanes.get_mut().unwrap_or_else(PoisonError::into_inner);
        let pool = self.threads.pool()?;
        let quantity =
            |(number, lane): (usize, &mut Box<dyn AnyLane>)| quantity(number, &mut **lane);
        Ok(py.detach(|| match pool {
            None => lanes.iter_mut().enumerate().map(quantity).collect(),
            Some(pool) => pool.install(|| {
                let lanes = lanes.par_iter_mut().enumerate().with_min_len(LANES_PER_TASK);
                lanes.map(quantity).collect()
            }),
        }))
    }

    /// Returns what may follow the decisions of all lanes.
    fn following(
        &mut self,
        rng: &Bound<'_, PyAny>,
        ways: Option<Int>,
        of: &str,
    ) -> PyResult<Afterstates> {
        self.whole()?;
        let request = Request::new(rng, ways, of)?;
        let answer = |number, lane: &mut dyn AnyLane| request.answer(number, &*lane.view());
        let lanes = self.of_lanes(rng.py(), answer)?;
        request.joined(rng.py(), &self.table, &lanes)
    }

    /// Checks the commands of all lanes, then carries them out and fills the arrays.
    fn carry_out(&mut self, py: Python<'_>, commands: &[Command]) -> PyResult<()> {
        const WHAT: &str = "an array";
        let table = &*self.table;
        let (size, actions) = (table.encoding.tensor_size, table.encoding.actions);
        let mut observations = writable(self.observations.bind(py), WHAT)?;
        let mut masks = writable(self.masks.bind(py), WHAT)?;
        let mut rewards = writable(self.rewards.bind(py), WHAT)?;
        let mut last = writable(self.final_observations.bind(py), WHAT)?;
        let mut seats = writable(self.seats.bind(py), "seats")?;
        let mut dones = writable(self.dones.bind(py), "dones")?;
        let mut observations = observations.as_slice_mut()?.chunks_mut(size);
        let mut masks = masks.as_slice_mut()?.chunks_mut(actions);
        let mut rewards = rewards.as_slice_mut()?.chunks_mut(table.players());
        let mut last = last.as_slice_mut()?.chunks_mut(size);
        let mut seats = seats.as_slice_mut()?.iter_mut();
        let mut dones = dones.as_slice_mut()?.iter_mut();
        let lanes = self.lanes.get_mut().unwrap_or_else(PoisonError::into_inner);
        let rows = lanes.iter_mut().zip(commands).map_while(|(lane, &command)| {
            Some(Row {
                lane: &mut **lane,
                command,
                observation: observations.next()?,
                mask: masks.next()?,
                rewards: rewards.next()?,
                seat: seats.next()?,
                done: dones.next()?,
                last: last.next()?,
            })
        });
        let mut rows: Vec<_> = rows.collect();
        let pool = self.threads.pool()?;
        let mut has_begun = false;
        let outcome = Watch::over(py, &self.stop, |watch| {
            let mut work = || {
                for_each_row(&mut rows, pool.is_some(), watch, Row::check)?;
                has_begun = true;
                for_each_row(&mut rows, pool.is_some(), watch, |row| row.step(table))
            };
            match pool {
                None => work(),
                Some(pool) => watch.in_pool(pool, work),
            }
        });
        self.is_broken |= has_begun;
        outcome?.map_err(in_lane)?;
        self.is_broken = false;
        Ok(())
    }
}
