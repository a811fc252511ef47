//! Paired branching: measures the value of a step as a cause, not as an association.
//!
//! An agent that chooses well may win more often because it was already ahead. So this module
//! samples games of self-play and takes a position from each. After each of several first steps, a
//! named [policy](Policy) on all seats plays it to the end, with the same decks and the same random
//! numbers. Any difference is then caused by the first step alone.
//!
//! The first steps are chosen with random numbers of their own. If the games that measure them also
//! chose them, the better-looking step would seem better than it is. All effects hold under the
//! policy, which makes all later decisions.
//!
//! The unit of work is a game, and its result is the rows of one position, or none. They depend only
//! on the arguments and the number of the game; all totals depend only on the rows. A [`Study`] defines
//! which positions are taken, which steps are compared and what the rows contain.

mod decks;
mod effect;
mod levels;
mod policy;
mod position;
mod study;

pub use decks::{Step, outcomes_of, outcomes_on_decks, play_on_decks};
pub use effect::Effect;
pub use levels::{Case, LevelRow, Levels, report as level_report};
pub use policy::{Decision, Policy};
pub use position::{ChancePosition, sample, sample_chance};
pub use study::{Study, Task, conduct, merge};
