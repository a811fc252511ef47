//! Paired branching: what a step is worth, as cause and not as association.
//!
//! Who chooses well may win more often because he was ahead already. So games of self-play are sampled,
//! a position of each is played on after several first steps, under the same decks and the same random
//! numbers, by a named [policy](Policy) on all seats. What then differs is caused by the first step alone.
//!
//! The first steps are chosen on random numbers of their own. Chosen by the games that measure them, the
//! better looking would seem better than it is. All effects are those under the policy, which decides
//! everything that comes later.
//!
//! The unit of work is a game and its result a row at most, which is a function of the arguments and the
//! number of the game alone; all sums are functions of the rows. Which positions are taken, which steps
//! are compared and what the rows tell is a [`Study`].

mod decks;
mod effect;
mod policy;
mod position;
mod study;

pub use decks::{Step, play_on_decks};
pub use effect::Effect;
pub use policy::{Decision, Policy};
pub use position::sample;
pub use study::{Study, Task, conduct, merge};
