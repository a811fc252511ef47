//! Training of networks that estimate win probabilities, from games of `greedy` against itself.
//!
//! [`SelfPlay`] plays games and records the network's inputs as a [`Trajectory`]. [`Distillation`] records
//! positions with their values by another evaluation. [`targets`] computes what the
//! network's values should have been, by TD(lambda), and a [`Learner`] fits the network to them. The caller
//! runs one generation after the other; see `tournament train`.

mod checkpoint;
mod distillation;
mod learner;
mod self_play;
mod start;
mod targets;
mod trajectory;

pub use checkpoint::Generation;
pub use distillation::Distillation;
pub use learner::{Example, Learner};
pub use self_play::SelfPlay;
pub use start::{scales, starting_network};
pub use targets::{players_targets, targets};
pub use trajectory::{PositionKind, Trajectory};
