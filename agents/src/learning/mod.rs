//! Networks that learn the chances to win from games of `greedy` against itself.
//!
//! [`SelfPlay`] plays games and writes down what the network sees ([`Trajectory`]). [`targets`] says
//! what its values should have been, by TD(lambda). A [`Learner`] moves the network towards that.
//! Who drives it plays generation after generation; see `tournament train`.

mod checkpoint;
mod learner;
mod self_play;
mod start;
mod targets;
mod trajectory;

pub use checkpoint::Generation;
pub use learner::{Example, Learner};
pub use self_play::SelfPlay;
pub use start::{scales, starting_network};
pub use targets::{players_targets, targets};
pub use trajectory::{PositionKind, Trajectory};
