//! Players for the games of [`engine`].
//!
//! * [`Agent`] is the contract: a view in, a move out. Agents never see a state.
//! * [`random`], [`greedy`] and [`mcts`] are the players that come with the toolkit, [`external`] asks
//!   bots in other processes; [`evaluation`] is what greedy judges positions by.
//! * [`Spec`] is how an agent is asked for; [`registry`](registry()) lists those that there are, and
//!   [`participants`] turns a list of specs into players.
//!
//! # An agent of your own
//! ```
//! use agents::{Agent, ParameterValues, Participant, AgentError, AgentFactory, AgentSpec};
//! use engine::{Dealable, Game, Seed, GameRng, Turn, View, tongiaki};
//!
//! /// Founds a king island whenever it can; otherwise takes the first move.
//! struct Royalist;
//!
//! impl Agent<tongiaki::State> for Royalist {
//!     fn choose(&mut self, view: &tongiaki::View, _: &mut GameRng) -> tongiaki::Move {
//!         let mut moves = Vec::new();
//!         view.moves(&mut moves);
//!         let found = |mv: &&tongiaki::Move| matches!(mv, tongiaki::Move::Found(_));
//!         *moves.iter().find(found).unwrap_or(&moves[0])
//!     }
//! }
//!
//! impl AgentSpec<tongiaki::State> for Royalist {
//!     const NAME: &'static str = "royalist";
//!     const SUMMARY: &'static str = "founds a king island whenever it can";
//!     fn read(_: &mut ParameterValues) -> Result<Self, AgentError> {
//!         Ok(Self)
//!     }
//!     fn agent(&self) -> Box<dyn Agent<tongiaki::State>> {
//!         Box::new(Self)
//!     }
//! }
//!
//! // In `registry.rs` this line is all that it takes to play in tournaments:
//! let factory = AgentFactory::of::<Royalist>();
//!
//! // One game against another of its factory.
//! let royalist = Participant::new(&"royalist".parse().unwrap(), &[factory]).unwrap();
//! let mut players = [royalist.make(), royalist.make()];
//! let mut rng = Seed::new(7).rng();
//! let mut game = tongiaki::State::start(&tongiaki::Setup::new(2).unwrap());
//! loop {
//!     match game.turn() {
//!         Turn::Decide(seat) => {
//!             game.play(players[seat.index()].choose(&game.view(seat), &mut rng));
//!         }
//!         Turn::Chance => game.happen(game.random_chance(&mut rng)),
//!         Turn::Over => break,
//!     }
//! }
//! assert!(game.turns_played() > 0);
//! ```

/// The examples of the README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;

mod agent;
pub mod evaluation;
pub mod external;
pub mod greedy;
pub mod mcts;
mod parameter;
mod planner;
pub mod random;
mod registry;
mod rollout;
mod share;
mod spec;

pub use agent::{Agent, Ending, Fault, Listener, Opening};
pub use parameter::{Parameter, ParameterValues, Range, Value};
pub use registry::{AgentError, AgentFactory, AgentSpec, Participant, participants, registry};
pub use spec::{Spec, SpecError};
