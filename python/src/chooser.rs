//! Agents written in Python, which play wherever built-in agents do.

use crate::errors::Refusal;
use crate::objects::{Game, View};
use crate::signals::Stop;
use crate::table::GameTable;
use agents::{Fault, Spec};
use anygame::{AnyParticipant, AnyView, Chooser};
use engine::GameRng;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use rand::Rng;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

/// A call of Python code.
pub type Call = Box<dyn FnOnce(Python<'_>) + Send>;

/// The thread on which agents are called, and the consequence of their exceptions.
#[derive(Clone)]
pub struct Desk {
    /// The work that exceptions stop.
    pub stop: Arc<Stop>,
    /// The thread that receives the calls. There, exceptions such as `KeyboardInterrupt` stop the work; others are faults. If
    /// `None`, the thread that needs the move makes the calls, and all exceptions stop the work.
    pub there: Option<Sender<Call>>,
}

impl Desk {
    fn call(&self, call: Call) {
        match &self.there {
            None => Python::attach(call),
            // If the receiver has left, the call is dropped, and there is no answer.
            Some(sender) => drop(sender.send(call)),
        }
    }

    /// Returns the fault of an agent that raised this exception.
    fn fault(&self, py: Python<'_>, error: PyErr) -> Fault {
        let cause = match error.value(py).str() {
            Ok(text) if text.len().is_ok_and(|length| length > 0) => format!(": {text}"),
            _ => String::new(),
        };
        let name = error.get_type(py).name();
        let cause = name.map_or(cause.clone(), |name| format!("{name}{cause}"));
        if self.there.is_some() && error.is_instance_of::<PyException>(py) {
            return Fault::new(&cause);
        }
        self.stop.by(error);
        Fault::of_the_system(&cause)
    }
}

/// A seat of one game, played by Python code.
struct Seated {
    /// A function of a seed that returns the function of a view that plays the game.
    make: Arc<Py<PyAny>>,
    playing: Option<Py<PyAny>>,
    table: Arc<GameTable>,
    desk: Desk,
}

impl Seated {
    /// Calls the agent, which is made before its first decision.
    fn ask(
        py: Python<'_>,
        (make, playing): (&Py<PyAny>, &mut Option<Py<PyAny>>),
        (table, view): (&Arc<GameTable>, Box<dyn AnyView>),
        seed: u64,
    ) -> PyResult<usize> {
        let play = match playing.take() {
            Some(play) => play,
            None => make.call1(py, (seed,))?,
        };
        let play = playing.insert(play);
        let view = View { table: Arc::clone(table), view };
        let answer = play.call1(py, (view,))?;
        table.action(answer.bind(py))
    }
}

impl Chooser for Seated {
    fn choose(&mut self, view: Box<dyn AnyView>, rng: &mut GameRng) -> Result<usize, Fault> {
        let (sender, receiver) = channel();
        let (make, mut playing) = (Arc::clone(&self.make), self.playing.take());
        let (table, desk, seed) = (Arc::clone(&self.table), self.desk.clone(), rng.next_u64());
        self.desk.call(Box::new(move |py| {
            // The job may have been interrupted while the call waited for its turn.
            let answer = if desk.stop.is_stopped() {
                Err(Fault::of_the_system("interrupted"))
            } else {
                let answer = Self::ask(py, (&make, &mut playing), (&table, view), seed);
                answer.map_err(|error| desk.fault(py, error))
            };
            // The seat waits for the answer.
            let _ = sender.send((playing, answer));
        }));
        let (playing, answer) =
            receiver.recv().map_err(|_| Fault::of_the_system("nobody calls Python any more"))?;
        self.playing = playing;
        answer
    }
}

/// Returns a participant that plays at this table through Python code.
///
/// # Errors
/// Fails if `agent` is not an agent, or if a spec in a pool is wrong.
pub fn participant(
    table: &Arc<GameTable>,
    spec: Spec,
    agent: &Bound<'_, PyAny>,
    desk: Desk,
) -> PyResult<AnyParticipant> {
    let game = Game { table: Arc::clone(table) };
    let make = agent.py().import("hidden_decks._agents")?.call_method1("maker", (agent, game))?;
    let (make, at) = (Arc::new(make.unbind()), Arc::clone(table));
    let make = Arc::new(move || -> Box<dyn Chooser> {
        let (make, table, desk) = (Arc::clone(&make), Arc::clone(&at), desk.clone());
        Box::new(Seated { make, playing: None, table, desk })
    });
    Ok(table.game.chooser(spec, &table.setup, make).map_err(Refusal::value)?)
}
