//! The compiled part of the Python package `hidden_decks`.
//!
//! | module | contents |
//! | --- | --- |
//! | `games` | the games that can be loaded |
//! | `table` | a table of any game |
//! | `objects` | the classes of a game; their methods are in `game`, `state` and `view` |
//! | `history`, `recorded` | pickled positions; positions and links of recorded games |
//! | `agent`, `vector`, `afterstates` | the other classes |
//! | `decisions` | the decisions of recorded runs as arrays |
//! | `tournament` | tournaments, matches and tuning in this process |
//! | `chooser` | agents written in Python |
//! | `program` | the command-line program `tournament` |
//! | `student` | Student's t distribution |
//! | `arrays`, `svg`, `errors`, `signals` | conversions, pictures, exceptions, Ctrl-C |

// Python shows these comments as docstrings, and methods take arguments as Python passes them.
#![allow(
    clippy::doc_link_with_quotes,
    clippy::doc_markdown,
    clippy::needless_pass_by_value,
    reason = "docstrings and arguments are Python's"
)]

mod afterstates;
mod agent;
mod arrays;
mod chooser;
mod decisions;
mod errors;
mod game;
mod games;
mod history;
mod objects;
mod program;
mod recorded;
mod signals;
mod state;
mod student;
mod svg;
mod table;
mod tournament;
mod vector;
mod view;

use pyo3::prelude::*;

/// The compiled part of `hidden_decks`.
#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("GAMES", games::names())?;
    module.add("CHANCE", state::CHANCE)?;
    module.add("TERMINAL", state::TERMINAL)?;
    module.add("HiddenDecksError", py.get_type::<errors::HiddenDecksError>())?;
    module.add("IllegalActionError", py.get_type::<errors::IllegalActionError>())?;
    module.add("AgentError", py.get_type::<errors::AgentError>())?;
    module.add_class::<objects::Game>()?;
    module.add_class::<game::ActionGroup>()?;
    module.add_class::<game::ObservationBlock>()?;
    module.add_class::<objects::State>()?;
    module.add_class::<objects::View>()?;
    module.add_class::<afterstates::Afterstates>()?;
    module.add_class::<agent::Agent>()?;
    module.add_class::<vector::VectorEnv>()?;
    module.add_class::<decisions::RunDecisions>()?;
    module.add_function(wrap_pyfunction!(games::agents, module)?)?;
    module.add_function(wrap_pyfunction!(recorded::link, module)?)?;
    module.add_function(wrap_pyfunction!(recorded::recorded, module)?)?;
    module.add_function(wrap_pyfunction!(tournament::run_tournament, module)?)?;
    module.add_function(wrap_pyfunction!(tournament::run_match, module)?)?;
    module.add_function(wrap_pyfunction!(tournament::run_tuning, module)?)?;
    module.add_function(wrap_pyfunction!(tournament::report, module)?)?;
    module.add_function(wrap_pyfunction!(program::run_program, module)?)?;
    module.add_function(wrap_pyfunction!(student::quantile, module)?)?;
    module.add_function(wrap_pyfunction!(student::p_value, module)?)?;
    module.add_function(wrap_pyfunction!(game::rebuilt, module)?)?;
    module.add_function(wrap_pyfunction!(history::rebuilt, module)?)
}
