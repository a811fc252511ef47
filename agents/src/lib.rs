//! Agents for the games of [`engine`].
//!
//! * [`Agent`] is the interface: an agent receives views and returns moves. Agents never see a state.
//! * [`random`], [`greedy`], [`expectimax`], [`halving`] and [`ismcts`] are the built-in agents; [`table`] plays
//!   a policy from a file, and [`external`] runs bots in other processes.
//! * [`evaluation`] values positions, [`learning`] trains networks for it, and [`review`] finds mistakes in
//!   finished games.
//! * [`Spec`] describes an agent. A [`Registry`] lists the available agents and turns specs into participants.
//!
//! Modules depend only downwards: `registry` depends on the agents, the searches on `policy` (how turns are played in
//! rollouts), `policy` on [`greedy`], [`greedy`] on `lookahead`, `lookahead` on `objective` (what seats maximize),
//! `objective` on [`evaluation`], [`evaluation`] on `spec`, and all of them on `agent`. [`learning`] drives `greedy`.
//!
//! # Writing an agent
//! Copy the crate `agents/examples/template`; docs/guide/write-an-agent.md explains it.

/// The examples of the README, compiled as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;

mod agent;
mod bounded;
mod budget;
mod cancellation;
mod determinizations;
pub mod evaluation;
pub mod expectimax;
#[cfg(not(target_family = "wasm"))]
pub mod external;
mod fnv;
pub mod forecast;
pub mod greedy;
pub mod halving;
pub mod ismcts;
pub mod learning;
mod lookahead;
mod objective;
mod order;
mod plan;
mod policy;
pub mod random;
mod registry;
pub mod review;
mod secret;
mod share;
mod spec;
mod suggestion;
pub mod table;

pub use agent::{Agent, Fault, GameEnd, GameStart, SearchedMove};
pub use bounded::{
    BYTE_ORDER_MARK, LARGEST, LARGEST_SMALL, read_bounded, read_bounded_text, read_small_text,
};
pub use cancellation::{Cancellation, IsCancelled};
pub use fnv::Fnv;
pub use registry::{Entrant, Participant, Registry};
pub use secret::{Decks, SECRET_BYTES, Secret, deck_seed, hex};
pub use spec::{
    AgentError, AgentFactory, AgentFacts, AgentSpec, Parameter, ParameterValues, Range, Spec,
    SpecError, Value, count, milliseconds,
};
pub use suggestion::unknown;
