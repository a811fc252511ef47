//! Agents for the games of [`engine`].
//!
//! * [`Agent`] is the contract: a view in, a move out. Agents never see a state.
//! * [`random`], [`greedy`], [`expectimax`], [`halving`] and [`ismcts`] are the built-in agents, and [`external`]
//!   runs bots in other processes; [`evaluation`] values positions, and [`learning`] trains networks
//!   for it; [`review`] finds mistakes in games that are over.
//! * [`Spec`] describes an agent; a [`Registry`] knows the available agents and turns lists of
//!   specs into participants.
//!
//! Modules depend only downwards: `registry` on the agents, these on `policy` (how turns are played
//! in rollouts), that on [`evaluation`], that on `spec`, and all on `agent`. [`learning`] drives `greedy`.
//!
//! # An agent of your own
//! `agents/examples/template` is a crate to copy, and docs/guide/write-an-agent.md explains it.

/// The examples of the README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;

mod agent;
mod bounded;
mod budget;
pub mod evaluation;
pub mod expectimax;
#[cfg(not(target_family = "wasm"))]
pub mod external;
pub mod forecast;
pub mod greedy;
pub mod halving;
pub mod ismcts;
pub mod learning;
mod plan;
mod policy;
pub mod random;
mod registry;
pub mod review;
mod secret;
mod share;
mod spec;
mod suggestion;

pub use agent::{Agent, Fault, GameEnd, GameStart, SearchedMove};
pub use bounded::{LARGEST, LARGEST_SMALL, read_bounded, read_bounded_text, read_small_text};
pub use registry::{Participant, Registry};
pub use secret::{SECRET_BYTES, Secret, deck_seed};
pub use spec::{
    AgentError, AgentFactory, AgentSpec, Parameter, ParameterValues, Range, Spec, SpecError, Value,
    count, milliseconds,
};
pub use suggestion::unknown;
